import Foundation
import TestKit
import Testing

/// The page as a person starts it: beside a proxy, of a file, by a token for scripts; and never through the proxy.
@Suite struct PageTests {
    /// A proxy with a page, and where that is.
    private static func start(_ arguments: String...) throws -> (proxy: RunningProxy, page: PageAddress) {
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0"] + arguments, keepsSession: true)
        return (proxy, try PageAddress(proxy.page))
    }

    /// What is printed: `http://127.0.0.1:8889/#KEY`.
    struct PageAddress {
        let base: String
        let port: UInt16
        let key: String

        init(_ url: String?) throws {
            let match = (url ?? "").wholeMatch(of: /(http:\/\/127\.0\.0\.1:(\d+))\/#([-\w]{43})/)
            guard let match, let port = UInt16(match.2) else { throw Failure("no URL of a page: \(url ?? "none")") }
            (base, self.port, key) = (String(match.1), port, String(match.3))
        }

        func ask(_ path: String, _ body: String? = nil, token: String? = nil) throws -> Tool.Result {
            var arguments = ["-q", "-sS", "--max-time", "60", "--noproxy", "*"]
            if let token { arguments += ["-H", "Authorization: Bearer \(token)"] }
            if let body { arguments += ["-d", body] }
            return try Tool.run(Tool.find("curl"), arguments + [base + path])
        }

        func token() throws -> String {
            let answer = try ask("/api/session", #"{"key": "\#(key)"}"#).text
            guard let token = answer.firstMatch(of: /"token":"([^"]+)"/) else { throw Failure("no token: \(answer)") }
            return String(token.1)
        }
    }

    /// Returns once the one redirect that passed is in a view.
    private static func awaitRedirect(on page: PageAddress, _ token: String) throws {
        try eventually("the flow is in a view") {
            let made = try page.ask("/api/views", #"{"filter": "status = 301"}"#, token: token).text
            return made.contains("\"matched\":1")
        }
    }

    @Test func whatPassesIsOnThePage() throws {
        let (proxy, page) = try Self.start()
        #expect(proxy.diagnostics.contains("page at \(proxy.page ?? "")"))
        _ = try Tool.curl("-x", proxy.url, "http://demo.hark.test/redirect/1")
        let token = try page.token()
        try Self.awaitRedirect(on: page, token)
        #expect(try page.ask("/api/rows?ids=1", token: token).text.contains("http://demo.hark.test/redirect/1"))
        #expect(try page.ask("/api/rows?ids=1").text.contains("\"code\":\"token\""))
        #expect(try proxy.stop() == .exited(0))
    }

    @Test func whatIsKeptNowhereIsOnThePageAllTheSame() throws {
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0"])
        let page = try PageAddress(proxy.page)
        _ = try Tool.curl("-x", proxy.url, "http://demo.hark.test/redirect/1")
        let token = try page.token()
        try Self.awaitRedirect(on: page, token)
        #expect(try page.ask("/api/flows/1/explain", token: token).text.contains("Location"))
        let refused = try page.ask("/api/marks", #"{"flows": [1], "pin": true}"#, token: token).text
        #expect(refused.contains("\"code\":\"read-only\"") && refused.contains("--no-store"), "\(refused)")
        #expect(try proxy.stop() == .exited(0))
    }

    /// Whoever is led through the proxy to the page is refused there, by whatever name and form.
    @Test(arguments: LoopTests.spellings + ["hark.localhost", "user:pass@127.0.0.1"])
    func thePageIsNotReachedThroughTheProxy(host: String) throws {
        let (proxy, page) = try Self.start("--resolve", "alias.test:127.0.0.1")
        let place = "\(host):\(page.port)"
        let field = place.split(separator: "@").last ?? ""
        let requests = [
            "GET http://\(place)/ HTTP/1.1\r\nHost: \(field)\r\nConnection: close\r\n\r\n",
            "GET http://\(place)/api/rows?ids=1 HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nConnection: close\r\n\r\n",
            "CONNECT \(field) HTTP/1.1\r\nHost: \(field)\r\n\r\n",
        ]
        for request in requests {
            let client = try proxy.connect()
            try client.send(request)
            let head = try client.receiveHead()
            // A name that nobody can resolve leads nowhere, which is as well.
            #expect(head.hasPrefix("HTTP/1.1 403 ") || head.hasPrefix("HTTP/1.1 502 "), "\(request): \(head)")
            #expect(!head.contains("Content-Security-Policy"), "\(request)")
        }
        _ = try proxy.stop()
    }

    @Test func aReverseProxyDoesNotLeadToThePage() throws {
        let port = try Loopback.freePort()
        let proxy = try RunningProxy(
            arguments: ["--page=127.0.0.1:\(port)", "--reverse", "http://localhost:\(port)"], keepsSession: true)
        let client = try proxy.connect()
        try client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 403 "))
        _ = try proxy.stop()
    }

    @Test func aTokenOfTheCommandIsGoodUntilItIsForgotten() throws {
        let (proxy, page) = try Self.start()
        let home = ["HOME": proxy.scratch.path]
        let made = try Tool.run(Tool.hark(), ["page", "--token"], environment: home)
        let token = made.text.trimmingCharacters(in: .newlines)
        #expect(made.code == 0)
        #expect(try page.ask("/api/views", "{}", token: token).text.contains("\"view\":1"))
        let secret = proxy.scratch.file(".local/share/hark/page-secret")
        #if os(Linux)
        let mode = try FileManager.default.attributesOfItem(atPath: secret)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #endif
        #expect(try Tool.run(Tool.hark(), ["page", "--forget"], environment: home).code == 0)
        let other = try Tool.run(Tool.hark(), ["page", "--token"], environment: home).text
            .trimmingCharacters(in: .newlines)
        try eventually("the old token is refused") {
            try page.ask("/api/views", "{}", token: token).text.contains("\"code\":\"token\"")
        }
        #expect(try page.ask("/api/views", "{}", token: other).text.contains("\"view\":"))
        _ = try proxy.stop()
    }

    /// A browser that says by which file it was opened, and runs until the test has seen that.
    private static func browser(_ scratch: Scratch, last line: String) throws -> [String: String] {
        let script = """
            #!/bin/sh
            cd '\(scratch.path)'
            stat -c %a "$1" >mode
            cat "$1" >half
            mv half seen
            echo noise
            \(line)
            """
        let path = scratch.file("xdg-open")
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o755)
        return ["PATH": "\(scratch.path):\(Tool.searchPath)", "TMPDIR": scratch.path]
    }

    #if os(Linux)
    /// Where none runs yet, what opens a browser becomes it: nobody waits for its end, and it reaches no terminal.
    @Test func aBrowserIsOpenedByAFileAndNotWaitedFor() throws {
        let scratch = try Scratch()
        let environment = try Self.browser(scratch, last: "read line <end")
        #expect(mkfifo(scratch.file("end"), 0o600) == 0)
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0", "--open"], environment: environment)
        let page = try PageAddress(proxy.page)
        try eventually("the browser was opened") { FileManager.default.fileExists(atPath: scratch.file("seen")) }
        let seen = try String(contentsOfFile: scratch.file("seen"), encoding: .utf8)
        #expect(seen.contains("url=\(page.base)/#\(page.key)\""), "\(seen)")
        #expect(try String(contentsOfFile: scratch.file("mode"), encoding: .utf8) == "600\n")
        // It is the key of the page, and its file goes with Hark.
        #expect(try !page.token().isEmpty)
        #expect(try proxy.stop() == .exited(0))
        #expect(!proxy.diagnostics.contains("noise") && !proxy.diagnostics.contains("no browser"))
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!left.contains { $0.hasPrefix("hark-page") }, "\(left)")
        // The browser outlives Hark.
        try eventually("it runs on") {
            let end = open(scratch.file("end"), O_WRONLY | O_NONBLOCK)
            defer { if end >= 0 { close(end) } }
            return end >= 0
        }
    }

    @Test func whereNoBrowserCanBeOpenedThatIsSaid() throws {
        let scratch = try Scratch()
        let environment = try Self.browser(scratch, last: "exit 3")
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0", "--open"], environment: environment)
        try eventually("it is said") { proxy.diagnostics.contains("no browser could be opened") }
        #expect(try PageAddress(proxy.page).token().isEmpty == false)
        #expect(try proxy.stop() == .exited(0))
    }
    #endif

    @Test func aRecordingIsShownAndStaysAsItIs() throws {
        let scratch = try Scratch()
        let proxy = try RunningProxy("--har", scratch.file("a.har"))
        _ = try Tool.curl("-x", proxy.url, "http://demo.hark.test/redirect/1")
        _ = try proxy.stop()
        let before = try Data(contentsOf: URL(filePath: scratch.file("a.har")))
        let (child, page) = try Self.show(scratch.file("a.har"), scratch)
        let token = try page.token()
        #expect(try page.ask("/api/views", "{}", token: token).text.contains("\"matched\":1"))
        #expect(try page.ask("/api/rows?ids=1", token: token).text.contains("redirect/1"))
        let marked = try page.ask("/api/marks", #"{"flows": [1], "pin": true}"#, token: token).text
        #expect(marked.contains("read-only"))
        child.send(SIGTERM)
        #expect(try child.wait() == .exited(0))
        #expect(try Data(contentsOf: URL(filePath: scratch.file("a.har"))) == before)
    }

    @Test func aSessionIsShownWithoutAProxy() throws {
        let scratch = try Scratch()
        let proxy = try RunningProxy("--store", scratch.file("a.hark"))
        _ = try Tool.curl("-x", proxy.url, "http://demo.hark.test/redirect/1")
        _ = try proxy.stop()
        let (child, page) = try Self.show(scratch.file("a.hark"), scratch)
        let token = try page.token()
        #expect(try page.ask("/api/views", "{}", token: token).text.contains("\"matched\":1"))
        let resent = try page.ask("/api/flows/1/resend", "{}", token: token).text
        #expect(resent.contains("read-only"))
        child.send(SIGTERM)
        #expect(try child.wait() == .exited(0))
    }

    /// `hark page FILE`, ready.
    private static func show(_ file: String, _ scratch: Scratch) throws -> (Child, PageAddress) {
        let child = try Child(
            Tool.hark(), ["page", "--listen", "127.0.0.1:0", file], output: scratch.file("out"),
            diagnostics: scratch.file("err"))
        var url: String?
        try eventually("the page is served") {
            let said = (try? String(contentsOf: URL(filePath: scratch.file("err")), encoding: .utf8)) ?? ""
            url = said.firstMatch(of: /page at (\S+)\n/).map { String($0.1) }
            return url != nil || child.hasEnded
        }
        return (child, try PageAddress(url))
    }

    @Test(arguments: [
        (["proxy", "--page=0.0.0.0:0"], "--page-auth FILE"),
        (["proxy", "--page=example.com:80"], "is not an address of this computer"),
        (["proxy", "--open"], "needs --page"),
        (["page", "--token", "--forget"], "cannot be combined"), (["page", "--listen", "nonsense"], "HOST:PORT"),
    ])
    func whatCannotBeServedIsSaid(arguments: [String], sentence: String) throws {
        let result = try Tool.run(Tool.hark(), arguments)
        #expect(result.code == 64 && result.diagnostics.contains(sentence), result.summary)
    }

    /// `--page` alone takes the next port that is free; a port that was named is taken or not.
    @Test func aPortThatIsTakenIsPassedOver() throws {
        let (descriptor, port) = try Loopback.listen()
        defer { close(descriptor) }
        let scratch = try Scratch()
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--page=127.0.0.1:\(port)"],
            environment: ["HOME": scratch.path])
        #expect(result.code == 69 && result.diagnostics.contains("in use"), result.summary)
    }
}
