import Bytes
package import Filter
import HTTPModel

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
