import Bytes
import FilterTestKit
import Flow
import Foundation
import PageTestKit
import Reactor
import Synchronization
import TestKit
import Testing

@testable import Page

/// The page over sockets: what is let in, what streams are told, what is bounded.
@Suite struct PageServerTests {
    @Test func thePageHasNoDataAndMayLoadNothingFromElsewhere() async throws {
        try await withPage([MadeFlow.make(number: 1)]) { page async throws in
            let answer = try page.connect().ask("GET / HTTP/1.1")
            #expect(answer.status == 200 && answer.head.contains("Content-Type: text/html"))
            let policy = answer.field("Content-Security-Policy") ?? ""
            for part in [
                "default-src 'none'", "script-src 'self'", "connect-src 'self'", "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
            ] {
                #expect(policy.contains(part), "\(part)")
            }
            #expect(!policy.contains("unsafe"))
            #expect(answer.field("X-Content-Type-Options") == "nosniff")
            #expect(answer.field("Cross-Origin-Opener-Policy") == "same-origin")
            #expect(answer.field("Referrer-Policy") == "no-referrer")
            #expect(answer.field("Cache-Control") == "no-store" && answer.field("Set-Cookie") == nil)
            #expect(!answer.body.contains("shop.example.com") && !answer.body.contains("/assets/HASH/"))
        }
    }

    /// A link from elsewhere may open the page, which holds no data; nothing else may be asked from there.
    @Test func aTopLevelNavigationOpensThePageAlone() async throws {
        try await withPage { page async throws in
            let navigation = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
            #expect(try page.connect().ask("GET / HTTP/1.1", navigation).status == 200)
            let framed = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]
            #expect(try page.connect().ask("GET / HTTP/1.1", framed).status == 403)
            let asset = "GET /assets/\(PageAssets.embedded.hash)/index.html HTTP/1.1"
            #expect(try page.connect().ask(asset, navigation).status == 403)
            #expect(try page.connect().ask("GET /api/rows?ids=1 HTTP/1.1", navigation).status == 403)
            #expect(try page.connect().ask("GET / HTTP/1.1", host: "evil.test:\(page.port)").status == 421)
            #expect(try page.connect().ask("GET / HTTP/1.1", host: "127.0.0.1").status == 421)
            for host in ["localhost", "LOCALHOST", "[::1]", "hark.localhost"] {
                #expect(try page.connect().ask("GET / HTTP/1.1", host: "\(host):\(page.port)").status == 200, "\(host)")
            }
        }
    }

    @Test func assetsAreThoseOfTheProgramAndNeverChange() async throws {
        try await withPage { page async throws in
            let assets = PageAssets.embedded
            for path in assets.paths {
                let answer = try page.connect().ask("GET /assets/\(assets.hash)/\(path) HTTP/1.1")
                #expect(answer.status == 200 && answer.field("Cache-Control")?.contains("immutable") == true, "\(path)")
            }
            for path in [
                "/assets/0000/index.html", "/assets/\(assets.hash)/../index.html", "/assets/\(assets.hash)/x.js",
            ] {
                #expect(try page.connect().ask("GET \(path) HTTP/1.1").status == 404, "\(path)")
            }
        }
    }

    /// Answers when it is told to, and counts those who left before.
    private final class PatientAgents: PageAgents {
        let waiting = Mutex<[@Sendable (PageAnswer) -> Void]>([])
        let left = Mutex(0)

        func answer(
            _ request: PageRequest, then: @escaping @Sendable (PageAnswer) -> Void
        ) -> @Sendable () -> Void {
            waiting.withLock { $0.append(then) }
            return { [self] in left.withLock { $0 += 1 } }
        }

        func answerAll() {
            for then in waiting.withLock({ $0 }) { then(PageAnswer(200, PageAnswer.unstored, .bytes("done"))) }
        }
    }

    /// A client that closes its connection has stopped its call; one that waits gets its answer, and stops nothing.
    @Test func whoeverLeavesStopsTheCall() async throws {
        let agents = PatientAgents()
        try await withPage(agents: agents) { page async throws in
            let token = try await page.token()
            let authorization = "Authorization: Bearer \(token)"
            let (stays, leaves) = (try page.connect(), try page.connect())
            try stays.send("POST /mcp HTTP/1.1", [authorization], body: "{}")
            try leaves.send("POST /mcp HTTP/1.1", [authorization], body: "{}")
            try eventually("both are asked") { agents.waiting.withLock { $0.count } == 2 }
            #expect(agents.left.withLock { $0 } == 0)
            leaves.raw.close()
            try eventually("one has left") { agents.left.withLock { $0 } == 1 }
            // A late answer to who has left is nobody's.
            agents.answerAll()
            let answer = try stays.answer()
            #expect(answer.status == 200 && answer.body == "done")
            #expect(try stays.ask("GET /api/rows?ids=1 HTTP/1.1", [authorization]).status == 200)
            stays.raw.close()
            #expect(try page.connect().ask("GET / HTTP/1.1").status == 200)
            #expect(agents.left.withLock { $0 } == 1)
        }
    }

    @Test func severalRequestsGoOverOneConnection() async throws {
        try await withPage([MadeFlow.make(number: 1)]) { page async throws in
            let token = try await page.token()
            let connection = try page.connect()
            for _ in 0..<3 {
                let answer = try connection.ask("GET /api/rows?ids=1 HTTP/1.1", ["Authorization: Bearer \(token)"])
                #expect(answer.status == 200 && answer.body.contains("shop.example.com"))
            }
            let last = try connection.ask(
                "GET /api/rows?ids=1 HTTP/1.1", ["Authorization: Bearer \(token)", "Connection: close"])
            #expect(last.field("Connection") == "close")
            #expect(try connection.raw.receiveToEnd().text.isEmpty)
        }
    }

    @Test func whatIsNoRequestForThePageIsRefused() async throws {
        try await withPage { page async throws in
            let large = String(repeating: "x", count: 300 << 10)
            let attempts: [(String, [Int])] = [
                ("CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n", [400, 421]),
                ("GET http://127.0.0.1:\(page.port)/ HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n", [400]),
                ("GET / HTTP/1.1\r\nHost: a\r\nX: \(large)\r\n\r\n", [431]),
                ("nonsense\r\n\r\n", [400]), ("GET / HTTP/1.1\nHost: 127.0.0.1:\(page.port)\n\n", [400, 421, 200]),
                (
                    "POST /api/views HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nContent-Length: 1048577\r\n\r\n",
                    [413]
                ),
                ("GET / HTTP/1.1\r\n\r\n", [400, 421]),
                ("GET / HTTP/1.1\r\nHost: a\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n", [400, 421]),
            ]
            for (bytes, statuses) in attempts {
                let connection = try page.connect()
                try? connection.raw.send(bytes)
                #expect(statuses.contains(try connection.answer().status), "\(bytes.prefix(60))")
            }
        }
    }

    /// Whoever shows no token goes first when connections run short.
    @Test func strangersMakeRoomForWhoHasAToken() async throws {
        try await withPage([MadeFlow.make(number: 1)]) { page async throws in
            let token = try await page.token()
            let known = try page.connect()
            _ = try known.ask("GET /api/rows?ids=1 HTTP/1.1", ["Authorization: Bearer \(token)"])
            let strangers = try (0..<70).map { _ in try page.connect() }
            #expect(try known.ask("GET /api/rows?ids=1 HTTP/1.1", ["Authorization: Bearer \(token)"]).status == 200)
            #expect(try strangers[69].ask("GET / HTTP/1.1").status == 200)
            #expect(try strangers[0].raw.receiveToEnd().text.isEmpty)
        }
    }

    /// The page and a refusal are for anybody: who had them and then holds on is a stranger still.
    @Test func whoHadThePageAloneKeepsNobodyOut() async throws {
        try await withPage([MadeFlow.make(number: 1)]) { page async throws in
            let token = try await page.token()
            let known = try page.connect()
            let ask = { (client: PageClient) throws in
                try client.ask("GET /api/rows?ids=1 HTTP/1.1", ["Authorization: Bearer \(token)"]).status
            }
            #expect(try ask(known) == 200)
            var strangers: [PageClient] = []
            for number in 0..<63 {
                let stranger = try page.connect()
                let line = number.isMultiple(of: 2) ? "GET / HTTP/1.1" : "POST /api/session HTTP/1.1"
                #expect(try stranger.ask(line, body: number.isMultiple(of: 2) ? "" : "{}").status != 0)
                // In the middle of a body a connection is not idle.
                try stranger.send("POST /api/session HTTP/1.1", ["Content-Length: 100"])
                strangers.append(stranger)
            }
            for _ in 0..<5 { #expect(try ask(try page.connect()) == 200) }
            #expect(try ask(known) == 200)
            #expect(try strangers[0].raw.receiveToEnd().text.isEmpty)
        }
    }

    @Test func thePageSaysGoodbye() async throws {
        try await withPage { page async throws in
            let stream = try await page.stream()
            _ = try stream.raw.receive(through: "event: state")
            await page.stop()
            #expect(try stream.raw.receiveToEnd().text.contains("event: bye"))
        }
    }

    @Test func theModulesOfThePageAreFetchedEarly() {
        let assets = PageAssets(
            ["index.html": "<head>\n<!--modules scripts/ a b-->\n<!-- a comment -->\n<!--modules x-->\n</head>"],
            name: "n")
        let link = { (name: String) in "<link rel=\"modulepreload\" href=\"/assets/n/scripts/\(name).js\">\n" }
        #expect(
            assets.page.text
                == "<head>\n" + link("a") + link("b") + "<!-- a comment -->\n<!--modules x-->\n</head>")
        // Each link is one of a file that there is.
        let page = PageAssets.embedded.page.text
        let links = page.matches(of: /modulepreload" href="\/assets\/[0-9a-f]+\/([^"]+)"/).map { String($0.1) }
        #expect(links.count > 50 && Set(links).isSubset(of: PageAssets.embedded.paths))
    }

    /// A folder that somebody works on is read anew with each request.
    @Test func aFolderStandsInForTheFilesOfTheProgram() async throws {
        let files: @Sendable () -> PageAssets = {
            PageAssets(["index.html": "<script src=\"/assets/HASH/a.js\"></script>", "a.js": "1"])
        }
        try await withPage(folder: files) { page async throws in
            let answer = try page.connect().ask("GET / HTTP/1.1")
            let path = try #require(answer.body.firstMatch(of: /src="([^"]+)"/)).1
            #expect(try page.connect().ask("GET \(path) HTTP/1.1").body == "1")
        }
    }
}
