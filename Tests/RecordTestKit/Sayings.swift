import Synchronization

/// Collects what is said, from any thread.
package final class Sayings: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }
    package var say: @Sendable (String) -> Void {
        { line in self.lines.withLock { $0.append(line) } }
    }
}
