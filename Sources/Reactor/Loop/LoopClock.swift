internal import CPosix
internal import Synchronization

/// The time that a loop goes by: read from the system's steady clock when something reaches the loop, and the same for
/// all that is done because of it.
///
/// The loop's executor has it, and so reads it for whatever comes, posted work and jobs of the actor included: what has
/// slept would otherwise set its deadlines by the time at which it fell asleep. Used on the loop's queue; atomic, so
/// that the executor may be shared.
final class LoopClock: Sendable {
    private let time = Atomic<UInt64>(cposix_now())

    /// Nanoseconds, as of the last reading.
    var now: UInt64 { time.load(ordering: .relaxed) }

    /// Reads the system's clock.
    func refresh() {
        time.store(cposix_now(), ordering: .relaxed)
    }
}
