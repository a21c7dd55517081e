import Bytes
import Explain
import Filter
import Flow
import Formats
import Judge
import Testing
import Views

/// Flows of a HAR, judged.
enum JudgedTraffic {
    static let today = TOMLDate(secondsSince1970: 1_790_000_000)
    static let clock = FilterClock(now: 1_790_000_000_000_000, utcOffset: 0)

    struct Exchange {
        var method = "GET"
        var url = "https://shop.test/users/17"
        var asked: [(String, String)] = []
        var status = 200
        var answered: [(String, String)] = []
    }

    private static func json(_ fields: [(String, String)]) -> String {
        fields.map { "{\"name\":\"\($0.0)\",\"value\":\"\($0.1)\"}" }.joined(separator: ",")
    }

    /// A HAR as browsers write it.
    static func har(_ exchanges: [Exchange]) -> Bytes {
        let entries = exchanges.map { exchange in
            """
            {"startedDateTime":"2026-09-21T12:00:00.000Z","time":5,"cache":{},"timings":{"send":0,"wait":5,"receive":0},
            "request":{"method":"\(exchange.method)","url":"\(exchange.url)","httpVersion":"HTTP/1.1","cookies":[],
            "headers":[{"name":"Host","value":"shop.test"}\(exchange.asked.isEmpty ? "" : ",")\(json(exchange.asked))],
            "queryString":[],"headersSize":-1,"bodySize":0},
            "response":{"status":\(exchange.status),"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],
            "headers":[\(json(exchange.answered))],"content":{"size":0,"mimeType":""},"redirectURL":"",
            "headersSize":-1,"bodySize":0}}
            """
        }
        return Bytes(
            "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"x\",\"version\":\"1\"},"
                + "\"entries\":[\n" + entries.joined(separator: ",\n") + "\n]}}")
    }

    static func result(
        _ exchanges: [Exchange], _ policy: JudgePolicy = JudgePolicy(), baseline: Baseline? = nil,
        details: Note.Level = .good, hiding: @escaping (Bytes) -> Bytes = { $0 }
    ) throws -> JudgeResult {
        let read = try #require(RecordedFile(har(exchanges), now: 0))
        var collector = JudgeCollector(policy, baseline: baseline, today: today, details: details)
        collector.begin(JudgeResult.Input(name: "my tests.har", form: "har", isFile: true))
        for (index, record) in read.flows.enumerated() {
            let facts = Facts(record)
            Checks.asked(of: facts) { collector.ask($0) }
            let findings = Checks.findings(in: facts) + WireChecks.findings(of: record)
            collector.take(
                JudgeCollector.Judged(
                    FilterSubject(record), number: UInt64(index), findings: findings,
                    place: { _ in InputPlace(line: index + 2) }, hiding: { hiding }))
        }
        return collector.result()
    }

    static func policy(_ toml: String) throws -> JudgePolicy { try JudgeConfiguration.read(Bytes(toml), clock: clock) }

    /// A cookie that browsers reject: bad.
    static let badCookie = ("Set-Cookie", "sid=abc; SameSite=None")
}
