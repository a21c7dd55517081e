package import Bytes
package import HTTPModel

/// What came on an HTTP/2 connection. Parts of one stream come in order: head, pieces with their content, trailers,
/// end. What is large and rare is kept apart (`indirect`).
package enum HTTP2Event: Sendable, Hashable {
    /// A DATA frame's border, as a chunk's is.
    package struct Piece: Sendable, Hashable {
        /// Octets of content before it.
        package let offset: UInt64
        /// Octets of content.
        package let size: Int
        /// Octets of padding; nil when it is not padded.
        package let padding: Int?
    }

    /// The frame that caused the events after it: the evidence.
    indirect case frame(Frame)
    /// Also of an extended CONNECT, whose `:protocol` is among its lines.
    case requestHead(UInt32, RequestHead, FieldBlock)
    /// A 1xx response; another head follows.
    case interimHead(UInt32, ResponseHead, FieldBlock)
    case responseHead(UInt32, ResponseHead, FieldBlock)
    case pieceStarted(UInt32, Piece)
    /// Where in the input content lies, counted from the input's first octet. To be told when it is taken (`consumed`).
    case content(UInt32, Range<Int>)
    /// Content that makes the message malformed, as its length is wrong; `malformed` follows. It is to go nowhere.
    case refusedContent(UInt32, offset: UInt64, Range<Int>)
    case trailers(UInt32, Trailers, FieldBlock)
    /// The peer has said all on this stream.
    case ended(UInt32)
    /// The peer ends the stream at once.
    case reset(UInt32, HTTP2ErrorCode)
    /// The message is malformed. A server may still answer, and then resets the stream; of a client it is reset
    /// already. No more parts come.
    indirect case malformed(UInt32, FieldFault, FieldBlock?)
    /// The stream had to be reset, for what the peer did.
    indirect case faulted(UInt32, HTTP2Error)
    /// More may be sent: on a stream, or, when it is 0, on all of those that waited.
    case windowOpened(UInt32)
    case settings([HTTP2Setting])
    case settingsAcknowledged
    case pingAcknowledged(Bytes)
    /// The peer takes no new streams, and has looked at none above this one.
    case goAway(last: UInt32, HTTP2ErrorCode, debug: Bytes)
    /// The request was not looked at (RFC 9113 §8.7): it may be sent again on another connection.
    case unprocessed(UInt32)
    /// The connection is over; GOAWAY is in the output.
    indirect case failed(HTTP2Error)

    /// Whether it is the end of this stream.
    package func isEnd(of stream: UInt32) -> Bool {
        if case .ended(stream) = self { true } else { false }
    }
}
