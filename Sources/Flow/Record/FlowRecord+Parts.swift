public import Bytes
public import HTTPModel

// What a record is made of.

extension FlowRecord {
    /// What is known of one message besides its head.
    public struct Message: Sendable {
        /// nil when nobody decided on it, as for messages of HTTP/2.
        public var framing: Framing?
        /// The head as it was forwarded; nil when it never was.
        public var sent: Bytes?
        public var edits: [Change] = []
        public var content = Content()
        /// Bytes that came after the head, chunk lines and trailers included; known when the message ended.
        public var wireSize: UInt64?
        /// It came whole.
        public var hasEnded = false
        /// The first chunks, as many as `RecordLimits` allows, and when each came.
        public var chunks: [(chunk: Chunk, time: Instant)] = []
        public var chunkCount = 0
        public var trailers: FieldSection?
        /// The trailers as they were forwarded, when that is not as they came; empty when they were left out.
        public var trailersSent: Bytes?
        public var trailerEdits: [Change] = []
        /// What came instead of a head, when it could not be understood.
        public var malformedHead: Bytes?
        /// Quirks found after the head.
        public var quirks: [Quirk] = []
        /// How many more quirks there were.
        public var quirksOmitted = 0
        /// Bytes of chunk extensions that are kept.
        var extensionBytes = 0

        public init() {}

        /// Content bytes that came, transfer coding removed; 0 also when nobody counted (`content.size` tells).
        public var contentSize: UInt64 { content.size ?? 0 }
    }

    /// What is known of a message's content.
    public struct Content: Sendable {
        /// As transferred: transfer coding removed, content codings still on it.
        public var kept = ContentRef.absent
        /// Bytes that passed; nil when nobody counted.
        public var size: UInt64?
        /// Not all that passed was kept.
        public var isTruncated = false
        /// Bytes with content codings removed; nil when nobody removed them.
        public var decodedSize: UInt64?
        /// The content with its codings removed, where a recording has it so.
        public var decoded: Bytes?

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
        public let head: ResponseHead
        /// As it was forwarded; nil when it never was.
        public var sent: Bytes?
        public var edits: [Change] = []
        /// Why it was not forwarded; nil when it was, or when nobody says.
        public var droppedFor: Change.Reason?

        public init(_ head: ResponseHead, sent: Bytes? = nil) {
            self.head = head
            self.sent = sent
        }
    }

    /// Numbers within one run of Hark.
    public struct Connection: Sendable, Hashable {
        public var client: UInt64?
        public var upstream: UInt64?
        public var reused: Bool

        public init(client: UInt64?, upstream: UInt64?, reused: Bool) {
            self.client = client
            self.upstream = upstream
            self.reused = reused
        }
    }

    /// When each step was reached; nil for a step that was not, or that nobody timed.
    public struct Times: Sendable {
        public var requestHead: Instant?
        public var upstreamSought: Instant?
        public var nameResolved: Instant?
        /// Before the TLS handshake with the server.
        public var transportConnected: Instant?
        public var upstreamConnected: Instant?
        public var requestForwarded: Instant?
        public var requestEnded: Instant?
        public var responseHead: Instant?
        public var responseEnded: Instant?
        public var tunnelOpened: Instant?
        public var finished: Instant?
        /// The newest event of all.
        public var latest: Instant?

        public init() {}
    }
}
