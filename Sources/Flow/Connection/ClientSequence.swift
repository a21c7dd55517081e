public import HTTPModel

/// The requests of one client's connection, one after the other (RFC 9112 §9.3): when one begins, when the next may be
/// read, and how the connection ends.
///
/// A value without I/O: events go in, actions come out. The `Exchange` handles each request.
///
///     idle ── bytes ── head ── headRead ── exchange ── requestEnded ┐
///       ▲                                     └── exchangeEnded ────┴── keep
///       └───────────────────────────────────────────────────────────────┘
public struct ClientSequence: Sendable {
    /// What can happen.
    public enum Event: Sendable {
        /// There are unread bytes. `beginRequest`: more than the empty lines that may precede one (RFC 9112 §2.2).
        case bytesCame(beginRequest: Bool)
        case headRead
        /// The request's last byte was read; `hasMore`: others follow it.
        case requestEnded(hasMore: Bool)
        /// The client closed its sending side; `hasMore`: what it sent before is not all read.
        case inputEnded(hasMore: Bool)
        /// All of it has been read. `error`: a message was incomplete.
        indirect case inputExhausted(error: WireError?)
        /// The bytes are not a request; `detail` says what they may be instead.
        indirect case malformed(WireError, detail: String)
        /// The bytes are of another protocol, as the outcome says; `answers`: an answer in HTTP may help.
        indirect case foreign(Outcome, answers: Bool)
        case exchangeEnded(Exchange.ClientFate, hasMore: Bool)
        /// The connection failed.
        indirect case broke(detail: String)
        case deadlinePassed
        /// It is closed to make room for others.
        case gaveWay
        /// The proxy stops; `force`: running exchanges are cut off too. `hasUnread`: the client has sent bytes that
        /// were not read yet.
        case shutDown(force: Bool, hasUnread: Bool = false)
    }

    /// What the engine must do.
    public enum Action: Sendable, Hashable {
        /// Set this deadline in place of any other.
        case wait(Wait)
        /// Prepare for the next request; `atOnce`: it may have arrived already.
        case startNext(atOnce: Bool)
        /// Notify the running exchange.
        indirect case tell(News)
        /// Without a head there is no exchange, but there is a flow.
        indirect case refuse(Outcome, answers: Bool)
        case close(Closing)
    }

    /// What is awaited, which determines the time limit.
    public enum Wait: Sendable, Hashable {
        /// For a first byte.
        case request
        /// For the rest of a head.
        case head
        /// The exchange has deadlines of its own.
        case nothing
    }

    /// A notification to an exchange.
    public enum News: Sendable, Hashable {
        case reachedEnd
        case failed(WireError)
        case left(detail: String)
        case shutDown
    }

    /// Why the connection ends.
    public enum Closing: Sendable, Hashable {
        case now, afterFlush
        /// With a reset, after the client has received everything that is queued.
        case withResetAfterFlush
        /// With a reset, at once.
        case withReset
    }

    enum State: Sendable {
        case idle
        /// Within a head.
        case head
        case exchange(requestEnded: Bool)
        case closed
    }

    private var state = State.idle
    private var inputHasEnded = false
    private var isShuttingDown = false

    /// A connection before its first request.
    public init() {}

    /// Between two requests: nothing is lost if it ends now.
    public var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// A request has begun, and its head has not ended.
    public var isWithinHead: Bool {
        if case .head = state { true } else { false }
    }

    /// The client has closed its sending side.
    public var isHalfClosed: Bool { inputHasEnded }

    /// The current request has been read to its end.
    public var requestHasEnded: Bool {
        if case .exchange(requestEnded: true) = state { true } else { false }
    }

    /// Handles an event; appends the actions that follow.
    public mutating func handle(_ event: Event, _ actions: inout [Action]) {
        if case .closed = state { return }
        switch event {
        case .bytesCame(let beginRequest): bytesCame(beginRequest, &actions)
        case .headRead:
            state = .exchange(requestEnded: false)
            actions.append(.wait(.nothing))
        case .requestEnded(let hasMore): requestEnded(hasMore, &actions)
        case .inputEnded(let hasMore): inputEnded(hasMore, &actions)
        case .inputExhausted(let error): inputExhausted(error, &actions)
        case .malformed(let error, let detail): malformed(error, detail, &actions)
        case .foreign(let outcome, let answers):
            switch state {
            case .idle, .head: refuse(outcome, answers: answers, &actions)
            case .exchange, .closed: break
            }
        case .exchangeEnded(let fate, let hasMore): exchangeEnded(fate, hasMore, &actions)
        case .broke(let detail): broke(detail, &actions)
        case .deadlinePassed: deadlinePassed(&actions)
        case .gaveWay: giveWay(&actions)
        case .shutDown(let force, let hasUnread): shutDown(force, hasUnread, &actions)
        }
    }

    private mutating func bytesCame(_ beginRequest: Bool, _ actions: inout [Action]) {
        switch (state, beginRequest) {
        case (.idle, true):
            state = .head
            actions.append(.wait(.head))
        case (.head, false):
            state = .idle
            actions.append(.wait(.request))
        case (.idle, false), (.head, true), (.exchange, _), (.closed, _): break
        }
    }

    private mutating func requestEnded(_ hasMore: Bool, _ actions: inout [Action]) {
        guard case .exchange = state else { return }
        state = .exchange(requestEnded: true)
        // While unread bytes are there, more requests may follow: a client may send several and close its side at once.
        if inputHasEnded, !hasMore { actions.append(.tell(.reachedEnd)) }
    }

    private mutating func inputEnded(_ hasMore: Bool, _ actions: inout [Action]) {
        inputHasEnded = true
        if requestHasEnded, !hasMore { actions.append(.tell(.reachedEnd)) }
    }

    private mutating func inputExhausted(_ error: WireError?, _ actions: inout [Action]) {
        switch state {
        case .idle, .head:
            guard let error else { return close(.now, &actions) }
            refuse(Outcome(.aborted, by: .client, .clientClosed, error: error), answers: false, &actions)
        case .exchange: actions.append(.tell(.reachedEnd))
        case .closed: break
        }
    }

    private mutating func malformed(_ error: WireError, _ detail: String, _ actions: inout [Action]) {
        switch state {
        case .idle, .head:
            let outcome = Outcome(.refused, by: .client, .malformedRequest, error: error, detail: detail)
            refuse(outcome, answers: true, &actions)
        case .exchange: actions.append(.tell(.failed(error)))
        case .closed: break
        }
    }

    private mutating func exchangeEnded(
        _ fate: Exchange.ClientFate, _ hasMore: Bool, _ actions: inout [Action]
    ) {
        guard case .exchange(let requestEnded) = state else { return }
        switch fate {
        // Without its request's end the next could not be found.
        case .keep where requestEnded && !isShuttingDown:
            let goesOn = hasMore || inputHasEnded
            state = .idle
            actions.append(.wait(.request))
            actions.append(.startNext(atOnce: goesOn))
        case .keep, .close, .truncate: close(.afterFlush, &actions)
        case .refuse: close(.afterFlush, &actions)
        case .breakOff: close(.withResetAfterFlush, &actions)
        case .reset: close(.withReset, &actions)
        }
    }

    // MARK: - The end

    private mutating func broke(_ detail: String, _ actions: inout [Action]) {
        switch state {
        case .head:
            refuse(Outcome(.aborted, by: .client, .clientClosed, detail: detail), answers: false, &actions)
        // What it answers closes the connection.
        case .exchange: actions.append(.tell(.left(detail: detail)))
        case .idle: close(.now, &actions)
        case .closed: break
        }
    }

    private mutating func deadlinePassed(_ actions: inout [Action]) {
        switch state {
        case .idle: close(.now, &actions)
        case .head: refuse(Outcome(.refused, by: .client, .headTimedOut), answers: true, &actions)
        case .exchange, .closed: break
        }
    }

    private mutating func giveWay(_ actions: inout [Action]) {
        switch state {
        case .idle: break
        case .head: actions.append(.refuse(Outcome(.refused, by: .proxy, .resourcesExhausted), answers: false))
        case .exchange: actions.append(.tell(.left(detail: "it had ended its side, and descriptors were short")))
        case .closed: return
        }
        // At once: what an answer waits in is what is short.
        if case .exchange = state { return }
        close(.now, &actions)
    }

    private mutating func shutDown(_ force: Bool, _ hasUnread: Bool, _ actions: inout [Action]) {
        isShuttingDown = true
        switch state {
        // A request that is here already is no less under way than one that was read.
        case .idle where hasUnread && !force: break
        case .idle: close(.now, &actions)
        case .head: refuse(Outcome(.aborted, by: .proxy, .shuttingDown), answers: false, &actions)
        case .exchange where force: actions.append(.tell(.shutDown))
        case .exchange, .closed: break
        }
    }

    private mutating func refuse(_ outcome: Outcome, answers: Bool, _ actions: inout [Action]) {
        actions.append(.refuse(outcome, answers: answers))
        close(.afterFlush, &actions)
    }

    private mutating func close(_ closing: Closing, _ actions: inout [Action]) {
        state = .closed
        actions.append(.close(closing))
    }
}
