import Dispatch
package import Filter
package import Flow
import Synchronization

/// Writes flows to a session file, in batches, on a queue of its own.
///
/// What waits is bounded, in bytes and in time: when it `holdsUp`, whoever reads from sockets waits. So what was
/// submitted is in the file a tenth of a second later at most, if the disk can.
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
        /// What goes on when the file cannot be written, for the sentence that says so.
        package var activity = "proxy"
        /// What judges flows, once they are in the file and nothing else is to be done; nil: nobody.
        package var reader: FilterReader?
        /// It judges flows that come whole, with their contents, as they are written.
        package var judgesAtOnce = false
        /// How many pages of 4 KiB SQLite may use, whatever the disk has room for; nil: all there is.
        package var mostPages: Int?

        package init() {}
    }

    private let queue = DispatchQueue(label: "hark.store")
    private let inbox = Mutex(Waiting())
    /// Touched on the queue alone; the lock is there so that the compiler can see it, and is never contended.
    private let worker: Mutex<SessionWorker>
    private let options: Options
    /// What is taken to wait, in bytes.
    private let waiting = Atomic(0)
    /// When the oldest change came that nobody has begun to write, and the oldest of those that are being written; 0
    /// when there is none.
    private let gatheringSince = Atomic<UInt64>(0)
    private let writingSince = Atomic<UInt64>(0)

    private struct Waiting {
        var inbox = SessionInbox()
        var isScheduled = false
        var isUrgent = false
        /// What came before is being written.
        var isWriting = false
    }

    /// Flows are taken from another session, as fast as they can be read.
    private let isSaving = Atomic(false)
    /// Whether flows that go on are to be looked after.
    private let isReturning = Atomic(false)
    /// Whether a look at flows that are in the file is to come.
    private let isJudging = Atomic(false)
    /// So long nothing has to come in, before flows are judged.
    private static let rest = DispatchTimeInterval.milliseconds(100)
    /// So long flows are judged at the end; in nanoseconds.
    private static let lastJudging: UInt64 = 150_000_000

    /// How long changes may gather before they are written: a part of what may be lost, as writing takes time too.
    private static let patience = DispatchTimeInterval.milliseconds(15)
    /// So long what is new of a flow that goes on may wait for its end, in nanoseconds: most end within that, and are
    /// written once.
    private static let openPatience: UInt64 = 40_000_000
    /// So old may a change that is not in the file be, in nanoseconds, until no more are wanted: those that came
    /// meanwhile have to be written within a tenth of a second, too.
    private static let ageLimit: UInt64 = 40_000_000
    /// So many changes are written at once.
    private static let batch = 2_000

    package init(_ file: SessionFile, run: SessionRun, options: Options, say: @escaping @Sendable (String) -> Void) {
        self.options = options
        worker = Mutex(SessionWorker(file, run: run, options: options, say: say))
        scheduleLook()
    }

    /// So often somebody looks whether the file is still there.
    private static let lookInterval = DispatchTimeInterval.seconds(2)

    private func scheduleLook() {
        queue.asyncAfter(deadline: .now() + Self.lookInterval) { [weak self] in
            guard let self, worker.withLock({ $0.lookAtFile() }) else { return }
            scheduleLook()
        }
    }

    /// More waits than may, or for longer.
    private var isBehind: Bool { isBehind(by: 1) }

    /// Half of what may wait does, or for half as long: those who bring the most are to be read less.
    var fillsUp: Bool { isBehind(by: 2) }

    private func isBehind(by part: Int) -> Bool {
        if waiting.load(ordering: .relaxed) >= options.loadLimit / part { return true }
        let writing = writingSince.load(ordering: .relaxed)
        let oldest = writing > 0 ? writing : gatheringSince.load(ordering: .relaxed)
        return oldest > 0 && Self.now > oldest + Self.ageLimit / UInt64(part)
    }

    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Read no more from sockets for now. With `dropsBodies`, only when leaving out content has not been enough.
    package var holdsUp: Bool {
        options.dropsBodies ? waiting.load(ordering: .relaxed) >= options.loadLimit * 2 : isBehind
    }

    /// Takes changes, those of one flow in their order. Never blocks.
    package func submit(_ changes: [FlowChange]) {
        guard !changes.isEmpty else { return }
        let changes = options.dropsBodies && isBehind ? Self.withoutContent(changes) : changes
        let (schedules, hurries) = inbox.withLock { waiting in
            let before = waiting.inbox.cost
            for change in changes { waiting.inbox.append(change) }
            self.waiting.wrappingAdd(waiting.inbox.cost - before, ordering: .relaxed)
            let schedules = !waiting.isScheduled
            let hurries = !waiting.isUrgent && waiting.inbox.count >= Self.batch
            if schedules { gatheringSince.store(Self.now, ordering: .relaxed) }
            waiting.isScheduled = true
            if hurries { waiting.isUrgent = true }
            return (schedules, hurries)
        }
        if hurries {
            queue.async { self.drain() }
        } else if schedules {
            queue.asyncAfter(deadline: .now() + Self.patience) { self.drain() }
        }
    }

    /// Has a half of what flows of another session may wait written, unless the other one is being written. Live flows
    /// gather for longer: a transaction has its price.
    ///
    /// - Parameter isWritten: that just ended.
    private func hurry(isWritten: Bool) {
        let hurries = inbox.withLock { waiting in
            if isWritten { waiting.isWriting = false }
            let isHalf = waiting.inbox.cost >= Self.savedHalf
            let hurries = isSaving.load(ordering: .relaxed) && isHalf && !waiting.isWriting && !waiting.isUrgent
            if hurries { waiting.isUrgent = true }
            return hurries
        }
        if hurries { queue.async { self.drain() } }
    }

    private static func withoutContent(_ changes: [FlowChange]) -> [FlowChange] {
        changes.map { change in
            if case .content(let id, let kind, _) = change { return .contentDropped(id, kind) }
            return change
        }
    }

    private func drain() {
        let taken = inbox.withLock { waiting in
            defer { waiting = Waiting(isWriting: true) }
            writingSince.store(gatheringSince.exchange(0, ordering: .relaxed), ordering: .relaxed)
            return waiting.inbox
        }
        defer {
            writingSince.store(0, ordering: .relaxed)
            hurry(isWritten: true)
        }
        guard taken.count > 0 else { return }
        write(taken.changes, since: writingSince.load(ordering: .relaxed))
        waiting.wrappingSubtract(taken.cost, ordering: .relaxed)
        scheduleJudging()
    }

    private func write(_ changes: [FlowChange], since: UInt64) {
        let moment = Self.now - Self.openPatience
        let isWaiting = worker.withLock { worker in
            worker.write(changes, since: since, upTo: moment)
            return worker.isWaiting
        }
        guard isWaiting, !isReturning.exchange(true, ordering: .relaxed) else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(Self.openPatience))) {
            self.isReturning.store(false, ordering: .relaxed)
            self.write([], since: Self.now)
        }
    }

    private func scheduleJudging() {
        guard options.reader != nil, !isJudging.exchange(true, ordering: .relaxed) else { return }
        queue.asyncAfter(deadline: .now() + Self.rest) { self.judge() }
    }

    /// A few flows at a time, as long as nothing else waits.
    private func judge() {
        isJudging.store(false, ordering: .relaxed)
        guard waiting.load(ordering: .relaxed) == 0 else { return scheduleJudging() }
        guard worker.withLock({ $0.judge() }), !isJudging.exchange(true, ordering: .relaxed) else { return }
        queue.async { self.judge() }
    }

    /// So much may wait of what is taken from elsewhere: nobody is kept waiting for it, and memory is to stay small.
    private static let savedLimit = 4 << 20
    /// So that one half is written while the other comes.
    private static let savedHalf = savedLimit / 2

    /// Takes a flow from another session, with what people put on it. Blocks while too much waits.
    package func save(_ flow: StoredFlow) {
        isSaving.store(true, ordering: .relaxed)
        submit([.finished(flow.record)])
        let load = waiting.load(ordering: .relaxed)
        if load >= Self.savedLimit {
            // What is being written now makes room; what came meanwhile can wait for its turn.
            queue.sync { if waiting.load(ordering: .relaxed) >= Self.savedLimit { drain() } }
        } else if load >= Self.savedHalf {
            hurry(isWritten: false)
        }
        if flow.isPinned || flow.comment != nil || !flow.tags.isEmpty {
            queue.sync {
                drain()
                worker.withLock { $0.mark(flow) }
            }
        }
    }

    /// Takes a connection of HTTP/2 from another session.
    package func save(_ connection: ConnectionRecord) {
        isSaving.store(true, ordering: .relaxed)
        submit([.connection(connection)])
    }

    /// Writes everything submitted and closes the file. Blocks; not to be called on the queue.
    ///
    /// - Returns: how many flows that ended could not be written, in all.
    @discardableResult
    package func finish() -> Int {
        queue.sync {
            drain()
            return worker.withLock { worker in
                let end = Self.now + Self.lastJudging
                while Self.now < end, worker.judge() {}
                return worker.finish()
            }
        }
    }
}
