import Bytes
package import Filter
import Flow
import HTTPModel

/// `respond`: a whole response.
struct RespondAction: RuleAction {
    let made: MadeAnswer

    static let entry = ActionEntry(
        "respond", "STATUS [\"N: v\" …] [text T | json J | file F]", "answers instead of the server", mayBeRaw: true
    ) { reader throws(FilterError) in RespondAction(made: try reader.answer()) }

    var clause: String {
        made.content == .none
            ? "answers \(made.status) itself" : "answers \(made.status) with \(RuleWords.what(made.content))"
    }

    var stage: RuleStage { .response }
    var sparesServer: Bool { true }
    var namesFile: Bool { made.content.namesFile }

    var isLiteral: Bool {
        let content =
            switch made.content {
            case .text(let text), .json(let text): text.values.isEmpty
            case .none: true
            case .file: false
            }
        return content && made.fields.allSatisfy(\.value.values.isEmpty)
    }

    func ending(_ values: RuleValues, of ready: RuleBook.Ready, _ run: RuleRun) -> (RuleEnding, String)? {
        // One number for the fields and the content.
        var number: UInt64?
        func count() -> UInt64 {
            let value = number ?? run.counting.next(ready.key.acted)
            number = value
            return value
        }
        var fields = made.fields.map { field in
            let value = values.text(field.value, .field, count: count)
            return RuleAnswer.Field(name: field.name, value: made.isRaw ? value : value.trimmed)
        }
        let content: RuleAnswer.Content
        switch made.content {
        case .none: content = .bytes(Bytes())
        case .text(let template): content = .bytes(values.text(template, .none, count: count))
        case .json(let template): content = .bytes(values.text(template, .json, count: count))
        case .file(let path): content = .file(path: ready.rule.place.path(path))
        }
        if let type = made.content.mediaType(), !fields.contains(where: { $0.name.equalsIgnoringCase("content-type") })
        {
            fields.append(.init(name: "Content-Type", value: Bytes(type)))
        }
        var answer = RuleAnswer(status: made.status, fields: fields, content: content)
        answer.isRaw = made.isRaw
        return (.answer(answer), "Answered with \(made.status).")
    }
}

extension RuleAnswer {
    /// What `respond` takes, as somebody types it; templates stand for themselves. It names no file.
    package init(said text: String) throws(FilterError) {
        var reader = ActionReader(
            scanner: RuleScanner(text), name: "respond", nameRange: 0..<0, usage: "STATUS [\"N: v\"] [text T | json J]")
        let made = try reader.answer()
        guard reader.isDone, reader.scanner.isAtEnd else {
            let place = reader.scanner.position
            throw FilterError(place..<text.utf8.count, "nothing more was expected: STATUS [\"N: v\"] [text T | json J]")
        }
        var fields = made.fields.map { Field(name: $0.name, value: Bytes($0.value.text)) }
        let content: Bytes
        switch made.content {
        case .none: content = Bytes()
        case .text(let text), .json(let text): content = Bytes(text.text)
        case .file: throw FilterError(0..<text.utf8.count, "an answer by hand cannot use a file: write text or json")
        }
        if let type = made.content.mediaType(), !fields.contains(where: { $0.name.equalsIgnoringCase("content-type") })
        {
            fields.append(Field(name: "Content-Type", value: Bytes(type)))
        }
        self.init(status: made.status, fields: fields, content: .bytes(content))
    }
}

extension ActionReader {
    fileprivate mutating func answer() throws(FilterError) -> MadeAnswer {
        let status = try number("a status", isRaw ? 100...999 : 200...599)
        var fields: [MadeAnswer.Field] = []
        while nextIsQuoted {
            let value = try argument("a header line")
            fields.append(try field(value))
        }
        let hasContent = !isDone
        if hasContent, !isRaw, [204, 205, 304].contains(status) {
            throw FilterError(
                scanner.position..<scanner.position, "a response with status \(status) cannot have content")
        }
        return MadeAnswer(status: status, fields: fields, content: hasContent ? try content() : .none, isRaw: isRaw)
    }

    private func field(_ value: Argument) throws(FilterError) -> MadeAnswer.Field {
        let rule: HeaderRule
        do throws(HeaderRule.Invalid) {
            rule = try HeaderRule.parse(value.text, flag: .addResponse, isRaw: isRaw)
        } catch {
            throw FilterError(value.place(error.offset), error.text)
        }
        guard case .add(let text) = rule.action else { throw FilterError(value.range, "a header line was expected") }
        return MadeAnswer.Field(
            name: rule.name, value: try template(Argument(text: text.text, range: value.range, isQuoted: true)))
    }
}
