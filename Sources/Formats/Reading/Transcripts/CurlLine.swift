import Bytes
import HTTPWire

/// One line of what `curl -v` prints, told apart by how it begins.
struct CurlLine {
    enum Kind: Equatable {
        /// `> `: a line of a request's head.
        case sent
        /// `< `: a line of a response's head.
        case received
        /// `* `: what curl says about its doings.
        case info
        /// `{ [5 bytes data]`: data that is not shown. A progress meter alone, too.
        case dataCount
        /// The body, or something that is not curl's.
        case other
    }

    /// Without its line end, and without a progress meter in front.
    let text: Bytes
    /// Where the text begins in the file.
    let start: Int
    let kind: Kind
    /// From the first byte of the line to past its line end, in the file.
    let range: Range<Int>

    init(_ file: Bytes, at start: Int) {
        var end = start
        while end < file.count, file[end] != ASCII.lineFeed { end += 1 }
        range = start..<min(end + 1, file.count)
        if end > start, file[end - 1] == ASCII.carriageReturn { end -= 1 }
        let meter = Self.meter(file.slice(start..<end))
        self.start = start + meter
        text = file.slice(start + meter..<end)
        kind = meter > 0 && text.isEmpty ? .dataCount : Self.kind(of: text)
    }

    /// What stands behind `> ` or `< `; curl's mark alone is the empty line.
    var content: Bytes { text.slice(min(2, text.count)..<text.count) }

    /// What curl is known to say while or after a body comes. Of other lines with its mark nobody can tell.
    var isKnownInfo: Bool {
        let words = text.slice(min(2, text.count)..<text.count).trimmed
        return Self.knownInfo.contains { words.hasOpening($0) } || CurlFailure.isReason(words)
    }

    private static let knownInfo: [StaticString] = [
        "Connection #", "Closing connection", "Issue another request", "shutting down connection", "Trying ",
        "Connected to", "Re-using existing", "Found bundle", "Can not multiplex", "Host ", "IPv4:", "IPv6:",
        "Mark bundle",
        "Ignoring the response-body", "Curl_http_done", "Excess found", "Leftovers after", "transfer closed",
        "Received ", "HTTP/2 ", "HTTP/3 ", "HTTP 1.", "[HTTP", "ALPN", "SSL", "TLS", "schannel:", "old SSL",
        "Added cookie",
        "Replaced cookie", "using HTTP", "Using HTTP", "Server certificate", "Request completely", "upload completely",
        "We are completely", "Send failure", "Recv failure", "OpenSSL", "CONNECT", "Establish HTTP", "Operation timed",
        "no chunk, no close", "Failed", "Illegal or missing", "nghttp2", "Hostname", "Switched", "Need to rewind",
        "Maximum", "Clear auth", "Server auth", "Authentication problem", "Store negative", "Simulate", "abort",
        "Empty reply", "necessary data rewind", "end of response", "Connection died", "Connection cache", "Resolving",
    ]

    /// Lines of curl's without a mark: hints, warnings, the head of the progress meter.
    var isOwnPlain: Bool {
        text.hasOpening("curl: ") || text.hasOpening("Warning: ") || text.hasOpening("More details here: https://curl.")
            || text.hasOpening("  % Total    % Received")
    }

    private static func kind(of text: Bytes) -> Kind {
        guard let mark = text.first else { return .other }
        let isMark = text.count == 1 || text[1] == ASCII.space
        switch mark {
        case ASCII.greaterThan where isMark: return .sent
        case ASCII.lessThan where isMark: return .received
        case ASCII.asterisk where isMark: return .info
        case ASCII.openBrace, ASCII.closeBrace:
            let opening = text.slice(1..<text.count).starts(with: " [".utf8)
            return opening && text.hasEnding(" bytes data]") ? .dataCount : .other
        default: return .other
        }
    }

    /// How many bytes a progress meter takes. It follows carriage returns, is nearly eighty columns wide, and what curl
    /// prints next follows it directly. A terminal shows no carriage returns, so a copy of one has none.
    private static func meter(_ line: Bytes) -> Int {
        let mark = line.lastIndex(of: ASCII.carriageReturn)
        let start = mark.map { $0 + 1 } ?? 0
        var end = start
        while end < line.count, isMeter(line[end]) { end += 1 }
        guard end - start >= 60 else { return 0 }
        return mark != nil || line.slice(0..<end).place(of: "--:--:--") != nil ? end : 0
    }

    private static func isMeter(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || " .:-kMGTP".utf8.contains(byte)
    }
}

extension Bytes {
    /// Begins as a request or a response does: a status line, or a line that ends in a version.
    var isStartLine: Bool {
        if hasOpening("HTTP/") { return true }
        guard let space = lastIndex(of: ASCII.space), space > 0 else { return false }
        return RecordedHead.version(slice(space + 1..<count)) != nil
    }
}
