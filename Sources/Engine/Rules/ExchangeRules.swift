internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import Reactor
internal import Rules

/// Who has questions answered, and hears of it: the driver of an exchange.
protocol RuleClient: FlowTeller {
    func answer(_ verdict: Verdict, to stage: Question.Stage)
    /// Changes how the bytes of a body are forwarded.
    func change<Result>(_ kind: MessageKind, _ change: (inout BodyRelay) -> Result) -> Result
    /// Scripts have let go what they saw of a body, or its end.
    func sawThrough(_ bytes: Bytes, isLast: Bool, of kind: MessageKind)
    /// Whoever waited for scripts may go on.
    func moveOn(_ kind: MessageKind)
    /// The body ends here.
    func cutOff(_ kind: MessageKind, _ code: Outcome.Code, reason: String)
    /// Where the request would go without a rule; nil when it would go nowhere.
    var plannedRoute: Route? { get }
    /// The way to this server: by this proxy, or as any other request goes there.
    func route(to server: Destination, via proxy: UpstreamProxy?) -> Route
    /// Counts so much as held by the exchange; false when there is no room.
    func reserve(_ count: Int) -> Bool
    /// The request asks a recording as the server itself.
    func asksRecording(_ head: RequestHead) -> Bool
    /// The contents of the exchange are kept nowhere.
    func keepNoBody()
    /// What was held is not decided any more, since the proxy stops.
    func endHeld()
    /// The client sends nothing more, and may be gone.
    var clientHasEnded: Bool { get }
    /// The connection to the server, once there is one.
    var lease: FlowEvent.UpstreamLease? { get }
}

/// The rules of one exchange: asks them at each stage, waits where they say so, and has what takes long done elsewhere.
///
/// Owned by its client, on the same loop; closed with the exchange, after which no answer comes.
final class ExchangeRules {
    weak var client: (any RuleClient)?
    let shard: ShardState
    let live: LiveRules
    private let flags: HeaderRules
    private let hasRequestBody: Bool
    let requestFraming: Framing?
    private(set) var responseFraming: Framing?
    var run: RuleRun
    /// What filters look at; another one with each head that comes.
    private(set) var subject: RuleSubject
    /// nil when no script may want anything of it.
    var scripts: ExchangeScripts?
    /// Of the rules that were there when it began.
    private let generation: Int
    /// The bodies that are to be had whole.
    var wantedBodies: Set<MessageKind> = []
    var timer: LoopTimer?
    /// What is done when the timer fires.
    var due: (() -> Void)?
    var isOpen = true
    /// How the bytes of the request go, and of a response for which nothing else is said.
    private var requestShape = BodyShape()
    /// The server is spoken with in HTTP/1.1, whatever the client speaks.
    var forcesHTTP1 = false
    /// Told where the request goes in frames: HTTP/2 has no form for what these wrote.
    private var formless: [RuleAct] = []
    /// The last one that meant what it wrote.
    private(set) var rawAct: RuleAct?
    /// What follows the head of an answer that rules made; taken when it goes.
    var answerContent: ContentSource?
    /// What is waited before a connection is made for it, if one is.
    var connectDelays: [(time: Int64, act: RuleAct)] = []
    /// A connection waits to be made.
    var isDelayingConnection = false
    /// Somebody was to decide about a message.
    var wasHeld = false
    /// Somebody decides about this message once its body is here, too.
    var heldForBody: (kind: MessageKind, act: RuleAct?)?

    /// The stages at which anybody has something to say.
    private(set) var stages: Question.Stages

    /// Of this size the content of a file that answers is at most.
    static let fileLimit = 64 << 20

    /// nil when there are no rules that may mean it.
    ///
    /// - Parameter facts: what is known of the flow, its head included.
    init?(
        _ live: LiveRules?, _ flags: HeaderRules, for client: any RuleClient, _ head: RequestHead, _ framing: Framing,
        facts: () -> [FlowEvent.Fact]
    ) {
        guard let live, !head.asksForTunnel else { return nil }
        let (book, generation) = live.current
        let liveScripts = client.shard.configuration.scripts
        let meant = liveScripts?.mayMean(head) ?? []
        guard (!book.isEmpty && book.mayMean(head)) || !meant.isEmpty else { return nil }
        self.generation = generation
        self.live = live
        self.flags = flags
        self.client = client
        shard = client.shard
        requestFraming = framing
        hasRequestBody = framing.kind != .none && framing.kind != .length(0)
        let now = Instant(nanoseconds: client.shard.now())
        var record = FlowRecord(id: client.flow, openedAt: now)
        for fact in facts() { record.apply(FlowEvent(flow: client.flow, time: now, fact: fact)) }
        subject = RuleSubject(consume record)
        run = RuleRun(
            book, counting: live, seed: live.seed, isTold: client.shard.publisher.isActive,
            isForAnyHost: client.asksRecording(head))
        var stages = book.stages
        if !flags.request.isEmpty { stages.insert(.requestHead) }
        if !flags.response.isEmpty { stages.insert(.responseHead) }
        self.stages = stages
        guard let liveScripts, !meant.isEmpty else { return }
        let scripts = ExchangeScripts(meant, liveScripts, of: self)
        self.scripts = scripts
        self.stages.formUnion(scripts.stages)
    }

    func close() {
        if isOpen { live.count(run, generation) }
        isOpen = false
        // Who is held has gone; nobody needs to decide any more.
        if wasHeld { _ = live.held.decide(record.id.number, .send) }
        scripts?.close()
        scripts = nil
        due = nil
        timer?.invalidate()
        timer = nil
        answerContent = nil
    }

    var record: FlowRecord { subject.record }

    /// The answer comes by the client's `answer`, in this turn or later.
    func ask(_ question: Question) {
        switch question {
        case .requestHead: askRequest()
        case .requestBody(nil): answer(mayGather(.request) ? .gather(limit: live.bodyLimit) : .pass, .requestBody)
        case .requestBody(let content?): ask(.request, content)
        case .responseHead(let head, let framing): askResponse(head, framing)
        case .responseBody(nil): answer(mayGather(.response) ? .gather(limit: live.bodyLimit) : .pass, .responseBody)
        case .responseBody(let content?): ask(.response, content)
        }
    }

    /// Whether this body is to be had whole, and there is room for it: where its length is known all of it is made sure
    /// of first, so that those that wait can all come to their ends.
    private func mayGather(_ kind: MessageKind) -> Bool {
        guard wantedBodies.contains(kind) || scripts?.waits(for: kind) == true else { return false }
        guard case .length(let size)? = (kind == .request ? requestFraming : responseFraming)?.kind,
            size <= UInt64(live.bodyLimit), client?.reserve(Int(size)) == false
        else { return true }
        bodyWasTooLong(kind, isForRoom: true)
        return false
    }

    /// A body that was to be changed has become longer than it may be.
    ///
    /// - Parameter isForRoom: it is not, but others take all the memory that there is for them.
    func bodyWasTooLong(_ kind: MessageKind, isForRoom: Bool) {
        if kind == .response { settleShape() }
        let text =
            isForRoom
            ? "Hark already holds \(shard.configuration.held.text) of bodies: the content passes unchanged."
            : "The content is longer than \(live.bodyLimit >> 20) MiB and passes unchanged."
        if let held = heldForBody, held.kind == kind {
            heldForBody = nil
            tell(held.act, text)
        }
        for act in run.wishes(of: kind, text) {
            client?.publish(.ruleActed(act))
        }
        scripts?.passedBy(kind, text)
    }

    func answer(_ verdict: Verdict, _ stage: Question.Stage) {
        guard isOpen else { return }
        client?.answer(verdict, to: stage)
    }

    private func tell(_ orders: RuleOrders) {
        tell(orders.acts)
        rawAct = orders.rawAct ?? rawAct
        if !orders.remarks.isEmpty { client?.publish(.told(.remarked(orders.remarks.asTold))) }
    }

    func tell(_ acts: [RuleAct]) {
        guard shard.publisher.isActive, !acts.isEmpty, let client else { return }
        for act in acts { client.publish(.ruleActed(act)) }
    }

    // MARK: - The request

    private func askRequest() {
        let orders = run.request(subject, hasBody: hasRequestBody, after: flags.request)
        if orders.wantsBody { wantedBodies.insert(.request) }
        requestShape = orders.shape
        let upwards = requestShape.upwards
        if !upwards.isEmpty { _ = client?.change(.request) { $0.shape(upwards, size: nil) } }
        forcesHTTP1 = orders.forcesHTTP1
        connectDelays = orders.connectDelays
        if orders.keepsNoBody { client?.keepNoBody() }
        formless = orders.formless
        tell(orders)
        wait(orders.delay) { [unowned self] in
            if let ending = orders.ending { return end(ending, .requestHead) }
            var alteration = Alteration()
            alteration.headers = orders.fields
            alteration.trailers = orders.trailers
            alteration.requestLine = orders.line
            alteration.route = route(orders)
            alteration.leavesHost = orders.leavesHost
            guard let scripts else { return holdRequest(orders, alteration) }
            scripts.request(after: alteration, to: orders.way, requestFraming, hasRequestBody) { [unowned self] end in
                ended(end, .requestHead) { alteration, _ in self.holdRequest(orders, alteration) }
            }
        }
    }

    /// The request goes out on a stream of HTTP/2.
    func goesInFrames() {
        tell(formless)
        formless = []
    }

    var clientIsFramed: Bool { record.requestHead.map { $0.version.major >= 2 } ?? false }

    // MARK: - The response

    private func askResponse(_ head: ResponseHead, _ framing: Framing) {
        let now = Instant(nanoseconds: shard.now())
        let leased = client?.lease.map { [FlowEvent.Fact.upstreamConnected($0)] } ?? []
        learn(leased + [.responseHeadReceived(head, framing)], now)
        responseFraming = framing
        let hasBody = framing.kind != .none && framing.kind != .length(0) && framing.kind != .tunnel
        let orders = run.response(subject, hasBody: hasBody, after: flags.response)
        if orders.wantsBody { wantedBodies.insert(.response) }
        var shape = orders.shape
        shape.takeThrottle(of: requestShape)
        tell(orders)
        if clientIsFramed { tell(orders.formless) }
        if let ending = orders.ending {
            return wait(orders.delay) { [unowned self] in end(ending, .responseHead) }
        }
        wait(orders.delay + (shape.throttle?.latency ?? 0)) { [unowned self] in
            if hasBody, !shape.isEmpty {
                var size: UInt64?
                if case .length(let length) = framing.kind { size = length }
                if wantedBodies.contains(.response) {
                    client?.change(.response) { $0.awaitShape(shape, size: size) }
                } else {
                    self.shape(shape, size)
                }
            }
            var alteration = Alteration()
            alteration.headers = orders.fields
            alteration.trailers = orders.trailers
            guard let scripts, head.status >= 200 else {
                return hold(orders, .response, head.fields, alteration, .responseHead)
            }
            scripts.response(head, after: alteration, framing, hasBody) { [unowned self] end in
                ended(end, .responseHead) { alteration, _ in
                    self.hold(orders, .response, head.fields, alteration, .responseHead)
                }
            }
        }
    }

    func shape(_ shape: BodyShape, _ size: UInt64?) {
        if let places = client?.change(.response, { $0.shape(shape, size: size) }) { tellShape(shape, places) }
    }

    /// It is known which bytes go as rules want, and how many, if that is another number.
    func settleShape(size: UInt64? = nil) {
        let settled = client.flatMap { $0.change(.response) { $0.settleShape(size: size) } }
        if let settled { tellShape(settled.shape, settled.places) }
    }

    private func tellShape(_ shape: BodyShape, _ places: [UInt64]) {
        let text = places.map(String.init).joined(separator: ", ")
        for act in run.acts(of: shape, "Changed bytes \(text) of the content.") { client?.publish(.ruleActed(act)) }
    }

    /// Who changes the messages inside, once both heads have passed; nil: nobody does.
    var messages: MessageChange? {
        guard let head = record.responseHead else { return nil }
        let (run, scripts) = (MessageRun(self.run, record), self.scripts?.messages(record))
        guard run != nil || scripts != nil else { return nil }
        return MessageChange(run: run, scripts: scripts, deflate: WebSocketHandshake.deflate(head.fields))
    }

    func learn(_ facts: [FlowEvent.Fact], _ now: Instant) {
        var record = subject.record
        for fact in facts { record.apply(FlowEvent(flow: record.id, time: now, fact: fact)) }
        subject = RuleSubject(record)
    }

    func forgetResponse() {
        var record = subject.record
        record.response.content.kept = .absent
        subject = RuleSubject(record)
    }
}
