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

/// Performs what the `RuleSession` of one exchange decides: keeps its timer, has long work done elsewhere, asks scripts
/// and people, and tells the session what came of it.
///
/// Owned by its client, on the same loop; closed with the exchange, after which no answer comes.
final class ExchangeRules {
    weak var client: (any RuleClient)?
    let shard: ShardState
    let live: LiveRules
    private var session: RuleSession
    /// nil when no script may want anything of it.
    private(set) var scripts: ExchangeScripts?
    /// Of the rules that were there when it began.
    private let generation: Int
    private var timer: LoopTimer?
    private(set) var isOpen = true
    /// What follows the head of an answer that rules made; taken when it goes.
    private var answerContent: ContentSource?
    /// Makes the connection that waits for its time.
    private var connect: (() -> Void)?
    /// Somebody was to decide about a message.
    private var wasHeld = false

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
        let liveScripts = client.shard.configuration.scripts
        let meant = liveScripts?.mayMean(head) ?? []
        guard (!book.isEmpty && book.mayMean(head)) || !meant.isEmpty else { return nil }
        self.generation = generation
        self.live = live
        self.client = client
        shard = client.shard
        let now = Instant(nanoseconds: client.shard.now())
        var record = FlowRecord(id: client.flow, openedAt: now)
        for fact in facts() { record.apply(FlowEvent(flow: client.flow, time: now, fact: fact)) }
        let run = RuleRun(
            book, counting: live, seed: live.seed, isTold: client.shard.publisher.isActive,
            isForAnyHost: client.asksRecording(head))
        session = RuleSession(run, flags: flags, consume record, framing, bodyLimit: live.bodyLimit)
        guard let liveScripts, !meant.isEmpty else { return }
        let scripts = ExchangeScripts(meant, liveScripts, of: self)
        self.scripts = scripts
        session.addScripts(at: scripts.stages)
    }

    func close() {
        if isOpen { live.count(session.run, generation) }
        isOpen = false
        // Who is held has gone; nobody needs to decide any more.
        if wasHeld { _ = live.held.decide(record.id.number, .send) }
        scripts?.close()
        scripts = nil
        connect = nil
        timer?.invalidate()
        timer = nil
        answerContent = nil
    }

    // MARK: - What others ask

    var record: FlowRecord { session.record }
    var subject: RuleSubject { session.subject }
    /// The stages at which anybody has something to say.
    var stages: Question.Stages { session.stages }
    /// The server is spoken with in HTTP/1.1, whatever the client speaks.
    var forcesHTTP1: Bool { session.forcesHTTP1 }
    /// A connection that is made now has to wait, or waits.
    var delaysConnection: Bool { session.delaysConnection }
    var isDelayingConnection: Bool { session.isDelayingConnection }

    /// Who changes the messages inside, once both heads have passed; nil: nobody does.
    var messages: MessageChange? {
        guard let head = record.responseHead else { return nil }
        let (run, scripts) = (MessageRun(session.run, record), self.scripts?.messages(record))
        guard run != nil || scripts != nil else { return nil }
        return MessageChange(run: run, scripts: scripts, deflate: WebSocketHandshake.deflate(head.fields))
    }

    /// Those that see this body as it passes; nil when none does.
    func chunks(of kind: MessageKind) -> ChunkScripts? { scripts?.chunks[kind] }

    /// What follows the head of the answer, where that is more than the answer has in memory.
    func takeAnswerContent() -> ContentSource? {
        defer { answerContent = nil }
        return answerContent
    }

    /// Where a request goes that is sent elsewhere; nil: where it goes by itself.
    func route(_ way: RuleWay?, via proxy: UpstreamProxy?) -> Route? {
        guard let client, let planned = client.plannedRoute else { return nil }
        let server =
            switch way {
            // Whom it asks for stays: only the address is another.
            case .connect(let host, let port):
                Destination(host: host, port: port, serverName: planned.destination.serverName)
            case .server(let host, let port, let isSecure):
                Destination(host: host, port: port, serverName: isSecure ? host : nil)
            case nil: planned.destination
            }
        return client.route(to: server, via: proxy)
    }

    // MARK: - What happens

    /// The answer comes by the client's `answer`, in this turn or later.
    func ask(_ question: Question) { handle(.asked(question)) }

    /// The request goes out on a stream of HTTP/2.
    func goesInFrames() { handle(.wentInFrames) }

    /// Fields after a body that is gathered: whoever gets the body gets them, too.
    func trailersCame(_ kind: MessageKind, _ section: FieldSection) { handle(.trailersCame(kind, section)) }

    /// A body that was to be gathered has become longer than it may be, or than there is room for.
    func bodyWasTooLong(_ kind: MessageKind, isForRoom: Bool) {
        handle(.bodyWasTooLong(kind, room: isForRoom ? roomForBodies : nil))
    }

    /// Makes a connection once the time has passed that rules want before it.
    func beforeConnecting(then connect: @escaping () -> Void) {
        self.connect = connect
        handle(.connecting)
    }

    /// Who decides is to know that perhaps nobody waits any more.
    func clientDidEndSide() {
        if wasHeld { live.held.clientEnded(record.id.number, at: shard.now()) }
    }

    /// What a script is asked about was decided.
    func scriptsEnded(_ end: ScriptEnd) { handle(.scriptsEnded(end, response: scripts?.response)) }

    private func handle(_ event: RuleSession.Event) {
        guard isOpen else { return }
        var actions: [RuleSession.Action] = []
        session.handle(event, self, &actions)
        for action in actions where isOpen { perform(action) }
    }

    // MARK: - What is done

    private func perform(_ action: RuleSession.Action) {
        switch action {
        case .answer(let verdict, let stage): client?.answer(verdict, to: stage)
        case .respond(let head, let content, let stage):
            answerContent = content
            client?.answer(.respond(head), to: stage)
        case .wait(let microseconds): wake(after: .microseconds(microseconds))
        case .tell(let acts): tell(acts)
        case .remark(let remarks): client?.publish(.told(.remarked(remarks)))
        case .shape(let kind, let shape, let size):
            guard let places = client?.change(kind, { $0.shape(shape, size: size) }) else { return }
            if kind == .response { tellShape(shape, places) }
        case .awaitShape(let shape, let size): client?.change(.response) { $0.awaitShape(shape, size: size) }
        case .settleShape(let size):
            let settled = client.flatMap { $0.change(.response) { $0.settleShape(size: size) } }
            if let settled { tellShape(settled.shape, settled.places) }
        case .dropShape: client?.change(.response) { $0.dropShape() }
        case .keepNoBody: client?.keepNoBody()
        case .hold(let kind, let rule, let section, let body, let isRaw):
            hold(kind, rule, section, body, isRaw: isRaw) { [unowned self] in handle(.decided($0)) }
            wake(after: live.held.timeout)
        case .decide(let decision): _ = live.held.decide(record.id.number, decision)
        case .endHeld: client?.endHeld()
        case .askScripts(let turn): ask(turn)
        case .passScripts(let kind, let text): scripts?.passedBy(kind, text)
        case .read(let path):
            let files = live.files
            off {
                RuleFolder.file(path, limit: Self.fileLimit, sharing: files)?.source
            } then: {
                .contentRead($0)
            }
        case .readRecorded(let content):
            off {
                content.source(limit: Self.fileLimit)
            } then: {
                .contentRead($0)
            }
        case .find(let path, let rest, let head):
            let (files, now) = (live.files, shard.wallClock(at: shard.now()) / 1_000_000)
            off {
                RuleFolder.answer(head, path, rest, limit: Self.fileLimit, now: now, sharing: files)
            } then: {
                .fileFound($0.answer, $0.content)
            }
        case .workOn(let kind, let content, let wantsPlain): work(on: kind, content, wantsPlain: wantsPlain)
        case .connect:
            let connect = connect
            self.connect = nil
            connect?()
        }
    }

    private func tellShape(_ shape: BodyShape, _ places: [UInt64]) {
        let text = places.map(String.init).joined(separator: ", ")
        tell(session.run.acts(of: shape, "Changed bytes \(text) of the content."))
    }

    func tell(_ acts: [RuleAct]) {
        guard shard.publisher.isActive, let client else { return }
        for act in acts { client.publish(.ruleActed(act)) }
    }

    private func wake(after time: Duration) {
        let timer = timer ?? LoopTimer(on: shard.loop) { [unowned self] in handle(.timeCame) }
        self.timer = timer
        timer.arm(after: Nanoseconds(time))
    }

    /// Files are read where no exchange waits for it.
    private func off<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, then event: @escaping (Result) -> RuleSession.Event
    ) {
        let reading = live.reading
        shard.offLoop { (deliver: @escaping @Sendable (Result) -> Void) in
            reading.run { deliver(work()) }
        } then: { [weak self] (result: Result) in
            self?.handle(event(result))
        }
    }

    /// Decoding and searching take time: other exchanges of the loop do not wait for it.
    private func work(on kind: MessageKind, _ content: Bytes, wantsPlain: Bool) {
        let (run, record, working, limit) = (session.run, record, live.working, live.bodyLimit)
        shard.offLoop { (deliver: @escaping @Sendable ((RuleRun, BodyOrders, ScriptBody)) -> Void) in
            working.run {
                var run = run
                let orders = run.body(kind, content, record) { RuleFolder.content(of: $0, limit: Self.fileLimit) }
                var plain = ScriptBody.absent
                if wantsPlain {
                    let section = record.fields(kind) ?? .none
                    plain = orders.content.map { .content($0) } ?? ExchangeScripts.plain(content, section, limit: limit)
                }
                deliver((run, orders, plain))
            }
        } then: { [weak self] (result: (RuleRun, BodyOrders, ScriptBody)) in
            self?.handle(.bodyWorked(result.0, result.1, plain: result.2))
        }
    }
}

// What the session asks at once.
extension ExchangeRules: RuleHost {
    var now: Instant { Instant(nanoseconds: shard.now()) }
    var date: Bytes { shard.httpDate() }
    var lease: FlowEvent.UpstreamLease? { client?.lease }
    var roomForBodies: String { shard.configuration.held.text }
    func route(to way: RuleWay?, through proxy: UpstreamProxy?) -> Route? { route(way, via: proxy) }
    func reserve(_ count: Int) -> Bool { client?.reserve(count) ?? false }
    func scriptsWait(for kind: MessageKind) -> Bool { scripts?.waits(for: kind) == true }
}

// Messages that a person decides about.
extension ExchangeRules {
    /// Holds a message for a script, without a time limit.
    func hold(_ kind: MessageKind, by act: RuleAct, _ decided: @escaping (HeldDecision) -> Void) {
        let body = HeldBody.passing("A script holds this message; the script can change its body.")
        hold(kind, act.rule, record.fields(kind) ?? .none, body, isRaw: false, decided)
    }

    private func hold(
        _ kind: MessageKind, _ rule: String, _ section: FieldSection, _ body: HeldBody, isRaw: Bool,
        _ decided: @escaping (HeldDecision) -> Void
    ) {
        let now = shard.now()
        let held = HeldMessages.Held(
            flow: record.id.number, kind: kind, rule: rule, section: section, body: body, since: now, record: record,
            clientEndedAt: client?.clientHasEnded == true ? now : nil, isRaw: isRaw)
        let messages = live.held
        wasHeld = true
        shard.offLoop { (deliver: @escaping @Sendable (HeldDecision) -> Void) in
            if let refusal = messages.hold(held, deliver) { deliver(refusal) }
        } then: { [weak self] (decision: HeldDecision) in
            guard let self, isOpen else { return }
            timer?.disarm()
            decided(decision)
        }
    }
}

// Scripts, which are asked after the rules.
extension ExchangeRules {
    private func ask(_ turn: RuleSession.ScriptsTurn) {
        guard let scripts else { return }
        switch turn {
        case .request(let alteration, let way): scripts.request(after: alteration, to: way, session[.request])
        case .response(let head, let alteration): scripts.response(head, after: alteration, session[.response])
        case .body(let kind, let plain, let fields): scripts.body(kind, plain, after: fields)
        case .answer(let head, let content):
            let (limit, reading) = (live.bodyLimit, live.reading)
            shard.offLoop { (deliver: @escaping @Sendable (ScriptBody) -> Void) in
                reading.run { deliver(content.plain(under: head.fields, limit: limit)) }
            } then: { [weak self] (body: ScriptBody) in
                if let self, isOpen { self.scripts?.answered(head, body) }
            }
        }
    }
}

extension ContentSource {
    /// All of it without its codings, for scripts. May block.
    fileprivate func plain(under section: FieldSection, limit: Int) -> ScriptBody {
        guard count <= limit else { return .omitted(.size) }
        switch self {
        case .bytes(let bytes): return ExchangeScripts.plain(bytes, section, limit: limit)
        case .stored(let stored, let range):
            return stored.read(range).map { ExchangeScripts.plain($0, section, limit: limit) } ?? .omitted(.size)
        }
    }
}

extension RuleClient {
    /// A rule ends the body here.
    func cutOff(_ kind: MessageKind, reason: String) { cutOff(kind, .refusedByRule, reason: reason) }
}
