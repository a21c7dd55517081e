import Fleet
import Platform

/// Tells the proxy that started this process what it does: lines on standard output, the last of which counts. Used by
/// one thread.
final class ShipProgress {
    /// Failures, by reason.
    var errors: [String: Int] = [:]
    private let isTold: Bool
    private var last: ShipCounts?
    /// By the steady clock.
    private var next: UInt64 = 0
    /// Nanoseconds between two lines, at least: counting takes a while where much waits.
    private static let interval: UInt64 = 1_000_000_000

    /// - Parameter isTold: a proxy reads it.
    init(isTold: Bool) {
        self.isTold = isTold
        guard isTold else { return }
        // The proxy may be gone; this process ships the rest all the same, and waits for nobody who does not read.
        signal(SIGPIPE, SIG_IGN)
        _ = fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_NONBLOCK)
    }

    /// - Parameters:
    ///   - counts: asked when it is time for a line.
    ///   - isLast: it is time, whenever the last one was.
    func tell(_ counts: () -> ShipCounts, isLast: Bool = false) {
        let start = Clock.nanoseconds()
        guard isTold, isLast || start >= next else { return }
        let now = counts()
        let end = Clock.nanoseconds()
        next = end + max(Self.interval, 20 * (end - start))
        guard now != last else { return }
        last = now
        let line = Array((now.line + "\n").utf8)
        _ = line.withUnsafeBytes { SystemCall.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
