/// A queue in one array.
struct ScriptQueue<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var start = 0

    var count: Int { elements.count - start }
    var first: Element? { start < elements.count ? elements[start] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        guard start < elements.count else { return }
        start += 1
        guard start >= 1_024, start * 2 >= elements.count else { return }
        elements.removeSubrange(..<start)
        start = 0
    }

    mutating func keep(_ isKept: (Element) -> Bool) {
        elements = elements[start...].filter(isKept)
        start = 0
    }
}
