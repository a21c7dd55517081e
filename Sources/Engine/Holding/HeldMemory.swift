internal import Synchronization

/// The memory that Hark's own work may take for all connections together: bodies that wait for rules, messages of
/// WebSockets that do, and content that sites gather. One for the whole proxy; safe to use from anywhere.
///
/// Whoever would hold more asks first. Where there is no room, a body or a message passes unchanged, and a sender is
/// not read: nothing grows instead.
package final class HeldMemory: Sendable {
    /// How much there may be unless somebody says otherwise.
    package static let usual = 128 << 20

    package let limit: Int
    private let count = Atomic<Int>(0)
    private let highest = Atomic<Int>(0)

    package init(limit: Int = HeldMemory.usual) {
        self.limit = limit
    }

    /// Bytes that are held at this moment.
    package var used: Int { count.load(ordering: .relaxed) }
    /// The most there ever were.
    package var peak: Int { highest.load(ordering: .relaxed) }
    /// No more can be taken.
    package var isFull: Bool { used >= limit }

    /// Takes so much, if there is room.
    func take(_ bytes: Int) -> Bool {
        let before = count.add(bytes, ordering: .relaxed).oldValue
        guard before + bytes <= limit else {
            count.subtract(bytes, ordering: .relaxed)
            return false
        }
        highest.max(before + bytes, ordering: .relaxed)
        return true
    }

    /// Takes so much, room or not: it is here already.
    func count(_ bytes: Int) {
        let before = count.add(bytes, ordering: .relaxed).oldValue
        highest.max(before + bytes, ordering: .relaxed)
    }

    func give(_ bytes: Int) {
        count.subtract(bytes, ordering: .relaxed)
    }

    /// The limit in words.
    package var text: String { "\(limit >> 20) MiB" }
}
