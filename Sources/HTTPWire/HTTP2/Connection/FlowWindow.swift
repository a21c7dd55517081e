/// How many octets may still be sent (RFC 9113 §6.9.1). A setting can make it negative (§6.9.2).
struct FlowWindow: Sendable, Hashable {
    /// The largest window, 2^31 − 1.
    static let largest = Int(Int32.max)

    /// How many octets may go now; none when it is negative.
    private(set) var available: Int

    /// A window of so many octets.
    init(_ available: Int) {
        self.available = available
    }

    /// Octets that are sent.
    mutating func take(_ count: Int) { available -= count }

    /// A WINDOW_UPDATE, or another initial size; false when the window becomes larger than any may be.
    mutating func grow(by count: Int) -> Bool {
        available += count
        return available <= Self.largest
    }
}

/// How many octets the peer may still send, and when it is given more.
struct ReceiveWindow: Sendable, Hashable {
    /// What the peer may send before anything is given back.
    private(set) var size: Int
    /// What it may send now.
    private(set) var available: Int
    /// What has come, and was not taken yet by whom it is for.
    private(set) var unread = 0
    private let largest: Int
    private var ranEmpty = false

    /// - Parameters:
    ///   - size: what the peer may send at first.
    ///   - largest: what that grows to, when the peer is fast and the other leg is ready.
    init(_ size: Int, largest: Int) {
        self.size = size
        available = size
        self.largest = largest
    }

    /// Octets that came; false when they are more than the peer was allowed.
    mutating func receive(_ count: Int) -> Bool {
        guard count <= available else { return false }
        available -= count
        unread += count
        // A sender stops where no whole frame fits any more.
        if available < size / 16 { ranEmpty = true }
        return true
    }

    /// Octets that were taken. How many the peer is to be given, 0 while it has half of its window.
    ///
    /// - Parameter mayGrow: there is memory for a larger one.
    mutating func consume(_ count: Int, mayGrow: Bool = true) -> Int {
        unread = max(0, unread - count)
        if unread == 0 {
            // The peer had to wait for a window although nobody here did: it is too small for this way.
            if ranEmpty, mayGrow { size = min(size * 2, max(size, largest)) }
            ranEmpty = false
        }
        return due()
    }

    /// What is owed to the peer, 0 while it has half of its window.
    mutating func due() -> Int {
        let owed = size - available - unread
        guard owed > 0, owed >= size / 2 else { return 0 }
        available += owed
        return owed
    }

    /// Another initial size holds.
    mutating func shift(by count: Int) {
        size += count
        available += count
    }
}
