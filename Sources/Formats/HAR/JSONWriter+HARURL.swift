import Bytes
import Flow
import HTTPModel

extension JSONWriter {
    /// The target URI of the request as RFC 9112 §3.3 puts it together; `about:blank` when no request was understood.
    ///
    /// CONNECT's is `http://host:port`: the section's own rule, since the tunnel's inside is unknown. Bytes that a URI
    /// may not have are percent-encoded, so that every reader takes it; the target as sent stands in `_raw`.
    mutating func url(_ record: FlowRecord) {
        key("url")
        beginString()
        defer { endString() }
        // As another tool recorded it: only what is no text is encoded.
        if let told = record.toldURL {
            var check = TextCheck()
            told.withUnsafeBytes { check.add($0) }
            guard check.isText, told.allSatisfy({ $0 >= ASCII.space && $0 != ASCII.delete }) else { return uri(told) }
            return told.withUnsafeBytes { escape($0) }
        }
        guard let head = record.requestHead else {
            return record.refusedRequest == nil ? literal("about:blank") : uri(record.url)
        }
        switch head.target.form {
        case .absolute:
            uri(head.targetBytes)
        case .authority:
            literal("http://")
            uri(head.targetBytes)
        case .asterisk:
            scheme(record, head)
            authority(record, head)
        case .origin:
            scheme(record, head)
            authority(record, head)
            uri(head.raw.slice(head.target.pathAndQuery))
        }
    }

    /// The client's own: in HTTP/2 it says so (RFC 9113 §8.3.1), and what it sent inside TLS was for an https URL.
    private mutating func scheme(_ record: FlowRecord, _ head: RequestHead) {
        if let scheme = head.fields.pseudoField(":scheme") {
            uri(scheme)
            return literal("://")
        }
        literal(record.clientTLS == nil ? "http://" : "https://")
    }

    /// `:authority` or the Host field; without one, the server that was sought, else the listener.
    private mutating func authority(_ record: FlowRecord, _ head: RequestHead) {
        let named = head.fields.pseudoField(":authority") ?? head.fields.first(.host)
        if let named, !named.isEmpty { return uri(named) }
        guard let host = record.host else { return uri(Bytes(record.opening?.listener ?? "")) }
        uri(Bytes(host.contains(":") ? "[\(host)]" : host))
        guard let port = record.port, port != (record.clientTLS == nil ? 80 : 443) else { return }
        put(ASCII.colon)
        uri(Bytes(String(port)))
    }

    private mutating func uri(_ bytes: Bytes) {
        bytes.withUnsafeBytes { bytes in
            // At most three bytes for one.
            extend(by: bytes.count * 3) { out in
                var written = 0
                for byte in bytes {
                    if Self.standsInURI(byte) {
                        out[written] = byte
                        written &+= 1
                    } else {
                        out[written] = ASCII.percent
                        out[written &+ 1] = Self.hexDigit(byte >> 4)
                        out[written &+ 2] = Self.hexDigit(byte & 0xF)
                        written &+= 3
                    }
                }
                return written
            }
        }
    }

    /// RFC 3986 §2.2 and §2.3, and `%`; none of them needs escaping in JSON.
    private static func standsInURI(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...ASCII.space, ASCII.quote, ASCII.lessThan, ASCII.greaterThan, ASCII.backslash, ASCII.caret,
            ASCII.backtick, ASCII.openBrace...ASCII.closeBrace, ASCII.delete...0xFF:
            false
        default: true
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? ASCII.zero + nibble : UInt8(ascii: "A") - 10 + nibble
    }
}
