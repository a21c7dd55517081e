/// A queue whose elements keep the numbers under which they were appended.
struct NumberedQueue<Element> {
    private var elements: [Element?] = []
    private var start = 0
    private var firstNumber: UInt64 = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { count == 0 }
    var first: Element? { start < elements.count ? elements[start] : nil }
    var last: Element? { isEmpty ? nil : elements[elements.count - 1] }
    /// Of the element that is appended next.
    var nextNumber: UInt64 { firstNumber + UInt64(elements.count) }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() -> Element? {
        guard let first else { return nil }
        elements[start] = nil
        start += 1
        if start >= 64, start * 2 >= elements.count {
            elements.removeSubrange(..<start)
            firstNumber += UInt64(start)
            start = 0
        }
        return first
    }

    /// nil when it has left the queue.
    subscript(number: UInt64) -> Element? {
        get { place(of: number).flatMap { elements[$0] } }
        set { if let place = place(of: number) { elements[place] = newValue } }
    }

    private func place(of number: UInt64) -> Int? {
        guard number >= firstNumber, number < nextNumber else { return nil }
        let place = Int(number - firstNumber)
        return place >= start ? place : nil
    }
}
