/// The frames of one direction of a stream, for the record: as many are told one by one as a record keeps, those behind
/// them by their number. A peer may send content octet by octet: what that costs must not grow with it.
struct FrameTally {
    private var told = 0
    private var untold = 0

    /// Whether this frame is to be told.
    mutating func tells(atMost limit: Int) -> Bool {
        guard told < limit else {
            untold += 1
            return false
        }
        told += 1
        return true
    }

    /// How many were not, since this was asked last.
    mutating func takeUntold() -> Int {
        defer { untold = 0 }
        return untold
    }
}
