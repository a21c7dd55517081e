package import Flow
package import HTTPModel

/// What rules, scripts and a person make of one exchange, stage by stage.
///
/// A value without I/O: the exchange's questions, time, decisions and results come in, `Action`s go out. At a head
/// and at a gathered body the same steps follow one another, most of them seldom:
///
///     asked ─ rules ─ delay ─┬─ scripts ─ breakpoint ─ answer
///                            └─ an answer in the server's place ─ scripts ─ delay ─ answer
///
/// Owned in one place and never copied.
package struct RuleSession: ~Copyable {
    private let flags: HeaderRules
    /// Longest body that is gathered, in bytes.
    let bodyLimit: Int
    package internal(set) var run: RuleRun
    /// What filters look at; another one with each head that comes.
    package internal(set) var subject: RuleSubject
    var request: Message
    var response = Message()
    /// What it waits for.
    var step = Step.nothing
    /// How the bytes of the request go, and of a response for which nothing else is said.
    private var requestShape = BodyShape()
    /// The server is spoken with in HTTP/1.1, whatever the client speaks.
    package internal(set) var forcesHTTP1 = false
    /// Told where the request goes in frames: HTTP/2 has no form for what these wrote.
    private var formless: [RuleAct] = []
    /// The last act that sends what it wrote byte for byte.
    var rawAct: RuleAct?
    private var connection = ConnectionDelay.none
    /// Somebody decides about this message once its body is here, too.
    var heldForBody: (kind: MessageKind, act: RuleAct?)?
    /// Scripts see this exchange; at these stages the exchange asks.
    private(set) var hasScripts = false
    package private(set) var stages: Question.Stages

    /// One message, as far as its head said.
    package struct Message {
        package var framing: Framing?
        /// Its body is gathered.
        var isBodyWanted = false

        package var hasBody: Bool {
            switch framing?.kind {
            case nil, .some(Framing.Kind.none), .length(0), .tunnel: false
            case .length, .chunked, .close, .frames: true
            }
        }
    }

    /// What becomes of the time before a connection is made, for which rules asked once.
    private enum ConnectionDelay {
        case none
        case wanted([(time: Int64, act: RuleAct)])
        case underWay

        var isUnderWay: Bool {
            guard case .underWay = self else { return false }
            return true
        }
    }

    /// - Parameters:
    ///   - run: of rules that may match the exchange.
    ///   - flags: header rules of the command line, which come before all others.
    ///   - record: of the flow, with the request's head.
    ///   - bodyLimit: the longest body that is gathered, in bytes.
    package init(
        _ run: RuleRun, flags: HeaderRules, _ record: consuming FlowRecord, _ framing: Framing, bodyLimit: Int
    ) {
        self.run = run
        self.flags = flags
        self.bodyLimit = bodyLimit
        subject = RuleSubject(record)
        request = Message(framing: framing)
        stages = run.book.stages
        if !flags.request.isEmpty { stages.insert(.requestHead) }
        if !flags.response.isEmpty { stages.insert(.responseHead) }
    }

    /// Scripts are asked after the rules.
    package mutating func addScripts(at stages: Question.Stages) {
        hasScripts = true
        self.stages.formUnion(stages)
    }

    package var record: FlowRecord { subject.record }

    /// The client speaks HTTP/2.
    var clientIsFramed: Bool { record.requestHead.map { $0.version.major >= 2 } ?? false }

    /// Something happened; what follows from it is appended to the actions, in their order.
    package mutating func handle(_ event: Event, _ host: some RuleHost, _ actions: inout [Action]) {
        switch event {
        case .asked(let question): ask(question, host, &actions)
        case .timeCame: timeCame(host, &actions)
        case .decided(let decision): decided(decision, host, &actions)
        case .scriptsEnded(let end, let response): scriptsEnded(end, response, host, &actions)
        case .contentRead(let content): contentCame(content, host, &actions)
        case .fileFound(let answer, let content): fileFound(answer, content, host, &actions)
        case .bodyWorked(let run, let orders, let plain): bodyWorked(run, orders, plain, host, &actions)
        case .bodyWasTooLong(let kind, let room): bodyWasTooLong(kind, room: room, &actions)
        case .trailersCame(let kind, let section):
            if !section.lines.isEmpty { learn([.trailersReceived(kind, section)], host.now) }
        case .connecting: connectionIsWanted(&actions)
        case .wentInFrames:
            actions.tell(formless)
            formless = []
        }
    }

    private mutating func ask(_ question: Question, _ host: some RuleHost, _ actions: inout [Action]) {
        switch question {
        case .requestHead: askRequest(host, &actions)
        case .requestBody(nil): askAboutGathering(.request, host, &actions)
        case .requestBody(let content?): askBody(.request, content, host, &actions)
        case .responseHead(let head, let framing): askResponse(head, framing, host, &actions)
        case .responseBody(nil): askAboutGathering(.response, host, &actions)
        case .responseBody(let content?): askBody(.response, content, host, &actions)
        }
    }

    private mutating func timeCame(_ host: some RuleHost, _ actions: inout [Action]) {
        switch step {
        case .delayedRequest(let orders):
            step = .nothing
            requestGoes(orders, host, &actions)
        case .delayedResponse(let orders, let shape):
            step = .nothing
            responseGoes(orders, shape, host, &actions)
        case .delayedAnswer(let answer):
            step = .nothing
            answerGoes(answer, &actions)
        case .held:
            // What comes of that comes as a decision.
            actions.append(.decide(.proceed("No decision in time: forwarded unchanged.")))
        case .nothing where connection.isUnderWay:
            connection = .none
            actions.append(.connect)
        case .nothing, .scripts, .content, .file, .body: break
        }
    }

    /// More of the flow is known.
    mutating func learn(_ facts: [FlowEvent.Fact], _ now: Instant) {
        var record = subject.record
        for fact in facts { record.apply(FlowEvent(flow: record.id, time: now, fact: fact)) }
        subject = RuleSubject(record)
    }

    package internal(set) subscript(kind: MessageKind) -> Message {
        get { kind == .request ? request : response }
        set { if kind == .request { request = newValue } else { response = newValue } }
    }

    // MARK: - A connection

    /// A connection that is made now has to wait.
    package var delaysConnection: Bool {
        guard case .wanted = connection else { return false }
        return true
    }

    /// A connection waits to be made.
    package var isDelayingConnection: Bool { connection.isUnderWay }

    private mutating func connectionIsWanted(_ actions: inout [Action]) {
        guard case .wanted(let delays) = connection else { return actions.append(.connect) }
        actions.tell(delays.map(\.act))
        let time = delays.reduce(0) { $0 + $1.time }
        guard time > 0 else {
            connection = .none
            return actions.append(.connect)
        }
        connection = .underWay
        actions.append(.wait(microseconds: time))
    }

    // MARK: - The request

    private mutating func askRequest(_ host: some RuleHost, _ actions: inout [Action]) {
        let orders = run.request(subject, hasBody: request.hasBody, after: flags.request)
        request.isBodyWanted = orders.wantsBody
        requestShape = orders.shape
        let upwards = requestShape.upwards
        if !upwards.isEmpty { actions.append(.shape(.request, upwards, size: nil)) }
        forcesHTTP1 = orders.forcesHTTP1
        if !orders.connectDelays.isEmpty { connection = .wanted(orders.connectDelays) }
        if orders.keepsNoBody { actions.append(.keepNoBody) }
        formless = orders.formless
        tell(orders, &actions)
        guard orders.delay <= 0 else {
            step = .delayedRequest(orders)
            return actions.append(.wait(microseconds: orders.delay))
        }
        requestGoes(orders, host, &actions)
    }

    private mutating func requestGoes(_ orders: RuleOrders, _ host: some RuleHost, _ actions: inout [Action]) {
        if let ending = orders.ending { return end(ending, .requestHead, host, &actions) }
        var alteration = Alteration()
        alteration.headers = orders.fields
        alteration.trailers = orders.trailers
        alteration.requestLine = orders.line
        if orders.way != nil || orders.proxy != nil {
            alteration.route = host.route(to: orders.way, through: orders.proxy)
        }
        alteration.leavesHost = orders.leavesHost
        guard hasScripts else { return hold(orders, .request, alteration, &actions) }
        step = .scripts(.head(orders, .request))
        actions.append(.askScripts(.request(after: alteration, to: orders.way)))
    }

    // MARK: - The response

    private mutating func askResponse(
        _ head: ResponseHead, _ framing: Framing, _ host: some RuleHost, _ actions: inout [Action]
    ) {
        let leased = host.lease.map { [FlowEvent.Fact.upstreamConnected($0)] } ?? []
        learn(leased + [.responseHeadReceived(head, framing)], host.now)
        response = Message(framing: framing)
        let orders = run.response(
            subject, hasBody: response.hasBody, isEmpty: framing.kind == .length(0), after: flags.response)
        if orders.wantsBody { response.isBodyWanted = true }
        var shape = orders.shape
        shape.takeThrottle(of: requestShape)
        tell(orders, &actions)
        if clientIsFramed { actions.tell(orders.formless) }
        let latency = orders.ending == nil ? shape.throttle?.latency ?? 0 : 0
        guard orders.delay + latency <= 0 else {
            step = .delayedResponse(orders, shape)
            return actions.append(.wait(microseconds: orders.delay + latency))
        }
        responseGoes(orders, shape, host, &actions)
    }

    private mutating func responseGoes(
        _ orders: RuleOrders, _ shape: BodyShape, _ host: some RuleHost, _ actions: inout [Action]
    ) {
        if let ending = orders.ending { return end(ending, .responseHead, host, &actions) }
        if response.hasBody || response.isBodyWanted, !shape.isEmpty {
            var size: UInt64?
            if case .length(let length)? = response.framing?.kind { size = length }
            // A body that may become another one is shaped when it is known which.
            actions.append(
                response.isBodyWanted ? .awaitShape(shape, size: size) : .shape(.response, shape, size: size))
        }
        var alteration = Alteration()
        alteration.headers = orders.fields
        alteration.trailers = orders.trailers
        guard hasScripts, let head = record.responseHead, head.status >= 200 else {
            return hold(orders, .response, alteration, &actions)
        }
        step = .scripts(.head(orders, .response))
        actions.append(.askScripts(.response(head, after: alteration)))
    }

    private mutating func tell(_ orders: RuleOrders, _ actions: inout [Action]) {
        actions.tell(orders.acts)
        rawAct = orders.rawAct ?? rawAct
        if !orders.remarks.isEmpty { actions.append(.remark(orders.remarks.asTold)) }
    }
}
