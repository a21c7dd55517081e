import Bytes
import HTTPSemantics

/// Where browsers read a URL otherwise than RFC 3986 does, in words. Pure.
struct BrowserReading {
    static let spec = "WHATWG URL §4.4"

    let text: Prose
    /// They ask another server, or none: who checked the URL by the RFC has checked another one.
    let isElsewhere: Bool

    /// `written` as it stands in the message, `url` what RFC 3986 makes of it; nil when browsers agree.
    init?(_ written: Bytes, relativeTo base: Bytes? = nil, as url: URLReference) {
        var page: BrowserURL?
        if let base, case .url(let read) = BrowserURL.read(base) { page = read }
        switch BrowserURL.read(written, relativeTo: page) {
        case .otherScheme: return nil
        case .refused(let refusal):
            // Without a host there is nothing to agree on: whoever reads it says so.
            guard url.host != nil, refusal != .relative else { return nil }
            isElsewhere = url.firstDefect == nil
            text = "Browsers do not request this: " + Self.phrase(refusal) + "."
        case .url(let read):
            guard let difference = read.difference(from: url) else { return nil }
            isElsewhere = difference == .server
            let start: Prose =
                isElsewhere
                ? "Browsers ask another server, for \(read.text)." : "Browsers ask for \(read.text)."
            text = start + Self.habits(written, url, read)
        }
    }

    private static func phrase(_ refusal: BrowserURL.Refusal) -> Prose {
        switch refusal {
        case .host: "they reject this host"
        case .port: "a port is a number up to 65535"
        case .emptyHost: "there is no host"
        case .relative: "it names no server"
        }
    }

    /// Why, as far as the bytes show it.
    private static func habits(_ written: Bytes, _ url: URLReference, _ read: BrowserURL) -> Prose {
        var words: Prose = ""
        if written.contains(ASCII.backslash) { words = words + " They read \("\\") as \("/")." }
        if written.contains(where: { $0 == ASCII.tab || $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            words = words + " They drop tabs and line ends."
        }
        if written.lowercased.array.contains("%2e".utf8) { words = words + " They read \("%2e") as a dot." }
        if let host = url.bytes(url.host), host != read.host, read.host.allSatisfy(Self.isOfAddress),
            host.first.map(ASCII.isDigit) == true
        {
            words = words + " They read numbers as an IPv4 address: \(host) becomes \(read.host)."
        }
        return words
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || byte == ASCII.period }
}
