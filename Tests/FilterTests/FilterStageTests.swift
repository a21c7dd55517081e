import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Filter

@Suite struct FilterStageTests {
    @Test(arguments: [
        ("host = a", FilterStage.request), ("method = POST and path ~ \"/x*\"", .request), ("status = 404", .response),
        ("host = a or status = 404", .response), ("not type = json", .response), ("word", .end),
        ("body contains x", .end), ("outcome = aborted", .end), ("host = a and note", .end), ("duration > 1s", .end),
        ("response.size > 1", .end), ("request.size > 1", .end), ("protocol = websocket", .end), ("tag = x", .end),
        ("redirect.hop = 1", .end), ("request.header.host = a", .request), ("request.body contains a", .end),
    ])
    func theLatestFieldDecides(text: String, stage: FilterStage) throws {
        #expect(try FlowFilter(text).expression.stage == stage)
    }

    @Test func aFlowReachesStagesAsItGoes() throws {
        func record(_ request: String?, _ response: String?, isSent: Bool = false, _ outcome: Outcome? = nil)
            -> FlowRecord
        {
            var record = MadeFlow.make(request, response, outcome: outcome)
            if isSent { record.response.sent = "HTTP/1.1 200 OK\r\n\r\n" }
            return record
        }
        let head = "GET / HTTP/1.1\nHost: a.example"
        let stages: [(FlowRecord, [Bool])] = [
            (record(nil, nil), [false, false, false]),
            // Without Host the URL is named for the server that is sought: not yet.
            (record("GET / HTTP/1.0", nil), [false, false, false]),
            (record("GET http://a.example/ HTTP/1.0", nil), [true, false, false]),
            (record(head, nil), [true, false, false]),
            (record(head, "HTTP/1.1 200 OK"), [true, false, false]),
            (record(head, "HTTP/1.1 200 OK", isSent: true), [true, true, false]),
            (record(nil, nil, .complete), [true, true, true]),
        ]
        for (record, reached) in stages {
            #expect([FilterStage.request, .response, .end].map { $0.isReached(by: record) } == reached)
        }
    }

    /// What is said early stays true: whatever follows, the answer at a filter's stage is the one at the end.
    @Test func theAnswerAtItsStageIsTheAnswerAtTheEnd() throws {
        var random = SystemRandomNumberGenerator()
        let fields = FilterFields.all.filter { $0.stage < .end }
        #expect(fields.count > 20)
        for _ in 0..<2_000 {
            let text = RandomFilter.text(&random)
            let filter = try FlowFilter(text)
            guard filter.expression.stage < .end else { continue }
            let matcher = FilterMatcher(filter, FilterClock(now: MadeFlow.noon, utcOffset: 0))
            let whole = RandomFlow.make(number: 1, &random)
            var early = whole
            early.outcome = nil
            early.request.trailers = nil
            early.response.trailers = nil
            early.upstreamTLS = nil
            early.marks = FlowEvent.Remarks()
            if filter.expression.stage == .request { early.responseHead = nil }
            guard filter.expression.stage.isReached(by: early) else { continue }
            #expect(matcher.matches(FilterSubject(early)) == matcher.matches(FilterSubject(whole)), "\(text)")
        }
    }
}
