import Bytes
import HTTPModel
import HTTPSemantics

/// Puts a head together from what a recording lists: method, URL, version, headers. Made for one head.
///
/// No line comes out of it that was not listed: what would end a line early is taken out, and `problems` says so.
struct HeadText {
    private(set) var bytes: [UInt8] = []
    /// What could not be written as it was recorded, each once.
    private(set) var problems: [String] = []
    let version: Version

    /// The version as start lines spell it.
    enum Version {
        case http10, http11, http2, http3

        /// By the many names it has in recordings; 1.1 for those that are unknown.
        init(_ name: Bytes, hasPseudoHeaders: Bool) {
            switch name.lowercased.text {
            case "http/1.0": self = .http10
            case "http/2", "http/2.0", "h2", "h2c", "http2", "http/2+quic/43": self = .http2
            case "http/3", "http/3.0", "h3", "http3": self = .http3
            case "http/1.1": self = .http11
            case let name where name.hasPrefix("h3-"): self = .http3
            default: self = hasPseudoHeaders ? .http2 : .http11
            }
        }

        var text: StaticString {
            switch self {
            case .http10: "HTTP/1.0"
            case .http11: "HTTP/1.1"
            case .http2: "HTTP/2"
            case .http3: "HTTP/3"
            }
        }

        /// Its heads are lines on the wire.
        var isTextual: Bool { self == .http10 || self == .http11 }
    }

    init(version: Version) {
        self.version = version
    }

    mutating func requestLine(_ method: Bytes, _ url: URLReference) {
        let cleaned = Bytes(method.filter { $0 > ASCII.space && $0 != ASCII.delete })
        if cleaned.count != method.count { problems.append("The method contains characters that would end it.") }
        bytes.append(contentsOf: cleaned)
        bytes.append(ASCII.space)
        target(url, isConnect: Method(cleaned) == .connect)
        bytes.append(ASCII.space)
        append(version.text)
        lineEnd()
    }

    /// Origin-form, or authority-form for CONNECT (RFC 9112 §3.2). What no target may have is percent-encoded, as
    /// clients do.
    private mutating func target(_ url: URLReference, isConnect: Bool) {
        guard !isConnect else {
            encode(url.bytes(url.authority) ?? url.raw)
            return
        }
        let path = url.raw.slice(url.path)
        if path.isEmpty || path.first != ASCII.slash, path != "*" { bytes.append(ASCII.slash) }
        encode(path)
        if let query = url.bytes(url.query) {
            bytes.append(UInt8(ascii: "?"))
            encode(query)
        }
    }

    private mutating func encode(_ part: Bytes) {
        for byte in part {
            if byte > ASCII.space, byte < ASCII.delete {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(Self.digit(byte >> 4))
                bytes.append(Self.digit(byte & 0xF))
            }
        }
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? ASCII.zero + nibble : UInt8(ascii: "A") - 10 + nibble
    }

    mutating func statusLine(_ status: Int, _ reason: Bytes) {
        append(version.text)
        bytes.append(ASCII.space)
        bytes.append(contentsOf: String(status).utf8)
        bytes.append(ASCII.space)
        if reason.contains(where: Self.isLineEnd) { problems.append("The reason phrase contains a line break.") }
        bytes.append(contentsOf: reason.map { Self.isLineEnd($0) ? ASCII.space : $0 })
        lineEnd()
    }

    /// One header. A value with line breaks becomes several lines of that name, as recorders join lines so.
    mutating func field(_ name: Bytes, _ value: Bytes) {
        guard let first = name.first, !ASCII.isWhitespace(first),
            !name.contains(where: { Self.isLineEnd($0) || $0 == ASCII.colon })
        else {
            problems.append("The name of a header is empty, or contains a colon or a line break; it was left out.")
            return
        }
        let parts = value.split(whereSeparator: Self.isLineEnd)
        if parts.count > 1 || value.contains(where: Self.isLineEnd) {
            problems.append("The value of \(name.text) contains line breaks; each part became a line.")
        }
        guard !parts.isEmpty else { return line(name, Bytes()) }
        for part in parts { line(name, value.slice(part.startIndex..<part.endIndex).trimmed) }
    }

    private mutating func line(_ name: Bytes, _ value: Bytes) {
        bytes.append(contentsOf: name)
        bytes.append(ASCII.colon)
        bytes.append(ASCII.space)
        bytes.append(contentsOf: value)
        lineEnd()
    }

    /// The empty line.
    mutating func end() -> Bytes {
        lineEnd()
        return Bytes(bytes)
    }

    private mutating func lineEnd() {
        bytes.append(ASCII.carriageReturn)
        bytes.append(ASCII.lineFeed)
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == ASCII.carriageReturn || byte == ASCII.lineFeed
    }
}
