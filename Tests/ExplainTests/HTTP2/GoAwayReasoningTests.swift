import Bytes
import Flow
import HTTPModel
import Testing

@testable import Explain

/// Whether a GOAWAY left a request behind, and that nothing is said of those it did not.
@Suite struct GoAwayReasoningTests {
    private func exchange(stream: UInt32, connection: UInt64 = 4, wasRetried: Bool = false) -> FlowRecord {
        var record = FlowRecord(id: FlowID(12), openedAt: Instant(nanoseconds: 0))
        record.opening = .init(wallClock: 0, clientConnection: 9)
        record.request.stream = stream
        record.response.stream = stream
        record.upstream = .init(connection: connection, address: nil, reused: false, isLocal: false)
        record.wasRetried = wasRetried
        return record
    }

    private func connection(
        _ leg: ConnectionRecord.Leg, _ number: UInt64, last: UInt32, code: UInt32 = 0, isSent: Bool = false,
        lost: [ConnectionRecord.Lost] = []
    ) -> ConnectionRecord {
        var record = ConnectionRecord(leg, number: number, wallClock: 0, openedAt: Instant(nanoseconds: 0))
        record.add(ConnectionRecord.GoAway(isSent: isSent, last: last, code: code, debug: Bytes()))
        for one in lost { record.add(one) }
        return record
    }

    private func told(_ exchange: FlowRecord, _ connections: ConnectionRecord...) -> [Reasoning.Step] {
        Reasonings.reasoning(
            .connection, about: exchange, in: SessionContext([exchange], connections: connections)
        )?.steps.filter { $0.rule == "GOAWAY" } ?? []
    }

    @Test func aStreamAboveTheLastOneWasLeftBehind() {
        let steps = told(exchange(stream: 7), connection(.upstream, 4, last: 5))
        #expect(steps.count == 1 && steps[0].isFault)
        #expect(steps[0].text.text.contains("processed no stream above 5. This one, 7, was not processed"))
    }

    @Test func aStreamThatWasLookedAtIsSpokenOfOnlyWhereSomethingWasWrong() {
        #expect(told(exchange(stream: 5), connection(.upstream, 4, last: 5)).isEmpty)
        // The first GOAWAY of an orderly end rules nothing out.
        #expect(told(exchange(stream: 7), connection(.upstream, 4, last: 0x7FFF_FFFF)).isEmpty)
        let steps = told(exchange(stream: 5), connection(.upstream, 4, last: 5, code: 11))
        #expect(steps.map(\.isFault) == [false])
        #expect(steps.first?.text.text.contains("GOAWAY (ENHANCE_YOUR_CALM)") == true)
    }

    @Test func whatWasSentAgainIsNoFault() {
        let first = connection(.upstream, 3, last: 5, lost: [.init(stream: 7, flow: FlowID(12))])
        let steps = told(exchange(stream: 1, wasRetried: true), first)
        #expect(steps.count == 1 && !steps[0].isFault)
        #expect(
            steps[0].text.text.hasSuffix(
                "This was stream 7 of connection 3. The request was sent again on another connection."))
        #expect(told(exchange(stream: 1), first).map(\.isFault) == [true])
    }

    @Test func theGoAwayOfTheSideThatOpensTheStreamsIsNotAboutThem() {
        // A client's rules out pushes, which nobody sends.
        #expect(told(exchange(stream: 7), connection(.client, 9, last: 0)).isEmpty)
        #expect(told(exchange(stream: 7), connection(.upstream, 4, last: 0, isSent: true)).isEmpty)
        let steps = told(exchange(stream: 7), connection(.client, 9, last: 5, isSent: true))
        #expect(steps.count == 1 && steps[0].text.text.hasPrefix("Hark sent GOAWAY"))
    }

    @Test func otherConnectionsAndOtherRunsSayNothing() {
        #expect(told(exchange(stream: 7), connection(.upstream, 5, last: 5)).isEmpty)
        var other = connection(.upstream, 4, last: 5, lost: [.init(stream: 7, flow: FlowID(12))])
        other.run = RunID(7)
        #expect(told(exchange(stream: 7), other).isEmpty)
    }
}
