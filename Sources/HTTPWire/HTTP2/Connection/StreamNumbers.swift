/// The numbers of some streams of a connection, and the place of each among them.
///
/// Whoever opens streams gives them rising numbers (RFC 9113 §5.1.1), and only one side opens any: they stand in their
/// order, and halving finds one sooner than a dictionary's hash is made.
package struct StreamNumbers: Sendable {
    /// In their order.
    package private(set) var all: [UInt32] = []

    /// No streams.
    package init() {}

    /// Where the number stands; nil when it is none of these.
    package func place(of number: UInt32) -> Int? {
        let place = place(notBelow: number)
        return place < all.count && all[place] == number ? place : nil
    }

    /// Adds a number that is none of these yet. Answers its place; those behind it move on by one.
    package mutating func insert(_ number: UInt32) -> Int {
        let place = place(notBelow: number)
        all.insert(number, at: place)
        return place
    }

    /// Takes out the number at a place; those behind it move up.
    package mutating func remove(at place: Int) {
        all.remove(at: place)
    }

    /// The first place whose number is this one or a higher one.
    private func place(notBelow number: UInt32) -> Int {
        // New ones come last.
        guard let last = all.last, number <= last else { return all.count }
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
