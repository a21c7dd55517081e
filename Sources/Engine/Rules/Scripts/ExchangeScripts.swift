internal import Bytes
internal import Filter
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import Messages
internal import Reactor
internal import Rules

/// The scripts of one exchange: asks them one after the other, each about what the one before has left, and puts their
/// changes together. Those that want a body wait for it, and with them all that come after.
///
/// Owned by the rules of the exchange, on their loop.
final class ExchangeScripts {
    /// A script that is to be asked.
    struct Step {
        let link: ScriptLink
        let on: ScriptEventKind
        let interest: ScriptLink.Interest

        var wantsBody: Bool { interest.wantsBody }
    }

    /// An answer that came.
    struct Answered {
        let step: Step
        let ticket: ScriptLink.Ticket
        let second: ScriptSecondAnswer
        /// Microseconds that it took.
        var time: UInt64
    }

    /// What is under way at one stage.
    struct Course {
        let kind: MessageKind
        var steps: ArraySlice<Step>
        var alteration: Alteration
        var body: ScriptBody
        /// In place of what came.
        var content: Bytes?
        let isWhole: Bool
        /// What the last verdict changed, for people.
        var words: [String] = []

        mutating func replace(_ other: Bytes?) {
            guard let other else { return }
            content = other
            body = .content(other)
        }
    }

    unowned let rules: ExchangeRules
    private let links: [ScriptLink]
    private let live: LiveScripts
    var request: ScriptRequest?
    var response: ScriptResponse?
    private var late: [MessageKind: ArraySlice<Step>] = [:]
    private(set) var chunks: [MessageKind: ChunkScripts] = [:]
    private var hasBody: Set<MessageKind> = []
    var waiting: (link: ScriptLink, ticket: ScriptLink.Ticket)?
    let stages: Question.Stages

    init(_ links: [ScriptLink], _ live: LiveScripts, of rules: ExchangeRules) {
        (self.links, self.live, self.rules) = (links, live, rules)
        let head = rules.record.requestHead
        stages = links.reduce(into: []) { $0.formUnion($1.stages(of: head)) }
    }

    /// The exchange is over.
    func close() {
        if let waiting { waiting.link.cancel(waiting.ticket, reason: "the exchange ended") }
        waiting = nil
        for one in chunks.values { one.close() }
    }

    /// Scripts wait for this body.
    func waits(for kind: MessageKind) -> Bool { late[kind]?.isEmpty == false }

    /// The body that they waited for does not come whole: what they would have been told.
    func passedBy(_ kind: MessageKind, _ text: String) {
        for step in late.removeValue(forKey: kind) ?? [] {
            tell(step, "failed", 0, "\(text.hasSuffix(".") ? String(text.dropLast()) : text) without the script.")
        }
    }

    /// Those that follow the WebSocket that the exchange has become.
    ///
    /// - Parameter record: with both heads.
    func messages(_ record: FlowRecord) -> MessageScripts? { MessageScripts(links, live, record, on: rules.shard) }

    // MARK: - Heads

    func request(after alteration: Alteration, to server: RuleWay?, _ message: RuleSession.Message) {
        let now = ScriptRequest(rules.record, after: alteration, to: server)
        request = now
        if message.hasBody { hasBody.insert(.request) }
        head(.request, [.requestHead, .request], alteration, body(of: message, now.fields))
    }

    func response(_ head: ResponseHead, after alteration: Alteration, _ message: RuleSession.Message) {
        let now = ScriptResponse(head, after: alteration)
        response = now
        if message.hasBody { hasBody.insert(.response) }
        if request == nil { request = ScriptRequest(rules.record, after: Alteration(), to: nil) }
        self.head(.response, [.responseHead, .response], alteration, body(of: message, now.fields))
    }

    /// What of the body can be had at all; nil: all of it, later.
    private func body(of message: RuleSession.Message, _ fields: [RuleAnswer.Field]) -> ScriptBody? {
        guard message.hasBody else { return .content(Bytes()) }
        if case .length(let size)? = message.framing?.kind, size > UInt64(rules.live.bodyLimit) {
            return .omitted(.size)
        }
        let type = fields.first { $0.name.equalsIgnoringCase("content-type") }?.value ?? Bytes()
        return ScriptBody.isStream(type) ? .omitted(.stream) : nil
    }

    private func head(
        _ kind: MessageKind, _ events: [ScriptEventKind], _ alteration: Alteration, _ body: ScriptBody?
    ) {
        let steps = steps(events, rules.subject.filtered)
        var now = steps[...]
        if body == nil, let first = steps.firstIndex(where: \.wantsBody) {
            // The order is that of the command line: nobody overtakes who waits.
            now = steps[..<first]
            late[kind] = steps[first...]
        }
        go(
            Course(
                kind: kind, steps: now, alteration: alteration, body: body ?? .absent, content: nil, isWhole: false))
    }

    private func steps(_ events: [ScriptEventKind], _ subject: FilterSubject) -> [Step] {
        events.flatMap { on in
            links.compactMap { link in
                link.interest(in: on, of: subject).map { Step(link: link, on: on, interest: $0) }
            }
        }
    }

    /// A rule answers with this, whole.
    func answered(_ head: ResponseHead, _ body: ScriptBody) {
        var record = rules.record
        record.responseHead = head
        if request == nil { request = ScriptRequest(record, after: Alteration(), to: nil) }
        response = ScriptResponse(head, after: Alteration())
        let steps = steps([.responseHead, .response], FilterSubject(record, reader: RuleRun.reader))
        go(
            Course(
                kind: .response, steps: steps[...], alteration: Alteration(), body: body, content: nil, isWhole: true))
    }

    /// The body is here, as rules left it.
    ///
    /// - Parameter fields: what rules changed with the body.
    func body(_ kind: MessageKind, _ content: ScriptBody, after fields: [HeaderRule]) {
        if kind == .request { request?.apply(fields) } else { response?.apply(fields) }
        go(
            Course(
                kind: kind, steps: late.removeValue(forKey: kind) ?? [], alteration: Alteration(), body: content,
                content: nil, isWhole: true))
    }

    /// A body that was gathered, without its codings.
    static func plain(_ content: Bytes, _ section: FieldSection, limit: Int) -> ScriptBody {
        switch ContentDecoder.plan(section) {
        case .nothing: return .content(content)
        case .unknown: return .omitted(.coding)
        case .codings(let codings):
            var bytes: [UInt8] = []
            let result = ContentDecoder.decode(.inline(content), codings, limit: limit) {
                bytes.append(contentsOf: $0)
            }
            guard let fault = result.fault else { return .content(Bytes(bytes)) }
            return .omitted(fault.reason == .tooLarge ? .size : .coding)
        }
    }

    // MARK: - Asking

    func go(_ course: Course) {
        guard let step = course.steps.first else {
            return rules.scriptsEnded(.proceed(course.alteration, content: course.content))
        }
        guard let request else { return }
        var course = course
        course.steps = course.steps.dropFirst()
        let record = rules.record
        let body = step.wantsBody ? course.body : .absent
        let isRequest = course.kind == .request
        var question = ScriptQuestion(
            on: step.on, matched: step.interest.matched, flow: live.number(record.id), time: record.startedAt ?? 0,
            client: record.opening?.client ?? "", request: request, response: response,
            requestBody: isRequest ? body : .omitted(.earlier), responseBody: isRequest ? .absent : body)
        question.trailers = course.trailers(after: record, isWanted: step.wantsBody)
        (question.connection, question.tls) = (record.opening?.clientConnection, record.clientTLS)
        if let lease = record.upstream, let address = lease.address, !isRequest {
            question.server = ScriptNotice.Peer(address: address, connection: lease.connection)
        }
        let since = rules.shard.now()
        let second = ScriptSecondAnswer()
        let (link, ticket) = (step.link, step.link.makeTicket())
        waiting = (link, ticket)
        rules.shard.offLoop { [question] (deliver: @escaping @Sendable (ScriptOutcome) -> Void) in
            link.ask(question, step.interest, of: record, ticket) { outcome in
                if !second.takeFirst(deliver, outcome) { second.deliver(outcome) }
            }
        } then: { [weak self] (outcome: ScriptOutcome) in
            guard let self, rules.isOpen else { return }
            let time = (rules.shard.now() - since) / 1_000
            let answered = Answered(step: step, ticket: ticket, second: second, time: time)
            waiting = nil
            took(outcome, answered, course)
        }
    }

    func took(_ outcome: ScriptOutcome, _ answered: Answered, _ course: Course) {
        let (step, time) = (answered.step, answered.time)
        switch outcome {
        case .failed(let reason): failed(reason, step, time, course)
        case .verdict(let verdict) where verdict.kind == .hold:
            mark(verdict, step, time)
            hold(answered, course)
        case .verdict(let verdict):
            do throws(ScriptChanger.Fault) {
                try carryOut(verdict, step, time, course)
            } catch {
                step.link.failed()
                failed("invalid verdict: \(error.text)", step, time, course)
            }
        }
    }

    private func failed(_ reason: String, _ step: Step, _ time: UInt64, _ course: Course) {
        switch step.link.policy {
        case .pass:
            tell(step, "failed", time, "The script failed (\(reason)): the message passed without it.")
            go(course)
        case .refuse:
            tell(step, "refused", time, "The script failed (\(reason)): the exchange was refused.")
            let text = "The script \(step.link.name) failed, and --script-failure refuse is set.\n"
            let type = RuleAnswer.Field(name: "Content-Type", value: "text/plain; charset=utf-8")
            rules.scriptsEnded(.answer(RuleAnswer(status: 502, fields: [type]), Bytes(text)))
        }
    }

    private func carryOut(
        _ verdict: ScriptVerdict, _ step: Step, _ time: UInt64, _ course: Course
    ) throws(ScriptChanger.Fault) {
        let changer = ScriptChanger(source: "script \(step.link.name)")
        var course = course
        let streams = verdict.streams && step.on.isOfHead
        if streams, verdict.wantsChunks { try checkChunks(step, course) }
        switch verdict.kind {
        case .pass: break
        // Held before it came here; no message is asked about that could tunnel.
        case .hold, .tunnel: break
        case .respond:
            let answer = try changer.answer(verdict.response)
            guard case .bytes(let content) = answer.content else { return }
            mark(verdict, step, time)
            tell(step, "respond", time, "Answered with \(answer.status).")
            return rules.scriptsEnded(.answer(answer, content))
        case .drop:
            mark(verdict, step, time)
            tell(step, "drop", time, "The connection was closed.")
            return rules.scriptsEnded(.drop(reason: "script \(step.link.name): drop"))
        case .modify:
            if let answer = try modify(verdict, step, changer, &course) {
                mark(verdict, step, time)
                tell(step, "respond", time, "Replaced the response.")
                return rules.scriptsEnded(.answer(answer.0, answer.1))
            }
            let words = course.words
            course.words = []
            if !words.isEmpty { tell(step, "modify", time, "Changed \(Self.list(words)).") }
        }
        if streams {
            course.steps = course.steps.filter { $0.link !== step.link }[...]
            late[course.kind] = late[course.kind]?.filter { $0.link !== step.link }[...]
            if verdict.wantsChunks { passChunks(to: step, changer, &course) }
        }
        mark(verdict, step, time)
        go(course)
    }

    /// Whether there is a body whose pieces it could see.
    private func mayPassChunks(to step: Step, _ course: Course) -> Bool {
        hasBody.contains(course.kind) && !course.isWhole
            && step.link.interest(in: .chunk, of: rules.subject.filtered) != nil
    }

    private func checkChunks(_ step: Step, _ course: Course) throws(ScriptChanger.Fault) {
        let isOld = course.kind == .response && rules.record.requestHead.map { $0.version < .http11 } == true
        guard isOld, mayPassChunks(to: step, course) else { return }
        throw ScriptChanger.Fault(text: "HTTP/1.0 has no chunks; subscribe with \"body\": true")
    }

    private func passChunks(to step: Step, _ changer: ScriptChanger, _ course: inout Course) {
        guard mayPassChunks(to: step, course), let request else { return }
        let fields = course.kind == .request ? request.fields : response?.fields ?? []
        course.alteration.headers += changer.rulesForChunks(fields, isRequest: course.kind == .request)
        course.alteration.isRechunked = true
        let passing = chunks[course.kind] ?? ChunkScripts(course.kind, live, of: rules, request, response)
        passing.add(step.link)
        chunks[course.kind] = passing
        rules.client?.change(course.kind) { $0.letScriptsSee() }
    }

    private static func list(_ words: [String]) -> String {
        let shown = words.prefix(8).joined(separator: ", ")
        return words.count > 8 ? "\(shown) and \(words.count - 8) more" : shown
    }

    func mark(_ verdict: ScriptVerdict, _ step: Step, _ time: UInt64) {
        guard let remarks = verdict.remarks else { return }
        rules.client?.publish(.told(.remarked(remarks)))
        if verdict.kind == .pass { tell(step, "pass", time, "The flow was marked.") }
    }

    func tell(_ step: Step, _ verdict: String, _ time: UInt64, _ text: String) {
        rules.tell([act(step, verdict, time, text)])
    }

    func act(_ step: Step, _ verdict: String, _ time: UInt64, _ text: String) -> RuleAct {
        RuleAct.script(
            step.link.name, file: step.link.file, did: verdict, on: step.on.rawValue, microseconds: time, text: text)
    }
}
