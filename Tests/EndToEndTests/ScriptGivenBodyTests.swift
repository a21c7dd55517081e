import Foundation
import TestKit
import Testing

/// A script or an addon gives a body to a message that had none.
@Suite struct ScriptGivenBodyTests {
    private static let hasPython = (try? Tool.find("python3")) != nil
    private static let hasNode = (try? Tool.find("node")) != nil

    /// The same three times: by each SDK, and by an addon of mitmproxy.
    private static let givers = [
        (
            "a.py",
            """
            import hark

            @hark.on_request(body=True)
            def give(flow):
                flow.request.text = "given bodÿ"
            """
        ),
        (
            "b.mjs",
            """
            import { onRequest } from 'hark'

            onRequest({ body: true }, (flow) => { flow.request.text = 'given bodÿ' })
            """
        ),
        (
            "c.py",
            """
            from mitmproxy import http

            def request(flow: http.HTTPFlow):
                flow.request.headers["content-type"] = "text/plain; charset=utf-8"
                flow.request.text = "given bodÿ"
            """
        ),
    ]

    private func passed(_ name: String, _ text: String, _ request: String? = nil) throws -> RuledExchange {
        let scratch = try Scratch()
        let words = ["--script", try scratch.write(name, text)]
        guard let request else { return try RuledExchange([], more: words) }
        return try RuledExchange([], request: request, more: words)
    }

    private func acts(_ passed: RuledExchange) -> [String] {
        (passed.entry["_scripts"] as? [[String: Any]] ?? []).map {
            "\($0["on"] ?? "") \($0["verdict"] ?? "") \($0["text"] ?? "")"
        }
    }

    @Test(.enabled(if: hasPython && hasNode), arguments: givers)
    func aRequestWithoutABodyGetsOne(name: String, text: String) throws {
        let passed = try passed(name, text)
        #expect(passed.request.hasPrefix("GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n"))
        #expect(passed.request.hasSuffix("\r\n\r\ngiven bodÿ"), "\(passed.request)")
        #expect(passed.request.lowercased().components(separatedBy: "content-length: 11\r\n").count == 2)
        #expect(!passed.request.lowercased().contains("transfer-encoding"))
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(acts(passed).count == 1 && acts(passed)[0].hasPrefix("request modify Changed "), "\(acts(passed))")
    }

    /// The length that said so is not there twice.
    @Test(.enabled(if: hasPython && hasNode), arguments: givers)
    func aLengthOfNothingIsReplaced(name: String, text: String) throws {
        let passed = try passed(
            name, text, "POST ORIGIN/a HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
        #expect(passed.request.hasSuffix("\r\n\r\ngiven bodÿ"), "\(passed.request)")
        #expect(passed.request.lowercased().components(separatedBy: "content-length:").count == 2)
        #expect(passed.request.contains("Content-Length: 11\r\n"))
    }

    /// RFC 9110 §8.6: the method that wants a length gets that of the body.
    @Test(.enabled(if: hasPython)) func aNewMethodHasTheLengthOfItsBody() throws {
        let passed = try passed(
            "post.py",
            """
            import hark

            @hark.on_request(body=True)
            def give(flow):
                flow.request.method = "POST"
                flow.request.set_json({"a": 1})
                flow.request.trailers["X-Sum"] = "1"
            """)
        #expect(passed.request.hasPrefix("POST /a?x=1 HTTP/1.1\r\n"))
        #expect(passed.request.contains("Transfer-Encoding: chunked\r\n") && !passed.request.contains("Content-Length"))
        #expect(passed.request.contains("{\"a\"") && passed.request.hasSuffix("\r\n0\r\nX-Sum: 1\r\n\r\n"))
    }

    @Test(.enabled(if: hasPython)) func theNextScriptSeesWhatTheOneBeforeGave() throws {
        let scratch = try Scratch()
        func script(_ name: String, _ line: String) throws -> String {
            try scratch.write(name, "import hark\n\n@hark.on_request(body=True)\ndef give(flow):\n    \(line)\n")
        }
        let first = try script("one.py", "flow.request.text = 'first'")
        let second = try script("two.py", "flow.request.text = flow.request.text + ' second'")
        let third = try script("three.py", "flow.request.body = b''")
        let two = try RuledExchange([], more: ["--script", first, "--script", second])
        #expect(two.request.contains("Content-Length: 12\r\n") && two.request.hasSuffix("\r\n\r\nfirst second"))
        let none = try RuledExchange([], more: ["--script", first, "--script", third])
        #expect(none.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
    }

    /// What asks for no body, and what has no place for one.
    @Test(.enabled(if: hasPython)) func whatHasNoPlaceForABodyStaysAsItIs() throws {
        let empty = try passed(
            "empty.py", "import hark\n\n@hark.on_request(body=True)\ndef give(flow):\n    flow.request.body = b''\n")
        #expect(empty.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
        let text = Self.givers[0].1
        let traced = try passed("a.py", text, "TRACE ORIGIN/a HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
        #expect(traced.request == "TRACE /a HTTP/1.1\r\nHost: HOST\r\n\r\n")
        #expect(
            acts(traced) == [
                "request failed The script failed (invalid verdict: a TRACE request has no body): "
                    + "the message passed without it."
            ])
        let upgrade =
            "GET ORIGIN/a HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n\r\n"
        let opened = try passed("a.py", text, upgrade)
        #expect(!opened.request.contains("given") && !opened.request.contains("Content-Length"))
        #expect(acts(opened).count == 1 && acts(opened)[0].contains("opens a WebSocket has no body"), "\(acts(opened))")
    }

    /// The second exchange of the connection has nothing of the first.
    @Test(.enabled(if: hasPython), arguments: ["--http1.1", "--http2"])
    func eitherVersionCarriesIt(version: String) throws {
        let scratch = try Scratch()
        let script = try scratch.write(
            "give.py",
            """
            import hark

            @hark.on_request("path = /echo", body=True)
            def give(flow):
                if "x-give" in flow.request.headers:
                    flow.request.headers["Content-Type"] = "text/plain"
                    flow.request.text = "given " * 10000
            """)
        let log = scratch.file("log")
        let proxy = try RunningProxy(arguments: ["--quiet", "--log", log, "--script", script])
        let site = "https://demo.hark.test/echo"
        let answer = try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "30", "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, version]
                + ["-X", "POST", "-H", "X-Give: 1", site, "--next", "-sS", "-x", proxy.url, "--noproxy", ""]
                + ["--cacert", proxy.authority, version, "-X", "POST", site], seconds: 60)
        #expect(answer.code == 0, answer.summary)
        // The site shows each request as it arrived.
        let body = String(repeating: "given ", count: 10_000)
        #expect(answer.text.components(separatedBy: body).count == 2, answer.summary)
        #expect(answer.text.lowercased().components(separatedBy: "content-length: 60000").count == 2)
        try proxy.stop()
        let lines = try String(contentsOfFile: log, encoding: .utf8)
        let posts = lines.split(separator: "\n").filter { $0.contains("\"method\":\"POST\"") }
        let scripts = posts.map { $0.contains("\"_scripts\"") }
        #expect(scripts == [true, false], "the second request has no body")
    }

    // MARK: - Responses

    /// An answer of nothing has one put in its place; one that has none by its status does not get any unsaid.
    @Test(.enabled(if: hasPython)) func aResponseWithoutABodyGetsOne() throws {
        let scratch = try Scratch()
        let script = try scratch.write(
            "c.py",
            """
            from mitmproxy import http

            def response(flow: http.HTTPFlow):
                flow.response.text = "given"
            """)
        func answer(_ status: String, _ length: String) throws -> RuledExchange {
            try RuledExchange(
                [], answering: "HTTP/1.1 \(status)\r\nX-Own: 1\r\n\(length)Connection: close\r\n\r\n",
                more: ["--script", script])
        }
        let filled = try answer("200 OK", "Content-Length: 0\r\n")
        #expect(filled.answer.hasPrefix("HTTP/1.1 200 OK\r\n") && filled.answer.hasSuffix("\r\n\r\ngiven"))
        #expect(filled.answer.contains("Content-Length: 5\r\n") && filled.answer.contains("X-Own: 1\r\n"))
        let none = try answer("204 No Content", "")
        #expect(none.answer.hasPrefix("HTTP/1.1 204") && none.answer.hasSuffix("\r\n\r\n"))
        #expect(acts(none).count == 1 && acts(none)[0].contains("a response with 204 has no body"), "\(acts(none))")
    }
}
