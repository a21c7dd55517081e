import Bytes
import Explain
import Filter
import Flow
import Judge
import Library
import MCP
import Views
import Workbench

// Lists that go on by a place: kinds of problems, messages inside a flow.
extension AgentTools {
    /// How many rows of a list were given before; fails for the cursor of another list.
    private func place(_ arguments: ToolArguments, in list: String) throws -> Int {
        guard let text = arguments.text("cursor") else { return 0 }
        guard let cursor = AgentCursor(text) else { throw AgentFailure("cursor: not a cursor. Call again without it.") }
        guard cursor.list == list else {
            throw AgentFailure("cursor belongs to another filter, flow or session. Call again without cursor.")
        }
        return cursor.count
    }

    // MARK: Messages

    /// A longer text of a message is cut.
    private static let textLimit = 500

    func messages(_ arguments: ToolArguments) throws -> ToolAnswer {
        let number = try number(arguments)
        let record = try subject(number).record
        guard !record.inner.list.isEmpty else {
            throw AgentFailure("flow \(number) has no messages inside. Its body: get_body {\"flow\": \(number)}")
        }
        let filter = try filter(arguments)
        let matcher = filter == .everything ? nil : FilterMatcher(filter, .here)
        let list = AgentCursor.list(["messages", "\(number)", filter.text, try sessionPath()])
        let start = try place(arguments, in: list)
        let limit = arguments.integer("limit") ?? 20
        var left = (arguments.budget ?? Self.standardBudget) - 900
        var (lines, members, end, isCut): ([String], [RPCValue], Int, Bool) = ([], [], record.inner.list.count, false)
        for (place, message) in record.inner.list.enumerated() where place >= start {
            if let matcher, !matcher.matches(Self.subject(record, with: message)) { continue }
            let (line, member) = Self.row(message, place + 1)
            let cost = max(line.utf8.count, member.json.count) + 1
            guard lines.count < limit, cost <= left else {
                (end, isCut) = (place, true)
                break
            }
            left -= cost
            lines.append(line)
            members.append(member)
        }
        var answer = ToolAnswer()
        answer.say(
            "Flow \(number) has \(record.inner.count) messages: \(record.inner.sent) of the client, "
                + "\(record.inner.received) of the server.")
        if record.inner.omitted > 0 { answer.say("Only the first \(record.inner.list.count) were kept.") }
        if lines.isEmpty { answer.say(isCut ? "max_bytes has no room for the next one." : "No more messages match.") }
        if !lines.isEmpty { answer.add(captured: "number  from  kind  size  text\n" + lines.joined(separator: "\n")) }
        answer.fact("flow", .integer(Int64(clamping: number)))
        answer.fact("messages", .integer(Int64(record.inner.count)))
        if isCut {
            let next = AgentCursor(list: list, newest: 0, last: 0, count: end).text
            answer.markCut()
            answer.fact("next", .string(next))
            answer.say("Next: the same call with \"cursor\": \"\(next)\"")
        }
        answer.fact(captured: "messages", .array(members))
        answer.rest = "Ask for fewer: limit."
        return answer
    }

    /// The flow as if it had only this message.
    private static func subject(_ record: FlowRecord, with message: InnerMessage) -> FilterSubject {
        var one = record
        one.inner = InnerMessages()
        one.inner.add(message)
        return FilterSubject(one, reader: .standard)
    }

    private static func row(_ message: InnerMessage, _ number: Int) -> (line: String, member: RPCValue) {
        let from = message.from == .request ? "client" : "server"
        let kind = kind(of: message)
        let whole = String(validating: message.bytes, as: UTF8.self) ?? AgentBody.text(message.bytes)
        let text = whole.map { CapturedText.cut(CapturedText.plain($0), to: textLimit) }
        let isWhole = whole.map { $0.utf8.count <= textLimit } ?? false
        let shown = text.map { $0.replacing("\n", with: " ") + (isWhole ? "" : " …") } ?? "(binary)"
        var member: RPCValue = [
            "number": .integer(Int64(number)), "from": .string(from), "kind": .string(kind),
            "size": .integer(Int64(clamping: message.size)),
        ]
        if let text { member = member.adding("text", .string(text)) }
        return ("\(number)  \(from)  \(kind)  \(Quantity.size(message.size))  \(shown)", member)
    }

    private static func kind(of message: InnerMessage) -> String {
        switch message.form {
        case .text: "text"
        case .binary: "binary"
        case .ping: "ping"
        case .pong: "pong"
        case .close(let code): code.map { "close \($0)" } ?? "close"
        case .event(let event): event.name.isEmpty ? "event" : "event \(CapturedText.cut(event.name.text, to: 80))"
        case .part: "part"
        case .line: "line"
        case .call: "message"
        case .callEnd: "trailers"
        }
    }

    // MARK: Problems

    /// More flows are not judged in one call.
    private static let judged = 20_000

    func problems(_ arguments: ToolArguments) throws -> ToolAnswer {
        let filter = try filter(arguments)
        let least = arguments.text("level").flatMap { Note.Level(rawValue: $0) } ?? .warning
        var groups: [String: (level: Note.Level, flows: [UInt64], count: Int, text: String)] = [:]
        var flows = 0
        // Which flows is asked of what is shown; what is wrong with them, of what was recorded.
        let numbers = try source().matching(filter, limit: Self.judged)
        let original = try original()
        for number in numbers {
            guard let flow = try original.flow(number)?.flow else { continue }
            flows += 1
            let findings = flow.findings.filter { $0.level >= least }
            for finding in findings {
                let code = finding.check.code
                var group =
                    groups[code] ?? (finding.level, [], 0, hidden(Self.line(finding.note), in: flow.record))
                group.count += 1
                if group.flows.last != number, group.flows.count < 20 { group.flows.append(number) }
                groups[code] = group
            }
        }
        let sorted = groups.sorted { left, right in
            (right.value.level, right.value.count, left.key) < (left.value.level, left.value.count, right.key)
        }
        var answer = ToolAnswer()
        answer.say("\(flows) flows were checked; \(groups.count) kinds of problems, the worst first.")
        let list = AgentCursor.list(["problems", filter.text, least.rawValue, try sessionPath()])
        let start = try place(arguments, in: list)
        let shown = sorted.dropFirst(start).prefix(arguments.integer("limit") ?? 20)
        var texts: [String] = []
        for (_, group) in shown {
            let places = group.flows.map { "\($0)" }.joined(separator: ", ")
            texts.append(
                "\(group.text)\n  \(group.count == 1 ? "once" : "\(group.count) times"), flow \(places)")
        }
        if !texts.isEmpty { answer.add(captured: texts.joined(separator: "\n")) }
        answer.fact("flows", .integer(Int64(flows)))
        answer.fact(
            "problems",
            .array(
                shown.map { code, group in
                    [
                        "code": .string(code), "level": .string(group.level.rawValue),
                        "count": .integer(Int64(group.count)),
                        "flows": .array(group.flows.map { .integer(Int64(clamping: $0)) }),
                    ]
                }))
        let end = start + shown.count
        if sorted.count > end {
            let next = AgentCursor(list: list, newest: 0, last: 0, count: end).text
            answer.markCut()
            answer.fact("next", .string(next))
            answer.say(
                "\(sorted.count - end) more kinds: call again with \"cursor\": \"\(next)\", or narrow the filter.")
        }
        answer.say("Next: explain_flow {\"flow\": N}")
        return answer
    }
}
