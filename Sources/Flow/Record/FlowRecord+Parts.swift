public import Bytes
public import HTTPModel

// What a record is made of.

extension FlowRecord {
    /// What is known of one message besides its head.
    public struct Message: Sendable {
        /// nil when it was not decided, as for messages of HTTP/2.
        public var framing: Framing?
        /// The head as it was forwarded; nil when it never was.
        public var sent: Bytes?
        /// What was forwarded otherwise than it came.
        public var edits: [Change] = []
        /// What is known of the content.
        public var content = Content()
        /// Bytes that came after the head, chunk lines and trailers included; known when the message ended.
        public var wireSize: UInt64?
        /// It came whole.
        public var hasEnded = false
        /// The first chunks, as many as `RecordLimits` allows, and when each came.
        public var chunks: [(chunk: Chunk, time: Instant)] = []
        /// How many chunks came.
        public var chunkCount = 0
        /// The stream of HTTP/2 it came on; nil where there was none.
        public var stream: UInt32?
        /// The first frames of the stream, as many as `RecordLimits` allows, and when each came or was forwarded.
        public var frames: [(frame: StreamFrame, time: Instant)] = []
        /// How many frames came and went.
        public var frameCount = 0
        /// The field block that the head came in, where that was HTTP/2.
        public var block: HeadBlock?
        /// The field block in which the head was forwarded, with HTTP/2.
        public var sentBlock: Bytes?
        /// The first times at which a part of the message had to wait, in HTTP/2.
        public var waits: [StreamWait] = []
        /// How many more there were.
        public var waitsOmitted = 0
        /// The fields after the content; nil when there were none.
        public var trailers: FieldSection?
        /// The trailers as they were forwarded, when that is not as they came; empty when they were left out.
        public var trailersSent: Bytes?
        /// What of the trailers was forwarded otherwise than it came.
        public var trailerEdits: [Change] = []
        /// What came instead of a head, when it could not be understood.
        public var malformedHead: Bytes?
        /// Quirks found after the head.
        public var quirks: [Quirk] = []
        /// How many more quirks there were.
        public var quirksOmitted = 0
        /// Bytes of chunk extensions that are kept.
        var extensionBytes = 0

        /// A message of which nothing is known.
        public init() {}

        /// Content bytes that came, transfer coding removed; 0 also when they were not counted (`content.size` tells).
        public var contentSize: UInt64 { content.size ?? 0 }
    }

    /// What is known of a message's content.
    public struct Content: Sendable {
        /// As transferred: transfer coding removed, content codings still on it.
        public var kept = ContentRef.absent
        /// Bytes that passed; nil when they were not counted.
        public var size: UInt64?
        /// Not all that passed was kept.
        public var isTruncated = false
        /// Bytes with content codings removed; nil when they were not removed.
        public var decodedSize: UInt64?
        /// The content with its codings removed, where a recording has it so.
        public var decoded: Bytes?
        /// The same in flows of one source whose contents are the same, where these are not at hand; nil when nobody
        /// looked, or nothing was kept.
        package var likeness: UInt64?

        /// The content as it was read, and how much there was of it.
        public init(bytes: Bytes? = nil, size: UInt64? = nil, decodedSize: UInt64? = nil, isTruncated: Bool = false) {
            kept = bytes.map { .inline($0) } ?? .absent
            self.size = size
            self.decodedSize = decodedSize
            self.isTruncated = isTruncated
        }

        /// What was kept, when it is in memory.
        public var bytes: Bytes? { kept.bytes }
    }

    /// One of the responses that came before the answer.
    public struct Interim: Sendable, Hashable {
        /// The head as it came.
        public let head: ResponseHead
        /// As it was forwarded; nil when it never was.
        public var sent: Bytes?
        /// What was forwarded otherwise than it came.
        public var edits: [Change] = []
        /// Why it was not forwarded; nil when it was, or when the reason is unknown.
        public var droppedFor: Change.Reason?

        /// An interim response as it came.
        public init(_ head: ResponseHead, sent: Bytes? = nil) {
            self.head = head
            self.sent = sent
        }
    }

    /// Numbers within one run of Hark.
    public struct Connection: Sendable, Hashable {
        /// The client's connection.
        public var client: UInt64?
        /// The server's connection.
        public var upstream: UInt64?
        /// Whether the server's had served another exchange before.
        public var reused: Bool

        /// The numbers of both connections.
        public init(client: UInt64?, upstream: UInt64?, reused: Bool) {
            self.client = client
            self.upstream = upstream
            self.reused = reused
        }
    }

    /// When each step was reached; nil for a step that was not reached or not timed.
    public struct Times: Sendable {
        /// The request's head was read.
        public var requestHead: Instant?
        /// A server was looked for.
        public var upstreamSought: Instant?
        /// Its name was looked up.
        public var nameResolved: Instant?
        /// Before the TLS handshake with the server.
        public var transportConnected: Instant?
        /// It was connected to.
        public var upstreamConnected: Instant?
        /// The request's head was sent on.
        public var requestForwarded: Instant?
        /// The request was read to its end.
        public var requestEnded: Instant?
        /// The response's head was read.
        public var responseHead: Instant?
        /// The response was read to its end.
        public var responseEnded: Instant?
        /// The tunnel was open.
        public var tunnelOpened: Instant?
        /// The flow was over.
        public var finished: Instant?
        /// The newest event of all.
        public var latest: Instant?

        /// Nothing has happened yet.
        public init() {}
    }
}
