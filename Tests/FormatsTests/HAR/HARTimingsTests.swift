import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

@Suite struct HARTimingsTests {
    private static let head = requestHead("POST http://a/ HTTP/1.1\r\nHost: a\r\n\r\n")
    private static let answer = responseHead("HTTP/1.1 200 OK\r\n\r\n")

    private func timings(_ tell: (inout Story) -> Void) -> PhaseTimes {
        var story = Story()
        story.at(0, .requestHeadReceived(Self.head, Framing(.length(5), rule: 6)))
        tell(&story)
        return PhaseTimes(story.record)
    }

    private func values(_ timings: PhaseTimes) -> [Int64?] {
        [timings.blocked, timings.dns, timings.connect, timings.send, timings.wait, timings.receive]
    }

    @Test func everyPhaseOfANewConnectionIsMeasured() {
        let timings = timings { story in
            story.connects()
            story.at(7_000, .requestForwarded(sent: "", edits: []))
            story.at(8_000, .messageEnded(.request, wireSize: 5))
            story.at(20_000, .responseHeadReceived(Self.answer, Framing(.close, rule: 8)))
            story.at(25_000, .messageEnded(.response, wireSize: 0))
            story.at(25_500, .finished(.complete))
        }
        #expect(values(timings) == [1_000, 2_000, 3_000, 2_000, 12_000, 5_000])
        #expect(timings.total == 25_000)
    }

    @Test func aReusedConnectionHasNoLookupAndNoConnect() {
        let timings = timings { story in
            story.at(10, .messageEnded(.request, wireSize: 0))
            story.connects(reused: true)
            story.at(6_100, .requestForwarded(sent: "", edits: []))
            story.at(9_000, .responseHeadReceived(Self.answer, Framing(.close, rule: 8)))
            story.at(9_500, .messageEnded(.response, wireSize: 0))
        }
        #expect(values(timings) == [6_000, nil, nil, 100, 2_900, 500])
    }

    @Test func aResponseBeforeTheRequestsEndMakesNothingNegative() {
        let timings = timings { story in
            story.connects(reused: true)
            story.at(6_100, .requestForwarded(sent: "", edits: []))
            story.at(8_000, .responseHeadReceived(Self.answer, Framing(.close, rule: 8)))
            story.at(8_500, .messageEnded(.response, wireSize: 0))
            story.at(30_000, .messageEnded(.request, wireSize: 5))
            story.at(30_000, .finished(.complete))
        }
        #expect(values(timings) == [6_000, nil, nil, 2_000, 0, 500])
    }

    @Test func aFailedLookupTookItsTimeInTheLookup() {
        let timings = timings { story in
            story.at(1_000, .upstreamSought(host: "nowhere.test", port: 80))
            story.at(41_000, .finished(Outcome(.failed, by: .upstream, .nameNotFound)))
        }
        #expect(values(timings) == [1_000, 40_000, nil, nil, nil, nil])
        #expect(timings.total == 41_000)
    }

    @Test func aFailedConnectTookItsTimeConnecting() {
        let timings = timings { story in
            story.at(1_000, .upstreamSought(host: "a", port: 80))
            story.at(2_000, .nameResolved)
            story.at(12_000, .finished(Outcome(.failed, by: .upstream, .connectTimedOut)))
        }
        #expect(values(timings) == [1_000, 1_000, 10_000, nil, nil, nil])
    }

    @Test func aResponseThatNeverCameTookItsTimeWaiting() {
        let timings = timings { story in
            story.connects()
            story.at(7_000, .requestForwarded(sent: "", edits: []))
            story.at(7_000, .messageEnded(.request, wireSize: 5))
            story.at(67_000, .finished(Outcome(.failed, by: .upstream, .responseTimedOut)))
        }
        #expect(values(timings) == [1_000, 2_000, 3_000, 1_000, 60_000, nil])
    }

    @Test func whatWasNotMeasuredIsMinusOneAndTheSumIsExact() throws {
        let entry = try Story.get("HTTP/1.1 200 OK\r\n\r\n").entry()
        let timings = entry["timings"]
        #expect(timings["ssl"].double == -1)
        let parts = ["blocked", "dns", "connect", "send", "wait", "receive"].map { timings[$0].double ?? -2 }
        #expect(parts == [1, 2, 3, 1, 20.5, 2.5])
        #expect(entry["time"].double == 30)
    }
}
