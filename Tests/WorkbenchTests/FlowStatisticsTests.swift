import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Workbench

@Suite struct FlowStatisticsTests {
    private static func flow(
        _ path: String, host: String = "shop.example.com",
        _ answer: String = "HTTP/1.1 200 OK\nContent-Type: text/html",
        content: String = "", at second: Int64 = 0, outcome: Outcome? = .complete, time: UInt64 = 1_000_000
    ) -> FlowRecord {
        MadeFlow.make(
            "GET http://\(host)\(path) HTTP/1.1\nHost: \(host)\nUser-Agent: curl/8.5.0", answer, content: content,
            at: MadeFlow.noon + second * 1_000_000, outcome: outcome
        ) { record in
            record.times.finished = Instant(nanoseconds: record.openedAt.nanoseconds + time)
            record.times.responseHead = record.times.finished
        }
    }

    private static func rows(_ flows: [FlowRecord], by dimension: StatDimension) -> [String: UInt64] {
        var statistics = FlowStatistics(by: dimension)
        for flow in flows { statistics.add(flow) }
        return Dictionary(
            statistics.rows().map { ($0.key.text.text, $0.figures.count) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func endpointsAreFoundFromThePaths() {
        let flows = (1...5).map { Self.flow("/users/\($0)?page=\($0)") } + [Self.flow("/users/me")]
        #expect(
            Self.rows(flows, by: .endpoint)
                == ["GET shop.example.com/users/{id}": 5, "GET shop.example.com/users/me": 1])
    }

    /// RFC 9110 §9.3.6: what CONNECT asks for is a host and a port, and no resource on it.
    @Test func aTunnelHasNoPath() {
        let tunnel = MadeFlow.make("CONNECT shop.example.com:443 HTTP/1.1\nHost: shop.example.com:443", nil)
        let rows = Self.rows([tunnel, tunnel, Self.flow("/"), Self.flow("")], by: .endpoint)
        #expect(rows == ["CONNECT shop.example.com:443": 2, "GET shop.example.com/": 2])
        let key = StatKey(method: "CONNECT", url: "http://shop.example.com:443/")
        #expect(key.path.isEmpty && key == StatKey(method: "CONNECT", url: "http://shop.example.com:443"))
        #expect(key != StatKey(method: "GET", url: "http://shop.example.com:443/"))
    }

    @Test func otherDimensions() {
        let flows = [
            Self.flow("/a"), Self.flow("/b", host: "api.example.com"),
            Self.flow("/c", "HTTP/1.1 404 Not Found\nContent-Type: Application/JSON; charset=utf-8"),
        ]
        #expect(Self.rows(flows, by: .host) == ["shop.example.com": 2, "api.example.com": 1])
        #expect(Self.rows(flows, by: .status) == ["200": 2, "404": 1])
        #expect(Self.rows(flows, by: .type) == ["text/html": 2, "application/json": 1])
        #expect(Self.rows(flows, by: .client) == ["127.0.0.1 curl": 3])
    }

    @Test func aFlowFailsForOneReasonAlone() {
        var statistics = FlowStatistics(by: .host)
        statistics.add(Self.flow("/a"))
        statistics.add(Self.flow("/a", "HTTP/1.1 404 Not Found"))
        statistics.add(Self.flow("/a", "HTTP/1.1 500 Oops", outcome: Outcome(.aborted, by: .upstream, .upstreamClosed)))
        statistics.add(Self.flow("/a", "HTTP/1.1 503 Oops"))
        #expect(statistics.total.failures == [.clientError: 1, .aborted: 1, .serverError: 1])
        #expect(statistics.total.failureCount == 3)
    }

    @Test func aCacheSavesWhatIsFreshAndNothingElse() {
        let fresh = "HTTP/1.1 200 OK\nCache-Control: max-age=60"
        var statistics = FlowStatistics(by: .endpoint)
        statistics.add(Self.flow("/a", fresh, content: "12345"))
        statistics.add(Self.flow("/a", fresh, content: "12345", at: 10))
        statistics.add(Self.flow("/a", fresh, content: "12345", at: 100))
        statistics.add(Self.flow("/b", "HTTP/1.1 200 OK\nCache-Control: no-store", content: "12345"))
        statistics.add(Self.flow("/b", "HTTP/1.1 200 OK\nCache-Control: no-store", content: "12345", at: 1))
        #expect(statistics.total.cache.answered == 1 && statistics.total.cache.bytes == 5)
    }

    /// More groups than there is room for: none is lost, and the memory of them is bounded.
    @Test func groupsWithoutEndAreCountedTogether() {
        var statistics = FlowStatistics(by: .host, cache: nil)
        let count = FlowStatistics.groupLimit + 500
        for number in 0..<count { statistics.add(Self.flow("/", host: "h\(number).example.com")) }
        let rows = statistics.rows()
        #expect(rows.count == FlowStatistics.groupLimit + 1)
        #expect(rows.reduce(0) { $0 + $1.figures.count } == UInt64(count))
        #expect(rows.first?.key.text == "(others)")
    }

    /// Endpoints that have nothing in common are not compared anew with each that comes.
    @Test(.timeLimit(.minutes(10)))
    func endpointsWithoutEndAreCountedTogether() {
        var statistics = FlowStatistics(by: .endpoint, cache: nil)
        let count = FlowStatistics.groupLimit * 3
        for number in 0..<count { statistics.add(Self.flow("/", host: "h\(number).example.com")) }
        let rows = statistics.rows()
        #expect(rows.count == FlowStatistics.groupLimit + 1)
        #expect(rows.reduce(0) { $0 + $1.figures.count } == UInt64(count))
    }

    @Test func timesOfEqualGroupsAreNotMixedUp() {
        var statistics = FlowStatistics(by: .endpoint)
        for _ in 0..<10 {
            statistics.add(Self.flow("/slow", time: 900_000_000))
            statistics.add(Self.flow("/fast", time: 2_000_000))
        }
        let medians = statistics.rows().map { ($0.key.path.text, $0.figures.phases[.total]?.quantile(500)) }
        #expect(medians.map(\.0) == ["/fast", "/slow"] && medians.map(\.1) == [2_000, 900_000])
    }

    @Test func flowsWithoutAnythingAreCountedToo() {
        let flows = [MadeFlow.make(nil, nil), MadeFlow.make(nil, nil, outcome: nil)]
        for dimension in StatDimension.allCases {
            #expect(Self.rows(flows, by: dimension).values.reduce(0, +) == 2)
        }
    }
}
