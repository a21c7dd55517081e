public import Bytes
public import HTTPModel
public import TLSModel

/// A flow so far: the fold of its events. Live traffic, a HAR, a log, the output of `curl -v` and pasted messages all
/// become one of these, and all that shows, keeps, explains or judges flows uses only this.
///
/// A value: changing one changes a copy. What is nil is unknown; what was assumed to fill a gap is reported by
/// `provenance(of:)`, and nothing may be concluded from it.
public struct FlowRecord: Sendable {
    /// Its number within the run.
    public private(set) var id: FlowID
    /// The run of Hark that recorded it; connection numbers and flow numbers are unique only within one run.
    public var run: RunID?
    /// Its place among the flows it is seen with, counted from 0.
    public var index = 0
    /// When it began, by the steady clock.
    public var openedAt: Instant
    /// Where it began; nil when unknown.
    public var opening: FlowEvent.Opening?
    /// nil when there was none that could be read.
    public var requestHead: RequestHead?
    /// What could be read of a request that was refused for its head.
    public var refusedRequest: RefusedRequest?
    /// nil when none came, or none that could be read.
    public var responseHead: ResponseHead?
    /// The 1xx responses that came before the answer.
    public var interim: [Interim] = []
    /// The request but for its head.
    public var request = Message()
    /// The response but for its head.
    public var response = Message()
    /// The URL, where a HAR, curl or a flag states it, independent of head and connection.
    public var toldURL: Bytes?
    /// What a response answers whose request is not there.
    public var toldMethod: Method?
    /// The server the request was for, as named in it.
    public var host: String?
    /// The port of that server.
    public var port: UInt16?
    /// The server's connection; nil when there was none.
    public var upstream: FlowEvent.UpstreamLease?
    /// The flow that it repeats; nil for one that a client began by itself.
    public var repeats: RepeatedFlow?
    /// Whether the request was sent a second time.
    public var wasRetried = false
    /// Marks that rules put on it.
    public var marks = FlowEvent.Remarks()
    /// What rules of the user's did, in order.
    public var ruleActs: [RuleAct] = []
    /// `CONNECT`, or the protocol a 101 named.
    public var tunnelProtocol: String?
    /// Bytes from the client that a tunnel relayed.
    public var relayedSent: UInt64 = 0
    /// Bytes from the server that a tunnel relayed.
    public var relayedReceived: UInt64 = 0
    /// The messages inside of it: of a WebSocket, of a stream, of a call.
    public var inner = InnerMessages()
    /// TLS with the client and with the server, where there was any.
    public var clientTLS: TLSFacts?
    /// TLS with the server; nil when there was none.
    public var upstreamTLS: TLSFacts?
    /// How it ended; nil while it has not.
    public var outcome: Outcome?
    /// When what happened.
    public var times = Times()
    /// What was assumed to fill gaps.
    public var assumed: Set<Matter> = []
    /// What was not recorded but stated.
    public var stated: Set<Matter> = []
    /// Changes that were read back; those of a running proxy are in the messages' `edits`.
    public var toldChanges: [ChangedLine]?

    /// What a file says of it beyond all this; nil when it says nothing, or when there was no file.
    public var remarks: FileRemarks?

    /// How many more interim responses came than were kept.
    public var interimOmitted = 0
    /// What it keeps at most.
    public let limits: RecordLimits
    /// Bytes of interim heads that are kept.
    var interimBytes = 0

    /// A flow of which nothing is known but its beginning.
    public init(id: FlowID, run: RunID? = nil, openedAt: Instant, limits: RecordLimits = RecordLimits()) {
        self.limits = limits
        self.id = id
        self.run = run
        self.openedAt = openedAt
    }

    /// The record of these events, which are one flow's, in order; nil when there are none.
    public init?(_ events: [FlowEvent], run: RunID? = nil) {
        guard let first = events.first else { return nil }
        self.init(id: first.flow, run: run, openedAt: first.time)
        for event in events { apply(event) }
    }

    /// The same with another number: that of the file into which it is imported.
    public func numbered(_ id: FlowID) -> FlowRecord {
        var copy = self
        copy.id = id
        return copy
    }

    /// Whether it has ended.
    public var isFinished: Bool { outcome != nil }

    /// What is known of a message besides its head.
    public subscript(kind: MessageKind) -> Message {
        get {
            switch kind {
            case .request: request
            case .response: response
            }
        }
        set {
            switch kind {
            case .request: request = newValue
            case .response: response = newValue
            }
        }
    }

    /// The fields of a message's head; none when there is no head.
    public func fields(_ kind: MessageKind) -> FieldSection? {
        switch kind {
        case .request: requestHead?.fields
        case .response: responseHead?.fields
        }
    }

    /// All quirks of a message, those of its head first; those of the interim responses before it are `interimQuirks`.
    public func quirks(_ kind: MessageKind) -> [Quirk] {
        switch kind {
        case .request: (requestHead?.quirks ?? []) + request.quirks
        case .response: (responseHead?.quirks ?? []) + response.quirks
        }
    }

    /// The quirks of interim responses, each with the number of its response; they count from that one's first byte.
    package var interimQuirks: [(index: Int, quirk: Quirk)] {
        guard !interim.isEmpty else { return [] }
        return interim.enumerated().flatMap { index, one in one.head.quirks.map { (index, $0) } }
    }

    /// Whether there is any quirk.
    package var hasQuirks: Bool {
        !request.quirks.isEmpty || !response.quirks.isEmpty || requestHead?.quirks.isEmpty == false
            || responseHead?.quirks.isEmpty == false || interim.contains { !$0.head.quirks.isEmpty }
    }

    /// The numbers of the connections it used; nil when they were not counted.
    public var connection: Connection? {
        guard opening?.clientConnection != nil || upstream != nil else { return nil }
        return Connection(
            client: opening?.clientConnection, upstream: upstream?.connection, reused: upstream?.reused ?? false)
    }

    /// Whether the request used an open connection to the server; nil where nobody knows. A recorder that counts no
    /// connections writes the same for an open one and for one whose set-up it did not measure.
    package var reusesConnection: Bool? {
        upstream.flatMap { $0.reused && $0.connection == nil ? nil : $0.reused }
    }
}
