/// How often a peer may do what costs more here than there: a purse that fills again with time.
package struct FloodPurse: Sendable, Hashable {
    private let most: Int
    /// How long one takes to come back, in nanoseconds; 0 when all come back at once, after a span.
    private let interval: UInt64
    private let span: UInt64
    private var left: Int
    private var since: UInt64?

    /// So many at once, and so many a second.
    package init(_ most: Int, perSecond rate: Int) {
        self.most = most
        left = most
        interval = 1_000_000_000 / UInt64(max(1, rate))
        span = 0
    }

    /// So many in a span of seconds.
    package init(_ most: Int, in seconds: Int) {
        self.most = most
        left = most
        interval = 0
        span = UInt64(max(1, seconds)) * 1_000_000_000
    }

    /// Takes one out; false when none is left. `now` is in nanoseconds of a steady clock.
    package mutating func spend(at now: UInt64) -> Bool {
        refill(now)
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    private mutating func refill(_ now: UInt64) {
        guard let start = since, left < most else {
            since = now
            return
        }
        let passed = now > start ? now - start : 0
        if interval == 0 {
            guard passed >= span else { return }
            left = most
            since = now
        } else {
            let back = passed / interval
            guard back > 0 else { return }
            left = min(most, left + Int(clamping: back))
            since = start + back * interval
        }
    }
}

/// The purses and counters of one connection, each for a member of `HTTP2Limits`.
struct FloodGuard: Sendable {
    private let limits: HTTP2Limits
    private var resets: FloodPurse
    private var settings: FloodPurse
    private var pings: FloodPurse
    private var emptyData = 0
    private var priorities = 0
    private var windowUpdates = 0
    private var lateFrames = 0
    private var lateData = 0
    /// Streams that were opened, by either side.
    var streams = 0
    /// DATA frames that were sent.
    var dataSent = 0
    /// Streams that we reset, or did not look at.
    var streamsDropped = 0
    /// Acknowledgements that nobody has taken yet.
    var acknowledgements = 0

    init(_ limits: HTTP2Limits) {
        self.limits = limits
        resets = FloodPurse(limits.resets, perSecond: limits.resetsPerSecond)
        settings = FloodPurse(limits.settings, in: limits.span)
        pings = FloodPurse(limits.pings, in: limits.span)
    }

    /// A stream was reset by the peer, or for a fault of its.
    mutating func reset(_ offset: UInt64, at now: UInt64) throws(HTTP2Error) {
        guard resets.spend(at: now) else { throw HTTP2Error(.resetFlood, offset: offset) }
    }

    /// RST_STREAM of a server, or a field block, on a stream that was over. Some of each stream may have been on their
    /// way when it ended (RFC 9113 §5.1); what is beyond those costs as a reset does.
    mutating func late(_ offset: UInt64, at now: UInt64) throws(HTTP2Error) {
        lateFrames += 1
        guard lateFrames > limits.latePerStream * streams else { return }
        try reset(offset, at: now)
    }

    /// Octets of DATA on a stream that we had reset: no more than its window let out can have been on their way.
    mutating func lateData(_ count: Int, _ offset: UInt64, at now: UInt64) throws(HTTP2Error) {
        lateData += count
        guard lateData > limits.largestStreamWindow * streamsDropped else { return }
        try reset(offset, at: now)
    }

    mutating func settings(_ offset: UInt64, at now: UInt64) throws(HTTP2Error) {
        guard settings.spend(at: now) else { throw HTTP2Error(.settingsFlood, offset: offset) }
        try acknowledge(offset)
    }

    mutating func ping(_ offset: UInt64, at now: UInt64) throws(HTTP2Error) {
        guard pings.spend(at: now) else { throw HTTP2Error(.pingFlood, offset: offset) }
        try acknowledge(offset)
    }

    private mutating func acknowledge(_ offset: UInt64) throws(HTTP2Error) {
        acknowledgements += 1
        guard acknowledgements <= limits.acknowledgements else {
            throw HTTP2Error(.acknowledgementFlood, offset: offset)
        }
    }

    mutating func data(isEmpty: Bool, _ offset: UInt64) throws(HTTP2Error) {
        emptyData = isEmpty ? emptyData + 1 : 0
        guard emptyData <= limits.emptyData else { throw HTTP2Error(.emptyDataFlood, offset: offset) }
    }

    /// PRIORITY, PRIORITY_UPDATE, and frames that nobody understands.
    mutating func priority(_ offset: UInt64) throws(HTTP2Error) {
        priorities += 1
        guard priorities <= limits.prioritiesPerStream * (1 + streams) else {
            throw HTTP2Error(.priorityFlood, offset: offset)
        }
    }

    mutating func windowUpdate(_ offset: UInt64) throws(HTTP2Error) {
        windowUpdates += 1
        let explained = limits.windowUpdatesPerStream * streams + limits.windowUpdatesPerData * dataSent
        let most = limits.windowUpdates + explained
        guard windowUpdates <= most else { throw HTTP2Error(.windowUpdateFlood, offset: offset) }
    }
}
