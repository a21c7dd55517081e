import Filter
import Rules

/// A line that is written, with what may come next and what is wrong with it.
protocol WrittenLine {
    var editor: LineEditor { get }
    var error: FilterError? { get }
    /// What to say under it.
    var sentence: String { get }
    var candidates: [FilterCompletion.Candidate] { get }
}

/// The rule that is being written: what it does, where it is wrong, what may come next. A value.
struct RuleLine: Sendable, WrittenLine {
    private(set) var editor: LineEditor
    private(set) var error: FilterError?
    private(set) var sentence = ""
    private(set) var candidates: [FilterCompletion.Candidate] = []
    private var range = 0..<0

    init(_ text: String) {
        editor = LineEditor(text)
        read()
    }

    /// Whether the text is another.
    mutating func press(_ key: ScreenKey) -> Bool {
        if key == .tab {
            guard let first = candidates.first else { return false }
            editor.replace(range, with: first.text + " ")
        } else if !editor.press(key) {
            return false
        }
        read()
        return true
    }

    private mutating func read() {
        let text = editor.text
        (error, sentence) = (nil, "")
        if !text.isEmpty {
            var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in throw RuleLoader.Unreadable("is ignored here")
            }
            do throws(RuleError) {
                try loader.add(text: text, named: "page")
                sentence = loader.book(FilterClock(now: 0)).rules.first.map { RuleWords.sentence($0) } ?? ""
            } catch {
                (self.error, sentence) = (error.fault, error.text)
            }
        }
        let completion = RuleCompletion(text, at: editor.bytesBefore)
        (candidates, range) = (completion.candidates, completion.range)
    }
}
