import Foundation
import TestKit
import Testing

/// `--keep-only` bounds what is kept everywhere: in the session, the HAR file, the log, on the page and on the screen.
@Suite struct KeepOnlyTests {
    /// Answers by path; `/slow` is never answered.
    private static func origin() throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let path = head.split(separator: " ").dropFirst().first.map { String($0) } ?? ""
                if head.hasPrefix("POST") { _ = try connection.receive(exactly: 11) }
                switch path {
                case "/missing": try connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                case "/big":
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n")
                    try connection.send(String(repeating: "0123456789", count: 30_000))
                case "/cut": return try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                case "/ws":
                    try connection.send(
                        "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nhi")
                    return try connection.send(try connection.receive(exactly: 2))
                case "/slow": _ = try connection.receive()
                default:
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
                }
            }
        }
    }

    /// Nine exchanges: all kinds of ends. The slow one is still open when this returns.
    private static func traffic(_ proxy: RunningProxy, _ origin: ScriptedOrigin) throws -> RawConnection {
        for path in ["/ok", "/missing", "/big", "/cut", "/secret"] {
            _ = try Tool.run(
                Tool.find("curl"),
                ["-q", "-sS", "--max-time", "30", "-o", "/dev/null", "-x", proxy.url, origin.url + path])
        }
        _ = try Tool.curl("-x", proxy.url, "-d", "find=needle", origin.url + "/form")
        let upgraded = try proxy.connect()
        try upgraded.send(
            "GET \(origin.url)/ws HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n")
        _ = try upgraded.receiveHead()
        try upgraded.send("ho")
        _ = try upgraded.receiveToEnd()
        let echo = try ScriptedOrigin { connection, _ in _ = try connection.receiveToEnd() }
        let tunnel = try proxy.connect()
        try tunnel.send("CONNECT \(echo.host) HTTP/1.1\r\nHost: \(echo.host)\r\n\r\n\u{01}no HTTP")
        _ = try tunnel.receiveHead()
        tunnel.shutdownSending()
        _ = try tunnel.receiveToEnd()
        let slow = try proxy.connect()
        try slow.send("GET \(origin.url)/slow HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        return slow
    }

    private static let all: Set<String> = [
        "/ok", "/missing", "/big", "/cut", "/secret", "/form", "/ws", "CONNECT", "/slow",
    ]

    /// What stands for an exchange: its path, or CONNECT.
    private static func sign(_ method: String, _ url: String) -> String {
        method == "CONNECT" ? method : URL(string: url)?.path ?? url
    }

    @Test(
        arguments: [
            ("status = 404", ["/missing"]), ("not host = 127.0.0.1", []),
            ("path in (\"/ok\", \"/slow\")", ["/ok", "/slow"]),
            ("response.size > 100kB", ["/big"]), ("request.body contains needle", ["/form"]),
            ("error", ["/cut", "/slow"]), ("protocol = echo", ["/ws"]), ("status = 101", ["/ws"]),
            ("method = CONNECT", ["CONNECT"]), ("outcome = tunnel", ["CONNECT"]), ("tag = hush", ["/secret"]),
            ("not (status = 200 or status = 404)", ["/ws", "/slow"]),
            ("note = \"body-cut-off\" or truncated", nil),
            ("method = GET", ["/ok", "/missing", "/big", "/cut", "/secret", "/ws", "/slow"]),
        ] as [(String, [String]?)])
    func everyPlaceHasWhatTheFilterMatchesAndNothingElse(filter: String, expected: [String]?) throws {
        let origin = try Self.origin()
        let scratch = try Scratch()
        let (session, har, log) = (scratch.file("a.hark"), scratch.file("a.har"), scratch.file("a.log"))
        let proxy = try RunningProxy(
            "--store", session, "--har", har, "--log", log, "--page=127.0.0.1:0", "--keep-only", filter,
            "--rule", "when path = /secret do tag hush")
        let slow = try Self.traffic(proxy, origin)
        let page = try PageTests.PageAddress(proxy.page)
        let token = try page.token()
        // What ended before it ended is on the page soon after.
        let open: Set = ["/slow"]
        func onPage() throws -> Set<String> {
            let made = try page.ask("/api/views", #"{"filter": ""}"#, token: token).text
            guard let view = made.firstMatch(of: /"view":(\d+)/)?.1 else { throw Failure("no view: \(made)") }
            let text = try page.ask("/api/views/\(view)/rows?first=0&count=100", token: token).text
            let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let rows = answer?["rows"] as? [[String: Any]] ?? []
            return Set(rows.map { Self.sign($0["method"] as? String ?? "", $0["url"] as? String ?? "") })
        }
        if let expected {
            let ended = Set(expected).subtracting(open)
            try eventually("the page has \(ended)") { try onPage().subtracting(open) == ended }
        }
        slow.close()
        #expect(try proxy.stop() == .exited(0))

        let kept = try Tool.run(
            Tool.hark(), ["flows", "--session", session, "--columns", "method,url"], seconds: 30)
        let inSession = Set(
            kept.text.split(separator: "\n").map { line in
                let cells = line.split(separator: " ", omittingEmptySubsequences: true)
                return Self.sign(String(cells.first ?? ""), String(cells.last ?? ""))
            })
        let inHAR = Set(try Recorded.har(har).map { Self.sign($0.request.method, $0.request.url) })
        let inLog = Set(try Recorded.log(log).map { Self.sign($0.request.method, $0.request.url) })
        #expect(inSession == inHAR && inHAR == inLog, "\(inSession) \(inHAR) \(inLog)")
        if let expected { #expect(inSession == Set(expected), "\(filter)") }
        #expect(inSession.isStrictSubset(of: Self.all))
        // Not a byte of the others is in the file, bodies and parts of bodies among them.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: session))
        if !inSession.contains("/big") { #expect(bytes.range(of: Data("0123456789012345".utf8)) == nil) }
        if !inSession.contains("/form") { #expect(bytes.range(of: Data("find=needle".utf8)) == nil) }
        let bodies = try Tool.run(Tool.find("sqlite3"), [session, "SELECT count(*) FROM flow WHERE state = 0"]).text
        #expect(bodies == "0\n")
        if inSession.contains("/big") {
            let size = try Tool.run(Tool.find("sqlite3"), [session, "SELECT max(size) FROM body"]).text
            #expect(size == "300000\n")
        }
    }

    /// What is killed leaves nothing of an exchange of which nobody could know yet whether it is kept, and what was
    /// known to be kept.
    @Test(arguments: [("status = 404", 0), ("path = /slow", 1), ("not path = /slow", 0)])
    func whatWasOpenAtAKillIsKeptIfThatWasKnown(filter: String, count: Int) throws {
        let origin = try Self.origin()
        let scratch = try Scratch()
        let path = scratch.file("a.hark")
        let proxy = try RunningProxy("--store", path, "--keep-only", filter)
        let slow = try proxy.connect()
        try slow.send("GET \(origin.url)/slow HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        let home = try PrivateHome()
        if count > 0 {
            try eventually("it is in the file") {
                try home.hark(arguments: ["flows", "--session", path, "--count"]).text == "1\n"
            }
        } else {
            try eventually("the origin has it") { origin.connectionCount > 0 }
            let moment = Date()
            try eventually("it would be in the file") { Date().timeIntervalSince(moment) > 0.5 }
        }
        proxy.child.send(SIGKILL)
        #expect(try proxy.child.wait() == .signalled(SIGKILL))
        let next = try RunningProxy("--store", path, "--keep-only", filter)
        #expect(try next.stop() == .exited(0))
        #expect(try home.hark(arguments: ["flows", "--session", path, "--count"]).text == "\(count)\n")
    }

    @Test func theScreenShowsWhatIsKept() throws {
        let port = try Loopback.freePort()
        let origin = try Self.origin()
        let screen = try TmuxScreen(
            "HARK proxy --screen --listen 127.0.0.1:\(port) --tls tunnel --keep-only 'status = 404'",
            home: try PrivateHome(),
            columns: 120)
        try screen.wait(for: "No traffic yet")
        for path in ["/ok", "/missing", "/big"] {
            _ = try Tool.curl("-x", "http://127.0.0.1:\(port)", "-o", "/dev/null", origin.url + path)
        }
        try screen.wait("what is kept is shown, and nothing else") { text in
            text.contains("/missing") && text.contains("1 exchange") && !text.contains("/ok") && !text.contains("/big")
        }
        try screen.press("C-c")
    }
}
