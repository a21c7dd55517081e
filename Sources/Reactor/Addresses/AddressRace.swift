/// Which address to try when, as RFC 8305 ("Happy Eyeballs") has it: a pure value, told what happened and when.
///
/// The caller starts what `next` returns, reports each outcome, and asks `next` again after every report and when
/// `nextStart` has come. Times are nanoseconds of any steady clock.
package struct AddressRace: Sendable {
    /// RFC 8305 §5, Connection Attempt Delay.
    package static let attemptDelay = Nanoseconds.milliseconds(250)

    /// The addresses in the order they are tried.
    package let addresses: [SocketAddress]
    /// The errors of attempts that failed, in the order they did.
    package private(set) var failures: [ConnectFailure.Attempt] = []
    /// When the next attempt is due, unless a failure makes it sooner; nil when all have been started.
    package private(set) var nextStart: UInt64?
    package private(set) var winner: Int?

    private var started = 0

    package init(_ addresses: [SocketAddress]) {
        self.addresses = Self.interleaved(addresses)
        nextStart = addresses.isEmpty ? nil : 0
    }

    /// No attempt runs and none is left to start.
    package var isLost: Bool { winner == nil && failures.count == addresses.count }

    /// The index of an address to connect to now, if it is time.
    package mutating func next(now: UInt64) -> Int? {
        guard winner == nil, let due = nextStart, now >= due else { return nil }
        let index = started
        started += 1
        nextStart = started < addresses.count ? Self.attemptDelay.after(now) : nil
        return index
    }

    package mutating func failed(_ index: Int, _ code: Int32) {
        failures.append(ConnectFailure.Attempt(address: addresses[index], code: code))
        if nextStart != nil {
            nextStart = 0
        }
    }

    /// True for the first; the others have lost and are to be closed.
    package mutating func succeeded(_ index: Int) -> Bool {
        guard winner == nil else { return false }
        winner = index
        nextStart = nil
        return true
    }

    /// RFC 8305 §4: alternating families. The resolver has sorted by RFC 6724, so whichever family it put first, which
    /// is IPv6 wherever there is a route, comes first. An address that comes twice is tried once.
    private static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        var seen = Set<SocketAddress>()
        let unique = addresses.filter { seen.insert($0).inserted }
        guard let first = unique.first else { return [] }
        let preferred = unique.filter { $0.isIPv6 == first.isIPv6 }
        let other = unique.filter { $0.isIPv6 != first.isIPv6 }
        var result: [SocketAddress] = []
        for index in 0..<max(preferred.count, other.count) {
            if index < preferred.count { result.append(preferred[index]) }
            if index < other.count { result.append(other[index]) }
        }
        return result
    }
}
