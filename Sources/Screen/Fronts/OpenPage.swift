/// A page about several flows, before the list. A value.
struct OpenPage: Sendable {
    let kind: ScreenPage
    /// What it is about.
    let numbers: [UInt64]
    var first = 0
    private(set) var text: TextPage?
    private var asked = 0

    init(_ kind: ScreenPage, _ numbers: [UInt64]) {
        self.kind = kind
        self.numbers = numbers
    }

    /// Whether it has to be asked for, for so many columns.
    mutating func lacks(_ width: Int) -> Bool {
        guard asked != width else { return false }
        asked = width
        return true
    }

    mutating func take(_ kind: ScreenPage, _ width: Int, _ text: TextPage) {
        guard kind == self.kind, width == asked else { return }
        self.text = text
    }

    mutating func scroll(by step: Int, rows: Int) {
        first = min(max(first + step, 0), max(0, (text?.count ?? 0) - rows))
    }
}
