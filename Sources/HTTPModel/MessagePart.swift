/// How the end of a message's body is found (RFC 9112 §6.3).
public struct Framing: Sendable, Hashable {
    /// How the end of the body is found.
    public enum Kind: Sendable, Hashable {
        /// No body.
        case none
        /// Exactly this many bytes.
        case length(UInt64)
        /// Chunks, the last of size 0.
        case chunked
        /// Everything until the connection closes.
        case close
        /// Not a message any more: the connection becomes a tunnel or changes its protocol.
        case tunnel
        /// HTTP/2 and HTTP/3: the stream's frames mark its end (RFC 9113 §8.1, RFC 9114 §4.1).
        case frames
    }

    /// How the end of the body is found.
    public let kind: Kind
    /// The rule of RFC 9112 §6.3 that applied, 1 to 8; 0 for frames, which need none.
    public let rule: Int

    /// A result of a rule of RFC 9112 §6.3.
    public init(_ kind: Kind, rule: Int) {
        self.kind = kind
        self.rule = rule
    }
}

/// What a decoder found next. The parts of a message, in order, cover its wire bytes without gap or overlap.
public enum MessagePart: Sendable, Hashable {
    case requestHead(RequestHead, Framing)
    /// A 1xx response; another head follows (not 101, which is final for HTTP).
    case interimHead(ResponseHead)
    case responseHead(ResponseHead, Framing)
    /// A chunk's size line.
    case chunkStarted(Chunk)
    /// Content bytes: as many as the part consumed.
    case content
    /// The line end after a chunk's data.
    case chunkEnded
    /// The fields after the last chunk; their lines and the empty line.
    case trailers(Trailers)
    /// The message is complete. Consumes nothing.
    case end
}
