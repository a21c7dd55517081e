import Bytes
import Dispatch
import Synchronization

/// Pieces on their way from who makes them, beside the loop, to a connection: at most a few at a time, so that who
/// makes them waits for who takes them. Safe to use from anywhere.
final class PageFeed: Sendable {
    private struct State {
        var pieces: [Bytes] = []
        var isClosed = false
        var isComplete = false
    }

    private let state = Mutex(State())
    /// Begins at 0, as one that is let go of must not have less than it began with.
    private let room = DispatchSemaphore(value: 0)

    private static let mostPieces = 4

    init() {
        for _ in 0..<Self.mostPieces { room.signal() }
    }

    /// Waits for room; false when nobody takes any more.
    func put(_ bytes: Bytes) -> Bool {
        room.wait()
        return state.withLock { state in
            guard !state.isClosed else { return false }
            state.pieces.append(bytes)
            return true
        }
    }

    func complete() { state.withLock { $0.isComplete = true } }

    /// What waits, and whether that is the end.
    func take() -> (pieces: [Bytes], isLast: Bool) {
        let taken = state.withLock { state in
            defer { state.pieces = [] }
            return (state.pieces, state.isComplete)
        }
        for _ in taken.0 { room.signal() }
        return taken
    }

    /// Nobody takes any more.
    func close() {
        state.withLock { $0.isClosed = true }
        room.signal()
    }
}
