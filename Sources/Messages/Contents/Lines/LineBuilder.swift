import Bytes

/// Puts lines together, as many as are wanted and no more: whoever lays out asks `isFull` and stops.
struct LineBuilder {
    private(set) var lines: [BodyLine] = []
    private var line: BodyLine?
    private let lineLimit: Int
    /// A line of a million brackets is not better than a million lines.
    private var spansLeft: Int
    /// Levels that everything is indented by: of what stands within a part.
    var base = 0
    /// There was more than is shown.
    private(set) var isFull = false
    /// Something is not as it should be.
    private(set) var isDamaged = false

    init(lineLimit: Int) {
        self.lineLimit = lineLimit
        spansLeft = max(1000, lineLimit * 16)
    }

    /// Deeper lines are not indented further: of a million brackets each would be longer than the one before.
    static let deepest = 100

    /// Nothing stands in the current line yet.
    var isAtStart: Bool { line?.spans.isEmpty ?? true }

    /// Ends the current line, and begins another one.
    mutating func begin(_ depth: Int) {
        end()
        guard lines.count < lineLimit, spansLeft > 0 else {
            isFull = true
            return
        }
        line = BodyLine(depth: min(base + depth, Self.deepest))
    }

    /// The current line at this depth: a new one unless nothing stands in it yet.
    mutating func resume(_ depth: Int) {
        if line != nil, isAtStart { line?.depth = min(base + depth, Self.deepest) } else { begin(depth) }
    }

    mutating func put(_ text: Bytes, _ role: BodyLine.Role) {
        guard !isFull, !text.isEmpty else { return }
        if line == nil { begin(0) }
        guard spansLeft > 0 else {
            isFull = true
            return
        }
        spansLeft -= 1
        line?.spans.append(BodyLine.Span(text, role))
    }

    mutating func put(_ text: String, _ role: BodyLine.Role) { put(Bytes(text), role) }

    /// A line of Hark's own words.
    mutating func note(_ text: String, at depth: Int = 0) {
        begin(depth)
        put(text, .note)
        end()
    }

    /// A line that says from where on the bytes are not what they should be.
    mutating func damage(_ text: String, at depth: Int = 0) {
        isDamaged = true
        begin(depth)
        put("✗ " + text, .damage)
        end()
    }

    /// The same within the line, for what does not end the view.
    mutating func putDamage(_ text: Bytes) {
        isDamaged = true
        put(text, .damage)
    }

    mutating func end() {
        if let line { lines.append(line) }
        line = nil
    }
}
