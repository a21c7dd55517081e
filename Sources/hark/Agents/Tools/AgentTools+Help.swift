import Explain
import Filter
import MCP
import Platform
import Registry
import Store

// The reference, and marks.
extension AgentTools {
    private static let width = 100

    func help(_ arguments: ToolArguments) throws -> ToolAnswer {
        let topic = arguments.text("topic") ?? ""
        let text =
            switch topic {
            case "filter": FilterHelp.text(Self.width)
            case "rules": RuleHelp.text(Self.width)
            case "notes": try output(of: JudgeCommand.self, ["--list"])
            default: ExportHelp.formats
            }
        var answer = ToolAnswer()
        guard let wanted = arguments.text("find")?.lowercased(), !wanted.isEmpty else {
            answer.say(Self.cut(text, to: (arguments.budget ?? Self.standardBudget) - 200, topic))
            return answer
        }
        let lines = text.split(separator: "\n").filter { $0.lowercased().contains(wanted) }
        guard !lines.isEmpty else { throw AgentFailure("find: no line of the topic \(topic) has this text") }
        answer.say(Self.cut(lines.joined(separator: "\n"), to: (arguments.budget ?? Self.standardBudget) - 200, topic))
        return answer
    }

    private static func cut(_ text: String, to limit: Int, _ topic: String) -> String {
        guard text.utf8.count > limit else { return text }
        return CapturedText.cut(text, to: limit)
            + "\nCut. Only lines with a text: get_help {\"topic\": \"\(topic)\", \"find\": \"status\"}"
    }

    func lookedUp(_ arguments: ToolArguments) throws -> ToolAnswer {
        let kind = arguments.text("kind")
        let name = arguments.text("name") ?? ""
        if let kind, DictionaryQuestion.kinds(called: kind) == nil {
            throw AgentFailure(
                "kind: '\(CapturedText.cut(kind, to: 80))' is not a kind. Kinds: status, header, method, "
                    + "directive, scheme, "
                    + "coding, setting, alert, glossary. Without kind all are searched.")
        }
        let kinds = kind.flatMap { DictionaryQuestion.kinds(called: $0) } ?? Vocabulary.allCases
        let term = DictionaryName(name)
        guard let found = kinds.first(where: { term.term(in: $0) != nil }) else {
            throw AgentFailure("the dictionary has nothing called '\(CapturedText.cut(name, to: 80))'")
        }
        // With its kind, and as no option: a name by itself could be that of a file.
        let text = try output(of: ExplainCommand.self, ["--", found.word, name])
        var answer = ToolAnswer()
        answer.say(text)
        return answer
    }

    // MARK: Marks

    func mark(_ arguments: ToolArguments) throws -> ToolAnswer {
        let numbers = try numbers(arguments.flows("flows"))
        guard let path = try filePath(), SessionFile.isDatabase(path) else {
            throw AgentFailure("only flows of a session can be marked. The user can import this file: hark import FILE")
        }
        let (pin, comment) = (arguments.flag("pin"), arguments.text("comment"))
        let (tag, untag) = (arguments.text("tag"), arguments.text("untag"))
        guard pin != nil || comment != nil || tag != nil || untag != nil else {
            throw AgentFailure("there is no mark: give pin, comment, tag or untag")
        }
        let count = try SessionChoice.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            var count = numbers.count
            if let pin { count = try editor.pin(numbers, pin) }
            if let comment { count = try editor.comment(numbers, comment.isEmpty ? nil : comment) }
            if let tag { count = try editor.tag(numbers, tag) }
            if let untag { count = try editor.tag(numbers, untag, isOn: false) }
            return count
        }
        var answer = ToolAnswer()
        answer.say("\(count) flow\(count == 1 ? "" : "s") marked.")
        answer.fact("marked", .integer(Int64(count)))
        return answer
    }
}
