import Filter
import Page

/// The filter that is being written: what it means so far, where it is wrong, what may come next. A value.
struct FilterLine: Sendable, WrittenLine {
    private(set) var editor: LineEditor
    private(set) var error: FilterError?
    private(set) var words = ""
    private(set) var candidates: [FilterCompletion.Candidate] = []
    private var range = 0..<0
    /// The field whose value is being written, when what occurs tells what it may be.
    private var field: FilterField?
    /// Values that occur, by field; none while they are looked up.
    private var values: [String: [String]] = [:]

    init(_ text: String) {
        editor = LineEditor(text)
        read()
    }

    mutating func press(_ key: ScreenKey) {
        if key == .tab { return complete() }
        if editor.press(key) { read() }
    }

    /// The field whose values are to be looked up; each is told once.
    mutating func ask() -> FilterField? {
        guard let field, values[field.name] == nil else { return nil }
        values[field.name] = []
        return field
    }

    mutating func take(_ found: [String], of field: FilterField) {
        values[field.name] = found
        read()
    }

    /// Writes as much as all candidates have in common, else the first of them.
    private mutating func complete() {
        guard let first = candidates.first else { return }
        let written = String(
            decoding: Array(editor.text.utf8)[range.clamped(to: 0..<editor.text.utf8.count)], as: UTF8.self)
        let common = candidates.dropFirst().reduce(first.text) { common, candidate in
            String(zip(common, candidate.text).prefix { $0 == $1 }.map(\.0))
        }
        let hasMore = common.count > written.count && common.lowercased().hasPrefix(written.lowercased())
        editor.replace(range, with: hasMore ? common : first.text)
        read()
    }

    private mutating func read() {
        let text = editor.text
        error = nil
        words = ""
        if !text.isEmpty {
            do throws(FilterError) {
                let filter = try FlowFilter(line: text)
                words = ([FilterWords.sentence(filter)] + FilterWords.doubts(filter)).joined(separator: " ")
            } catch {
                self.error = error
            }
        }
        let completion = FilterCompletion(text, at: editor.bytesBefore, values: values)
        candidates = completion.candidates
        field = completion.field.flatMap { $0.hasOpenValues ? $0 : nil }
        range = completion.range
    }

    /// What to say under the line.
    var sentence: String {
        guard let error else { return words }
        let text = error.message.prefix(1).uppercased() + error.message.dropFirst()
        return text.hasSuffix("?") ? text : text + "."
    }
}
