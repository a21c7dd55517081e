import Filter

/// The filter that is being written: what it means so far, where it is wrong, what may come next. A value.
struct FilterLine: Sendable, WrittenLine {
    private(set) var editor: LineEditor
    private(set) var error: FilterError?
    private(set) var words = ""
    private(set) var candidates: [FilterCompletion.Candidate] = []
    private var range = 0..<0

    init(_ text: String) {
        editor = LineEditor(text)
        read()
    }

    mutating func press(_ key: ScreenKey) {
        if key == .tab { return complete() }
        if editor.press(key) { read() }
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
                let filter = try FlowFilter(text)
                words = ([FilterWords.sentence(filter)] + FilterWords.doubts(filter)).joined(separator: " ")
            } catch {
                self.error = error
            }
        }
        let completion = FilterCompletion(text, at: editor.bytesBefore)
        candidates = completion.candidates
        range = completion.range
    }

    /// What to say under the line.
    var sentence: String {
        guard let error else { return words }
        let text = error.message.prefix(1).uppercased() + error.message.dropFirst()
        return text.hasSuffix("?") ? text : text + "."
    }
}
