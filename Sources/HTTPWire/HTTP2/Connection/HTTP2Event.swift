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

    /// The frame that caused the following events, as evidence.
    indirect case frame(Frame)
    /// Also of an extended CONNECT, whose `:protocol` is among its lines.
    case requestHead(UInt32, RequestHead, FieldBlock)
    /// A 1xx response; another head follows.
    case interimHead(UInt32, ResponseHead, FieldBlock)
    case responseHead(UInt32, ResponseHead, FieldBlock)
    case pieceStarted(UInt32, Piece)
    /// The position of content in the input, from the input's first octet. Report it with `consumed` when it was taken.
    case content(UInt32, Range<Int>)
    /// Content that makes the message malformed, as its length is wrong; `malformed` follows. It must not be forwarded.
    case refusedContent(UInt32, offset: UInt64, Range<Int>)
    case trailers(UInt32, Trailers, FieldBlock)
    /// The peer has ended its side of this stream.
    case ended(UInt32)
    /// The peer ends the stream at once.
    case reset(UInt32, HTTP2ErrorCode)
    /// The message is malformed. As a server, Hark may still answer and then resets the stream; as a client, it has
    /// reset it already. No more parts follow.
    indirect case malformed(UInt32, FieldFault, FieldBlock?)
    /// The stream was reset because of a fault of the peer.
    indirect case faulted(UInt32, HTTP2Error)
    /// More may be sent on this stream; 0: on all streams that waited.
    case windowOpened(UInt32)
    case settings([HTTP2Setting])
    case settingsAcknowledged
    case pingAcknowledged(Bytes)
    /// The peer accepts no new streams, and has processed none above this one.
    case goAway(last: UInt32, HTTP2ErrorCode, debug: Bytes)
    /// The request was not processed (RFC 9113 §8.7): it may be sent again on another connection.
    case unprocessed(UInt32)
    /// The connection is over; GOAWAY is in the output.
    indirect case failed(HTTP2Error)

    /// Whether it is the end of this stream.
    package func isEnd(of stream: UInt32) -> Bool {
        if case .ended(stream) = self { true } else { false }
    }
}
