import Foundation
import TestKit
import Testing

/// Flags, exit codes (sysexits) and signals.
@Suite struct CommandLineTests {
    private func run(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(Tool.hark(), arguments, seconds: 30)
    }

    @Test(arguments: [
        ["--no-such-flag"], ["--listen", "nonsense"], ["--listen", "127.0.0.1"], ["--listen", "127.0.0.1:99999"],
        ["--listen", "127.0.0.1:+1"], ["--reverse", "nonsense"], ["--reverse", "http://"], ["--reverse", "ftp://h/"],
        ["--reverse", "http://h:99999/"], ["--max-body-record", "12 elephants"], ["--max-body-record", "-1"],
        ["--tls", "perhaps"], ["--resolve", "nonsense"], ["--resolve", "h:80:not an address"], ["--ready-fd", "x"],
        ["--quiet", "--verbose"], ["superfluous"],
    ])
    func mistakesInFlagsAre64(arguments: [String]) throws {
        let result = try Tool.run(Tool.hark(), ["proxy"] + arguments, seconds: 30)
        #expect(result.code == 64, result.summary)
        #expect(!result.diagnostics.isEmpty && result.output.isEmpty, result.summary)
    }

    @Test func aPortInUseIs69AndNamesThePort() throws {
        let (descriptor, port) = try Loopback.listen()
        defer { close(descriptor) }
        let result = try run("proxy", "--listen", "127.0.0.1:\(port)")
        #expect(result.code == 69, result.summary)
        #expect(result.diagnostics.contains("127.0.0.1:\(port)"), result.summary)
    }

    @Test(arguments: ["--har", "--log"])
    func aFileThatCannotBeWrittenIs74AndNamesIt(flag: String) throws {
        let scratch = try Scratch()
        for path in [scratch.path, scratch.file("no/such/folder/file")] {
            let result = try run("proxy", "--listen", "127.0.0.1:0", flag, path)
            #expect(result.code == 74, result.summary)
            #expect(result.diagnostics.contains(path), result.summary)
        }
    }

    @Test(arguments: [["--help"], ["proxy", "--help"], ["demo", "--help"], ["run", "--help"]])
    func helpIsAResult(arguments: [String]) throws {
        let result = try Tool.run(Tool.hark(), arguments, seconds: 30)
        #expect(result.code == 0 && result.diagnostics.isEmpty, result.summary)
        #expect(result.text.contains("hark "), "an example")
    }

    @Test func listenersAreNamedOnStandardError() throws {
        let proxy = try RunningProxy(listen: ["127.0.0.1:0", "[::1]:0"])
        for listener in proxy.listeners {
            try eventually("the line for \(listener)") {
                proxy.diagnostics.split(separator: "\n").contains("hark: listening on \(listener)")
            }
        }
        #expect(proxy.listeners[1].hasPrefix("[::1]:"))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func signalsEndItWithASummary(signal: Int32) throws {
        let proxy = try RunningProxy()
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        let before = proxy.output.count + proxy.diagnostics.count
        proxy.child.send(signal)
        #expect(try proxy.child.wait() == .exited(0))
        #expect(proxy.output.count + proxy.diagnostics.count > before, "a summary")
    }

    @Test func runningExchangesMayFinishWhenItIsAskedToStop() throws {
        let mayAnswer = Handover<Void>()
        let asked = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            try mayAnswer.take("the proxy has stopped listening")
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        try asked.take("the request at the origin")
        proxy.child.send(SIGTERM)
        try eventually("it no longer accepts") { (try? proxy.connect()) == nil }
        mayAnswer.put(())
        #expect(try client.receiveToEnd().text.hasSuffix("\r\n\r\nhello"))
        #expect(try proxy.child.wait() == .exited(0))
    }

    @Test func exchangesThatDoNotFinishAreRecordedAsAborted() throws {
        let asked = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            _ = try connection.receiveToEnd()
        }
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        try asked.take("the request at the origin")
        #expect(try proxy.stop() == .exited(0))
        let entry = try #require(try Recorded.log(log).first)
        #expect(entry.outcome.kind == "aborted" && entry.outcome.by == "proxy")
    }

    @Test func aSecondSignalEndsItAtOnce() throws {
        let asked = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            _ = try connection.receiveToEnd()
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        try asked.take("the request at the origin")
        proxy.child.send(SIGTERM)
        try eventually("it no longer accepts") { (try? proxy.connect()) == nil }
        // What comes sooner is the same one again.
        Thread.sleep(forTimeInterval: 0.6)
        #expect(!proxy.child.hasEnded, "the exchange is still running")
        proxy.child.send(SIGTERM)
        try proxy.child.wait()
    }

    @Test func hangupReopensTheLog() throws {
        let scratch = try Scratch()
        let (log, rotated) = (scratch.file("log"), scratch.file("log.1"))
        let proxy = try RunningProxy("--log", log)
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        try eventually("the first line") { try Recorded.log(log).count == 1 }
        try FileManager.default.moveItem(atPath: log, toPath: rotated)
        proxy.child.send(SIGHUP)
        try eventually("a new file") { FileManager.default.fileExists(atPath: log) }
        _ = try Tool.curl("-x", proxy.url, "http://demo.hark.test/")
        try proxy.stop()
        #expect(try Recorded.log(rotated).map(\.request.url) == ["http://hark.test/"])
        #expect(try Recorded.log(log).map(\.request.url) == ["http://demo.hark.test/"])
    }

    /// Ctrl-\: as of any program, and no report of a crash that none was.
    @Test func aQuitEndsItWithoutAReport() throws {
        let proxy = try RunningProxy()
        proxy.child.send(SIGQUIT)
        #expect(try proxy.child.wait() == .signalled(SIGQUIT))
        #expect(proxy.diagnostics == "hark: listening on \(proxy.listeners[0])\n")
    }

    @Test func aClosedWindowEndsItAsAnyoneWouldExpect() throws {
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        for options in [[], ["--log", scratch.file("a.log")]] {
            let result = try Tool.runScript(
                "close_window.py",
                [Tool.hark(), "proxy", "--ca-dir", scratch.file("ca"), "--listen", "127.0.0.1:0", "--har", har]
                    + options)
            #expect(result.text == "exit 0\n", result.summary)
            #expect(try Recorded.har(har).isEmpty, "the file is whole")
        }
    }

    /// `systemctl reload`: no terminal closed, so the proxy goes on, whatever it was started with.
    @Test func aServiceSurvivesAHangUp() throws {
        let proxy = try RunningProxy()
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
        proxy.child.send(SIGHUP)
        Thread.sleep(forTimeInterval: 0.3)
        #expect(!proxy.child.hasEnded)
        let answer = try Tool.curl("-x", proxy.url, "http://demo.hark.test/")
        #expect(answer.code == 0, answer.summary)
        try proxy.stop()
    }

    @Test func whoeverIgnoresHangUpsGoesOn() throws {
        let scratch = try Scratch()
        let script = "trap '' HUP; exec '\(try Tool.hark())' proxy --ca-dir ca --listen 127.0.0.1:0"
        let child = try Child(
            "/bin/sh", ["-c", "cd '\(scratch.path)'; " + script], output: scratch.file("out"),
            diagnostics: scratch.file("err"))
        try eventually("it listens") {
            try String(contentsOfFile: scratch.file("err"), encoding: .utf8).contains("listening on")
        }
        child.send(SIGHUP)
        Thread.sleep(forTimeInterval: 0.3)
        #expect(!child.hasEnded)
        child.send(SIGTERM)
        #expect(try child.wait() == .exited(0))
    }

    /// As timeout(1) and npm do: the process and its group get the same signal.
    @Test func twoSignalsAtOnceAreOne() throws {
        let mayAnswer = Handover<Void>()
        let asked = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            try mayAnswer.take("both signals have been sent")
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        }
        let scratch = try Scratch()
        let proxy = try RunningProxy("--har", scratch.file("a.har"))
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        try asked.take("the request at the origin")
        proxy.child.send(SIGTERM)
        try eventually("it no longer accepts") { (try? proxy.connect()) == nil }
        proxy.child.send(SIGTERM)
        mayAnswer.put(())
        #expect(try client.receiveToEnd().text.hasSuffix("\r\n\r\nhello"))
        #expect(try proxy.child.wait() == .exited(0))
        #expect(try Recorded.har(scratch.file("a.har")).map(\.response.status) == [200])
        #expect(proxy.diagnostics.contains("stopped after 1 exchange"))
    }

    @Test(arguments: [
        (["laern", "--help"], "Did you mean 'hark learn'?"),
        (["porxy"], "Did you mean 'hark proxy'?"), (["doktor"], "Did you mean 'hark doctor'?"),
        (["exlpain", "status", "404"], "Did you mean 'hark explain'?"), (["foo"], "unknown command 'foo'"),
        (["\u{1B}[31m"], "unknown command"),
    ])
    func aWordThatIsNoCommandIsAnsweredWithTheNearest(arguments: [String], answer: String) throws {
        let result = try Tool.run(Tool.hark(), arguments, seconds: 30)
        #expect(result.code == 64 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains(answer), result.summary)
        #expect(!result.diagnostics.contains("Usage:") && !result.diagnostics.contains("\u{1B}"), result.summary)
    }

    @Test func aMistypedFlagIsAnsweredWithTheNearest() throws {
        let result = try run("proxy", "--hra", "x")
        #expect(result.code == 64 && result.diagnostics.contains("--har"), result.summary)
    }

    @Test(arguments: ["idle", "idle=", "idle=0", "idle=-1s", "idle=5 minutes", "idle=1e3s", "idle=9999h", "idel=5s"])
    func aTimeLimitThatIsNoneIsRefused(value: String) throws {
        let result = try run("proxy", "--listen", "127.0.0.1:0", "--timeout", value)
        #expect(result.code == 64, result.summary)
        if value.hasPrefix("idel") { #expect(result.diagnostics.contains("did you mean 'idle'?"), result.summary) }
    }

    @Test func timeLimitsAreListedWithWhatHappensThen() throws {
        let result = try run("help", "timeouts")
        #expect(result.code == 0 && result.diagnostics.isEmpty, result.summary)
        for (name, standard) in [("connect", "15s"), ("idle", "2m"), ("response-head", "10m"), ("tunnel-idle", "1h")] {
            let line = result.text.split(separator: "\n").first { $0.hasPrefix("  \(name) ") }
            #expect(line?.contains(" \(standard) ") == true, "\(name)")
        }
        #expect(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func aTimeLimitThatIsChangedIsKept() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            _ = try connection.receiveToEnd()
        }
        let proxy = try RunningProxy("--timeout", "response-head=1h", "--timeout", "response-head=300ms")
        let result = try Tool.curl("-x", proxy.url, "-w", "%{http_code}", "-o", "/dev/null", origin.url + "/")
        #expect(result.text == "504", result.summary)
    }

    /// Whoever found such a listener could go anywhere with this computer, and to its own services first.
    @Test(arguments: [
        ["--listen", "0.0.0.0:0"], ["--listen", "[::]:0"], ["--listen", "192.0.2.1:0"],
        ["--listen", "127.0.0.1:0", "--listen", "0.0.0.0:0"],
        ["--listen", "0.0.0.0:0", "--reverse", "http://127.0.0.1:9"],
        ["--listen", "127.0.0.1:0", "--allow", "10.0.0.0/33"], ["--listen", "127.0.0.1:0", "--allow", "everyone"],
        ["--listen", "127.0.0.1:0", "--reverse", "http://127.0.0.1:9", "--proxy-auth", "file"],
    ])
    func anOpenListenerWithoutALockDoesNotStart(arguments: [String]) throws {
        let result = try Tool.run(Tool.hark(), ["proxy"] + arguments, seconds: 30)
        #expect(result.code == 64 && result.output.isEmpty, result.summary)
        #expect(result.diagnostics.contains("--allow") || result.diagnostics.contains("--proxy-auth"), result.summary)
        #expect(!result.diagnostics.contains("listening on"), result.summary)
    }

    @Test func aListenerWithALockStartsAndSaysWhoMayUseIt() throws {
        let proxy = try RunningProxy("--allow", "192.0.2.0/24", listen: ["0.0.0.0:0"])
        let result = try Tool.curl(
            "-x", "http://127.0.0.1:\(proxy.port)", "-o", "/dev/null", "-w", "%{http_code}", "http://hark.test/")
        #expect(result.text == "200", "this machine may always")
        #expect(proxy.diagnostics.contains("clients need an allowed address"))
    }

    @Test func aPasswordIsAskedForAndNeverShown() throws {
        let scratch = try Scratch()
        let file = try scratch.write("auth", "ada:CANARY\nsecond line\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let proxy = try RunningProxy("--proxy-auth", file, "--verbose")
        let url = "http://demo.hark.test/redirect/end"
        func codes(_ options: String..., to urls: String...) throws -> String {
            try Tool.run(
                Tool.find("curl"),
                ["-q", "-sSk", "-x", proxy.url, "-w", "%{http_connect}/%{http_code} "] + options
                    + urls.flatMap { ["-o", "/dev/null", $0] }
            ).text
        }
        #expect(try codes(to: url) == "000/407 ")
        #expect(try codes("-U", "ada:wrong", to: url) == "000/407 ")
        #expect(try codes("-U", "ada:CANARY", to: url) == "000/200 ")
        // RFC 7616, of curl's own making: with one nonce for several requests, and for CONNECT.
        #expect(try codes("--proxy-digest", "-U", "ada:CANARY", to: url, url, url) == "000/200 000/200 000/200 ")
        #expect(try codes("--proxy-anyauth", "-U", "ada:CANARY", to: url) == "000/200 ")
        #expect(try codes("--proxy-digest", "-U", "ada:wrong", to: url) == "000/407 ")
        let secure = "https://demo.hark.test/"
        #expect(try codes("--proxy-digest", "-U", "ada:CANARY", to: secure) == "200/200 ")
        #expect(try codes("--proxy-digest", "-U", "eve:CANARY", to: secure).hasPrefix("407/000"))
        try proxy.stop()
        #expect(!(proxy.output + proxy.diagnostics).contains("CANARY"))
        for text in ["", "no colon\n", ":empty user\n"] {
            let wrong = try scratch.write("wrong", text)
            let result = try run("proxy", "--listen", "127.0.0.1:0", "--proxy-auth", wrong)
            #expect(result.code == 78 && result.diagnostics.contains("USER:PASSWORD"), result.summary)
        }
        #expect(try run("proxy", "--listen", "127.0.0.1:0", "--proxy-auth", scratch.file("none")).code == 66)
    }

    @Test func filesToKeepFlowsInAreLookedAtFirst() throws {
        let scratch = try Scratch()
        let path = scratch.file("one")
        for options in [["--har", ""], ["--log", ""], ["--har", path, "--log", scratch.path + "/./one"]] {
            let result = try Tool.run(Tool.hark(), ["proxy", "--listen", "127.0.0.1:0"] + options, seconds: 30)
            #expect(result.code == 64 && !FileManager.default.fileExists(atPath: path), result.summary)
        }
    }

    @Test func aFileThatOthersMayReadIsSaidAndOneOfOursIsNot() throws {
        let scratch = try Scratch()
        let open = try scratch.write("open.log", "")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
        let proxy = try RunningProxy("--log", open, "--har", scratch.file("own.har"))
        try proxy.stop()
        #expect(proxy.diagnostics.contains("chmod 600 \(open)"))
        #expect(!proxy.diagnostics.contains("own.har"))
    }

    @Test func aPipeThatNobodyReadsIsSaid() throws {
        let scratch = try Scratch()
        let pipe = scratch.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let child = try Child(
            Tool.hark(), ["proxy", "--ca-dir", scratch.file("ca"), "--listen", "127.0.0.1:0", "--log", pipe],
            output: scratch.file("out"), diagnostics: scratch.file("err"))
        try eventually("it says what it waits for") {
            try String(contentsOfFile: scratch.file("err"), encoding: .utf8).contains("\(pipe) is a pipe")
        }
        child.send(SIGTERM)
        try child.wait()
    }

    @Test func theLogMayBeStandardOutput() throws {
        let proxy = try RunningProxy("--quiet", "--log", "-")
        for _ in 1...2 { _ = try Tool.curl("-x", proxy.url, "http://hark.test/") }
        try proxy.stop()
        #expect(try Recorded.log(proxy.scratch.file("stdout")).count == 2)
    }

    @Test func quietShowsNoExchangeAndVerboseEveryLine() throws {
        for (flag, shows) in [("--quiet", false), ("--verbose", true)] {
            let proxy = try RunningProxy(flag)
            _ = try Tool.curl("-x", proxy.url, "-H", "X-Mine: here", "http://hark.test/")
            try proxy.stop()
            #expect(proxy.output.contains("hark.test") == shows, "\(flag)")
            #expect(proxy.output.contains("X-Mine: here") == shows, "\(flag)")
        }
    }

    @Test func theDemoRunsByItself() throws {
        let result = try Tool.run(Tool.hark(), ["demo"], seconds: 120)
        #expect(result.code == 0 && result.text.contains("demo.hark.test"), result.summary)
    }

    /// Swift reads the words of the command line there; without them every command would be `hark proxy`.
    @Test(.enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")))
    func withoutProcNothingStarts() throws {
        guard try Tool.run("/usr/bin/unshare", ["--mount", "true"]).code == 0 else { return }
        let home = try Scratch()
        for word in ["--version", "flows", "proxy"] {
            let result = try Tool.run(
                "/usr/bin/unshare",
                ["--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" \"$1\"", Tool.hark(), word],
                environment: ["HOME": home.file("home"), "XDG_DATA_HOME": home.file("data")], seconds: 30)
            #expect(result.code == 71 && result.output.isEmpty, result.summary)
            #expect(result.diagnostics.contains("/proc"), result.summary)
            #expect(!FileManager.default.fileExists(atPath: home.file("data")), "\(word)")
        }
    }
}
