import Bytes
import Filter
import Flow
import HTTPModel
import Library
import MCP
import Platform
import Rules
import Synchronization
import Views

// Rules: what they would do, and those of a running proxy.
extension AgentTools {
    /// Reads rules that an agent wrote: they name no files, include none, and send nothing malformed.
    private func book(_ text: String) throws -> RuleBook {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in
            throw RuleLoader.Unreadable("cannot be read by an agent")
        }
        do throws(RuleError) {
            try loader.add(text: Self.named(text), named: "rules")
        } catch {
            throw AgentFailure("\(error.shown)\nSyntax: get_help {\"topic\": \"rules\"}")
        }
        let book = loader.book(.here)
        for rule in book.rules {
            // Who may run programs reads files anyway.
            for step in rule.steps where !permissions.contains(.run) && (step.isRaw || step.namesFile) {
                throw AgentFailure(
                    "rule \(rule.name): '\(step.text)' uses a file or a malformed message, which an agent may not. Use "
                        + "text or json in its place.")
            }
        }
        guard !book.rules.isEmpty else {
            throw AgentFailure("rules: there is no rule. Example: when path = /pay do respond 503")
        }
        return book
    }

    /// Rules of a text have names; a single rule of an agent may do without.
    private static func named(_ text: String) -> String {
        var number = 0
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let start = line.drop { $0 == " " || $0 == "\t" }
            guard start.hasPrefix("when ") else { return String(line) }
            number += 1
            return "agent-\(number): \(line)"
        }.joined(separator: "\n")
    }

    private final class Counting: RuleCounting {
        private let numbers = Mutex<[String: UInt64]>([:])

        func next(_ name: String) -> UInt64 {
            numbers.withLock { numbers in
                numbers[name, default: 0] += 1
                return numbers[name, default: 0]
            }
        }
    }

    /// More flows are not tried in one call.
    private static let tried = 5_000

    func trial(_ arguments: ToolArguments) throws -> ToolAnswer {
        let book = try book(arguments.text("rules") ?? "")
        let source = try source()
        let numbers = try source.matching(filter(arguments), limit: Self.tried)
        let most = arguments.integer("limit") ?? 100
        let counting = Counting()
        var counts: [String: Int] = [:]
        var texts: [String] = []
        for number in numbers {
            // Rules see what the agent sees: whether one of theirs matches must not tell what a credential is.
            guard let record = try source.flow(number)?.record else { continue }
            let trial = RuleTrial(book, record, counting: counting, seed: 0, reader: .standard) { _ in nil }
            for name in trial.matched { counts[name, default: 0] += 1 }
            guard !trial.acts.isEmpty || !trial.request.isEmpty || !trial.response.isEmpty else { continue }
            guard texts.count < most else { continue }
            texts.append(Self.text(trial, of: record))
        }
        var answer = ToolAnswer()
        answer.say("Nothing was sent or changed. \(numbers.count) flows were tried.")
        for rule in book.rules {
            let count = counts[rule.name] ?? 0
            answer.say(
                count == 0 ? "\(rule.name): matches nothing" : "\(rule.name): \(count) of \(numbers.count) flows")
        }
        if !texts.isEmpty { answer.add(captured: texts.joined(separator: "\n")) }
        answer.fact("flows", .integer(Int64(numbers.count)))
        answer.fact(
            "matches", .object(book.rules.map { .init($0.name, .integer(Int64(counts[$0.name] ?? 0))) }))
        answer.fact(captured: "text", .string(texts.joined(separator: "\n")))
        answer.rest = "Narrow the filter."
        return answer
    }

    private static func text(_ trial: RuleTrial, of record: FlowRecord) -> String {
        var lines = ["#\(record.id.number) \(record.method.name.text) \(record.url.text)"]
        lines += trial.acts.map { "  \($0.rule): \($0.action). \($0.text)" }
        for (title, changed) in [("request", trial.request), ("response", trial.response)] where !changed.isEmpty {
            lines.append("  \(title)")
            lines += changed.map { "    \($0.isNew ? "+" : "-") \($0.text.text)" }
        }
        return lines.joined(separator: "\n")
    }

    // MARK: The running proxy

    /// The proxy that writes to the session that was named, else the newest.
    private func proxy() throws -> HeldProxy {
        do {
            return try HeldProxy.find(session == nil ? nil : filePath())
        } catch {
            throw AgentFailure(
                "no running proxy takes rules. The user can start one that does: hark proxy --page, or hark proxy "
                    + "--rules FILE")
        }
    }

    private func ask(_ question: String) throws -> String {
        let proxy = try proxy()
        do throws(HeldProxy.Refusal) {
            return try proxy.answer(question)
        } catch {
            throw AgentFailure(error.text)
        }
    }

    func rules() throws -> ToolAnswer {
        let state = try RPCValue(json: Bytes(ask("rules"))) ?? .object([])
        let held = try ask("list")
        var answer = ToolAnswer()
        answer.say("Revision \(state["revision"]?.integer ?? 0).")
        let text = state["text"]?.text ?? ""
        let told = redaction?.text(text) ?? text
        let waiting = redaction?.text(held) ?? held
        // Neither where their files are nor what their options are: a key may be among these.
        let scripts = ((try? ask("script-list")) ?? "").split(separator: "\n").filter {
            !$0.hasPrefix("  file ") && !$0.hasPrefix("  option ")
        }.joined(separator: "\n")
        answer.add(
            captured: (told.isEmpty ? "No rule is in force." : told)
                + (waiting.isEmpty ? "" : "\nHeld messages (flow, kind, for how long, rule, start line):\n" + waiting)
                + (scripts.isEmpty ? "" : "\nScripts:\n" + scripts))
        answer.fact("revision", state["revision"] ?? .null)
        answer.fact(captured: "rules", .string(told))
        answer.fact(captured: "held", .string(waiting))
        answer.fact(captured: "scripts", .string(scripts))
        return answer
    }

    func setRules(_ arguments: ToolArguments) throws -> ToolAnswer {
        let text = Self.named(arguments.text("text") ?? "")
        if text.contains(where: { !$0.isWhitespace }) { _ = try book(text) }
        let before = try rules()
        let question = "set-rules \(arguments.integer("revision") ?? 0) \(Base64.encode(Bytes(text)))"
        _ = try ask(question)
        var answer = try rules()
        answer.say("The rules were replaced. The revision before: \(before.fact("revision")?.integer ?? 0).")
        return answer
    }

    func decide(_ arguments: ToolArguments) throws -> ToolAnswer {
        let words = arguments.flows("flow")
        guard words.count == 1, let number = UInt64(words[0]) else {
            throw AgentFailure("argument flow: expected the number of a held message; get_rules {} lists them")
        }
        let verdict = arguments.text("verdict") ?? ""
        let question: String
        switch verdict {
        case "edit":
            guard let text = arguments.text("text") else {
                throw AgentFailure("argument text is missing: the whole head")
            }
            question = "edit \(number) \(Base64.encode(Bytes(text)))"
        case "respond":
            let answer = arguments.text("answer") ?? ""
            guard !answer.isEmpty, !answer.contains("\n") else {
                throw AgentFailure("argument answer: expected one line, such as 503 text \"busy\"")
            }
            question = "respond \(number) \(answer)"
        default: question = "\(verdict) \(number)"
        }
        _ = try ask(question)
        var answer = ToolAnswer()
        answer.say("The message of flow \(number) was decided: \(verdict).")
        answer.fact("decided", true)
        return answer
    }
}
