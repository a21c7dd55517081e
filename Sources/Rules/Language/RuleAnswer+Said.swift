package import Bytes
import Filter
import HTTPModel

extension RuleAnswer {
    /// What `respond` takes, as somebody types it; templates stand for themselves. nil when it is no such text, or
    /// names a file.
    package init?(said text: String) {
        var reader = ActionReader(
            scanner: RuleScanner(text), name: "respond", nameRange: 0..<0, usage: "STATUS [\"N: v\"] [text T | json J]")
        guard let made = try? reader.answer(), reader.isDone else { return nil }
        var fields = made.fields.map { Field(name: $0.name, value: Bytes($0.value.text)) }
        let content: Bytes
        switch made.content {
        case .none: content = Bytes()
        case .text(let text), .json(let text): content = Bytes(text.text)
        case .file: return nil
        }
        if let type = made.content.mediaType(), !fields.contains(where: { $0.name.equalsIgnoringCase("content-type") })
        {
            fields.append(Field(name: "Content-Type", value: Bytes(type)))
        }
        self.init(status: made.status, fields: fields, content: .bytes(content))
    }
}
