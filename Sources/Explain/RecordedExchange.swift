public import Bytes
public import Flow
public import HTTPModel

/// One exchange as it is explained: read from a HAR or a log, taken from a running proxy, or pasted as two messages.
public struct RecordedExchange: Sendable {
    /// Its place in the session, counted from 0.
    public var index: Int
    /// The absolute URL that was asked for, without fragment.
    public var url: Bytes
    public var request: RequestHead
    public var requestContent: Content
    /// nil when no response came.
    public var response: ResponseHead?
    public var responseContent: Content
    public var interim: [ResponseHead] = []
    public var times: Times
    public var connection: Connection?
    public var outcome: Outcome?
    /// What a proxy changed on the way; nil when nobody recorded it.
    public var changes: [Change]?

    /// One line that was forwarded otherwise than it came.
    public struct Change: Sendable, Hashable {
        public enum Action: String, Sendable {
            case removed, added, replaced
        }

        public var message: MessageKind
        public var action: Action
        /// The line that was there, or was added.
        public var line: Bytes
        /// What stands in its place.
        public var replacement: Bytes?
        /// A section of an RFC and why it asks for this, or the rule of a user.
        public var reason: Bytes

        public init(
            message: MessageKind, action: Action, line: Bytes, replacement: Bytes? = nil, reason: Bytes = Bytes()
        ) {
            self.message = message
            self.action = action
            self.line = line
            self.replacement = replacement
            self.reason = reason
        }
    }

    /// What is known of a message's content, transfer coding removed.
    public struct Content: Sendable {
        /// As transferred, content codings still on it; nil when it was not kept.
        public var bytes: Bytes?
        /// Content bytes that passed.
        public var size: UInt64?
        /// Of the whole body with chunk lines and trailers.
        public var wireSize: UInt64?
        /// Content codings removed.
        public var decodedSize: UInt64?
        public var isTruncated = false

        public init(
            bytes: Bytes? = nil, size: UInt64? = nil, wireSize: UInt64? = nil, decodedSize: UInt64? = nil,
            isTruncated: Bool = false
        ) {
            self.bytes = bytes
            self.size = size
            self.wireSize = wireSize
            self.decodedSize = decodedSize
            self.isTruncated = isTruncated
        }
    }

    /// Wall-clock times in microseconds since 1970, and phases in microseconds; nil where nothing was measured.
    public struct Times: Sendable {
        public var requestSent: Int64
        public var responseReceived: Int64?
        public var phases: [(name: Phase, duration: Int64)] = []

        public enum Phase: String, Sendable, CaseIterable {
            case blocked, dns, connect, ssl, send, wait, receive
        }

        public init(requestSent: Int64, responseReceived: Int64? = nil) {
            self.requestSent = requestSent
            self.responseReceived = responseReceived
        }
    }

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

    public init(
        index: Int, url: Bytes, request: RequestHead, requestContent: Content = Content(), response: ResponseHead?,
        responseContent: Content = Content(), times: Times
    ) {
        self.index = index
        self.url = url
        self.request = request
        self.requestContent = requestContent
        self.response = response
        self.responseContent = responseContent
        self.times = times
    }
}
