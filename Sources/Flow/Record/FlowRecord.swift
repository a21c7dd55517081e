public import Bytes
public import HTTPModel

/// A flow so far: the fold of its events. Live traffic, a HAR, a log, the output of `curl -v` and pasted messages all
/// become one of these, and code that shows, stores, explains or judges flows uses only this.
///
/// A value: changing one changes a copy. A nil is unknown; `provenance(of:)` reports assumed facts, from which no
/// conclusion may be drawn.
public struct FlowRecord: Sendable {
    /// Its number within the run.
    public private(set) var id: FlowID
    /// The run of Hark that recorded it; connection numbers and flow numbers are unique only within one run.
    public var run: RunID?
    /// Its position in its session, counted from 0.
    public var index = 0
    /// When it began, by the steady clock.
    public var openedAt: Instant
    /// Where it began; nil when unknown.
    public var opening: FlowEvent.Opening?
    /// nil when there was no readable one.
    public var requestHead: RequestHead?
    /// The readable part of a request that was refused for its head.
    public var refusedRequest: RefusedRequest?
    /// nil when there was no readable one.
    public var responseHead: ResponseHead?
    /// The 1xx responses before the final one.
    public var interim: [Interim] = []
    /// The request apart from its head.
    public var request = Message()
    /// The response apart from its head.
    public var response = Message()
    /// The URL stated by a HAR, curl or a flag, independent of head and connection.
    public var toldURL: Bytes?
    /// The method of the missing request of a response.
    public var toldMethod: Method?
    /// The server that the request names.
    public var host: String?
    /// The port of that server.
    public var port: UInt16?
    /// The server's connection; nil when there was none.
    public var upstream: FlowEvent.UpstreamLease?
    /// The flow that it repeats; nil if it is not a replay.
    public var repeats: RepeatedFlow?
    /// Whether the request was sent a second time.
    public var wasRetried = false
    /// Marks that rules put on it.
    public var marks = FlowEvent.Remarks()
    /// The actions of the user's rules, in order.
    public var ruleActs: [RuleAct] = []
    /// `CONNECT`, or the protocol a 101 named.
    public var tunnelProtocol: String?
    /// Bytes from the client that a tunnel forwarded.
    public var relayedSent: UInt64 = 0
    /// Bytes from the server that a tunnel forwarded.
    public var relayedReceived: UInt64 = 0
    /// The messages inside it: of a WebSocket, an event stream or an RPC.
    public var inner = InnerMessages()
    /// TLS with the client; nil when there was none.
    public var clientTLS: TLSFacts?
    /// TLS with the server; nil when there was none.
    public var upstreamTLS: TLSFacts?
    /// How it ended; nil while it is open.
    public var outcome: Outcome?
    /// The times of its steps.
    public var times = Times()
    /// The facts that were assumed to fill gaps.
    public var assumed: Set<Matter> = []
    /// The facts that were stated, not recorded.
    public var stated: Set<Matter> = []
    /// Changes read from a file; those of a running proxy are in the messages' `edits`.
    public var toldChanges: [ChangedLine]?

    /// Other statements of its file; nil when there are none, or no file.
    public var remarks: FileRemarks?

    /// The number of interim responses that were not kept.
    public var interimOmitted = 0
    /// The limits of what it keeps.
    public let limits: RecordLimits
    /// Bytes of interim heads that are kept.
    var interimBytes = 0

    /// A flow at its beginning.
    public init(id: FlowID, run: RunID? = nil, openedAt: Instant, limits: RecordLimits = RecordLimits()) {
        self.limits = limits
        self.id = id
        self.run = run
        self.openedAt = openedAt
    }

    /// The record of these events of one flow, in order; nil when there are none.
    public init?(_ events: [FlowEvent], run: RunID? = nil) {
        guard let first = events.first else { return nil }
        self.init(id: first.flow, run: run, openedAt: first.time)
        for event in events { apply(event) }
    }

    /// The same with another number: its number in the file into which it is imported.
    public func numbered(_ id: FlowID) -> FlowRecord {
        var copy = self
        copy.id = id
        return copy
    }

    /// Whether it has ended.
    public var isFinished: Bool { outcome != nil }

    /// Whether it became a WebSocket.
    package var isWebSocket: Bool { tunnelProtocol.map { Bytes($0).equalsIgnoringCase("websocket") } ?? false }

    /// The facts about a message besides its head.
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
