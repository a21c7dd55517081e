public import Bytes

/// A message inside an exchange: of a WebSocket, an event of a stream, a part of a multipart content, a line of JSON, a
/// message of an RPC.
public struct InnerMessage: Sendable, Hashable {
    /// The kind of message, with the values that only this kind has.
    public enum Form: Sendable, Hashable {
        /// A text of a WebSocket (RFC 6455 §5.6).
        case text
        /// Bytes of a WebSocket (RFC 6455 §5.6).
        case binary
        /// Asks whether the other side is alive (RFC 6455 §5.5.2).
        case ping
        /// The answer to it (RFC 6455 §5.5.3).
        case pong
        /// The end of one side of a WebSocket; its bytes are the reason. Without a code when the frame was empty.
        case close(UInt16?)
        /// An event of an event stream (HTML Standard §9.2.6).
        case event(Event)
        /// A part of a multipart content: its head without the empty line. Its bytes are the content.
        case part(head: Bytes)
        /// A line that is one JSON value (NDJSON).
        case line
        /// A message of an RPC: gRPC, gRPC-Web, Connect. Its coding has been removed, unless `isCoded`.
        case call(isCoded: Bool)
        /// The trailers of an RPC in its content: those of gRPC-Web, and the last message of Connect.
        case callEnd
    }

    /// The fields of an event besides its data.
    public struct Event: Sendable, Hashable {
        /// The name for event listeners.
        public let name: Bytes
        /// The last id of the stream, up to this event.
        public let id: Bytes
        /// For how long a browser waits before it connects again, in milliseconds, if the stream has set it.
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
        /// When its header arrived.
        public let time: Instant

        /// A frame by its parts.
        public init(isFinal: Bool, reserved: UInt8, mask: UInt32?, size: UInt64, time: Instant) {
            self.isFinal = isFinal
            self.reserved = reserved
            self.mask = mask
            self.size = size
            self.time = time
        }
    }

    /// The side that sent it: `request` is the client.
    public let from: MessageKind
    /// The kind of message.
    public private(set) var form: Form
    /// When its last byte arrived.
    public let time: Instant
    /// Its offset in what its side sent: in a tunnel's bytes, or in the decoded content.
    public let offset: UInt64
    /// Its size in octets, decompressed.
    public private(set) var size: UInt64
    /// The kept bytes.
    public private(set) var bytes: Bytes
    /// Whether it was compressed by itself (RFC 7692, or as a message of an RPC).
    public let isCompressed: Bool
    /// Its WebSocket frames: the first ones, if there are many.
    public private(set) var frames: [Frame]
    /// The number of its frames.
    public let frameCount: Int
    /// Whether a person sent it into the open WebSocket, in the name of its side.
    public let isByHand: Bool

    /// A message by its parts.
    public init(
        from: MessageKind, _ form: Form, at time: Instant, offset: UInt64 = 0, size: UInt64? = nil, bytes: Bytes,
        isCompressed: Bool = false, frames: [Frame] = [], frameCount: Int? = nil, isByHand: Bool = false
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
        self.isByHand = isByHand
    }

    /// Whether only a part was kept.
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

    /// It manages the WebSocket connection and is not part of the conversation.
    public var isControl: Bool {
        switch form {
        case .ping, .pong, .close: true
        case .text, .binary, .event, .part, .line, .call, .callEnd: false
        }
    }
}
