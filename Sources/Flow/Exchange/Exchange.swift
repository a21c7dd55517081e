public import Bytes
public import HTTPModel

/// One request with its response: events go in, actions come out.
///
/// A value without I/O. `handle` takes an event and appends the actions that follow, in order. The engine performs
/// them, and asks `requestBody` and `responseBody` what to do with the bytes between the heads. At four stages rules or
/// a person may be asked first (`Question`); until the answer arrives, that side waits and no bytes are lost.
///
///     began ─ (ask) ─ plan ─┬─ refuse ──────────────────────────── answer, finish, end
///                           └─ connect ─ upstreamConnected ─ forwardRequest ─ (body) ─ requestEnded ┐
///                                 ▲            │ died unanswered, safe to repeat                    ├ release, deliver
///                                 └── retry ───┘    responseReceived ─ (ask) ─ (body) ─ responseEnded ┘      │
///                                                                            clientTookAll ── finish, end ───┘
public struct Exchange: Sendable {
    /// The head of the request.
    public let request: RequestHead
    let policy: ForwardingPolicy
    let asks: Question.Stages
    let interimLimit: Int
    let isStrict: Bool
    /// What a server of HTTP/1.1 is asked with for a WebSocket that the client opens on a stream (RFC 8441 §5).
    let webSocketKey: Bytes?
    /// The request has content, if only an empty one in chunks.
    let hasBody: Bool
    /// The server gets content: what came, or what somebody gave a request that had none.
    var sendsBody: Bool { hasBody || plan.body != nil }
    var state = State.new
    /// What was decided for the request; kept for a repetition.
    var plan = Plan()
    /// The client's connection may carry another request after this one.
    var clientPersists: Bool

    /// Where the exchange stands. Each case has what is known there, and nothing else. What is rare is kept apart
    /// (`indirect`): the others are looked at again and again.
    enum State: Sendable {
        case new
        /// The request is held for a verdict.
        indirect case asked(HeldRequest)
        case seeking(Seek)
        /// A server's connection is leased.
        case exchanging(Course)
        /// The client gets this response after the rest of its request was read.
        indirect case answering(ProxyAnswer)
        /// Everything was sent, but the client's system has not received all of it.
        case delivering(Delivery)
        case over
    }

    struct Plan: Sendable {
        var route: Route?
        var edits: [Change] = []
        /// What goes out of the request's body that was read before there was a server; nil: nothing was.
        var body: KeptBody?
        /// Sending it twice does what sending it once does.
        var isRepeatable = true
        /// The user's rules that hold for the request.
        var rules: [HeaderRule] = []
        /// The request line that a rule wants.
        var line: Alteration.NewRequestLine?
        /// Whoever chose the server has said what becomes of Host.
        var leavesHost = false
        /// What goes out in place of the head.
        var head: Bytes?
        /// Its content may change as it passes.
        var isRechunked = false
        /// Somebody means what goes out, malformed or not: it has a connection of its own, which ends with it.
        var isRaw = false
        /// What rules want of the fields behind the contents.
        var trailers: [HeaderRule] = []
        var replyTrailers: [HeaderRule] = []
        /// What is spoken with the server.
        var version = HTTPVersion.http11
        /// How the content of the request goes on.
        var handling = BodyHandling.forward
        /// The same of the response.
        var replyHandling = BodyHandling.forward
    }

    /// What somebody was asked, or is to be.
    enum Inquiry: Sendable, Hashable {
        /// About the head.
        case head
        /// About the body, before any of it was read.
        case body
        /// The body is read and kept, for a second question.
        case gathering(limit: Int)
        /// About the whole body.
        case gathered
    }

    /// A request that is held, with the way it would take without a verdict.
    struct HeldRequest: Sendable {
        var route: Route
        var alteration = Alteration()
        var inquiry = Inquiry.head
        /// Why the server must not be asked, unless an answer or another way spares it.
        var refusal: Outcome?
    }

    /// A response that is held: nothing of it was forwarded.
    struct HeldResponse: Sendable {
        let head: ResponseHead
        let framing: Framing
        /// The server's connection may carry another request.
        let persists: Bool
        var alteration = Alteration()
        var inquiry = Inquiry.head
    }

    /// A body that was read while its message was held.
    enum KeptBody: Sendable, Hashable {
        case whole
        /// It became too long for the buffer; the rest is forwarded as it arrives.
        case begun
        /// It was read, and this is sent in its place.
        case replaced(Bytes)
    }

    struct Seek: Sendable {
        var step: SeekStep
        /// The request went out before, on a connection that died.
        let isRepetition: Bool
    }

    /// The two messages on a leased connection.
    struct Course: Sendable {
        /// The request may be sent again should the connection die unanswered.
        let isRepeatable: Bool
        /// It went out on a connection that served before.
        let isReused: Bool
        /// It was sent again already.
        let isRepetition: Bool
        var request: RequestSide
        var response: ResponseSide
        /// A rule keeps the rest of the response back: it goes on for nobody but a client that waits.
        var isStalled = false
    }

    enum RequestSide: Sendable {
        case body(wasForwarded: Bool)
        case ended
    }

    enum ResponseSide: Sendable {
        /// This many interim heads have arrived, and no final one.
        case awaited(interims: Int)
        /// The final response is held for a verdict.
        indirect case asked(HeldResponse)
        /// The head has been forwarded.
        case body(Reply)
        case ended(Reply)
    }

    struct Reply: Sendable {
        let framing: Framing.Kind
        /// The server's connection may carry another request.
        let persists: Bool
    }

    struct Delivery: Sendable {
        let outcome: Outcome
        /// The client has sent its whole request, so another may follow.
        let isWhole: Bool
        let endsWithConnection: Bool
        /// As for a `Course`.
        var isStalled = false
        /// The rest of the request is read, though its answer is on its way.
        var isReceiving = false
        /// The client's system has taken all, and what is left is to be received.
        var wasTaken = false
    }

    /// - Parameters:
    ///   - persistent: whether the client's connection may carry another request after this one (RFC 9112 §9.3).
    ///   - asks: the stages at which rules or a person are asked.
    ///   - interimLimit: how many interim responses the server may send; more count as hostile.
    ///   - webSocketKey: 16 random bytes in base64, for an extended CONNECT (RFC 8441); else nil.
    ///   - isStrict: a WebSocket is opened only by a handshake that breaks no rule (`--strict`).
    public init(
        request: RequestHead, framing: Framing, persistent: Bool, policy: ForwardingPolicy,
        asks: Question.Stages = [], interimLimit: Int, webSocketKey: Bytes? = nil, isStrict: Bool = false
    ) {
        self.isStrict = isStrict
        self.request = request
        self.policy = policy
        self.asks = asks
        self.interimLimit = interimLimit
        self.webSocketKey = webSocketKey
        hasBody = framing.kind != .none && framing.kind != .length(0)
        clientPersists = persistent
    }

    /// Handles an event; appends the actions that follow. An event that does not fit this state changes nothing: it was
    /// already on its way when the state ended.
    @discardableResult
    public mutating func handle(_ event: Event, _ actions: inout [Action]) -> Standing {
        switch event {
        case .began: begin(&actions)
        case .requestEnded: requestEnded(&actions)
        case .requestBodyForwarded: requestBodyForwarded()
        case .requestFailed(let error): requestFailed(error, &actions)
        case .requestRefused(let outcome): requestRefused(outcome, &actions)
        case .clientReset(let outcome): clientReset(outcome, &actions)
        case .clientReachedEnd: clientReachedEnd(&actions)
        case .clientLeft(let detail, let owed): clientLeft(detail, owed, &actions)
        case .clientTookAll: clientTookAll(&actions)
        case .seekReached(let step): seekReached(step)
        case .rerouted(let route): rerouted(route)
        case .upstreamConnected(let reused, let version): upstreamConnected(reused, version, &actions)
        case .connectFailed(let outcome): connectFailed(outcome, &actions)
        case .interimReceived(let head): interimReceived(head, &actions)
        case .responseReceived(let head, let framing, let persistent):
            responseReceived(head, framing, persistent, &actions)
        case .responseEnded: responseEnded(&actions)
        case .responseFailed(let error, let detail): responseFailed(error, detail, &actions)
        case .responseRefused(let outcome): responseRefused(outcome, &actions)
        case .upstreamReset(let outcome, let isUnprocessed): upstreamReset(outcome, isUnprocessed, &actions)
        case .upstreamLeft(let receivedBytes, let detail, let cause):
            upstreamLeft(receivedBytes, detail, cause, &actions)
        case .answered(let verdict, let stage): answered(verdict, stage, &actions)
        case .bodyGathered(let kind, let content): bodyGathered(kind, content, &actions)
        case .bodyTooLong(let kind): bodyTooLong(kind, &actions)
        case .deadlinePassed(let limit, let isCongested, let owed): deadlinePassed(limit, isCongested, owed, &actions)
        case .cutByRule(let kind, let code, let reason): cutByRule(kind, code, reason, &actions)
        case .stalledByRule: stalledByRule()
        case .shutDown(let owed): shutDown(owed, &actions)
        }
        return standing
    }

    // MARK: - What the state means

    /// Its state, for the code that carries out its actions.
    public var standing: Standing {
        Standing(
            waiting: waiting, requestBody: requestBody, responseBody: responseBody,
            clientWasAnswered: clientWasAnswered, requestHandling: plan.handling,
            responseHandling: plan.replyHandling,
            hasKeptBody: plan.body != nil,
            wantsRequestTrailers: !plan.trailers.isEmpty, wantsResponseTrailers: !plan.replyTrailers.isEmpty)
    }

    /// How to handle the request's content now.
    public var requestBody: BodyHandling {
        switch state {
        case .asked(let held): held.inquiry.handling
        case .new, .seeking: .wait
        case .exchanging: plan.handling
        case .answering, .delivering, .over: .discard
        }
    }

    /// The changes to a message's trailers.
    public func trailerEdits(_ kind: MessageKind, _ section: FieldSection) -> [Change] {
        guard case .exchanging(let course) = state else {
            // All of it has been told already, and is on its way.
            let rules = kind == .request ? plan.trailers : plan.replyTrailers
            return TrailerEdits(section, dropsAll: false, rules: rules, goesInFrames: goesInFrames(kind)).edits
        }
        switch (kind, course.response) {
        case (.request, _):
            return TrailerEdits(
                section, dropsAll: isFramed && plan.handling == .forward, isOld: false, rules: plan.trailers,
                goesInFrames: goesInFrames(.request)
            ).edits
        case (.response, .body(let reply)), (.response, .ended(let reply)):
            if dechunks(reply.framing) { return TrailerEdits(section, dropsAll: true).edits }
            let hasNone = plan.version.major >= 2 && plan.replyHandling == .forward
            return TrailerEdits(
                section, dropsAll: hasNone, isOld: false, rules: plan.replyTrailers,
                goesInFrames: goesInFrames(.response)
            ).edits
        case (.response, _): return TrailerEdits(section, dropsAll: false).edits
        }
    }

    private func goesInFrames(_ kind: MessageKind) -> Bool {
        kind == .request ? plan.version.major >= 2 : isFramed
    }

    /// Also `wait` while the head is held: the bytes after it stay unread.
    public var responseBody: BodyHandling {
        switch state {
        case .new, .asked, .seeking, .answering, .delivering, .over: .discard
        case .exchanging(let course):
            switch course.response {
            case .asked(let held): held.inquiry.handling
            case .body: plan.replyHandling
            case .awaited, .ended: .forward
            }
        }
    }

    /// What is awaited, which determines the time limit.
    public var waiting: Waiting {
        switch state {
        case .new, .over: .nothing
        case .asked(let held): if case .gathering = held.inquiry { .requestBody } else { .verdict }
        case .seeking(let seek):
            switch seek.step {
            case .lookUp: .lookUp
            case .connection: .connection
            case .handshake: .handshake
            }
        case .exchanging(let course): waiting(course)
        case .answering: .restOfRequest
        case .delivering(let delivery):
            delivery.isStalled ? .patience : delivery.wasTaken ? .restOfRequest : .delivery
        }
    }

    private func waiting(_ course: Course) -> Waiting {
        switch (course.response, course.request) {
        case (.asked(let held), _): if case .gathering = held.inquiry { .responseBody } else { .verdict }
        case (.body, _): course.isStalled ? .patience : .responseBody
        case (.awaited, .body), (.ended, .body): .requestBody
        case (.awaited, .ended): .responseHead
        case (.ended, .ended): .nothing
        }
    }

    /// Whether the head of a final response (except Hark's own) was sent to the client.
    public var clientWasAnswered: Bool {
        switch state {
        case .new, .asked, .seeking, .answering, .over: false
        case .delivering: true
        case .exchanging(let course):
            switch course.response {
            case .awaited, .asked: false
            case .body, .ended: true
            }
        }
    }

    /// HTTP/1.0 has no chunks (RFC 9112 §7).
    func dechunks(_ framing: Framing.Kind) -> Bool {
        request.version < .http11 && (framing == .chunked || framing == .frames)
    }

    /// Where the client sees the end of the body only by the end of its connection.
    func endsWithConnection(_ framing: Framing.Kind) -> Bool { !isFramed && (framing == .close || dechunks(framing)) }

    /// The client speaks HTTP/2: frames say where messages end, and no exchange ends its connection.
    var isFramed: Bool { request.version.major >= 2 }

    /// How content that comes in this framing goes on to the client.
    func handling(_ framing: Framing.Kind) -> BodyHandling {
        if isFramed || dechunks(framing) { return .forwardContent }
        return framing == .frames ? .forwardChunked : .forward
    }
}
