internal import HTTPWire

/// What peers may send on the streams of one loop before any of it is taken: the bound on what streams of HTTP/2 hold
/// in memory (RFC 9113 §10.5).
///
/// Counted as if every stream had at least the usual window, so that what is done about scarcity does not end it.
struct WindowBudget {
    private let most: Int
    /// What a stream may send at first: usually, from `most` on, and from `many` times that on.
    private let windows: [Int]
    private(set) var total = 0
    /// How scarce room is. It falls when half of what made it rise is free again: a setting is not to be changed with
    /// every stream.
    private var level = 0

    private static let many = 16
    /// Enough for a request, and of streams without number no more than their own cost.
    private static let least = 8 << 10

    init(_ limits: HTTP2Limits) {
        most = limits.windows
        let scarce = min(limits.scarceStreamWindow, limits.streamWindow)
        windows = [limits.streamWindow, scarce, min(Self.least, scarce)]
    }

    /// None grows any more.
    var isScarce: Bool { level > 0 }

    /// What a stream may send at first.
    var streamWindow: Int { windows[level] }

    /// A connection's streams may send so much more, or less.
    mutating func change(by count: Int) {
        total += count
        while level + 1 < windows.count, total >= threshold(of: level + 1) { level += 1 }
        while level > 0, total < threshold(of: level) / 2 { level -= 1 }
    }

    /// From how much on room is that scarce.
    private func threshold(of level: Int) -> Int { level == 1 ? most : most * Self.many }
}
