import Foundation
import TestKit
import Testing

/// `/metrics` of the page's listener.
@Suite struct MetricsTests {
    private func curl(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(Tool.find("curl"), ["-q", "-sS", "--max-time", "60", "--noproxy", "*"] + arguments)
    }

    @Test func whatPassedIsCountedWithoutAToken() throws {
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0", "--quiet"])
        let base = try #require(proxy.page?.components(separatedBy: "/#").first)
        for _ in 1...3 { _ = try Tool.curl("-x", proxy.url, "http://demo.hark.test/redirect/1?token=abc") }
        try eventually("they are counted") {
            try curl(base + "/metrics").text.contains("http_response_status_code=\"302\",url_scheme=\"http\"} 3\n")
                || curl(base + "/metrics").text.contains("http_response_status_code=\"301\",url_scheme=\"http\"} 3\n")
        }
        let answer = try curl("-i", base + "/metrics").text
        #expect(answer.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
        #expect(answer.contains("hark_build_info{version=") && answer.contains("process_cpu_seconds_total "))
        #expect(!answer.contains("token") && !answer.contains("/redirect"))
        // Another name for this machine, as a page elsewhere may have, gets nothing; nor does a POST.
        #expect(try curl("-i", "-H", "Host: evil.example", base + "/metrics").text.hasPrefix("HTTP/1.1 421"))
        #expect(try curl("-i", "-X", "POST", base + "/metrics").text.contains("hark_flows_total") == false)
        #expect(try !Tool.curl("-x", proxy.url, base + "/metrics").text.contains("hark_flows_total"))
        #expect(try proxy.stop() == .exited(0))
    }
}
