/// Which flows the file may know nothing of yet: those that are open, and those that ended just now. A value of bounded
/// size.
struct NewestFlows: Sendable {
    /// By number, when they ended; 0: not yet.
    private var ends: [UInt64: UInt64] = [:]

    /// So long after its end a flow is in the file.
    private static let lag: UInt64 = 2_000_000_000
    private static let most = 8_192

    /// - Parameter now: by the steady clock, in nanoseconds.
    mutating func take(began: [UInt64], ended: [UInt64], now: UInt64) {
        for number in began { ends[number] = 0 }
        for number in ended where ends[number] != nil { ends[number] = now }
        guard ends.count > Self.most else { return }
        forget(now)
        // In a flood the oldest are in the file first. Halved, so that taking in costs little.
        guard ends.count > Self.most / 2 else { return }
        let kept = ends.sorted { $0.key < $1.key }.suffix(Self.most / 2)
        ends = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }

    mutating func unwritten(now: UInt64) -> [UInt64] {
        forget(now)
        return ends.keys.sorted()
    }

    private mutating func forget(_ now: UInt64) {
        ends = ends.filter { $0.value == 0 || $0.value + Self.lag > now }
    }
}
