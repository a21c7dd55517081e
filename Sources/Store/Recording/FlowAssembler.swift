import Bytes
import Flow
import Formats
import HTTPModel
import Messages

/// Assembles events to the records of the flows under way. The recorder's state, used on its queue alone.
struct FlowAssembler {
    private let sinks: [any FlowSink]
    /// Those that hear of every event, of open flows once a batch, and of content as it comes.
    private let listeners: [any FlowSink]
    private let followers: [any FlowSink]
    private let readers: [any FlowSink]
    private let keepsBodies: Bool
    private var keeper: BodyKeeper
    private let numbering: Numbering
    /// What open flows may cost until messages inside of them are counted alone: as much as rules may hold.
    private let innerLimit: Int
    private var open: [FlowID: OpenFlow] = [:]
    /// What the events of flows that have not ended are taken to cost, their content aside: that is the keeper's.
    private(set) var openCost = 0
    /// Events of one flow come in runs: the last one is at hand.
    private var current: OpenFlow?
    /// Open flows to which something happened in this batch.
    private var touched: [OpenFlow] = []
    private var isFinished = false

    /// A flow that has not ended.
    private final class OpenFlow {
        /// As the shards name it; the record has the number that files and lines have.
        let key: FlowID
        var record: FlowRecord
        var bodies = KeptBodies()
        var follower: MessageFollower
        var cost = 0
        /// Of that, what is held of messages under way, and to read them.
        var held = 0
        var isTouched = false
        /// Its record was handed on.
        private(set) var hasEnded = false

        init(_ key: FlowID, _ record: FlowRecord, _ follower: MessageFollower) {
            self.key = key
            self.record = record
            self.follower = follower
        }

        /// The record of a flow that has ended, moved out and not copied: nothing of it is here after.
        func takeRecord() -> FlowRecord {
            var taken = FlowRecord(id: record.id, openedAt: record.openedAt, limits: record.limits)
            swap(&taken, &record)
            hasEnded = true
            return taken
        }

        /// Puts what was kept of the messages' content into the record.
        func attachContent() {
            Self.attach(&bodies.request, to: &record.request)
            Self.attach(&bodies.response, to: &record.response)
        }

        private static func attach(_ body: inout KeptBody, to message: inout FlowRecord.Message) {
            guard message.contentSize > 0 else { return }
            message.content.isTruncated = UInt64(body.count) < message.contentSize
            message.content.kept = body.takeContent()
        }
    }

    init(sinks: [any FlowSink], keeper: BodyKeeper, numbering: Numbering, innerLimit: Int = 128 << 20) {
        self.numbering = numbering
        self.innerLimit = innerLimit
        self.sinks = sinks
        self.keeper = keeper
        listeners = sinks.filter { $0.needs.contains(.events) }
        followers = sinks.filter { $0.needs.contains(.progress) }
        readers = sinks.filter { $0.needs.contains(.pieces) }
        keepsBodies = sinks.contains { $0.needs.contains(.bodies) }
    }

    /// Events are read in place: as elements of an array each would be copied, and they are large.
    mutating func consume(_ events: [FlowEvent]) {
        guard !isFinished else { return }
        let events = events.span
        for index in events.indices { take(events[index]) }
    }

    /// A connection of this run.
    func consume(_ connection: ConnectionRecord) {
        guard !isFinished else { return }
        var connection = connection
        connection.run = numbering.run
        for sink in sinks { sink.connected(connection) }
        for sink in sinks { sink.batchEnded() }
    }

    /// Something that is no flow.
    func note(_ line: Bytes) {
        guard !isFinished else { return }
        for sink in sinks { sink.noted(line) }
        for sink in sinks { sink.batchEnded() }
    }

    /// Not inlined: the event would be copied then.
    @inline(never)
    private mutating func take(_ event: FlowEvent) {
        let known = flow(of: event)
        let flow = known ?? begin(event)
        if case .finished = event.fact {
            if known == nil { Self.begin(&flow.record, sinks) }
            return end(flow, event)
        }
        flow.record.apply(event)
        if known == nil {
            Self.begin(&flow.record, sinks)
        } else {
            for sink in listeners { sink.happened(event, to: flow.record) }
            touch(flow)
        }
        count(event, of: flow)
        keep(event, of: flow)
        follow(event, of: flow)
    }

    /// Tells of the messages inside of it that an event brings to light.
    private mutating func follow(_ event: FlowEvent, of flow: OpenFlow) {
        guard flow.follower.isReading || MessageFollower.isOpening(event.fact) else { return }
        var added = 0
        let (listeners, room) = (listeners, innerLimit - openCost)
        Self.heard(event, &flow.record, &flow.follower) { record, fact in
            let inner = FlowEvent(flow: event.flow, time: event.time, fact: fact)
            let before = record.inner.list.count
            if added > room, case .innerMessage(let message) = fact {
                // Those of all flows together are kept within bounds.
                record.inner.leaveOut(message)
            } else {
                record.apply(inner)
            }
            // A message beyond those that the record keeps costs nothing for long.
            if case .innerMessage = fact, record.inner.list.count == before {} else { added += inner.keepingCost }
            for sink in listeners { sink.happened(inner, to: record) }
        }
        flow.cost += added
        openCost += added
        weigh(flow, at: event.time)
    }

    /// What is held of messages under way, and to read them, counts like those that are complete.
    private mutating func weigh(_ flow: OpenFlow, at time: Instant) {
        guard flow.held > 0 || flow.follower.isReading else { return }
        var held = flow.follower.held
        if held > flow.held, openCost + held - flow.held > innerLimit {
            let listeners = listeners
            flow.follower.letGo { fact in
                let event = FlowEvent(flow: flow.key, time: time, fact: fact)
                flow.record.apply(event)
                for sink in listeners { sink.happened(event, to: flow.record) }
            }
            held = flow.follower.held
        }
        flow.cost += held - flow.held
        openCost += held - flow.held
        flow.held = held
    }

    private mutating func begin(_ event: FlowEvent) -> OpenFlow {
        let flow = OpenFlow(
            event.flow, FlowRecord(id: numbering.number(event.flow), run: numbering.run, openedAt: event.time),
            MessageFollower(limit: keeper.limit))
        open[event.flow] = flow
        current = flow
        return flow
    }

    private mutating func touch(_ flow: OpenFlow) {
        guard !followers.isEmpty, !flow.isTouched else { return }
        flow.isTouched = true
        touched.append(flow)
    }

    private mutating func count(_ event: FlowEvent, of flow: OpenFlow) {
        let cost = event.keepingCost
        flow.cost += cost
        openCost += cost
    }

    private mutating func keep(_ event: FlowEvent, of flow: OpenFlow) {
        guard case .contentReceived(let kind, _, let bytes?) = event.fact, !bytes.isEmpty else { return }
        if keepsBodies {
            // By name, not by subscript: a copy on the way would be one of all that was kept.
            switch kind {
            case .request: keeper.keep(bytes, in: &flow.bodies.request)
            case .response: keeper.keep(bytes, in: &flow.bodies.response)
            }
        }
        guard !readers.isEmpty else { return }
        let offset = flow.record[kind].contentSize - UInt64(bytes.count)
        for sink in readers { sink.bodyPiece(flow.record, kind, bytes, at: offset) }
    }

    private mutating func end(_ flow: OpenFlow, _ event: FlowEvent) {
        if keepsBodies {
            keeper.release(flow.bodies)
            flow.attachContent()
        }
        flow.record.apply(event)
        let ended = JudgedFlow(flow.takeRecord())
        for sink in sinks { sink.finished(ended) }
        openCost -= flow.cost
        open[flow.key] = nil
        current = nil
    }

    // A record is lent out and not read: reading it from its flow would copy it whole, for each sink.

    @inline(never)
    private static func begin(_ record: inout FlowRecord, _ sinks: [any FlowSink]) {
        for sink in sinks { sink.began(record) }
    }

    @inline(never)
    private static func heard(
        _ event: FlowEvent, _ record: inout FlowRecord, _ follower: inout MessageFollower,
        _ tell: (inout FlowRecord, FlowEvent.Fact) -> Void
    ) {
        follower.heard(event, of: &record, tell)
    }

    private mutating func flow(of event: FlowEvent) -> OpenFlow? {
        if let current, current.key == event.flow { return current }
        guard let flow = open[event.flow] else { return nil }
        current = flow
        return flow
    }

    mutating func batchEnded() {
        for flow in touched {
            flow.isTouched = false
            guard !flow.hasEnded else { continue }
            for sink in followers { sink.progressed(flow.record) }
        }
        touched.removeAll(keepingCapacity: true)
        for sink in sinks { sink.batchEnded() }
    }

    func reopen() {
        for sink in sinks { sink.reopen() }
    }

    /// False: recording has ended, and nothing changed.
    func changeSession() -> Bool {
        guard !isFinished else { return false }
        let open = Set(open.values.map(\.record.id))
        for sink in sinks { sink.sessionChanged(open: open) }
        return true
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
    }
}
