import Foundation
import TestKit
import Testing

/// `--pac`, with proxies that are not ours.
@Suite struct ProxyScriptTests {
    private func ask(_ proxy: RunningProxy, _ url: String, _ words: String...) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "60", "-x", proxy.url, "--cacert", proxy.authority, "-w", " %{http_code}"]
                + words + [url])
    }

    private func start(
        _ body: String, _ words: [String] = [], environment: [String: String] = [:]
    ) throws -> (RunningProxy, Scratch) {
        let scratch = try Scratch()
        let file = try scratch.write("proxy.pac", "function FindProxyForURL(url, host) {\n\(body)\n}\n")
        let proxy = try RunningProxy(
            arguments: ["--pac", file, "--log", Self.log(scratch), "--verbose"] + words, environment: environment)
        return (proxy, scratch)
    }

    private static func log(_ scratch: Scratch) -> String { scratch.file("a.log") }

    private func ways(_ scratch: Scratch) throws -> [String] {
        try String(contentsOfFile: Self.log(scratch), encoding: .utf8).split(separator: "\n").map { line in
            line.firstRange(of: "\"through\":[").map { String(line[$0.upperBound...].prefix { $0 != "]" }) } ?? ""
        }
    }

    @Test func theScriptSaysWhichProxy() throws {
        let (squid, dante) = (try SquidProxy(), try DanteProxy())
        let (plain, secure) = (try NginxOrigin(), try SecureOrigin())
        let body = """
            if (url.substring(0, 6) == "https:") return "PROXY 127.0.0.1:\(squid.port)";
            if (shExpMatch(host, "local*")) return "SOCKS5 127.0.0.1:\(dante.port)";
            return "DIRECT";
            """
        let (proxy, scratch) = try start(
            body, ["--upstream-proxy-auth", squid.credentials, "--upstream-ca", secure.certificate])
        let overTLS = try ask(proxy, "\(secure.url)/hello.txt")
        #expect(overTLS.text == "Hello over TLS\n 200", overTLS.summary)
        #expect(try ask(proxy, "http://localhost:\(plain.port)/hello.txt").text.hasSuffix(" 200"))
        #expect(try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt").text.hasSuffix(" 200"))
        try proxy.stop()
        let (http, socks) = ("\"\(squid.url)\"", "\"\(dante.url)\"")
        #expect(try ways(scratch) == [http, http, socks, ""])
        let text = try String(contentsOfFile: Self.log(scratch), encoding: .utf8) + proxy.output
        #expect(!text.contains("bWU6c2VjcmV0") && !text.contains("me:secret"))
    }

    /// Plain requests are written anew for the way that is taken in the end.
    @Test func wayByWayIsTriedAndTheDeadOneComesLast() throws {
        let squid = try SquidProxy()
        let plain = try NginxOrigin()
        let dead = try Loopback.refusingPort()
        let (proxy, scratch) = try start(
            "return 'PROXY 127.0.0.1:\(dead); PROXY 127.0.0.1:\(squid.port); DIRECT'",
            ["--upstream-proxy-auth", squid.credentials])
        for _ in 0..<2 {
            let result = try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt")
            #expect(result.text == "Hello from nginx\n 200", result.summary)
        }
        try proxy.stop()
        #expect(try ways(scratch) == Array(repeating: "\"\(squid.url)\"", count: 2))

        let (last, lastScratch) = try start("return 'PROXY 127.0.0.1:\(dead); DIRECT'")
        #expect(try ask(last, "http://127.0.0.1:\(plain.port)/seen").text.contains("|127.0.0.1:\(plain.port)\n"))
        try last.stop()
        #expect(try ways(lastScratch) == [""])
    }

    @Test func noWayIsTakenThatTheScriptDidNotName() throws {
        let plain = try NginxOrigin()
        for (body, words) in [
            ("return 'PROXY 127.0.0.1:\(try Loopback.refusingPort())'", "could not be used"),
            ("throw new Error('not today')", "not today"), ("return 'SOCKS4 a:1'", "neither DIRECT nor PROXY"),
            ("for (;;) {}", "did not answer in time"),
        ] {
            let (proxy, scratch) = try start(body)
            let result = try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt")
            #expect(result.text.hasSuffix(" 502") && result.text.contains(words), result.summary)
            // Others are served meanwhile, and after it.
            #expect(try ask(proxy, "http://hark.test/").text.hasSuffix(" 200"))
            try proxy.stop()
            #expect(try Recorded.log(Self.log(scratch)).first?.outcome.code == "upstreamProxyFailed")
        }
    }

    @Test func namesAreLookedUpByHark() throws {
        let plain = try NginxOrigin()
        let (proxy, scratch) = try start(
            """
            if (isInNet(host, "127.0.0.0", "255.0.0.0") && !isResolvable("nowhere.invalid")) return "DIRECT";
            return "PROXY 127.0.0.1:1";
            """)
        let result = try ask(proxy, "http://localhost:\(plain.port)/hello.txt")
        #expect(result.text.hasSuffix(" 200"), result.summary)
        try proxy.stop()
        #expect(try ways(scratch) == [""])
    }

    @Test func exceptionsAreNotAsked() throws {
        let plain = try NginxOrigin()
        let (proxy, scratch) = try start("throw 'asked'", ["--upstream-proxy-except", "127.0.0.1"])
        #expect(try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt").text.hasSuffix(" 200"))
        try proxy.stop()
        #expect(try Recorded.log(Self.log(scratch)).map(\.outcome.kind) == ["complete"])
    }

    @Test func aMessageThatIsSentTakesTheScriptsWay() throws {
        let dante = try DanteProxy()
        let plain = try NginxOrigin()
        let scratch = try Scratch()
        let file = try scratch.write(
            "proxy.pac", "function FindProxyForURL() { return 'SOCKS5 127.0.0.1:\(dante.port)' }")
        let request = try scratch.write("request", "GET /hello.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let sent = try Tool.run(
            Tool.hark(),
            [
                "send", request, "--to", "http://127.0.0.1:\(plain.port)", "--pac", file, "--store",
                scratch.file("s.hark"),
            ])
        #expect(sent.text.contains("Hello from nginx"), sent.summary)
        let shown = try Tool.run(Tool.hark(), ["show", "1", "--json", "--session", scratch.file("s.hark")])
        #expect(shown.text.contains(dante.url), shown.summary)
    }

    @Test func whatCannotBeRunIsSaidAtTheStart() throws {
        let scratch = try Scratch()
        let good = try scratch.write("good.pac", "function FindProxyForURL() { return 'DIRECT' }")
        let bad = try scratch.write("bad.pac", "function FindProxyForURL() { return ")
        let common = ["proxy", "--no-store", "--listen", "127.0.0.1:0", "--ca-dir", scratch.file("ca"), "--pac"]
        let newer = try scratch.write("newer.pac", "const FindProxyForURL = () => 'DIRECT'")
        for (words, code, text) in [
            ([bad], 78, "cannot be used"), ([newer], 78, "ECMAScript 5.1"),
            ([scratch.file("none")], 66, "cannot be read"),
            ([good, "--upstream-proxy", "http://a:1"], 64, "cannot be combined"),
        ] as [([String], Int32, String)] {
            let result = try Tool.run(Tool.hark(), common + words)
            #expect(result.code == code && result.diagnostics.contains(text), result.summary)
        }
    }

    /// Neither time nor memory without end, and nothing of the machine: the script's process can open nothing.
    @Test func theScriptsProcessIsConfinedAndEndedInTime() throws {
        let origin = try NginxOrigin()
        let (proxy, scratch) = try start(
            """
            if (host == "endless.test") for (;;) ;
            return "DIRECT";
            """)
        #if os(Linux)
        let child = try #require(try children(of: proxy.child.pid).first)
        let status = try String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"), "\(status)")
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
        #expect(limits.contains(try Regex("Max open files +0 +0 ")), "\(limits)")
        #endif
        let late = try ask(proxy, "http://endless.test/")
        #expect(late.text.contains("did not answer in time") && late.text.hasSuffix(" 502"), late.summary)
        // The next question goes to another interpreter.
        let next = try ask(proxy, "http://127.0.0.1:\(origin.port)/hello.txt")
        #expect(next.text.contains("Hello from nginx"), next.summary)
        #if os(Linux)
        #expect(try !children(of: proxy.child.pid).contains(child))
        #endif
        withExtendedLifetime(scratch) {}
    }

    /// A script without end is ended also where Hark was killed and asks no more; one that waits for a question is not.
    @Test func aScriptWithoutEndEndsByItself() throws {
        let scratch = try Scratch()
        let endless = try scratch.write("endless", #"{"script":"for (;;) ;"}"# + "\n")
        let worker = try Child(
            Tool.hark(), ["pac-worker"], input: endless, output: scratch.file("out"), diagnostics: scratch.file("err"))
        #expect(try worker.wait() == .signalled(SIGVTALRM))
        let short = try scratch.write("short", #"{"script":"function FindProxyForURL() {}"}"# + "\n")
        let other = try Child(
            Tool.hark(), ["pac-worker"], input: short, output: scratch.file("out"), diagnostics: scratch.file("err"))
        #expect(try other.wait() == .exited(0))
        #expect(try String(contentsOfFile: scratch.file("out"), encoding: .utf8) == #"{"answer":""}"# + "\n")
    }

    #if os(Linux)
    /// The zone stays that of the system, whose file the worker can no longer open: glibc reads it for each question.
    @Test(.enabled(if: Self.canMount, "no namespace of mounts, or no time zones, here"))
    func localTimeStaysThatOfTheSystem() throws {
        let scratch = try Scratch()
        let script = "function FindProxyForURL() { return String(new Date(2026, 0, 1).getTimezoneOffset()) }"
        let question = #"{"url":"","host":"","mine":"","names":{}}"# + "\n"
        let asked = try scratch.write("asked", #"{"script":"\#(script)"}"# + "\n" + question + question + question)
        let worker = try Child(
            Tool.find("unshare"),
            ["-rm", "sh", "-c", "mount --bind \(Self.zone) /etc/localtime && exec \(Tool.hark()) pac-worker"],
            input: asked, output: scratch.file("out"), diagnostics: scratch.file("err"))
        #expect(try worker.wait() == .exited(0))
        let said = try String(contentsOfFile: scratch.file("out"), encoding: .utf8)
        #expect(said == #"{"answer":""}"# + "\n" + String(repeating: #"{"answer":"-540"}"# + "\n", count: 3))
    }

    private static let zone = "/usr/share/zoneinfo/Asia/Tokyo"
    private static let canMount: Bool = {
        guard access(zone, R_OK) == 0, let unshare = try? Tool.find("unshare") else { return false }
        let tried = try? Tool.run(unshare, ["-rm", "sh", "-c", "mount --bind \(zone) /etc/localtime"])
        return tried?.code == 0
    }()
    #endif

    #if os(Linux)
    private func children(of parent: pid_t) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil else { return false }
            let status = (try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)) ?? ""
            return status.contains("PPid:\t\(parent)\n")
        }
    }
    #endif
}
