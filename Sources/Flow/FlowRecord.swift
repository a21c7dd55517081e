public import Bytes
public import HTTPModel

/// A flow so far: the fold of its events. Whoever shows, keeps or explains flows works on this.
///
/// Bodies are not in it: they may be large, and who wants them keeps them (`Record`'s `BodyKeeper`).
public struct FlowRecord: Sendable {
    public let id: FlowID
    public let openedAt: Instant
    public private(set) var opening: FlowEvent.Opening?
    public private(set) var requestHead: RequestHead?
    public private(set) var responseHead: ResponseHead?
    public private(set) var interim: [ResponseHead] = []
    public private(set) var request = Message()
    public private(set) var response = Message()
    /// The server the request was for, as named in it.
    public private(set) var host: String?
    public private(set) var port: UInt16?
    public private(set) var upstream: FlowEvent.UpstreamLease?
    public private(set) var wasRetried = false
    /// `CONNECT`, or the protocol a 101 named.
    public private(set) var tunnelProtocol: String?
    public private(set) var relayedSent: UInt64 = 0
    public private(set) var relayedReceived: UInt64 = 0
    /// TLS with the client and with the server, where there was any.
    public private(set) var clientTLS: TLSFacts?
    public private(set) var upstreamTLS: TLSFacts?
    public private(set) var outcome: Outcome?
    public private(set) var times = Times()

    /// What is known of one message besides its head.
    public struct Message: Sendable {
        public fileprivate(set) var framing: Framing?
        /// The head as it was forwarded; nil when it never was.
        public fileprivate(set) var sent: Bytes?
        public fileprivate(set) var edits: [HeadEdit] = []
        /// Content bytes that came, transfer coding removed.
        public fileprivate(set) var contentSize: UInt64 = 0
        /// Bytes that came after the head, chunk lines and trailers included; known when the message ended.
        public fileprivate(set) var wireSize: UInt64?
        /// The first `chunkLimit` chunks, and when each came.
        public fileprivate(set) var chunks: [(chunk: Chunk, time: Instant)] = []
        public fileprivate(set) var chunkCount = 0
        public fileprivate(set) var trailers: FieldSection?
        /// What came instead of a head, when it could not be understood.
        public fileprivate(set) var malformedHead: Bytes?
        /// Quirks found after the head.
        public fileprivate(set) var quirks: [Quirk] = []
        public var hasEnded: Bool { wireSize != nil }
    }

    /// When each step was reached; nil for a step that was not.
    public struct Times: Sendable {
        public fileprivate(set) var requestHead: Instant?
        public fileprivate(set) var upstreamSought: Instant?
        public fileprivate(set) var nameResolved: Instant?
        /// Before the TLS handshake with the server.
        public fileprivate(set) var transportConnected: Instant?
        public fileprivate(set) var upstreamConnected: Instant?
        public fileprivate(set) var requestForwarded: Instant?
        public fileprivate(set) var requestEnded: Instant?
        public fileprivate(set) var responseHead: Instant?
        public fileprivate(set) var responseEnded: Instant?
        public fileprivate(set) var tunnelOpened: Instant?
        public fileprivate(set) var finished: Instant?
        /// The newest event of all.
        public fileprivate(set) var latest: Instant?
    }

    /// A stream may go on for days: more chunks than this are counted, not kept.
    public static let chunkLimit = 10_000

    public init(id: FlowID, openedAt: Instant) {
        self.id = id
        self.openedAt = openedAt
    }

    public var isFinished: Bool { outcome != nil }

    public subscript(kind: MessageKind) -> Message {
        switch kind {
        case .request: request
        case .response: response
        }
    }

    /// All quirks of a message, those of its head first.
    public func quirks(_ kind: MessageKind) -> [Quirk] {
        switch kind {
        case .request: (requestHead?.quirks ?? []) + request.quirks
        case .response: (responseHead?.quirks ?? []) + response.quirks
        }
    }

    /// Takes in the next event of this flow.
    public mutating func apply(_ event: FlowEvent) {
        let time = event.time
        times.latest = time
        switch event.fact {
        case .opened(let opening):
            self.opening = opening
        case .requestHeadReceived(let head, let framing):
            requestHead = head
            request.framing = framing
            times.requestHead = time
        case .upstreamSought(let host, let port):
            self.host = host
            self.port = port
            times.upstreamSought = time
        case .nameResolved:
            times.nameResolved = time
        case .transportConnected:
            times.transportConnected = time
        case .handshakeEnded(let facts):
            switch facts.leg {
            case .client: clientTLS = facts
            case .upstream: upstreamTLS = facts
            }
        case .upstreamConnected(let lease):
            upstream = lease
            times.upstreamConnected = time
        case .requestForwarded(let sent, let edits):
            request.sent = sent
            request.edits = edits
            times.requestForwarded = time
        case .interimReceived(let head):
            interim.append(head)
        case .interimForwarded, .interimDropped, .trailersForwarded, .requestLineRead:
            break
        case .responseHeadReceived(let head, let framing):
            responseHead = head
            response.framing = framing
            times.responseHead = time
        case .responseForwarded(let sent, let edits):
            response.sent = sent
            response.edits = edits
        case .contentReceived(let kind, let count, _):
            update(kind) { $0.contentSize += UInt64(count) }
        case .chunkStarted(let kind, let chunk):
            update(kind) { message in
                message.chunkCount += 1
                if message.chunks.count < Self.chunkLimit { message.chunks.append((chunk, time)) }
            }
        case .trailersReceived(let kind, let section):
            update(kind) { $0.trailers = section }
        case .messageEnded(let kind, let wireSize):
            update(kind) { $0.wireSize = wireSize }
            switch kind {
            case .request: times.requestEnded = time
            case .response: times.responseEnded = time
            }
        case .retried:
            wasRetried = true
        case .malformedHeadReceived(let kind, let bytes):
            update(kind) { $0.malformedHead = bytes }
        case .quirkFound(let kind, let quirk):
            update(kind) { $0.quirks.append(quirk) }
        case .tunnelOpened(let name):
            tunnelProtocol = name
            times.tunnelOpened = time
        case .relayed(let sent, let received):
            relayedSent = sent
            relayedReceived = received
        case .finished(let outcome):
            self.outcome = outcome
            times.finished = time
        }
    }

    private mutating func update(_ kind: MessageKind, _ change: (inout Message) -> Void) {
        switch kind {
        case .request: change(&request)
        case .response: change(&response)
        }
    }
}
