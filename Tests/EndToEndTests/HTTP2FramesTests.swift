import Foundation
import TestKit
import Testing

/// What a person finds out about the frames of real peers: a browser on the demo site, a server that goes away, a
/// client that breaks a rule.
@Suite struct HTTP2FramesTests {
    private let home: PrivateHome

    init() throws {
        home = try PrivateHome()
    }

    private struct Explained: Decodable {
        let blocks: [Block]
        struct Block: Decodable {
            let message: String
            let sent: Bool
            let stream: Int
            let length: Int
            let spans: [Span]
        }
        struct Span: Decodable {
            let offset: Int
            let length: Int
            let rule: String
            let text: String
            let malformed: Bool
            let children: [Span]

            var leaves: [Span] { children.isEmpty ? [self] : children.flatMap(\.leaves) }
        }
    }

    private struct Row: Decodable {
        let id: UInt64
        let url: String
        let status: Int
    }

    private func rows(_ session: String, _ filter: String) throws -> [Row] {
        let result = try home.hark("flows", "--session", session, "--json", filter)
        #expect(result.code == 0, result.summary)
        return try result.text.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }

    private func explained(_ number: UInt64, _ session: String) throws -> Explained {
        let result = try home.hark("explain", "--flow", "\(number)", "--session", session, "--json", "--show-secrets")
        return try JSONDecoder().decode(Explained.self, from: Data(result.output))
    }

    @Test func everyFrameOfABrowserOnTheDemoSiteSaysWhatItIs() throws {
        let session = home.scratch.file("browser.hark")
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        let visit = try home.hark(
            arguments: ["run", "--quiet", "--store", session, "--", try Tool.find("chromium"), "--headless"] + sandbox
                + ["--dump-dom", "https://demo.hark.test/"])
        #expect(visit.code == 0 && visit.text.contains("Hark demo site"), visit.summary)

        // Both legs spoke it.
        let pages = try rows(session, "host = demo.hark.test and stream.client > 0 and stream.upstream > 0")
        let page = try #require(pages.first { $0.url == "https://demo.hark.test/" && $0.status == 200 })
        let frames = try home.hark("show", "\(page.id)", "--frames", "--session", session)
        #expect(frames.text.contains("Between the client and Hark") && frames.text.contains("HEADERS"), frames.summary)
        #expect(frames.text.contains("Between Hark and the server") && frames.text.contains("SETTINGS"))
        let named = try home.hark("explain", "--flow", "\(page.id)", "--session", session, "--bytes")
        #expect(named.text.contains("Field block of the request · stream "), named.summary)
        #expect(named.text.contains("Pattern 1: entry 2 of"))

        for row in pages {
            let explained = try explained(row.id, session)
            // The request and the response, each as it came and as it went on.
            #expect(
                explained.blocks.map { "\($0.message) \($0.sent)" } == [
                    "request false", "request true", "response false", "response true",
                ])
            for block in explained.blocks {
                let leaves = block.spans.flatMap(\.leaves)
                #expect(leaves.first?.offset == 0)
                #expect(leaves.last.map { $0.offset + $0.length } == block.length)
                #expect(zip(leaves, leaves.dropFirst()).allSatisfy { $0.offset + $0.length == $1.offset })
                #expect(leaves.allSatisfy { !$0.text.isEmpty && !$0.malformed })
            }
        }
        // A browser breaks no rule of frames, and neither does Hark.
        let bad = try rows(
            session,
            "host = demo.hark.test and (note = http2-length-wrong or note = http2-pseudo-field or "
                + "note = http2-connection-field or note = http2-stream-reset or note = http2-undefined-flags)")
        #expect(bad.map(\.url) == [])
    }

    /// A browser opens a WebSocket on the HTTP/2 connection that it has (RFC 8441), and so does Hark with the server.
    @Test func aBrowsersWebSocketGoesOnAStream() throws {
        let (session, log) = (home.scratch.file("browser.hark"), home.scratch.file("log"))
        let page = try home.scratch.write(
            "chat.html",
            """
            <!doctype html><title>waiting</title><img id=hold src="/slow?ms=20000">
            <script>
            const socket = new WebSocket("wss://demo.hark.test/socket")
            socket.onopen = () => socket.send("Grüße from a browser")
            socket.onmessage = event => { document.title = "heard " + event.data; socket.close(4001, "enough") }
            // The page is loaded, and shown, once nothing is waited for.
            socket.onclose = event => { document.title += " " + event.code; hold.src = "data:," }
            </script>
            """)
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        let visit = try home.hark(
            arguments: [
                "run", "--quiet", "--store", session, "--log", log, "--rule",
                "when path = /chat do respond 200 \"Content-Type: text/html; charset=utf-8\" file \(page)", "--",
                try Tool.find("chromium"), "--headless",
            ] + sandbox + ["--dump-dom", "https://demo.hark.test/chat"])
        #expect(visit.code == 0 && visit.text.contains("heard Grüße from a browser 4001"), visit.summary)

        let entries = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        let socket = try #require(entries.first { $0["_resourceType"] as? String == "websocket" }, visit.summary)
        let request = try #require(socket["request"] as? [String: Any])
        #expect(request["method"] as? String == "CONNECT" && request["httpVersion"] as? String == "HTTP/2.0")
        let stream = try #require(socket["_stream"] as? [String: Int])
        #expect(stream.keys.sorted() == ["client", "upstream"])
        let messages = try #require(socket["_webSocketMessages"] as? [[String: Any]])
        #expect(messages.compactMap { $0["_code"] as? Int }.contains(4001))
        #expect(messages.count { $0["data"] as? String == "Grüße from a browser" } == 2)
        // Nothing had to be made of it that HTTP/1.1 wants.
        #expect(!(request["headers"] as? [[String: String]] ?? []).contains { $0["name"] == "sec-websocket-key" })
    }

    @Test func whatAGoAwayLeftBehindIsTold() throws {
        let port = try Loopback.freePort()
        let origin = try Child(
            Tool.python(), [Tool.script("http2_goaway.py"), "\(port)"], output: home.scratch.file("origin"),
            diagnostics: home.scratch.file("err"))
        defer { withExtendedLifetime(origin) {} }
        let log = home.scratch.file("origin")
        try eventually("the origin listens") {
            (try? String(contentsOfFile: log, encoding: .utf8))?.contains("ready") == true
        }
        let (session, har) = (home.scratch.file("goaway.hark"), home.scratch.file("goaway.har"))
        let proxy = try RunningProxy(
            "--quiet", "--store", session, "--har", har, "--reverse", "http://127.0.0.1:\(port)", "--upstream-http2")
        let asked = try Tool.run(Tool.find("nghttp"), ["\(proxy.url)/a", "\(proxy.url)/b"])
        #expect(Set(asked.text.split(separator: "\n")) == ["the first", "the second"], asked.summary)
        try proxy.stop()

        for file in [session, har] {
            let all = try rows(file, "status = 200")
            #expect(all.count == 2)
            let told = try all.map { row in
                try home.hark(
                    "explain", "--flow", "\(row.id)", "--session", file, "--only", "connection"
                ).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            let lost = told.filter { $0.contains("no stream above 1") }
            #expect(
                lost.count == 1 && lost.first?.contains("The request was sent again on another connection.") == true,
                "\(told)")
            let shown = try all.map { try home.hark("show", "\($0.id)", "--frames", "--session", file).text }
            #expect(shown.contains { $0.contains("Not processed, so they can be sent again: stream 3 (#") })
            #expect(shown.contains { $0.contains("Its text: maintenance") })
        }
    }

    @Test func connectionsOfHTTP2AreImportedWithTheirFlows() throws {
        let (har, session) = (home.scratch.file("demo.har"), home.scratch.file("taken.hark"))
        let visit = try home.hark(
            arguments: ["run", "--quiet", "--har", har, "--", try Tool.find("curl"), "-q", "-sS", "--http2"]
                + ["https://demo.hark.test/hello"])
        #expect(visit.code == 0, visit.summary)
        let taken = try home.hark("import", "--store", session, har)
        #expect(taken.code == 0, taken.summary)
        let number = try #require(try rows(session, "stream.client = 1").first?.id)
        let shown = try home.hark("show", "\(number)", "--frames", "--session", session)
        #expect(shown.text.contains("Client connection 1 · stream 0"), shown.summary)
        #expect(shown.text.contains("Server connection 1 · stream 0") && shown.text.contains("INITIAL_WINDOW_SIZE"))
        let none = try rows(session, "stream.client = 3 or stream.upstream > 1")
        #expect(none.isEmpty)
    }

    @Test func aRequestThatWasRefusedIsExplainedAsTheListThatItWas() throws {
        let session = home.scratch.file("refused.hark")
        let proxy = try RunningProxy("--quiet", "--store", session, "--reverse", "http://127.0.0.1:9")
        _ = try Tool.run(Tool.find("nghttp"), ["-H", "connection: close", "\(proxy.url)/a"])
        try proxy.stop()
        let text = try home.hark("explain", "--flow", "1", "--session", session).text
        #expect(
            text.contains("connection: close") && text.contains("http2-connection-field"))
        #expect(text.contains("  connection: close") && text.contains("Path and query of the URL."))
        // It is no request line, and no other field is blamed.
        #expect(!text.contains("A method is a token") && !text.contains("A field name was expected"))
        #expect(!text.contains("unchanged"))
    }
}
