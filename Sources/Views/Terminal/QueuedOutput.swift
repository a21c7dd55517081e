import Dispatch
import Synchronization

/// Writes for a terminal, or a pipe, on a thread of its own, so that one who does not read holds up nobody: what waits
/// is bounded, and what does not fit is left out and counted.
///
/// Owned by a view; may be called from any thread.
package final class QueuedOutput: TerminalOutput, Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var isWriting = false
        /// Exchanges left out since the last word about it.
        var skipped = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "hark.terminal")
    /// Touched on the queue alone; the lock is there so that the compiler can see it, and is never contended.
    private let writer: Mutex<TerminalWriter>
    /// Bytes that may wait.
    private let limit: Int

    package init(descriptor: Int32, limit: Int = 1 << 20) {
        writer = Mutex(TerminalWriter(descriptor: descriptor, isResult: false))
        self.limit = limit
    }

    package func write(_ bytes: [UInt8], exchanges: Int) {
        let starts = state.withLock { state in
            guard state.waiting.isEmpty || state.waiting.count + bytes.count <= limit else {
                state.skipped += exchanges
                return false
            }
            state.waiting += Self.note(&state.skipped)
            state.waiting += bytes
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if starts { queue.async { self.drain() } }
    }

    /// Nothing waits.
    package var isIdle: Bool { state.withLock { !$0.isWriting } }

    /// Waits a moment for what is still to be written, and no longer: whoever does not read by then will not.
    package func finish() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + .milliseconds(300))
    }

    private func drain() {
        while let bytes = next() { writer.withLock { $0.write(bytes) } }
    }

    private func next() -> [UInt8]? {
        state.withLock { state in
            state.waiting += state.waiting.isEmpty ? Self.note(&state.skipped) : []
            guard !state.waiting.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private static func note(_ skipped: inout Int) -> [UInt8] {
        guard skipped > 0 else { return [] }
        defer { skipped = 0 }
        var count: [UInt8] = []
        for (place, digit) in String(skipped).utf8.reversed().enumerated() {
            if place > 0, place % 3 == 0 { count.append(UInt8(ascii: ",")) }
            count.append(digit)
        }
        return Array("… ".utf8) + count.reversed() + Array(" exchange\(skipped == 1 ? "" : "s") not shown\n".utf8)
    }
}
