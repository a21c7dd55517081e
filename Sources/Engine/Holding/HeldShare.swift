/// What one exchange, one WebSocket or one site's answer holds of the memory that all share. Gives it back when it goes
/// away.
final class HeldShare {
    let memory: HeldMemory
    private(set) var count = 0
    /// Of that, what has yet to come.
    private var reserved = 0

    init(of memory: HeldMemory) {
        self.memory = memory
    }

    deinit {
        if count > 0 { memory.give(count) }
    }

    /// Holds so much more; false when there is no room.
    func grow(by bytes: Int) -> Bool {
        let more = max(0, bytes - reserved)
        guard more == 0 || memory.take(more) else { return false }
        reserved -= bytes - more
        count += more
        return true
    }

    /// Makes sure of room for what will come; false when there is none.
    func reserve(_ bytes: Int) -> Bool {
        guard grow(by: bytes) else { return false }
        reserved += bytes
        return true
    }

    /// Holds so much more, which is here already.
    func add(_ bytes: Int) {
        memory.count(bytes)
        count += bytes
    }

    func shrink(by bytes: Int) {
        let given = min(bytes, count)
        guard given > 0 else { return }
        memory.give(given)
        count -= given
    }

    func clear() {
        shrink(by: count)
        reserved = 0
    }
}
