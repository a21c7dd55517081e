/// The exchange that is looked at: which part of it, and from where on. A value.
struct OpenExchange: Sendable {
    private(set) var number: UInt64
    /// The part that was chosen last of those that every exchange has.
    private var common = ExchangeTab.story
    /// The part that was chosen last of those that only some have; nil when another was chosen since.
    private var wanted: ExchangeTab?
    /// Those of these parts that it has; nil until an answer tells.
    private var parts: [ExchangeTab]?
    /// The first line that is seen.
    var first = 0
    /// It has the whole screen.
    var isZoomed = false
    var isLensOn = false
    var lens: Lens?
    /// What was asked of the lens before it came.
    private var typedAhead: [String] = []
    private static let mostTypedAhead = 64
    /// It has changed since its pages were made.
    var isOld = false
    private var pages: [ExchangeTab: TextPage] = [:]
    private var width = 0
    /// What was asked for last and has not come yet. What was asked for before need not come any more.
    private var asked: ExchangeTab?

    init(_ number: UInt64) {
        self.number = number
    }

    /// Another one, the same part of it.
    mutating func show(_ number: UInt64) {
        self.number = number
        first = 0
        lens = nil
        parts = nil
        typedAhead = []
        pages = [:]
        asked = nil
        isOld = false
    }

    /// The part that is shown. Who looks at messages and goes on sees those of the next exchange that has any.
    var tab: ExchangeTab {
        get { wanted.flatMap { has($0) != false ? $0 : nil } ?? common }
        set {
            // Whoever types ahead may mean messages that are there.
            if has(newValue) == false { return }
            wanted = ExchangeTab.optional.contains(newValue) ? newValue : nil
            if wanted == nil { common = newValue }
        }
    }

    /// Whether it has the part; nil when that is not known yet.
    private func has(_ tab: ExchangeTab) -> Bool? {
        ExchangeTab.optional.contains(tab) ? parts?.contains(tab) : true
    }

    /// The parts that it has, as far as is known.
    var tabs: [ExchangeTab] {
        ExchangeTab.allCases.filter { has($0) == true || tab == $0 }
    }

    func tab(movedBy step: Int) -> ExchangeTab {
        let tabs = tabs
        let place = tabs.firstIndex(of: tab) ?? 0
        return tabs[(place + step + tabs.count) % tabs.count]
    }

    var page: TextPage? { pages[tab] }

    mutating func take(_ answer: ScreenAnswer) {
        switch answer {
        case .tab(let number, let tab, let width, let page, let parts):
            guard number == self.number, width == self.width else { return }
            self.parts = parts
            pages[tab] = page
            if asked == tab { asked = nil }
        case .lens(let number, var lens, let parts):
            guard number == self.number, lens.columns == width else { return }
            self.parts = parts
            if asked == .bytes { asked = nil }
            if let old = self.lens { lens.resume(old) }
            if isLensOn { lens.begin() }
            for command in typedAhead where isLensOn { lens.perform(command) }
            typedAhead = []
            self.lens = lens
        default: break
        }
    }

    /// What it lacks, for so many columns.
    mutating func orders(width: Int) -> [ScreenOrder] {
        if width != self.width {
            self.width = width
            pages = [:]
            asked = nil
        }
        let isThere = tab == .bytes ? lens?.columns == width : pages[tab] != nil
        // What is looked at byte by byte stays under the eyes.
        guard asked != tab, !isThere || isOld && !isLensOn else { return [] }
        if isOld, tab != .bytes { pages = pages.filter { $0.key == tab } }
        isOld = false
        asked = tab
        return [tab == .bytes ? .lens(number, width: width) : .tab(number, tab, width: width)]
    }

    mutating func performInLens(_ command: String) {
        if lens != nil {
            lens?.perform(command)
        } else if isLensOn, typedAhead.count < Self.mostTypedAhead {
            typedAhead.append(command)
        }
    }

    /// How many lines there are.
    var count: Int { tab == .bytes ? lens?.rows.count ?? 0 : page?.count ?? 0 }

    mutating func scroll(by step: Int, rows: Int) {
        first = min(max(first + step, 0), max(0, count - rows))
    }
}
