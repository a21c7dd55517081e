package import Bytes
package import Explain

/// The bytes of the messages of an exchange, each with its place in the grammar, and the one that is looked at. A
/// value.
package struct Lens: Sendable {
    /// One message.
    package struct Message: Sendable {
        let title: String
        /// As it is shown: what proves who one is has an asterisk for each byte.
        let bytes: Bytes
        let spans: [Span]
        /// Where it begins among all the messages.
        let base: Int
        /// Bytes behind those that are shown.
        let omitted: Int
        /// Fields, each on a line that no line end ends.
        let isList: Bool

        package init(
            title: String, bytes: Bytes, spans: [Span], base: Int, omitted: Int = 0, isList: Bool = false
        ) {
            self.isList = isList
            self.title = title
            self.bytes = bytes
            self.spans = spans
            self.base = base
            self.omitted = omitted
        }
    }

    /// A line of the screen: of a message by its number, or between two.
    enum Row: Sendable, Hashable {
        case title(Int)
        case bytes(Int, Range<Int>)
        case omitted(Int)
        case gap
    }

    let messages: [Message]
    /// All of them, laid out for so many columns.
    let rows: [Row]
    let columns: Int
    /// How a sentence is shown: without what proves who one is.
    let hide: @Sendable (String) -> String
    /// The message, and the children that lead to the span; nil while nothing is looked at.
    private(set) var path: [Int] = []

    /// What is kept in view while one goes on.
    private(set) var pinned: String?

    package init(
        _ messages: [Message], columns: Int, _ look: ScreenLook, hiding hide: @escaping @Sendable (String) -> String
    ) {
        self.messages = messages
        self.hide = hide
        self.columns = max(columns, 1)
        var rows: [Row] = []
        for (number, message) in messages.enumerated() {
            rows.append(.title(number))
            rows += LensSigns(message, look).rows(columns: self.columns).map { .bytes(number, $0) }
            if message.omitted > 0 { rows.append(.omitted(number)) }
            rows.append(.gap)
        }
        self.rows = rows.dropLast()
    }

    /// Looks at what an earlier one of the same exchange looked at.
    mutating func resume(_ other: Lens) {
        path = other.path
        pinned = other.pinned
        if span == nil { path = [] }
    }

    var message: Message? { path.first.flatMap { messages.indices.contains($0) ? messages[$0] : nil } }

    /// The spans from the widest to the one that is looked at.
    var spans: [Span] {
        guard let message else { return [] }
        var found: [Span] = []
        var level = message.spans
        for place in path.dropFirst() {
            guard level.indices.contains(place) else { break }
            found.append(level[place])
            level = level[place].children
        }
        return found
    }

    var span: Span? { spans.last }

    /// Begins at the first part of the first message that has any.
    mutating func begin() {
        guard path.isEmpty, let first = messages.firstIndex(where: { !$0.spans.isEmpty }) else { return }
        path = [first, 0]
    }

    /// Where the part that is looked at lies, and what it is.
    var place: String {
        guard let message, let span else { return "" }
        let rules = spans.map(\.rule).joined(separator: " › ")
        // Decoded fields have no place on the wire.
        if message.isList { return rules }
        let first = message.base + span.offset
        let place = span.length > 1 ? "bytes \(first)-\(first + span.length - 1)" : "byte \(first)"
        return "\(place): \(rules)"
    }

    /// Keeps the part that is looked at in view, or no longer.
    mutating func pin() { pinned = pinned == place ? nil : place }

    /// Does what a command of the key map does.
    mutating func perform(_ command: String) {
        switch command {
        case "byteBefore": move(by: -1)
        case "byteAfter": move(by: 1)
        case "wider": widen()
        case "narrower": narrow()
        case "pin": pin()
        default: break
        }
    }

    /// Looks at nothing.
    mutating func end() { path = [] }

    // MARK: Moving

    private func siblings(_ path: [Int]) -> [Span] {
        guard let first = path.first, messages.indices.contains(first) else { return [] }
        var level = messages[first].spans
        for place in path.dropFirst().dropLast() {
            guard level.indices.contains(place) else { return [] }
            level = level[place].children
        }
        return level
    }

    /// To the part beside it; from the last part of a whole to the next whole.
    mutating func move(by step: Int) {
        var path = path
        while path.count > 1 {
            let place = path[path.count - 1] + step
            if siblings(path).indices.contains(place) {
                path[path.count - 1] = place
                // As deep as before, where there is anything.
                while path.count < self.path.count {
                    let children = siblings(path)[path[path.count - 1]].children
                    guard !children.isEmpty else { break }
                    path.append(step > 0 ? 0 : children.count - 1)
                }
                self.path = path
                return
            }
            path.removeLast()
        }
        guard let first = path.first else { return begin() }
        let other = first + step
        guard messages.indices.contains(other), !messages[other].spans.isEmpty else { return }
        self.path = [other, step > 0 ? 0 : messages[other].spans.count - 1]
    }

    mutating func widen() {
        if path.count > 2 { path.removeLast() }
    }

    mutating func narrow() {
        if let span, !span.children.isEmpty { path.append(0) }
    }

    /// To the next part that breaks a rule.
    mutating func seek(by step: Int) {
        let flaws = messages.enumerated().flatMap { place, message in
            Self.flaws(message.spans).map { (place, $0) }
        }
        guard !flaws.isEmpty else { return }
        let here = path
        let paths = flaws.map { [$0.0] + $0.1 }
        let next =
            step > 0
            ? paths.first { here.lexicographicallyPrecedes($0) } ?? paths[0]
            : paths.last { $0.lexicographicallyPrecedes(here) } ?? paths[paths.count - 1]
        path = next
    }

    private static func flaws(_ spans: [Span]) -> [[Int]] {
        var found: [[Int]] = []
        for (place, span) in spans.enumerated() {
            let inner = flaws(span.children)
            found += inner.map { [place] + $0 }
            if span.isMalformed, inner.isEmpty { found.append([place]) }
        }
        return found
    }
}
