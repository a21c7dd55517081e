import Flow

/// Folds events into the records of the flows under way. The recorder's state, used on its queue alone.
struct FlowFolder {
    private let sinks: [any FlowSink]
    private let observers: [any FlowObserver]
    private let wantsBodies: Bool
    private var keeper: BodyKeeper
    private let numbering: Numbering
    private var open: [FlowID: OpenFlow] = [:]
    /// Events of one flow come in runs: the last one is at hand.
    private var current: OpenFlow?
    private var isFinished = false

    /// A flow that has not ended.
    private final class OpenFlow {
        /// As the shards name it; the record has the number that files and lines have.
        let key: FlowID
        var record: FlowRecord
        var bodies = KeptBodies()

        init(_ key: FlowID, _ record: FlowRecord) {
            self.key = key
            self.record = record
        }
    }

    init(sinks: [any FlowSink], observers: [any FlowObserver], keeper: BodyKeeper, numbering: Numbering) {
        self.numbering = numbering
        self.sinks = sinks
        self.observers = observers
        self.keeper = keeper
        wantsBodies = sinks.contains { $0.wantsBodies }
    }

    mutating func consume(_ events: [FlowEvent]) {
        guard !isFinished else { return }
        for event in events { take(event) }
    }

    private mutating func take(_ event: FlowEvent) {
        let flow = flow(of: event)
        flow.record.apply(event)
        if wantsBodies, case .contentReceived(let kind, _, let bytes?) = event.fact {
            switch kind {
            case .request: keeper.keep(bytes, in: &flow.bodies.request)
            case .response: keeper.keep(bytes, in: &flow.bodies.response)
            }
        }
        for observer in observers { observer.observe(event, record: flow.record) }
        if case .finished = event.fact {
            for sink in sinks { sink.flowFinished(flow.record, flow.bodies) }
            keeper.release(flow.bodies)
            open[event.flow] = nil
            current = nil
        }
    }

    private mutating func flow(of event: FlowEvent) -> OpenFlow {
        if let current, current.key == event.flow { return current }
        let flow =
            open[event.flow]
            ?? OpenFlow(
                event.flow,
                FlowRecord(id: numbering.number(event.flow), run: numbering.run, openedAt: event.time))
        open[event.flow] = flow
        current = flow
        return flow
    }

    func batchEnded() {
        for observer in observers { observer.batchEnded() }
        for sink in sinks { sink.batchEnded() }
    }

    func reopen() {
        for sink in sinks { sink.reopen() }
    }

    /// Ends what is still open as cut off by the shutdown, in the order it began, and closes everything.
    mutating func finish() {
        guard !isFinished else { return }
        for (id, flow) in open.sorted(by: { $0.key < $1.key }) {
            let time = flow.record.times.latest ?? flow.record.openedAt
            take(FlowEvent(flow: id, time: time, fact: .finished(HAREntry.unfinished)))
        }
        batchEnded()
        isFinished = true
        for sink in sinks { sink.close() }
        for observer in observers { observer.close() }
    }
}
