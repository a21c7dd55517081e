/// Rules and held messages in the place of the list. A value.
struct OpenRules: Sendable {
    /// What stands in a line.
    enum Item: Sendable, Hashable {
        case held(UInt64)
        case rule(String)
    }

    /// What is being written.
    enum Writing: Sendable {
        /// - Parameter line: that it takes the place of; nil: it is a new one.
        case rule(RuleLine, source: String, line: Int?)
        case answer(LineEditor, to: UInt64)
    }

    private(set) var shown: ScreenRules?
    private(set) var chosen = 0
    var writing: Writing?
    /// What the rule that is written would have changed, and which rule that was.
    var tried: (rule: String, lines: [String])?
    /// It has to be asked for.
    var isDue = true

    var items: [Item] {
        guard let shown else { return [] }
        return shown.held.map { .held($0.flow) } + shown.rules.map { .rule($0.name) }
    }

    var item: Item? { items.indices.contains(chosen) ? items[chosen] : nil }

    /// The one that is chosen stays chosen wherever it stands now.
    mutating func take(_ rules: ScreenRules) {
        let before = item
        shown = rules
        if let before, let place = items.firstIndex(of: before) { chosen = place }
        chosen = min(chosen, max(0, items.count - 1))
    }

    mutating func move(by step: Int) { chosen = min(max(chosen + step, 0), max(0, items.count - 1)) }

    var rule: ScreenRules.Rule? {
        guard case .rule(let name)? = item else { return nil }
        return shown?.rules.first { $0.name == name }
    }

    var held: UInt64? {
        if case .held(let flow)? = item { flow } else { nil }
    }
}
