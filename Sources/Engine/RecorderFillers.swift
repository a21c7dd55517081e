/// Who has brought how much since what waits to be kept began to fill its room. A value of its shard.
struct RecorderFillers {
    /// So much may anybody bring meanwhile: a head and a small body.
    static let share: UInt64 = 64 << 10

    /// What each had received when it was first looked at, and whoever has brought more than its share since.
    private var before: [ObjectIdentifier: UInt64] = [:]
    private var heavy: Set<ObjectIdentifier> = []

    var isEmpty: Bool { before.isEmpty }

    /// Room is there again.
    mutating func clear() {
        guard !before.isEmpty else { return }
        before = [:]
        heavy = []
    }

    /// Whether a connection that has received so much by now has brought more than its share.
    mutating func brings(_ leg: ObjectIdentifier, _ received: UInt64) -> Bool {
        guard let first = before[leg] else {
            before[leg] = received
            return false
        }
        // Another one may have the place of one that is gone.
        guard received >= first else {
            before[leg] = received
            return false
        }
        guard received - first > Self.share else { return false }
        heavy.insert(leg)
        return true
    }

    func isHeavy(_ leg: ObjectIdentifier) -> Bool { heavy.contains(leg) }
}
