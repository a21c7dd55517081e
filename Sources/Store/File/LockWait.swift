import Dispatch
import Platform
import Synchronization

/// How a writer waits for another program's lock on its file. SQLite's own waiting sleeps for up to 100 ms at a time
/// (sqlite.org, sqlite3_busy_timeout), so that what was recorded would be in the file that much later than it could be.
final class LockWait: Sendable {
    /// Microseconds from one look to the next.
    private static let pause: UInt32 = 2_000

    /// Nanoseconds.
    private let most: Atomic<UInt64>
    /// When it began; on the steady clock, in nanoseconds.
    private let began = Atomic<UInt64>(0)

    init(seconds: Double) {
        most = Atomic(Self.nanoseconds(seconds))
    }

    /// From now on it waits for this long at most.
    func limit(_ seconds: Double) { most.store(Self.nanoseconds(seconds), ordering: .relaxed) }

    private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, seconds) * 1e9) }

    /// Waits a little; false when that was for long enough.
    ///
    /// - Parameter tries: how often it waited for this lock already.
    func isPatient(after tries: Int) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        if tries == 0 { began.store(now, ordering: .relaxed) }
        guard now &- began.load(ordering: .relaxed) < most.load(ordering: .relaxed) else { return false }
        usleep(Self.pause)
        return true
    }
}
