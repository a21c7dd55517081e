import Bytes
import Filter
import Flow
import HTTPModel

/// `replace-request-body` and `replace-response-body`.
struct ReplaceBodyAction: RuleAction {
    let kind: MessageKind
    let content: RuleContent

    static let entries = MessageKind.allCases.map { kind in
        let word = RuleWords.name(kind)
        return ActionEntry(
            "replace-\(word)-body", "file F | text T | json J", "replaces the content of the \(word)"
        ) { reader throws(FilterError) in ReplaceBodyAction(kind: kind, content: try reader.content()) }
    }

    var clause: String { "replaces the \(RuleWords.name(kind))'s content with \(RuleWords.what(content))" }
    var stage: RuleStage { kind == .request ? .requestBody : .responseBody }
    var bodyKind: MessageKind? { kind }
    var namesFile: Bool { content.namesFile }

    func change(
        _ work: inout BodyWork, of ready: RuleBook.Ready, _ run: RuleRun, _ files: (_ path: String) -> Bytes?
    ) throws(BodyWork.Hindrance) -> String? {
        let source = ready.rule.source
        let count = { run.counting.next(ready.key.acted) }
        let bytes: Bytes
        switch content {
        case .none: bytes = Bytes()
        case .text(let template): bytes = work.values.text(template, .none, count: count)
        case .json(let template): bytes = work.values.text(template, .json, count: count)
        case .file(let path):
            guard let read = files(ready.rule.place.path(path)) else {
                throw BodyWork.Hindrance(reason: "cannot read \(path)")
            }
            bytes = read
        }
        work.put(bytes, source)
        // A text may be of any type; the others say what they are.
        let isText = if case .text = content { true } else { false }
        if let type = content.mediaType(), !isText || work.fields.values("Content-Type").isEmpty {
            work.setField("Content-Type", Bytes(type), source)
        }
        return "Replaced the content by \(bytes.count) bytes."
    }
}
