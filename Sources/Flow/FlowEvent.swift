public import Bytes
public import HTTPModel

/// Something that happened to a flow: a past fact, which never changes.
///
/// A flow is the stream of its events. Records, explanations and views are made by folding them (see `FlowRecord`).
/// Readers of files produce the same events, and use `told` for facts that only a file can have.
///
/// Large and rare cases are `indirect`, since every event is as large as the largest.
public struct FlowEvent: Sendable {
    /// The flow it belongs to.
    public let flow: FlowID
    /// The time, by the steady clock.
    public let time: Instant
    /// What happened.
    public let fact: Fact

    /// One event of one flow.
    public init(flow: FlowID, time: Instant, fact: Fact) {
        self.flow = flow
        self.time = time
        self.fact = fact
    }

    /// What can happen to a flow.
    public enum Fact: Sendable {
        /// The first byte of a request arrived (or a connection without a request is reported).
        case opened(Opening)
        /// The framing is nil where RFC 9112 §6.3 does not apply: HTTP/2, and heads that a strict reader rejects.
        case requestHeadReceived(RequestHead, Framing?)
        /// The name of the server is being looked up, or a connection to it is being made.
        case upstreamSought(host: String, port: UInt16)
        case nameResolved
        /// A connection to the server was opened; TLS comes next.
        case transportConnected
        /// A TLS handshake ended, well or badly, on this connection or for this flow.
        indirect case handshakeEnded(TLSFacts)
        /// A connection was leased: a new or an idle one.
        case upstreamConnected(UpstreamLease)
        /// The head that was sent to the server, and how it differs from the received one; nil without a proxy in
        /// between.
        case requestForwarded(sent: Bytes?, edits: [Change])
        case interimReceived(ResponseHead)
        /// The interim response number `index` (counted from 0) was sent to the client as `sent`.
        case interimForwarded(index: Int, sent: Bytes, edits: [Change])
        /// The interim response number `index` was not sent to the client.
        case interimDropped(index: Int, Change.Reason)
        case responseHeadReceived(ResponseHead, Framing?)
        case responseForwarded(sent: Bytes, edits: [Change])
        /// Content as transferred, transfer coding removed. `bytes` is nil when no one keeps bodies.
        case contentReceived(MessageKind, count: Int, bytes: Bytes?)
        case chunkStarted(MessageKind, Chunk)
        /// The HTTP/2 stream of a message: the request's on the client's connection, the response's on the server's.
        case streamNumbered(MessageKind, UInt32)
        /// A frame of the message's stream was received, or forwarded to the other side.
        indirect case framePassed(MessageKind, StreamFrame)
        /// This many more frames passed that are not reported individually.
        case framesOmitted(MessageKind, Int)
        /// There were this many more waits.
        case waitsOmitted(MessageKind, Int)
        /// The field block of the message's head.
        indirect case fieldBlockReceived(MessageKind, HeadBlock)
        /// The field block in which the head was forwarded.
        case fieldBlockForwarded(MessageKind, Bytes)
        /// A part of the message had to wait before it could be forwarded.
        indirect case streamWaited(MessageKind, StreamWait)
        /// This many more chunks arrived that are not reported individually.
        case chunksOmitted(MessageKind, Int)
        case trailersReceived(MessageKind, FieldSection)
        /// The trailers were forwarded with changes; `sent` is empty when the receiver's HTTP version has none.
        case trailersForwarded(MessageKind, sent: Bytes, edits: [Change])
        /// The message is complete; `wireSize` counts its bytes after the head, including chunk lines and trailers, if
        /// they were counted.
        case messageEnded(MessageKind, wireSize: UInt64?)
        /// An idle connection was closed before any byte of the response; the request was sent again on a new one.
        case retried
        /// A rule of the user acted.
        indirect case ruleActed(RuleAct)
        /// The readable part of a request whose head was refused; `malformedHeadReceived` has its bytes.
        indirect case requestLineRead(RefusedRequest)
        /// Bytes in place of a head that are not one, from the first on, as far as they were kept.
        case malformedHeadReceived(MessageKind, Bytes)
        /// A quirk found after the heads.
        case quirkFound(MessageKind, Quirk)
        /// The connection stopped being HTTP: CONNECT, or 101.
        case tunnelOpened(protocol: String)
        /// Bytes forwarded without reading; totals so far.
        case relayed(sent: UInt64, received: UInt64)
        /// Bytes that a tunnel forwarded from this side, for readers of its content.
        case tunnelBytes(MessageKind, Bytes)
        /// A message inside the exchange is complete: of a WebSocket, an event, a part.
        indirect case innerMessage(InnerMessage)
        /// There were this many more that are not reported individually.
        case innerMessagesOmitted(sent: Int, received: Int)
        /// Reading the messages of one side stopped.
        indirect case innerReadingEnded(InnerReadingEnd)
        /// The kept part of a message's content, and whether some is missing.
        case contentKept(MessageKind, ContentRef, isTruncated: Bool)
        /// The content with its codings removed, if a recording has it in this form.
        case contentDecoded(MessageKind, size: UInt64?, content: Bytes?)
        /// A statement of a file or a person about the flow.
        case told(Told)
        /// The last event of every flow.
        case finished(Outcome)
    }

    /// A fact about a flow that Hark did not observe itself.
    public enum Told: Sendable {
        /// The absolute URL, without fragment.
        case url(Bytes)
        /// The method of the missing request of a response.
        case method(Method)
        /// The lines that were changed in transit.
        case changes([FlowRecord.ChangedLine])
        /// This was assumed.
        case assumed(FlowRecord.Matter)
        /// This was stated, not recorded.
        case stated(FlowRecord.Matter)
        /// It repeats another flow.
        case repeats(RepeatedFlow)
        /// Marks that a rule put on it.
        case remarked(Remarks)
    }

    /// Marks on a flow.
    public struct Remarks: Sendable, Hashable {
        /// The flow is pinned.
        public var isPinned: Bool
        /// The flow is not written to files.
        public var isSkipped: Bool
        /// Comments on it.
        public var comments: [String]
        /// Its tags.
        public var tags: [String]

        /// Marks on a flow.
        public init(isPinned: Bool = false, isSkipped: Bool = false, comments: [String] = [], tags: [String] = []) {
            self.isPinned = isPinned
            self.isSkipped = isSkipped
            self.comments = comments
            self.tags = tags
        }
    }

    /// Where a flow began. A value that is nil was not recorded.
    public struct Opening: Sendable, Hashable {
        /// Wall-clock time of `FlowEvent.time`, in microseconds since 1970-01-01T00:00:00Z.
        public let wallClock: Int64
        /// The client's address and port, `127.0.0.1:50000`.
        public let client: String?
        /// The listener that accepted it, `127.0.0.1:8888`.
        public let listener: String?
        /// Counts client connections from 1.
        public let clientConnection: UInt64?
        /// Counts the requests of this client connection from 1.
        public let requestNumber: UInt64?

        /// Where a flow began; omit what is unknown.
        public init(
            wallClock: Int64, client: String? = nil, listener: String? = nil, clientConnection: UInt64? = nil,
            requestNumber: UInt64? = nil
        ) {
            self.wallClock = wallClock
            self.client = client
            self.listener = listener
            self.clientConnection = clientConnection
            self.requestNumber = requestNumber
        }
    }

    /// The server's side of an exchange.
    public struct UpstreamLease: Sendable, Hashable {
        /// Counts upstream connections from 1; nil when they were not counted.
        public let connection: UInt64?
        /// The server's address and port; nil when unknown.
        public let address: String?
        /// Whether the connection had served another exchange before.
        public let reused: Bool
        /// Served inside Hark (the demo site, `hark.test`).
        public let isLocal: Bool
        /// The proxies of the route, as URLs without credentials, the nearest first; `address` is that of the nearest.
        public let through: [String]

        /// The server that an exchange went to.
        public init(connection: UInt64?, address: String?, reused: Bool, isLocal: Bool, through: [String] = []) {
            self.through = through
            self.connection = connection
            self.address = address
            self.reused = reused
            self.isLocal = isLocal
        }
    }
}
