import Bytes
import Flow
import HTTPModel

@testable import Messages

/// Bodies as tests look at them: by type, as lines with two spaces a level.
enum ViewText {
    /// Fields of a message with this type and these codings.
    static func fields(_ type: String?, coding: String? = nil) -> FieldSection {
        var raw = Array("HTTP/1.1 200 OK\r\n".utf8)
        var lines: [FieldLine] = []
        func add(_ name: String, _ value: String, _ known: KnownField) {
            let start = raw.count
            raw += Array("\(name): \(value)\r\n".utf8)
            let nameEnd = start + name.utf8.count
            lines.append(
                FieldLine(
                    start: start, nameEnd: nameEnd, valueStart: nameEnd + 2,
                    valueEnd: nameEnd + 2 + value.utf8.count, end: raw.count, known: known))
        }
        if let type { add("Content-Type", type, .contentType) }
        if let coding { add("Content-Encoding", coding, .contentEncoding) }
        return FieldSection(raw: Bytes(raw + [13, 10]), lines: lines)
    }

    /// A text, and bytes behind it.
    static func bytes(_ text: String, _ more: [UInt8]) -> Bytes { Bytes(Array(text.utf8) + more) }

    static func view(
        _ body: Bytes, _ type: String?, coding: String? = nil, options: LayoutOptions = LayoutOptions()
    ) -> BodyView {
        BodyView(FlowRecord.Content(bytes: body), fields(type, coding: coding), options: options)
    }

    static func text(_ body: Bytes, _ type: String?, options: LayoutOptions = LayoutOptions()) -> String {
        view(body, type, options: options).text
    }
}
