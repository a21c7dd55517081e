/// Flows that began and ended lately, for a view that is made meanwhile: what it asks may not know of them. A value of
/// bounded size.
struct RecentFlows: Sendable {
    private(set) var began: [UInt64] = []
    private(set) var ended: [UInt64] = []

    private static let most = 40_000

    mutating func add(began: [UInt64], ended: [UInt64]) {
        Self.add(began, to: &self.began)
        Self.add(ended, to: &self.ended)
    }

    /// Halved when it is full, so that adding costs little.
    private static func add(_ new: [UInt64], to numbers: inout [UInt64]) {
        numbers += new
        if numbers.count > most { numbers.removeFirst(numbers.count - most / 2) }
    }
}
