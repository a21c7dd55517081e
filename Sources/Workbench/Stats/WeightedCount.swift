/// What is counted of flows, some of which stand for several that were not kept. Exact as long as none does. A value.
struct WeightedCount: Sendable, Hashable {
    private var exact: UInt64 = 0
    private var more: Double = 0

    var value: UInt64 { more > 0 ? exact &+ UInt64(min(more.rounded(), 1e18)) : exact }

    mutating func add(_ number: UInt64, _ weight: Double) {
        exact &+= number
        if weight > 1 { more += Double(number) * (weight - 1) }
    }

    mutating func add(_ other: WeightedCount) {
        exact &+= other.exact
        more += other.more
    }
}
