/// The bytes that all sockets of one loop, and all streams on them, have waiting to be sent, and how much of that is
/// fair for one.
///
/// A queue of a quarter of a megabyte costs nothing, fifteen hundred of them are memory: as the whole fills, each
/// socket is congested sooner, and those who feed it stop sooner. Owned by the loop; runs on it.
package final class SendBudget {
    /// What is unsent on one socket may reach this while there is plenty.
    static let most = 256 * 1024
    /// And this when there is none left.
    static let least = 8 * 1024

    private let limit: Int
    package private(set) var used = 0

    init(limit: Int) {
        self.limit = max(limit, 2)
    }

    package func change(by count: Int) {
        used += count
    }

    /// Above this many unsent bytes a socket, or a stream, is congested: all the same up to half of the budget, then
    /// less and less.
    package var highWatermark: Int {
        let left = limit - used
        guard left < limit / 2 else { return Self.most }
        return max(Self.least, Self.most / 1024 * max(left, 0) / (limit / 2) * 1024)
    }
}
