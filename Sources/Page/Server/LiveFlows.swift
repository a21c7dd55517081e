package import Flow
import HTTPModel
import Platform
import Synchronization

/// The flows that are open and those that ended last, for who watches. Without a watcher it does nothing but count, and
/// know the newest by number.
/// Safe to use from anywhere.
package final class LiveFlows: PageLive {
    private let state = Mutex(State())
    private let newest = Mutex(NewestFlows())
    private let listener = Mutex(Listener(changed: nil))
    private let isWatched = Atomic(false)
    private let began = Atomic(0)
    private let ended = Atomic(0)

    /// So many that ended are kept: the file has them soon after.
    private static let mostEnded = 512
    /// So many changes of one tick are told one by one.
    private static let mostTouched = 20_000
    /// So many flows of one tick are named; of a flood that is larger the page reads what it shows.
    private static let mostNamed = 200_000

    /// Wrapped, as a bare closure in a generic box gets a layer with each access.
    private struct Listener {
        let changed: (@Sendable () -> Void)?
    }

    private struct State {
        var open: [UInt64: FlowRecord] = [:]
        var ended: [UInt64: FlowRecord] = [:]
        /// In the order in which they ended, round and round.
        var order: [UInt64] = []
        var next = 0
        /// Since the last tick.
        var beganNumbers: [UInt64] = []
        var endedNumbers: [UInt64] = []
        var touched: [UInt64] = []
        var isTold = false
    }

    package init() {}

    /// What hears of flows; to be given to the recorder.
    package var sink: any FlowSink { LiveFlowsSink(self) }

    package func record(_ number: UInt64) -> FlowRecord? {
        state.withLock { $0.open[number] ?? $0.ended[number] }
    }

    package var openCount: Int { max(0, began.load(ordering: .relaxed) - ended.load(ordering: .relaxed)) }

    /// How many began since the start.
    package var count: Int { began.load(ordering: .relaxed) }

    /// - Parameter changed: called when something happened that nobody has taken, once until it is taken, from the
    ///   recorder's queue; nil: nobody watches any more.
    package func watch(_ changed: (@Sendable () -> Void)?) {
        listener.withLock { $0 = Listener(changed: changed) }
        isWatched.store(changed != nil, ordering: .relaxed)
        state.withLock { $0 = State() }
    }

    /// Those that are open, or ended so lately that the file may know nothing of them yet, in the order of their
    /// numbers. Who begins to watch learns from them what passed just before.
    package var recent: [UInt64] { newest.withLock { $0.unwritten(now: PageClock.moment().steady) } }

    /// What happened since the last call.
    package func take() -> PageTick {
        state.withLock { state in
            var seen: Set<UInt64> = []
            var changed: [FlowRecord] = []
            var skipped = 0
            for number in state.touched.reversed() where seen.insert(number).inserted {
                guard changed.count < PageTick.mostRows else {
                    skipped += 1
                    continue
                }
                if let record = state.open[number] ?? state.ended[number] { changed.append(record) }
            }
            changed.sort { $0.id > $1.id }
            let tick = PageTick(
                began: state.beganNumbers, ended: state.endedNumbers, changed: changed, skipped: skipped,
                openCount: openCount, flowCount: count)
            state.beganNumbers.removeAll(keepingCapacity: true)
            state.endedNumbers.removeAll(keepingCapacity: true)
            state.touched.removeAll(keepingCapacity: true)
            state.isTold = false
            return tick
        }
    }

    /// Another session begins: what there was belongs to the one before.
    fileprivate func begin() {
        state.withLock { $0 = State() }
        newest.withLock { $0 = NewestFlows() }
        began.store(0, ordering: .relaxed)
        ended.store(0, ordering: .relaxed)
    }

    /// Something happened since the last call of `take`.
    var hasNews: Bool { state.withLock { $0.isTold } }

    fileprivate var hasWatcher: Bool { isWatched.load(ordering: .relaxed) }

    fileprivate func note(began: [UInt64], ended: [UInt64]) {
        self.began.wrappingAdd(began.count, ordering: .relaxed)
        self.ended.wrappingAdd(ended.count, ordering: .relaxed)
        newest.withLock { $0.take(began: began, ended: ended, now: PageClock.moment().steady) }
    }

    fileprivate func take(_ batch: [FlowRecord], began: [UInt64]) {
        let tells = state.withLock { state in
            for number in began where state.beganNumbers.count < Self.mostNamed { state.beganNumbers.append(number) }
            for record in batch { Self.keep(record, in: &state) }
            defer { state.isTold = true }
            return !state.isTold
        }
        guard tells else { return }
        listener.withLock { $0 }.changed?()
    }

    private static func keep(_ record: FlowRecord, in state: inout State) {
        let number = record.id.number
        if state.touched.count < mostTouched { state.touched.append(number) }
        guard record.isFinished else {
            state.open[number] = record
            return
        }
        state.open[number] = nil
        if state.endedNumbers.count < mostNamed { state.endedNumbers.append(number) }
        state.ended[number] = record
        if state.order.count < mostEnded {
            state.order.append(number)
        } else {
            state.ended[state.order[state.next]] = nil
            state.order[state.next] = number
            state.next = (state.next + 1) % mostEnded
        }
    }
}

/// Hears of flows from the recorder, on its queue, and hands them on a batch at a time.
private final class LiveFlowsSink: FlowSink {
    private let flows: LiveFlows
    private var batch: [FlowRecord] = []
    /// So many are handed on at once: in a flood a batch of the recorder has thousands, of some kilobytes each.
    private static let most = 128
    private var began: [UInt64] = []
    private var ended: [UInt64] = []
    /// Flows of this session that are open, and of earlier ones.
    private var open: Set<UInt64> = []
    private var foreign: Set<UInt64> = []

    init(_ flows: LiveFlows) {
        self.flows = flows
    }

    var needs: SinkNeeds { [.progress] }

    func began(_ record: FlowRecord) {
        if !foreign.isEmpty, foreign.contains(record.id.number) { return }
        began.append(record.id.number)
        open.insert(record.id.number)
        if flows.hasWatcher { add(record) }
    }

    func progressed(_ record: FlowRecord) {
        if !foreign.isEmpty, foreign.contains(record.id.number) { return }
        if flows.hasWatcher { add(record) }
    }

    private func add(_ record: FlowRecord) {
        batch.append(record)
        if batch.count >= Self.most { handOn() }
    }

    func finished(_ flow: JudgedFlow) {
        let number = flow.snapshot.id.number
        if open.remove(number) == nil, foreign.remove(number) != nil { return }
        ended.append(number)
        guard flows.hasWatcher else { return }
        // Content is in the file. For other sinks it may be in memory too, where thousands of bodies have no place.
        var record = flow.record
        for kind in [MessageKind.request, .response] where record[kind].content.kept.count != nil {
            record[kind].content.kept = .absent
            record[kind].content.decoded = nil
        }
        add(record)
    }

    func batchEnded() {
        handOn()
    }

    func sessionChanged(open flowsOpen: Set<FlowID>) {
        handOn()
        foreign.formUnion(flowsOpen.lazy.map(\.number))
        open = []
        flows.begin()
    }

    func dropped(_ flow: FlowID) { foreign.remove(flow.number) }

    private func handOn() {
        guard !batch.isEmpty || !began.isEmpty || !ended.isEmpty else { return }
        // First, so that who begins to watch in between misses none; told of twice, a flow is in lists once.
        flows.note(began: began, ended: ended)
        if flows.hasWatcher { flows.take(batch, began: began) }
        batch.removeAll(keepingCapacity: true)
        began.removeAll(keepingCapacity: true)
        ended.removeAll(keepingCapacity: true)
    }

    func close() { batchEnded() }
}
