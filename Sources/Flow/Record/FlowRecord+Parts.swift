public import Bytes
public import HTTPModel

// What a record is made of.

extension FlowRecord {
    /// The facts about one message besides its head.
    public struct Message: Sendable {
        /// nil when there is no decision, as for HTTP/2 messages.
        public var framing: Framing?
        /// The head as it was forwarded; nil when it never was.
        public var sent: Bytes?
        /// The lines that were changed in transit.
        public var edits: [Change] = []
        /// The content.
        public var content = Content()
        /// Bytes after the head, including chunk lines and trailers; known when the message has ended.
        public var wireSize: UInt64?
        /// Whether it is complete.
        public var hasEnded = false
        /// The first chunks, as many as `RecordLimits` allows, with the arrival of each.
        public var chunks: [(chunk: Chunk, time: Instant)] = []
        /// The number of chunks.
        public var chunkCount = 0
        /// Its HTTP/2 stream; nil without HTTP/2.
        public var stream: UInt32?
        /// The first frames of the stream, as many as `RecordLimits` allows, with the time of each.
        public var frames: [(frame: StreamFrame, time: Instant)] = []
        /// The number of frames, received and sent.
        public var frameCount = 0
        /// The field block of the head, with HTTP/2.
        public var block: HeadBlock?
        /// The field block in which the head was forwarded, with HTTP/2.
        public var sentBlock: Bytes?
        /// The first periods in which a part of the message had to wait, with HTTP/2.
        public var waits: [StreamWait] = []
        /// How many more there were.
        public var waitsOmitted = 0
        /// The fields after the content; nil when there were none.
        public var trailers: FieldSection?
        /// The forwarded trailers, if they differ from the received ones; empty when they were removed.
        public var trailersSent: Bytes?
        /// The trailers that were changed in transit.
        public var trailerEdits: [Change] = []
        /// The bytes in place of a head, if they could not be parsed.
        public var malformedHead: Bytes?
        /// Quirks found after the head.
        public var quirks: [Quirk] = []
        /// How many more quirks there were.
        public var quirksOmitted = 0
        /// Bytes of chunk extensions that are kept.
        var extensionBytes = 0

        /// An unknown message.
        public init() {}

        /// Content bytes without the transfer coding; also 0 when they were not counted (`content.size` is nil then).
        public var contentSize: UInt64 { content.size ?? 0 }
    }

    /// The content of a message.
    public struct Content: Sendable {
        /// As transferred: transfer coding removed, content codings still on it.
        public var kept = ContentRef.absent
        /// Bytes that passed; nil when they were not counted.
        public var size: UInt64?
        /// Whether only a part was kept.
        public var isTruncated = false
        /// Bytes with content codings removed; nil when they were not removed.
        public var decodedSize: UInt64?
        /// The content with its codings removed, if a recording has it in this form.
        public var decoded: Bytes?
        /// The same in flows of one source whose contents are the same, where these are not at hand; nil when nobody
        /// looked, or nothing was kept.
        package var likeness: UInt64?

        /// A content and its size.
        public init(bytes: Bytes? = nil, size: UInt64? = nil, decodedSize: UInt64? = nil, isTruncated: Bool = false) {
            kept = bytes.map { .inline($0) } ?? .absent
            self.size = size
            self.decodedSize = decodedSize
            self.isTruncated = isTruncated
        }

        /// The kept bytes, if they are in memory.
        public var bytes: Bytes? { kept.bytes }
    }

    /// One of the 1xx responses before the final one.
    public struct Interim: Sendable, Hashable {
        /// The head as received.
        public let head: ResponseHead
        /// As it was forwarded; nil when it never was.
        public var sent: Bytes?
        /// The lines that were changed in transit.
        public var edits: [Change] = []
        /// Why it was not forwarded; nil when it was, or when the reason is unknown.
        public var droppedFor: Change.Reason?

        /// An interim response as received.
        public init(_ head: ResponseHead, sent: Bytes? = nil) {
            self.head = head
            self.sent = sent
        }
    }

    /// The connection numbers, which count within one run of Hark.
    public struct Connection: Sendable, Hashable {
        /// The client's connection.
        public var client: UInt64?
        /// The server's connection.
        public var upstream: UInt64?
        /// Whether the server's connection had served another exchange before.
        public var reused: Bool

        /// The numbers of both connections.
        public init(client: UInt64?, upstream: UInt64?, reused: Bool) {
            self.client = client
            self.upstream = upstream
            self.reused = reused
        }
    }

    /// The time of each step; nil for a step that was not reached or not timed.
    public struct Times: Sendable {
        /// The request's head was read.
        public var requestHead: Instant?
        /// The look-up of a server began.
        public var upstreamSought: Instant?
        /// The name was resolved.
        public var nameResolved: Instant?
        /// Before the TLS handshake with the server.
        public var transportConnected: Instant?
        /// The server was connected.
        public var upstreamConnected: Instant?
        /// The request's head was forwarded.
        public var requestForwarded: Instant?
        /// The request was read to its end.
        public var requestEnded: Instant?
        /// The response's head was read.
        public var responseHead: Instant?
        /// The response was read to its end.
        public var responseEnded: Instant?
        /// The tunnel was open.
        public var tunnelOpened: Instant?
        /// The flow had ended.
        public var finished: Instant?
        /// The newest event.
        public var latest: Instant?

        /// Nothing has happened yet.
        public init() {}
    }
}
