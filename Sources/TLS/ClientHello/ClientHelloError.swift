/// Why bytes are not a ClientHello, and where.
package struct ClientHelloError: Error, Sendable, Hashable {
    package enum Code: String, Sendable, CaseIterable {
        /// Not a handshake record of TLS.
        case notTLS
        /// A handshake record of no length, or of more than there may be (RFC 8446 §5.1).
        case badRecordLength
        /// Another record before the message was whole.
        case interrupted
        /// A handshake, but not one that begins as a client's does.
        case notAClientHello
        /// Longer than is allowed here.
        case tooLong
        /// A length that reaches past what holds it, or leaves something over.
        case badLength
        /// RFC 8446 §4.2: no extension comes twice.
        case repeatedExtension
        /// The stream ended before the message was whole.
        case truncated
    }

    package let code: Code
    /// From the first byte of the stream.
    package let offset: Int

    package init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    package var text: String {
        let what =
            switch code {
            case .notTLS: "The bytes do not begin a TLS connection"
            case .badRecordLength: "A TLS record has a length that is not allowed (RFC 8446 §5.1)"
            case .interrupted: "The client's first TLS message is interrupted by a record of another kind"
            case .notAClientHello: "The first TLS message is not a ClientHello"
            case .tooLong: "The client's first TLS message is too long"
            case .badLength: "A length inside the client's first TLS message is wrong"
            case .repeatedExtension: "The client's first TLS message has an extension twice (RFC 8446 §4.2)"
            case .truncated: "The client closed the connection in the middle of its first TLS message"
            }
        return "\(what), at byte \(offset)."
    }
}
