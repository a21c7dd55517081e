import Foundation
import Synchronization
import TestKit
import Testing

/// `--otlp` and `--metrics`, with a collector whose answers a test decides.
@Suite struct TelemetryTests {
    /// Takes requests, and keeps them.
    private final class Collector: Sendable {
        struct Request: Sendable {
            let head: String
            let body: [UInt8]
        }

        private let origin: ScriptedOrigin
        private let kept: Kept

        private final class Kept: Sendable {
            let requests = Mutex<[Request]>([])
        }

        var url: String { "http://127.0.0.1:\(origin.port)" }
        var requests: [Request] { kept.requests.withLock { $0 } }

        /// - Parameter answer: to the request of this number, from 0.
        init(_ answer: @escaping @Sendable (Int) -> String = { _ in "200 OK" }) throws {
            let kept = Kept()
            self.kept = kept
            origin = try ScriptedOrigin { connection, _ in
                while let head = try? connection.receiveHead() {
                    let field = head.lowercased().components(separatedBy: "content-length: ")
                    let length = field.count > 1 ? Int(field[1].prefix { $0.isNumber }) ?? 0 : 0
                    let body = try connection.receive(exactly: length)
                    let number = kept.requests.withLock { requests in
                        requests.append(Request(head: head, body: Array(body)))
                        return requests.count - 1
                    }
                    try connection.send(Array("HTTP/1.1 \(answer(number))\r\nContent-Length: 0\r\n\r\n".utf8))
                }
            }
        }

        /// All that was sent to a path, with gzip removed by the system's program.
        func text(_ path: String, _ scratch: Scratch) throws -> String {
            try requests.filter { $0.head.hasPrefix("POST \(path) HTTP/1.1\r\n") }.map { request in
                let file = scratch.file("body.gz")
                try Data(request.body).write(to: URL(fileURLWithPath: file))
                return String(decoding: try Tool.run(Tool.find("gzip"), ["-dc", file]).output, as: UTF8.self)
            }.joined()
        }
    }

    @Test func exchangesArriveAsSpansMetricsAndLogs() throws {
        let scratch = try Scratch()
        let collector = try Collector()
        let proxy = try RunningProxy(arguments: [
            "--quiet", "--otlp=\(collector.url)/base", "--otlp-signals", "traces,metrics,logs", "--label",
            "team=red", "--otlp-header", "x-team",
        ])
        _ = try Tool.curl(
            "-x", proxy.url, "-H", "X-Team: blue", "-H", "Authorization: Bearer hunter2",
            "http://demo.hark.test/chunked?access_token=hunter2&q=1")
        _ = try Tool.curl("-x", proxy.url, "http://nobody.invalid/")
        // Of a trace that its caller does not sample there are no spans, but a line.
        _ = try Tool.curl(
            "-x", proxy.url, "-H", "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
            "http://demo.hark.test/gzip")
        #expect(try proxy.stop() == .exited(0))
        let traces = try collector.text("/base/v1/traces", scratch)
        let metrics = try collector.text("/base/v1/metrics", scratch)
        let logs = try collector.text("/base/v1/logs", scratch)
        for word in ["http.request.method", "/chunked", "q=1", "hark.flow", "x-team", "blue", "team", "red", "name"] {
            #expect(traces.contains(word), "\(word)")
        }
        #expect(traces.contains("error.type"))
        #expect(metrics.contains("http.server.request.duration") && metrics.contains("hark.flows"))
        #expect(logs.contains("http://demo.hark.test/chunked") && logs.contains("ERROR"))
        #expect(logs.contains("http://demo.hark.test/gzip") && !traces.contains("/gzip"))
        for text in [traces, metrics, logs] { #expect(!text.contains("hunter2")) }
        #expect(!metrics.contains("/chunked"))
        for request in collector.requests {
            #expect(request.head.contains("Content-Type: application/x-protobuf\r\n"))
            #expect(request.head.contains("Content-Encoding: gzip\r\n"))
        }
        // What is sent to the collector is not traffic: nothing of it is in what the proxy counts.
        #expect(!traces.contains("/v1/traces"))
    }

    /// Only with --otlp-propagate a request names a trace that its client did not name; it is a recorded change.
    @Test func theServerHearsOfTheTraceOnlyWhenThatIsWanted() throws {
        let collector = try Collector()
        for isWanted in [false, true] {
            let (scratch, origin) = (try Scratch(), try RecordingOrigin())
            let log = scratch.file("a.log")
            let proxy = try RunningProxy(
                arguments: ["--quiet", "--otlp=\(collector.url)", "--log", log]
                    + (isWanted ? ["--otlp-propagate"] : []))
            for line in ["Accept: a", "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"] {
                #expect(try Tool.curl("-x", proxy.url, "-H", line, origin.url).text == "ok")
                let came = String(decoding: try origin.next(), as: UTF8.self)
                let lines = came.components(separatedBy: "\r\n").filter { $0.lowercased().hasPrefix("traceparent:") }
                #expect(lines.count == (isWanted || line.hasPrefix("trace") ? 1 : 0), "\(came)")
                guard let sent = lines.first else { continue }
                #expect(sent.contains("-00f067aa0ba902b7-") == !isWanted, "\(sent)")
                #expect(sent.contains("4bf92f3577b34da6a3ce929d0e0e4736") == line.hasPrefix("trace"), "\(sent)")
            }
            #expect(try proxy.stop() == .exited(0))
            let recorded = try String(contentsOfFile: log, encoding: .utf8)
            #expect(recorded.contains("--otlp-propagate") == isWanted)
        }
    }

    @Test func aCollectorThatFailsIsAskedAgainAndHoldsNobodyUp() throws {
        let scratch = try Scratch()
        let collector = try Collector { $0 < 2 ? "503 Service Unavailable\r\nRetry-After: 0" : "200 OK" }
        let proxy = try RunningProxy(arguments: [
            "--quiet", "--otlp=\(collector.url)", "--otlp-signals", "traces", "--metrics=127.0.0.1:0",
        ])
        for _ in 1...3 { #expect(try Tool.curl("-x", proxy.url, "http://demo.hark.test/").code == 0) }
        try eventually("it is asked again") { collector.requests.count >= 3 }
        #expect(try proxy.stop() == .exited(0))
        // The same batch, three times.
        #expect(Set(collector.requests.prefix(3).map(\.body)).count == 1)
        #expect(try collector.text("/v1/traces", scratch).contains("hark.flow"))
        #expect(proxy.diagnostics.components(separatedBy: "wait for the collector").count == 2)
    }

    @Test func whatACollectorRefusesIsDroppedAndSaid() throws {
        let collector = try Collector { _ in "400 Bad Request" }
        let proxy = try RunningProxy(arguments: [
            "--quiet", "--otlp=\(collector.url)", "--otlp-signals", "traces", "--metrics=127.0.0.1:0",
        ])
        let address = try #require(proxy.metrics.first)
        #expect(try Tool.curl("-x", proxy.url, "http://demo.hark.test/").code == 0)
        try eventually("it is counted") {
            try Tool.curl("--noproxy", "*", "http://\(address)/metrics").text
                .contains("hark_otlp_dropped_total{signal=\"traces\",reason=\"status-400\"}")
        }
        #expect(collector.requests.count == 1)
        #expect(try proxy.stop() == .exited(0))
        #expect(proxy.diagnostics.contains("traces cannot be sent: the collector answered 400"))
    }

    @Test func withoutACollectorTheProxyEndsInTime() throws {
        let proxy = try RunningProxy(arguments: [
            "--quiet", "--otlp=http://127.0.0.1:1", "--otlp-signals", "traces,metrics,logs",
        ])
        #expect(try Tool.curl("-x", proxy.url, "http://demo.hark.test/").code == 0)
        #expect(try proxy.stop() == .exited(0))
        #expect(proxy.diagnostics.contains("wait for the collector"))
    }

    @Test func metricsHaveAListenerOfTheirOwn() throws {
        let scratch = try Scratch()
        let token = scratch.file("token")
        try Data("a-long-token\n".utf8).write(to: URL(fileURLWithPath: token))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
        let proxy = try RunningProxy(arguments: [
            "--quiet", "--metrics=127.0.0.1:0", "--metrics-auth", token,
        ])
        let address = try #require(proxy.metrics.first)
        func ask(_ words: String...) throws -> String {
            try Tool.run(
                Tool.find("curl"),
                ["-q", "-sS", "--max-time", "60", "-i", "--noproxy", "*", "http://\(address)/metrics"] + words
            ).text
        }
        let bearer = ["-H", "Authorization: Bearer a-long-token"]
        let answer = try ask(bearer[0], bearer[1])
        #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        #expect(answer.contains("hark_build_info{version="))
        #expect(try ask().hasPrefix("HTTP/1.1 401"))
        #expect(try ask("-H", "Authorization: Bearer a-long-tokeN").hasPrefix("HTTP/1.1 401"))
        #expect(try ask(bearer[0], bearer[1], "-H", "Host: evil.example").hasPrefix("HTTP/1.1 421"))
        #expect(try ask(bearer[0], bearer[1], "-X", "POST").hasPrefix("HTTP/1.1 405"))
        // Not through the proxy.
        let through = try Tool.curl(
            "-x", proxy.url, bearer[0], bearer[1], "http://\(address)/metrics", "http://metrics.hark.test/metrics")
        #expect(!through.text.contains("hark_build_info"))
        #expect(try proxy.stop() == .exited(0))
    }

    @Test(arguments: [
        (["--otlp=ftp://a/"], "is not a collector"), (["--otlp=http://u:p@a/"], "is not a collector"),
        (["--otlp", "--otlp-signals", "spans"], "expected some of traces, metrics, logs"),
        (["--otlp", "--otlp-header", "Authorization"], "is a credential"), (["--otlp-header", "x-a"], "needs --otlp"),
        (["--otlp-propagate"], "needs --otlp"),
        (["--metrics=0.0.0.0:0"], "--metrics-auth FILE"), (["--metrics-auth", "/tmp/x"], "needs --metrics"),
    ])
    func whatCannotBeSentIsRefusedAtStart(words: [String], sentence: String) throws {
        let result = try Tool.run(Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--no-store"] + words, seconds: 60)
        #expect(result.code == 64, "\(result.summary)")
        #expect(result.diagnostics.contains(sentence), "\(result.diagnostics)")
    }

    /// What examples/fleet pass to `hark proxy` are options that it has, in the form that it takes.
    @Test(arguments: ["compose.yaml", "sidecar.yaml", "hark.service"])
    func theExamplesHaveOptionsThatExist(file: String) throws {
        let text = try String(contentsOfFile: Tool.packageRoot + "/examples/fleet/" + file, encoding: .utf8)
        let words =
            file.hasSuffix(".service")
            ? try #require(
                text.components(separatedBy: "ExecStart=/usr/bin/hark proxy ").last?.components(
                    separatedBy: "\nRestart"
                ).first
            ).split { " \\\n".contains($0) }.map(String.init)
            : text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { $0.hasPrefix("- --") }.map { String($0.dropFirst(2)) }
        #expect(words.contains { $0.hasPrefix("--ship") } && words.contains { $0.hasPrefix("--otlp") })
        // With another option behind them that is wrong for certain, the first mistake that is said is that one.
        let scratch = try Scratch()
        let key = scratch.file("key")
        try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let own = words.map {
            $0.hasPrefix("--redact-key=") ? "--redact-key=\(key)" : $0.hasSuffix("redact.key") ? key : $0
        }
        let result = try Tool.run(
            Tool.hark(), ["proxy"] + own + ["--no-such-option"], environment: ["HOME": scratch.path], seconds: 60)
        #expect(result.code == 64 && result.diagnostics.contains("--no-such-option"), "\(result.summary)")
        #expect(!result.diagnostics.contains("--ship") && !result.diagnostics.contains("--otlp"))
    }
}
