internal import Bytes
internal import Dispatch
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import Reactor
internal import Rules

/// Who has questions answered, and hears of it: the driver of an exchange.
protocol RuleClient: FlowTeller {
    func answer(_ verdict: Verdict, to stage: Question.Stage)
    /// Sends bytes of a body, or says that there is room for more.
    func sendShaped(_ bytes: Bytes, of kind: MessageKind)
    func shapingDrained()
    /// The body ends here.
    func cutOff(_ kind: MessageKind, reason: String)
    /// Nothing more of the response follows, and the client is not told.
    func stalled()
    /// Bytes of the request that were left unread may have their turn.
    func requestMayGoOn()
    /// Where the request would go without a rule; nil when it would go nowhere.
    var plannedRoute: Route? { get }
    /// The way to this server: by this proxy, or as any other request goes there.
    func route(to server: Destination, via proxy: UpstreamProxy?) -> Route
    /// The contents of the exchange are kept nowhere.
    func keepNoBody()
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
    private var run: RuleRun
    /// What filters look at; another one with each head that comes.
    private var subject: RuleSubject
    /// Of the rules that were there when it began.
    private let generation: Int
    private var wantsRequestBody = false
    private var wantsResponseBody = false
    var timer: LoopTimer?
    /// What is done when the timer fires.
    var due: (() -> Void)?
    var isOpen = true
    /// How the bytes of each body go.
    private var requestShape = RuleShape()
    private(set) var shaping: BodyShaping?
    /// How the response's bytes are to go, until it is known which they are.
    private var awaitedShape: (shape: RuleShape, size: UInt64?)?
    /// The server is spoken with in HTTP/1.1, whatever the client speaks.
    var forcesHTTP1 = false
    private var madeRequestShaping: BodyShaping?
    /// Told where the request goes in frames: HTTP/2 has no form for what these wrote.
    private var formless: [RuleAct] = []
    /// The last one that meant what it wrote.
    private var rawAct: RuleAct?
    /// Somebody was to decide about a message.
    var wasHeld = false

    /// The stages at which anybody has something to say.
    let stages: Question.Stages

    /// Of this size the content of a file that answers is at most.
    private static let fileLimit = 64 << 20

    /// nil when there are no rules that may mean it.
    ///
    /// - Parameter facts: what is known of the flow, its head included.
    init?(
        _ live: LiveRules?, _ flags: HeaderRules, for client: any RuleClient, _ head: RequestHead, _ framing: Framing,
        facts: () -> [FlowEvent.Fact]
    ) {
        guard let live, !head.asksForTunnel else { return nil }
        let (book, generation) = live.current
        guard !book.isEmpty, book.mayMean(head) else { return nil }
        self.generation = generation
        self.live = live
        self.flags = flags
        self.client = client
        shard = client.shard
        hasRequestBody = framing.kind != .none && framing.kind != .length(0)
        let now = Instant(nanoseconds: client.shard.now())
        var record = FlowRecord(id: client.flow, openedAt: now)
        for fact in facts() { record.apply(FlowEvent(flow: client.flow, time: now, fact: fact)) }
        subject = RuleSubject(consume record)
        run = RuleRun(book, counting: live, seed: live.seed, isTold: client.shard.publisher.isActive)
        var stages = book.stages
        if !flags.request.isEmpty { stages.insert(.requestHead) }
        if !flags.response.isEmpty { stages.insert(.responseHead) }
        self.stages = stages
    }

    func close() {
        if isOpen { live.count(run, generation) }
        isOpen = false
        // Who is held has gone; nobody needs to decide any more.
        if wasHeld { _ = live.held.decide(record.id.number, .send) }
        due = nil
        timer?.invalidate()
        timer = nil
        madeRequestShaping?.close()
        madeRequestShaping = nil
        shaping?.close()
        shaping = nil
    }

    var record: FlowRecord { subject.record }

    /// The answer comes by the client's `answer`, in this turn or later.
    func ask(_ question: Question) {
        switch question {
        case .requestHead: askRequest()
        case .requestBody(nil): answer(wantsRequestBody ? .gather(limit: live.bodyLimit) : .pass, .requestBody)
        case .requestBody(let content?): ask(.request, content)
        case .responseHead(let head, let framing): askResponse(head, framing)
        case .responseBody(nil): answer(wantsResponseBody ? .gather(limit: live.bodyLimit) : .pass, .responseBody)
        case .responseBody(let content?): ask(.response, content)
        }
    }

    /// A body that was to be changed has become longer than it may be.
    func bodyWasTooLong(_ kind: MessageKind) {
        if kind == .response, let awaited = awaitedShape { self.shape(awaited.shape, awaited.size) }
        let limit = live.bodyLimit >> 20
        for act in run.wishes(of: kind, "The content is longer than \(limit) MiB, and passes as it is.") {
            client?.publish(.ruleActed(act))
        }
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

    private func tell(_ acts: [RuleAct]) {
        guard shard.publisher.isActive, !acts.isEmpty, let client else { return }
        for act in acts { client.publish(.ruleActed(act)) }
    }

    /// Does this after so many microseconds, or at once.
    func wait(_ microseconds: Int64, then action: @escaping () -> Void) {
        guard microseconds > 0 else { return action() }
        due = action
        let timer = timer ?? LoopTimer(on: shard.loop) { [unowned self] in timeCame() }
        self.timer = timer
        timer.arm(after: Nanoseconds(.microseconds(microseconds)))
    }

    private func timeCame() {
        let action = due
        due = nil
        if isOpen { action?() }
    }

    // MARK: - The request

    private func askRequest() {
        let orders = run.request(subject, hasBody: hasRequestBody, after: flags.request)
        wantsRequestBody = orders.wantsBody
        requestShape = orders.shape
        forcesHTTP1 = orders.forcesHTTP1
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
            hold(orders, .request, record.requestHead?.fields ?? .none, alteration, .requestHead)
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
        let hasBody = framing.kind != .none && framing.kind != .length(0) && framing.kind != .tunnel
        let orders = run.response(subject, hasBody: hasBody, after: flags.response)
        wantsResponseBody = orders.wantsBody
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
                if wantsResponseBody { awaitedShape = (shape, size) } else { self.shape(shape, size) }
            }
            var alteration = Alteration()
            alteration.headers = orders.fields
            alteration.trailers = orders.trailers
            hold(orders, .response, head.fields, alteration, .responseHead)
        }
    }

    private func shape(_ shape: RuleShape, _ size: UInt64?) {
        awaitedShape = nil
        let shaping = BodyShaping(
            shape, size: size, live, on: shard.loop, send: { [unowned self] in client?.sendShaped($0, of: .response) },
            drained: { [unowned self] in client?.shapingDrained() },
            cut: { [unowned self] in
                client?.cutOff(.response, reason: "a rule cut the response off behind \(shape.cut ?? 0) bytes")
            }, stalled: { [unowned self] in client?.stalled() })
        self.shaping = shaping
        let places = shaping.places.map(String.init).joined(separator: ", ")
        for act in run.acts(of: shape, "Changed are the bytes \(places) of the content.") {
            client?.publish(.ruleActed(act))
        }
    }

    /// The rules for the messages inside, once both heads have passed, and how these are compressed; nil: there are
    /// none.
    var messages: (run: MessageRun, deflate: WebSocketDeflate?)? {
        guard let head = record.responseHead, let messages = MessageRun(run, record) else { return nil }
        return (messages, WebSocketHandshake.deflate(head.fields))
    }

    // MARK: - The request's bytes

    /// Lets the request's bytes go as rules want; nil when they go as they come.
    func requestShaping() -> BodyShaping? {
        if let madeRequestShaping { return madeRequestShaping }
        var shape = RuleShape()
        shape.cut = requestShape.cut
        shape.throttle = requestShape.throttle.flatMap(\.upwards)
        guard !shape.isEmpty else { return nil }
        let shaping = BodyShaping(
            shape, size: nil, live, on: shard.loop, send: { [unowned self] in client?.sendShaped($0, of: .request) },
            drained: { [unowned self] in client?.requestMayGoOn() },
            cut: { [unowned self] in
                client?.cutOff(.request, reason: "a rule cut the request off behind \(shape.cut ?? 0) bytes")
            })
        madeRequestShaping = shaping
        return shaping
    }

    /// The bytes that came have not gone on yet.
    var holdsRequest: Bool { madeRequestShaping?.isBusy == true }

    /// Some of them wait for their time.
    var keepsRequestBytes: Bool { madeRequestShaping?.keepsBytes == true }

    private func learn(_ facts: [FlowEvent.Fact], _ now: Instant) {
        var record = subject.record
        for fact in facts { record.apply(FlowEvent(flow: record.id, time: now, fact: fact)) }
        subject = RuleSubject(record)
    }

    // MARK: - Bodies

    /// Decoding and searching take time: other exchanges of the loop do not wait for it.
    private func ask(_ kind: MessageKind, _ content: Bytes) {
        let now = Instant(nanoseconds: shard.now())
        learn(
            [
                .contentReceived(kind, count: content.count, bytes: nil),
                .contentKept(kind, .inline(content), isTruncated: false),
            ], now)
        let (run, record) = (run, record)
        shard.offLoop { (deliver: @escaping @Sendable ((RuleRun, BodyOrders)) -> Void) in
            DispatchQueue.global().async {
                var run = run
                let orders = run.body(kind, content, record) { RuleFolder.content(of: $0, limit: Self.fileLimit) }
                deliver((run, orders))
            }
        } then: { [weak self] (result: (RuleRun, BodyOrders)) in
            self?.changed(kind, result.0, result.1, size: (result.1.content ?? content).count)
        }
    }

    private func changed(_ kind: MessageKind, _ run: RuleRun, _ orders: BodyOrders, size: Int) {
        guard isOpen else { return }
        self.run = run
        if kind == .response, let awaitedShape { shape(awaitedShape.shape, UInt64(size)) }
        tell(orders.acts)
        if let ending = orders.ending { return end(ending, .requestBody) }
        answer(
            orders.content.map { .rewrite($0, orders.fields) } ?? .pass,
            kind == .request ? .requestBody : .responseBody)
    }

    // MARK: - Answers

    private func end(_ ending: RuleEnding, _ stage: Question.Stage) {
        switch ending {
        case .hangUp(let isReset, let reason): answer(.hangUp(isReset: isReset, reason: reason), stage)
        case .answer(let made):
            switch made.content {
            case .bytes(let content): respond(made, content, stage)
            case .file(let path):
                off {
                    RuleFolder.content(of: path, limit: Self.fileLimit)
                } then: { [unowned self] (content: Bytes?) in
                    guard let content else { return respond(Self.missing(path), Self.missingText(path), stage) }
                    respond(made, content, stage)
                }
            }
        case .file(let path, let rest):
            guard let head = record.requestHead else { return }
            let now = shard.wallClock(at: shard.now()) / 1_000_000
            off {
                RuleFolder.answer(head, path, rest, limit: Self.fileLimit, now: now)
            } then: { [unowned self] (made: RuleAnswer) in
                let (dressed, acts) = run.dressed(made, record)
                tell(acts)
                guard case .bytes(let content) = dressed.content else { return }
                respond(dressed, content, stage)
            }
        case .recorded(let session, let place):
            guard let (made, acts, recorded) = run.recorded(session, place, record) else { return answer(.pass, stage) }
            tell(acts)
            off {
                recorded.whole(limit: Self.fileLimit)
            } then: { [unowned self] (content: Bytes?) in
                guard let content else { return respond(Self.missing(session), Self.missingText(session), stage) }
                respond(made, content, stage)
            }
        }
    }

    private func off<Result: Sendable>(_ work: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void) {
        shard.offLoop { (deliver: @escaping @Sendable (Result) -> Void) in
            DispatchQueue.global().async { deliver(work()) }
        } then: { [weak self] (result: Result) in
            if self?.isOpen == true { then(result) }
        }
    }

    func respond(_ made: RuleAnswer, _ content: Bytes, _ stage: Question.Stage) {
        let isHead = record.requestHead?.method == .head
        var made = made
        if clientIsFramed, made.isRaw {
            guard made.status >= 200 else {
                return answer(.refuse(reason: "HTTP/2 ends no exchange with \(made.status) (RFC 9113 §8.1)"), stage)
            }
            let (fitting, formless) = made.inFrames
            made = fitting
            for name in formless {
                guard let rawAct else { break }
                client?.publish(.ruleActed(rawAct.saying("\(name.text): \(RuleOrders.formlessText)")))
            }
        }
        guard let sent = made.written(content, isHead: isHead, date: shard.httpDate()) else {
            return answer(.refuse(reason: "the rule's answer would be no message"), stage)
        }
        let (shape, size) = (made.shape, UInt64(sent.body.count))
        wait(made.delay + (shape.throttle?.latency ?? 0)) { [unowned self] in
            // What was to bear on a server's response does not bear on what somebody writes in its place.
            shaping?.close()
            (shaping, awaitedShape) = (nil, nil)
            if size > 0, !shape.isEmpty { self.shape(shape, size) }
            answer(.respond(sent), stage)
        }
    }

    private static func missing(_ path: String) -> RuleAnswer {
        RuleAnswer(status: 502, fields: [.init(name: "Content-Type", value: "text/plain; charset=utf-8")])
    }

    private static func missingText(_ path: String) -> Bytes {
        Bytes("The rule answers from \(path.filter { !$0.isNewline }), which cannot be read.\n")
    }
}
