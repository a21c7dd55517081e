import Dispatch
import Flow
import Synchronization

/// Writes flows to a session file, in batches, on a queue of its own.
///
/// What waits is bounded: when it `holdsUp`, whoever reads from sockets waits. What was submitted is in the file a
/// tenth of a second later at most, if the disk can.
package final class SessionWriter: Sendable {
    /// How the writer may be set; sizes in bytes.
    package struct Options: Sendable {
        /// How much of one body is kept.
        package var bodyLimit = 16 << 20
        /// How much may wait to be written.
        package var loadLimit = 32 << 20
        /// When too much waits, content is left out rather than clients made to wait; the flow says so.
        package var dropsBodies = false
        /// What the file may grow to, the oldest flows being removed.
        package var bound = SessionBound()
        /// A file in which there is no flow at the end goes away again.
        package var removesWhenEmpty = false
        /// How many pages of 4 KiB SQLite may use, whatever the disk has room for; nil: all there is.
        package var mostPages: Int?

        package init() {}
    }

    private let queue = DispatchQueue(label: "hark.store")
    private let inbox = Mutex(Inbox())
    /// Touched on the queue alone; the lock is there so that the compiler can see it, and is never contended.
    private let worker: Mutex<SessionWorker>
    private let options: Options
    /// What is taken to wait, in bytes.
    private let waiting = Atomic(0)

    private struct Inbox {
        var changes: [FlowChange] = []
        var cost = 0
        var isScheduled = false
        var isUrgent = false
    }

    /// How long changes may gather before they are written: half of what may be lost, as writing takes time too.
    private static let patience = DispatchTimeInterval.milliseconds(40)
    /// So many changes are written at once.
    private static let batch = 2_000

    package init(_ file: SessionFile, run: SessionRun, options: Options, say: @escaping @Sendable (String) -> Void) {
        self.options = options
        worker = Mutex(SessionWorker(file, run: run, options: options, say: say))
    }

    /// More waits than may.
    private var isFull: Bool { waiting.load(ordering: .relaxed) >= options.loadLimit }

    /// More waits than may: read no more from sockets for now. With `dropsBodies`, only when leaving out content has
    /// not been enough.
    package var holdsUp: Bool {
        waiting.load(ordering: .relaxed) >= options.loadLimit * (options.dropsBodies ? 2 : 1)
    }

    /// Takes changes, those of one flow in their order. Never blocks.
    package func submit(_ changes: [FlowChange]) {
        guard !changes.isEmpty else { return }
        let changes = options.dropsBodies && isFull ? Self.withoutContent(changes) : changes
        var cost = 0
        for change in changes { cost += change.cost }
        waiting.wrappingAdd(cost, ordering: .relaxed)
        let (schedules, hurries) = inbox.withLock { inbox in
            inbox.changes.append(contentsOf: changes)
            inbox.cost += cost
            let schedules = !inbox.isScheduled
            let hurries = !inbox.isUrgent && inbox.changes.count >= Self.batch
            inbox.isScheduled = true
            if hurries { inbox.isUrgent = true }
            return (schedules, hurries)
        }
        if hurries {
            queue.async { self.drain() }
        } else if schedules {
            queue.asyncAfter(deadline: .now() + Self.patience) { self.drain() }
        }
    }

    private static func withoutContent(_ changes: [FlowChange]) -> [FlowChange] {
        changes.map { change in
            if case .content(let id, let kind, _) = change { return .contentDropped(id, kind) }
            return change
        }
    }

    private func drain() {
        let (changes, cost) = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return (inbox.changes, inbox.cost)
        }
        guard !changes.isEmpty else { return }
        worker.withLock { $0.write(changes) }
        waiting.wrappingSubtract(cost, ordering: .relaxed)
    }

    /// Takes a flow from another session, with what people put on it. Blocks while too much waits.
    package func save(_ flow: StoredFlow) {
        submit([.finished(flow.record)])
        if holdsUp || flow.isPinned || flow.comment != nil || !flow.tags.isEmpty {
            queue.sync {
                drain()
                worker.withLock { $0.mark(flow) }
            }
        }
    }

    /// Writes everything submitted and closes the file. Blocks; not to be called on the queue.
    package func finish() {
        queue.sync {
            drain()
            worker.withLock { $0.finish() }
        }
    }
}
