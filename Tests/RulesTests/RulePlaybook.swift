import Bytes
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire

@testable import Rules

/// Plays one exchange through a `RuleSession`: what happens goes in, what is to be done comes out, as lines of text.
struct RulePlaybook: ~Copyable {
    private var session: RuleSession
    private let record: FlowRecord
    private var host = Host()

    /// A host whose room and scripts a test chooses.
    struct Host: RuleHost {
        var room = Int.max
        var waitingScripts: Set<MessageKind> = []
        let now = Instant(nanoseconds: 2_000_000)
        let date: Bytes = "Mon, 30 Nov 2026 12:00:00 GMT"
        let lease: FlowEvent.UpstreamLease? = nil
        let roomForBodies = "256 MiB"

        func route(to way: RuleWay?, through proxy: UpstreamProxy?) -> Route? {
            guard case .connect(let host, let port)? = way else { return nil }
            return Route(Destination(host: host, port: port))
        }

        func reserve(_ count: Int) -> Bool { count <= room }
        func scriptsWait(for kind: MessageKind) -> Bool { waitingScripts.contains(kind) }
    }

    /// - Parameters:
    ///   - body: the request's; nil: none.
    ///   - scripts: scripts are asked at heads, and wait for these bodies.
    init(
        _ rules: String, _ request: String = Reading.request, body: UInt64? = nil, room: Int = .max,
        scripts: Set<MessageKind>? = nil
    ) throws {
        var record = MadeFlow.make(request.hasPrefix(":") ? Reading.request : request, Reading.response, outcome: nil)
        // A list of fields is a head of HTTP/2.
        if request.hasPrefix(":") { record.requestHead = RecordedHead.request(Bytes(request)).head }
        self.record = record
        var arrived = record
        arrived.responseHead = nil
        let run = RuleRun(try Reading.book(rules), counting: Counting(), seed: 7)
        let framing = Self.framing(body)
        session = RuleSession(run, flags: HeaderRules(), arrived, framing, bodyLimit: 1 << 20)
        host.room = room
        guard let scripts else { return }
        host.waitingScripts = scripts
        session.addScripts(at: [.requestHead, .responseHead])
    }

    /// What is to be done, a line for each action.
    mutating func happen(_ event: RuleSession.Event) -> [String] {
        var actions: [RuleSession.Action] = []
        session.handle(event, host, &actions)
        let trace = RuleTrace(record: record)
        return actions.map(trace.line)
    }

    mutating func request() -> [String] {
        guard let head = record.requestHead else { return [] }
        return happen(.asked(.requestHead(head)))
    }

    mutating func response(body: UInt64? = 11) -> [String] {
        guard let head = record.responseHead else { return [] }
        return happen(.asked(.responseHead(head, Self.framing(body))))
    }

    /// Rules see a gathered body, as whoever performs would have them see it.
    mutating func work(_ kind: MessageKind, _ content: String) -> [String] {
        var run = session.run
        let orders = run.body(kind, Bytes(content), session.record) { _ in nil }
        return happen(.bodyWorked(run, orders, plain: .content(orders.content ?? Bytes(content))))
    }

    private static func framing(_ size: UInt64?) -> Framing {
        size.map { Framing(.length($0), rule: 6) } ?? Framing(.none, rule: 1)
    }

    var delaysConnection: Bool { session.delaysConnection }
    var isDelayingConnection: Bool { session.isDelayingConnection }
}

/// What a session wants done, in words.
private struct RuleTrace {
    let record: FlowRecord

    func line(_ action: RuleSession.Action) -> String {
        switch action {
        case .answer(let verdict, let stage): "\(stage): \(line(verdict, stage))"
        case .respond(let head, let content, let stage): "\(stage): \(Self.status(head)), \(content.count) stored bytes"
        case .wait(let time): "wait \(time)"
        case .tell(let acts): "tell " + acts.map(\.text).joined(separator: " | ")
        case .remark(let remarks): "remark \(remarks.tags.joined(separator: " "))"
        case .shape(let kind, _, let size): "shape \(kind) of \(size.map { "\($0)" } ?? "any size")"
        case .awaitShape: "await shape"
        case .settleShape: "settle shape"
        case .dropShape: "drop shape"
        case .keepNoBody: "keep no body"
        case .hold(let kind, let rule, _, let body, let isRaw):
            "hold \(kind) for \(rule), \(Self.line(body))\(isRaw ? ", raw" : "")"
        case .decide: "decide"
        case .endHeld: "end"
        case .askScripts(.request): "ask scripts about the request"
        case .askScripts(.response): "ask scripts about the response"
        case .askScripts(.answer): "ask scripts about the answer"
        case .askScripts(.body(let kind, _, _)): "ask scripts about the \(kind) body"
        case .passScripts(let kind, _): "pass the \(kind) body by scripts"
        case .read(let path): "read \(path)"
        case .readRecorded: "read the recording"
        case .find(let path, let rest, _): "find \(rest.text) in \(path)"
        case .workOn(let kind, let content, let wantsPlain):
            "work on \(content.count) bytes of the \(kind)\(wantsPlain ? ", decoded" : "")"
        case .connect: "connect"
        }
    }

    private func line(_ verdict: Verdict, _ stage: Question.Stage) -> String {
        switch verdict {
        case .pass: "pass"
        case .gather: "gather"
        case .alter(let alteration): "alter " + line(alteration, stage)
        case .remake(let alteration, let content):
            "remake " + line(alteration, stage) + (content.map { " with \($0.text)" } ?? "")
        case .respond(let answer): "\(Self.status(answer)) \(answer.body.text)"
        case .refuse(let reason): "refuse: \(reason)"
        case .hangUp(let isReset, let reason): "\(isReset ? "reset" : "close"): \(reason)"
        case .replace, .change, .rewrite, .reroute: "another verdict"
        }
    }

    /// The lines that differ: `-X` is removed, `~X` replaced, `+X` added.
    private func line(_ alteration: Alteration, _ stage: Question.Stage) -> String {
        let isRequest = stage == .requestHead || stage == .requestBody
        let section = (isRequest ? record.requestHead?.fields : record.responseHead?.fields) ?? .none
        var parts = section.edits(by: alteration.headers).map { edit in
            switch edit.action {
            case .remove(let line): "-\(section.name(of: section.lines[line]).text)"
            case .replace(let line, _): "~\(section.name(of: section.lines[line]).text)"
            case .add(let text): "+\(text.text.prefix { $0 != ":" })"
            case .replaceStartLine, .replaceHead: "another start"
            }
        }
        if let route = alteration.route { parts.append("to \(route.destination.host.text)") }
        if let head = alteration.head { parts.append("raw \(head.text)") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: " ")
    }

    private static func line(_ body: HeldBody) -> String {
        switch body {
        case .absent: "no body"
        case .unread: "body unread"
        case .read(let bytes): "body \(bytes.text)"
        case .passing: "body passes"
        }
    }

    private static func status(_ answer: ProxyAnswer) -> String {
        String(answer.head.text.prefix { $0 != "\r\n" && $0 != "\r" })
    }
}
