import Dispatch
import Foundation
import Synchronization

/// Runs `other` on a thread of its own while `body` runs here, and returns when both have ended, or throws what either
/// threw. `other` has to end by itself, also after `body` has failed.
///
/// Swift's pool has one thread for each processor. A task that waits there, by turning, for one that has not begun may
/// wait for ever: two such tests take both threads of a small machine.
package func beside(_ other: @escaping @Sendable () throws -> Void, _ body: () throws -> Void) throws {
    let ended = DispatchSemaphore(value: 0)
    let failed = Failed()
    Thread.detachNewThread {
        do { try other() } catch { failed.error.withLock { $0 = error } }
        ended.signal()
    }
    let result = Result { try body() }
    ended.wait()
    try result.get()
    if let error = failed.error.withLock({ $0 }) { throw error }
}

private final class Failed: Sendable {
    let error = Mutex<(any Error)?>(nil)
}
