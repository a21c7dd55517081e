public import Bytes

/// A message inside of an exchange: one of a WebSocket, an event of a stream, a part of a multipart content, a line of
/// JSON, a message of a call. What an exchange carries over time is a list of these.
public struct InnerMessage: Sendable, Hashable {
    /// What it is, with what only this kind has.
    public enum Form: Sendable, Hashable {
        /// A text of a WebSocket (RFC 6455 §5.6).
        case text
        /// Bytes of a WebSocket (RFC 6455 §5.6).
        case binary
        /// A question whether the other side is there (RFC 6455 §5.5.2).
        case ping
        /// The answer to it (RFC 6455 §5.5.3).
        case pong
        /// The end of one side of a WebSocket; its bytes are the reason. Without a code when the frame was empty.
        case close(UInt16?)
        /// An event of an event stream (HTML Standard §9.2.6).
        case event(Event)
        /// A part of a multipart content: its head without the empty line. Its bytes are the content.
        case part(head: Bytes)
        /// A line that is a value of its own (NDJSON).
        case line
        /// A message of an RPC: gRPC, gRPC-Web, Connect. Its coding has been removed, unless `isCoded`.
        case call(isCoded: Bool)
        /// The trailers of an RPC in its content: those of gRPC-Web, and the last message of Connect.
        case callEnd
    }

    /// What an event has beside its data.
    public struct Event: Sendable, Hashable {
        /// The name that listeners know it by.
        public let name: Bytes
        /// The last id that the stream gave, with this event or before it.
        public let id: Bytes
        /// For how long a browser waits before it connects again, in milliseconds, as far as the stream has said.
        public let retry: UInt64?

        /// An event of this name.
        public init(name: Bytes, id: Bytes = Bytes(), retry: UInt64? = nil) {
            self.name = name
            self.id = id
            self.retry = retry
        }
    }

    /// The header of a WebSocket frame (RFC 6455 §5.2).
    public struct Frame: Sendable, Hashable {
        /// The last of its message.
        public let isFinal: Bool
        /// The three reserved bits, RSV1 highest.
        public let reserved: UInt8
        /// The payload's mask, as written; nil when it has none.
        public let mask: UInt32?
        /// Octets of payload.
        public let size: UInt64
        /// When its header came.
        public let time: Instant

        /// A frame that was seen.
        public init(isFinal: Bool, reserved: UInt8, mask: UInt32?, size: UInt64, time: Instant) {
            self.isFinal = isFinal
            self.reserved = reserved
            self.mask = mask
            self.size = size
            self.time = time
        }
    }

    /// Whose it is: the request's side is the client's.
    public let from: MessageKind
    /// What it is.
    public private(set) var form: Form
    /// When its last byte came.
    public let time: Instant
    /// Octets before it of what its side sent: of a tunnel's bytes, or of a content without its codings.
    public let offset: UInt64
    /// Octets that it has, without compression of its own.
    public private(set) var size: UInt64
    /// What was kept of it.
    public private(set) var bytes: Bytes
    /// It came compressed by itself (RFC 7692, or as a call's message is).
    public let isCompressed: Bool
    /// The frames that it came in, where there are some: the first ones, if there are many.
    public private(set) var frames: [Frame]
    /// How many frames it came in.
    public let frameCount: Int

    /// A message as it was read.
    public init(
        from: MessageKind, _ form: Form, at time: Instant, offset: UInt64 = 0, size: UInt64? = nil, bytes: Bytes,
        isCompressed: Bool = false, frames: [Frame] = [], frameCount: Int? = nil
    ) {
        self.from = from
        self.form = form
        self.time = time
        self.offset = offset
        self.size = size ?? UInt64(bytes.count)
        self.bytes = bytes
        self.isCompressed = isCompressed
        self.frames = frames
        self.frameCount = frameCount ?? frames.count
    }

    /// Not all of it was kept.
    public var isTruncated: Bool { UInt64(bytes.count) < size }

    /// The same with at most so many of its bytes, which then are its own: no larger buffer is held for them.
    ///
    /// - Parameter beside: octets of its name and id, or head, and of its frames that stay.
    package func cut(to limit: Int, beside: Int = .max) -> InnerMessage {
        var copy = self
        copy.bytes = Bytes(Array(bytes.prefix(max(0, limit))))
        guard sizeBeside > beside else { return copy }
        copy.frames = Array(frames.prefix(beside / Self.frameCost))
        switch form {
        case .event(let event):
            let name = Bytes(Array(event.name.prefix(beside / 2)))
            copy.form = .event(Event(name: name, id: Bytes(Array(event.id.prefix(beside / 2))), retry: event.retry))
        case .part(let head): copy.form = .part(head: Bytes(Array(head.prefix(beside))))
        case .text, .binary, .ping, .pong, .close, .line, .call, .callEnd: break
        }
        return copy
    }

    /// What there is of it beside its bytes: a name or a head can be large, frames can be many, and an id that was said
    /// once is that of all events behind it.
    package var sizeBeside: Int {
        let named =
            switch form {
            case .event(let event): event.name.count + event.id.count
            case .part(let head): head.count
            case .text, .binary, .ping, .pong, .close, .line, .call, .callEnd: 0
            }
        return named + frames.count * Self.frameCost
    }

    private static let frameCost = MemoryLayout<Frame>.stride

    /// The same with other bytes, as of one whose secrets are hidden.
    package func replacing(_ bytes: Bytes) -> InnerMessage {
        var copy = self
        copy.bytes = bytes
        // A tag may be longer than what it stands for.
        copy.size = isTruncated ? max(size, UInt64(bytes.count) + 1) : UInt64(bytes.count)
        return copy
    }

    /// The same with all of its bytes, which were found elsewhere.
    package func restored(_ bytes: Bytes) -> InnerMessage {
        guard UInt64(bytes.count) == size else { return self }
        var copy = self
        copy.bytes = bytes
        return copy
    }

    /// A part with another head.
    package func replacing(head: Bytes) -> InnerMessage {
        guard case .part = form else { return self }
        var copy = self
        copy.form = .part(head: head)
        return copy
    }

    /// What a WebSocket calls it (RFC 6455 §11.8); 0 for what is none of its messages.
    package var opcode: UInt8 {
        switch form {
        case .text: 1
        case .binary: 2
        case .close: 8
        case .ping: 9
        case .pong: 10
        case .event, .part, .line, .call, .callEnd: 0
        }
    }

    /// It manages the connection of a WebSocket and is no part of the conversation.
    public var isControl: Bool {
        switch form {
        case .ping, .pong, .close: true
        case .text, .binary, .event, .part, .line, .call, .callEnd: false
        }
    }
}
