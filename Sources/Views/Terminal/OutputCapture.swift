import Platform
import Synchronization

/// What a task writes to standard output and to standard error, kept instead: for a caller that runs commands and
/// wants their results as texts. Safe to use from anywhere.
package final class OutputCapture: Sendable {
    /// Of the current task; nil where output goes where it always goes.
    @TaskLocal package static var current: OutputCapture?

    private let limit: Int
    private let state = Mutex((results: [UInt8](), remarks: [String]()))

    /// - Parameter limit: bytes of results; a writer that goes on finds that nobody reads any more.
    package init(limit: Int) { self.limit = limit }

    /// Whether there is room for more.
    func append(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            state.results += bytes.prefix(max(0, limit - state.results.count))
            return state.results.count < limit
        }
    }

    /// A line that is no result: why something failed, what is to be known.
    package func remark(_ text: String) { state.withLock { $0.remarks.append(text) } }

    package var results: String { state.withLock { String(decoding: $0.results, as: UTF8.self) } }

    package var remarks: [String] { state.withLock { $0.remarks } }
}
