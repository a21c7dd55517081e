/// One exchange for a room: its story, a step at each key, without what proves who one is. A value.
struct Projector: Sendable {
    let number: UInt64
    private(set) var text: TextPage?
    /// Steps that are seen.
    private(set) var shown = 1
    private var isAsked = false

    /// Columns of its lines, so that they can be read from afar.
    static let width = 64
    /// A line that begins further left than this begins a step.
    private static let stepColumn = 12

    init(_ number: UInt64) {
        self.number = number
    }

    mutating func lacks() -> Bool {
        defer { isAsked = true }
        return !isAsked
    }

    mutating func take(_ number: UInt64, _ text: TextPage) {
        if number == self.number { self.text = text }
    }

    /// Where steps begin, in lines.
    func steps(_ look: ScreenLook) -> [Int] {
        guard let text else { return [] }
        return (0..<text.count).filter { number in
            let line = text.line(number, look)
            guard let first = line.firstIndex(where: { $0.text != " " }) else { return false }
            return first <= Self.stepColumn
        }
    }

    mutating func step(by count: Int, _ look: ScreenLook) {
        shown = min(max(1, shown + count), max(1, steps(look).count))
    }
}
