internal import Bytes
internal import Filter
internal import Flow
internal import HTTPModel
internal import Rules

/// The scripts that are asked about one connection before it is made: about the CONNECT that wants it, or where it is
/// to lead. One after the other, each about what the one before has left.
///
/// Owned by who makes the connection, on its loop.
final class ConnectionScripts {
    /// What scripts decided.
    enum End {
        case goOn(Course)
        /// It is not decrypted.
        case tunnel(Course)
        case respond(RuleAnswer, Bytes)
        case drop(reason: String)
        /// A script failed where that refuses: 502.
        case fail(reason: String)
    }

    /// Where the connection leads, as far as scripts were asked.
    struct Course {
        var server: Destination
        var via: [String]
        /// Chosen by a script; nil: no proxy.
        var proxy: UpstreamProxy?
        /// A script has said which proxy, or that there is none.
        var isProxyChosen = false
        /// A proxy reads what is sent along this way, which cannot become another one.
        let isFixed: Bool
        /// Of the CONNECT that a proxy is sent.
        var fields: [RuleAnswer.Field] = []

        init(_ route: Route) {
            server = route.destination
            via = route.through
            isFixed = route.forwarder != nil
        }

        /// What this proxy is to lead to.
        init(asking proxy: UpstreamProxy, for target: Destination) {
            (server, via, isFixed) = (target, ["\(proxy)"], false)
            fields = [RuleAnswer.Field(name: "Host", value: Bytes("\(target)"))]
        }
    }

    private let on: ScriptEventKind
    private let scripts: LiveScripts
    private let record: FlowRecord
    private unowned let shard: ShardState
    private let publish: (FlowEvent.Fact) -> Void
    private var waiting: (link: ScriptLink, ticket: ScriptLink.Ticket)?
    private var isOpen = true

    /// nil when no script wants to be asked.
    ///
    /// - Parameters:
    ///   - record: with the head of the request that needs the connection.
    ///   - publish: tells the flow what scripts did.
    init?(
        _ on: ScriptEventKind, _ record: FlowRecord, shard: ShardState, publish: @escaping (FlowEvent.Fact) -> Void
    ) {
        guard let scripts = shard.configuration.scripts, scripts.wants(on) else { return nil }
        let subject = FilterSubject(record, reader: RuleRun.reader)
        guard scripts.isAsked(on, subject) else { return nil }
        (self.on, self.scripts, self.record, self.shard, self.publish) = (on, scripts, record, shard, publish)
    }

    /// `then` is called once, unless this is closed before.
    func ask(about course: Course, then: @escaping (End) -> Void) { ask(scripts.links[...], course, then) }

    func close() {
        isOpen = false
        if let waiting { waiting.link.cancel(waiting.ticket, reason: "the connection is not needed any more") }
        waiting = nil
    }

    private func ask(_ rest: ArraySlice<ScriptLink>, _ course: Course, _ then: @escaping (End) -> Void) {
        guard let link = rest.first else { return then(.goOn(course)) }
        let subject = FilterSubject(record, reader: RuleRun.reader)
        guard let interest = link.interest(in: on, of: subject) else { return ask(rest.dropFirst(), course, then) }
        var question = ScriptQuestion(
            on: on, matched: interest.matched, flow: scripts.number(record.id), time: record.startedAt ?? 0,
            client: record.opening?.client ?? "", request: request(of: course))
        (question.connection, question.tls) = (record.opening?.clientConnection, record.clientTLS)
        question.content = .server("\(course.server)", via: course.via)
        let (ticket, since) = (link.makeTicket(), shard.now())
        waiting = (link, ticket)
        let record = record
        shard.offLoop { [question] (deliver: @escaping @Sendable (ScriptOutcome) -> Void) in
            link.ask(question, interest, of: record, ticket, deliver)
        } then: { [weak self] (outcome: ScriptOutcome) in
            guard let self, isOpen else { return }
            waiting = nil
            let time = (shard.now() - since) / 1_000
            switch outcome {
            case .failed(let reason): failed(reason, link, time, rest, course, then)
            case .verdict(let verdict):
                do throws(ScriptChanger.Fault) {
                    try carryOut(verdict, link, time, rest, course, then)
                } catch {
                    link.failed()
                    failed("invalid verdict: \(error.text)", link, time, rest, course, then)
                }
            }
        }
    }

    private func request(of course: Course) -> ScriptRequest {
        guard on == .connectUpstream else { return ScriptRequest(record, after: Alteration(), to: nil) }
        return ScriptRequest(
            method: "CONNECT", url: Bytes("\(course.server)"), version: "HTTP/1.1", fields: course.fields)
    }

    private func carryOut(
        _ verdict: ScriptVerdict, _ link: ScriptLink, _ time: UInt64, _ rest: ArraySlice<ScriptLink>,
        _ course: Course, _ then: @escaping (End) -> Void
    ) throws(ScriptChanger.Fault) {
        var course = course
        switch verdict.kind {
        case .pass, .hold: mark(verdict, link, time)
        case .tunnel:
            mark(verdict, link, time)
            tell(link, "tunnel", time, "The connection was not decrypted.")
            return then(.tunnel(course))
        case .drop:
            mark(verdict, link, time)
            let text = on == .connect ? "The client's connection was closed." : "No connection was made."
            tell(link, "drop", time, text)
            return then(.drop(reason: "script \(link.name): drop"))
        case .respond:
            let answer = try ScriptChanger(source: "script \(link.name)").refusal(verdict.response)
            guard case .bytes(let content) = answer.content else { return }
            mark(verdict, link, time)
            tell(link, "respond", time, "Answered with \(answer.status).")
            return then(.respond(answer, content))
        case .modify:
            let words = try change(&course, by: verdict.request)
            mark(verdict, link, time)
            if !words.isEmpty { tell(link, "modify", time, "Changed \(words.joined(separator: ", ")).") }
        }
        ask(rest.dropFirst(), course, then)
    }

    private func change(
        _ course: inout Course, by part: ScriptVerdict.Part
    ) throws(ScriptChanger.Fault) -> [String] {
        if on == .connectUpstream {
            let (fields, words) = try ScriptChanger.connectFields(course.fields, by: part)
            course.fields = fields
            return words
        }
        let server = course.server
        let change = try ScriptChanger.change(
            "\(server)", isSecure: server.isSecure, by: part, mayChooseProxy: on == .serverConnect)
        guard !change.words.isEmpty else { return [] }
        guard !course.isFixed else {
            throw ScriptChanger.Fault(text: "the request was written for the proxy that gets it")
        }
        if let (host, port) = change.server {
            // Whom it asks for stays: only the address is another.
            course.server = Destination(host: host, port: port, serverName: server.serverName)
        }
        if change.changesProxy {
            (course.proxy, course.isProxyChosen) = (change.proxy, true)
            course.via = change.proxy.map { ["\($0)"] } ?? []
        }
        return change.words
    }

    private func failed(
        _ reason: String, _ link: ScriptLink, _ time: UInt64, _ rest: ArraySlice<ScriptLink>, _ course: Course,
        _ then: @escaping (End) -> Void
    ) {
        switch link.policy {
        case .pass:
            tell(link, "failed", time, "The script failed (\(reason)): the connection was made without it.")
            ask(rest.dropFirst(), course, then)
        case .refuse:
            tell(link, "refused", time, "The script failed (\(reason)): the connection was refused.")
            let text = "The script \(link.name) failed, and --script-failure refuse is set."
            guard on == .connect else { return then(.fail(reason: "script \(link.name)")) }
            let type = RuleAnswer.Field(name: "Content-Type", value: "text/plain; charset=utf-8")
            then(.respond(RuleAnswer(status: 502, fields: [type]), Bytes(text + "\n")))
        }
    }

    private func mark(_ verdict: ScriptVerdict, _ link: ScriptLink, _ time: UInt64) {
        guard let remarks = verdict.remarks else { return }
        publish(.told(.remarked(remarks)))
        if verdict.kind == .pass { tell(link, "pass", time, "The flow was marked.") }
    }

    private func tell(_ link: ScriptLink, _ verdict: String, _ time: UInt64, _ text: String) {
        let act = RuleAct.script(
            link.name, file: link.file, did: verdict, on: on.rawValue, microseconds: time, text: text)
        publish(.ruleActed(act))
    }
}
