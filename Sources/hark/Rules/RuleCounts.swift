import Rules
import Synchronization

/// Counters that begin anew with each trial of rules.
final class RuleCounts: RuleCounting {
    private let numbers = Mutex<[String: UInt64]>([:])

    func next(_ name: String) -> UInt64 {
        numbers.withLock { numbers in
            numbers[name, default: 0] += 1
            return numbers[name, default: 0]
        }
    }
}
