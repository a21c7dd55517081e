/// Why a stream or a connection ends, as a number on the wire (RFC 9113 §7). The registry has the words.
package struct HTTP2ErrorCode: RawRepresentable, Sendable, Hashable {
    /// As it stands in RST_STREAM and GOAWAY; any number may come.
    package let rawValue: UInt32

    /// A code by its number.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let noError = HTTP2ErrorCode(rawValue: 0)
    package static let protocolError = HTTP2ErrorCode(rawValue: 1)
    package static let internalError = HTTP2ErrorCode(rawValue: 2)
    package static let flowControlError = HTTP2ErrorCode(rawValue: 3)
    static let streamClosed = HTTP2ErrorCode(rawValue: 5)
    package static let frameSizeError = HTTP2ErrorCode(rawValue: 6)
    package static let refusedStream = HTTP2ErrorCode(rawValue: 7)
    package static let cancel = HTTP2ErrorCode(rawValue: 8)
    static let compressionError = HTTP2ErrorCode(rawValue: 9)
    /// The connection of a CONNECT to its server broke.
    package static let connectError = HTTP2ErrorCode(rawValue: 10)
    package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 11)
    package static let http11Required = HTTP2ErrorCode(rawValue: 13)
}
