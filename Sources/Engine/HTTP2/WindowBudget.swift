internal import HTTPWire

/// What peers may send on the streams of one loop before any of it is taken: the bound on what streams of HTTP/2 hold
/// in memory (RFC 9113 §10.5).
///
/// Counted as if every stream had at least the usual window, so that what is done about scarcity does not end it.
struct WindowBudget {
    private let most: Int
    private let usual: Int
    private let scarce: Int
    private(set) var total = 0
    /// From the limit on, until half of it is free again: a setting is not to be changed with every stream.
    private(set) var isScarce = false

    init(_ limits: HTTP2Limits) {
        most = limits.windows
        usual = limits.streamWindow
        scarce = min(limits.scarceStreamWindow, limits.streamWindow)
    }

    /// What a stream may send at first.
    var streamWindow: Int { isScarce ? scarce : usual }

    /// A connection's streams may send so much more, or less.
    mutating func change(by count: Int) {
        total += count
        if total >= most { isScarce = true } else if total < most / 2 { isScarce = false }
    }
}
