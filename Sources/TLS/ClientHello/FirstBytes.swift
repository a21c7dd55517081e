internal import Bytes

/// What a stream's first bytes show of the protocol that is spoken.
package enum FirstBytes: Sendable, Hashable {
    /// Too few to tell.
    case undecided
    case tls
    /// A request or response of HTTP/1, or the preface of HTTP/2.
    case http
    case other

    /// No more than this many bytes are ever needed.
    package static let needed = 24

    package init(_ bytes: borrowing Span<UInt8>) {
        guard bytes.count > 0 else {
            self = .undecided
            return
        }
        // RFC 8446 §5.1: a handshake record, of any version that begins with 3.
        if bytes[0] == 0x16 {
            self = bytes.count < 2 ? .undecided : bytes[1] == 3 ? .tls : .other
            return
        }
        // RFC 9110 §9.1: a method is a token; in fact they are letters, and short. "HTTP/" begins a response.
        var index = 0
        while index < min(bytes.count, Self.needed) {
            let byte = bytes[index]
            let isLetter = ASCII.isAlpha(byte)
            if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "/") {
                self = index > 1 ? .http : .other
                return
            }
            guard isLetter || (index > 0 && (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_"))) else {
                self = .other
                return
            }
            index += 1
        }
        self = bytes.count < Self.needed ? .undecided : .other
    }
}
