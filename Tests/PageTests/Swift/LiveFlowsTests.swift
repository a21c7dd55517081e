import Flow
import Testing

@testable import Page

/// Flows that pass, across the beginning of another session.
@Suite struct LiveFlowsTests {
    private static func record(_ number: UInt64, ended: Bool = false) -> FlowRecord {
        var record = FlowRecord(id: FlowID(number), openedAt: Instant(nanoseconds: number))
        if ended { record.outcome = Outcome(.complete, by: .upstream, .ok) }
        return record
    }

    @Test func whatWasOpenBeforeIsNothingOfTheNextSession() {
        let live = LiveFlows()
        live.watch {}
        let sink = live.sink
        for number: UInt64 in 1...3 { sink.began(Self.record(number)) }
        sink.finished(JudgedFlow(Self.record(1, ended: true)))
        sink.sessionChanged(open: [FlowID(2), FlowID(3)])
        #expect(live.openCount == 0 && live.record(2) == nil && live.record(1) == nil && live.recent.isEmpty)
        sink.began(Self.record(4))
        sink.progressed(Self.record(2))
        sink.finished(JudgedFlow(Self.record(3, ended: true)))
        sink.batchEnded()
        let tick = live.take()
        #expect(tick.began == [4] && tick.ended.isEmpty && tick.changed.map(\.id.number) == [4])
        #expect(live.openCount == 1 && live.record(2) == nil && live.record(3) == nil && live.recent == [4])
        // One that is kept only at its end is told of only now, and one that is not kept is dropped.
        sink.sessionChanged(open: [FlowID(4), FlowID(5), FlowID(6)])
        sink.began(Self.record(5))
        sink.finished(JudgedFlow(Self.record(5, ended: true)))
        sink.dropped(FlowID(6))
        sink.batchEnded()
        #expect(live.take().began.isEmpty && live.openCount == 0 && live.record(5) == nil)
        // Its number may come again, in a session of its own.
        sink.began(Self.record(6))
        sink.finished(JudgedFlow(Self.record(6, ended: true)))
        sink.began(Self.record(3))
        sink.finished(JudgedFlow(Self.record(3, ended: true)))
        sink.batchEnded()
        #expect(live.take().ended == [6, 3])
    }
}
