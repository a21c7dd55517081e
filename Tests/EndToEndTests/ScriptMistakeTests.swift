import Foundation
import TestKit
import Testing

/// Scripts with mistakes, and what scripts start besides: neither harms an event that has nothing to do with it.
@Suite struct ScriptMistakeTests {
    private static let hasPython = (try? Tool.find("python3")) != nil
    private static let hasNode = (try? Tool.find("node")) != nil

    private func curl(_ proxy: RunningProxy, _ words: String...) throws -> String {
        try Tool.run(
            Tool.find("curl"), ["-q", "-ksS", "--max-time", "30", "-x", proxy.url] + words, seconds: 60
        ).text
    }

    private func origin() throws -> RecordingOrigin {
        try RecordingOrigin(
            answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8))
    }

    private static let careless = [
        (
            "careless.py",
            """
            import hark

            @hark.on_request
            def changed(flow):
                if flow.request.path == "/dict":
                    flow.request.headers = {"Host": flow.request.headers["Host"], "X-Own": "1"}
                elif flow.request.path == "/wrong":
                    flow.request.method = object()
                elif flow.request.path == "/number":
                    flow.request.url = 7
                elif flow.request.path == "/raise":
                    raise ValueError("of the script")
            """
        ),
        (
            "careless.mjs",
            """
            import { onRequest, send } from 'hark'

            onRequest(({ request }) => {
                if (request.path === '/dict') request.headers = { Host: request.headers.get('Host'), 'X-Own': 1 }
                else if (request.path === '/wrong') request.method = 7n
                else if (request.path === '/number') request.url = 7
                else if (request.path === '/raise') {
                    // Nobody waits for these two.
                    send('ftp://nowhere.test/')
                    setTimeout(() => { throw new Error('of a timer') }, 1)
                    throw new Error('of the script')
                }
            })
            """
        ),
    ]

    /// Whatever is assigned, the exchange goes on at once, the script runs on, and its lines are those of the script.
    @Test(.enabled(if: hasPython && hasNode), arguments: careless)
    func aMistakeFailsItsEventOnly(name: String, text: String) throws {
        let origin = try origin()
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy(arguments: ["--script", try scratch.write(name, text), "--log", log])
        for path in ["dict", "wrong", "number", "raise", "dict"] {
            #expect(try curl(proxy, "\(origin.url)/\(path)") == "ok")
            let head = try String(decoding: origin.next(), as: UTF8.self)
            #expect(head.contains("X-Own: 1\r\n") == (path == "dict"), "\(head)")
        }
        try proxy.stop()
        let verdicts = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map {
            $0.firstMatch(of: /"verdict":"(\w+)"/).map { String($0.1) } ?? "none"
        }
        #expect(verdicts == ["modify", "failed", "failed", "failed", "modify"], "\(verdicts)")
        let said = proxy.diagnostics
        #expect(said.contains("of the script") && !said.contains("exited with code"), "\(said)")
        let frames = said.split(separator: "\n").filter { $0.contains("/sdk-") && !$0.contains("careless") }
        #expect(frames.count <= 6 && !said.contains("no answer in"), "\(said)")
        if name.hasSuffix("mjs") { #expect(said.contains("of a timer"), "\(said)") }
    }

    /// What a program prints that a script has started is printed by the script, and it cannot read the protocol.
    @Test(.enabled(if: hasNode)) func programsThatAScriptStartsDoNotDisturbIt() throws {
        let origin = try origin()
        let scratch = try Scratch()
        let child = try scratch.write(
            "child.js", "console.log('of fork'); process.stdin.on('data', (data) => console.log(`took ${data}`))")
        let script = try scratch.write(
            "parent.mjs",
            """
            import { onRequest } from 'hark'
            import { execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process'
            import { writeSync } from 'node:fs'

            onRequest(({ request }) => {
                if (request.path !== '/start') return
                spawnSync('echo', ['of spawnSync'], { stdio: 'inherit' })
                execFileSync('echo', ['of execFileSync'], { stdio: 'inherit' })
                execSync('cat; echo of execSync', { stdio: 'inherit' })
                writeSync(1, 'of writeSync\\n')
                console.log(`got ${execSync('echo kept').toString().trim()}`)
                spawn('sh', ['-c', 'cat; echo of spawn'], { stdio: 'inherit' })
                fork('\(child)')
            })
            """)
        let proxy = try RunningProxy(arguments: ["--quiet", "--script", script])
        #expect(try curl(proxy, "\(origin.url)/start") == "ok")
        let wanted = ["spawnSync", "execFileSync", "execSync", "writeSync", "spawn", "fork"].map { "of \($0)" }
        try eventually("all is printed") {
            let text = proxy.output
            return wanted.allSatisfy { text.contains("\($0)\n") } && text.contains("got kept\n")
        }
        for _ in 1...3 { #expect(try curl(proxy, "\(origin.url)/after") == "ok") }
        try proxy.stop()
        #expect(!proxy.diagnostics.contains("not a protocol line"), "\(proxy.diagnostics)")
        #expect(!proxy.output.contains("took"), "\(proxy.output)")
    }

    /// A field that is no UTF-8 goes on as it came, whichever others a script changes.
    @Test(.enabled(if: hasPython && hasNode), arguments: ["a.py", "a.mjs"])
    func bytesThatAreNoTextStay(name: String) throws {
        let origin = try origin()
        let scratch = try Scratch()
        let text =
            name.hasSuffix("py")
            ? "import hark\n\n@hark.on_request\ndef add(flow):\n    flow.request.headers['X-New'] = 'ü'\n"
            : "import { onRequest } from 'hark'\nonRequest((flow) => flow.request.headers.set('X-New', 'ü'))\n"
        let proxy = try RunningProxy(arguments: ["--script", try scratch.write(name, text)])
        let client = try proxy.connect()
        let head = "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nX-Raw: "
        try client.send(Array(head.utf8) + [0xFF, 0xFE, 0x41] + Array("\r\nConnection: close\r\n\r\n".utf8))
        _ = try client.receiveHead()
        let received = try origin.next()
        #expect(received.firstRange(of: Array("X-Raw: ".utf8) + [0xFF, 0xFE, 0x41, 0x0D]) != nil)
        #expect(received.firstRange(of: Array("X-New: ü\r\n".utf8)) != nil)
        try proxy.stop()
    }

    // MARK: Addons

    /// Commands and options of addons in a list, values of lists, applications, names of hooks that are never called.
    @Test(.enabled(if: hasPython)) func addonsOfAClassHaveTheirCommandsAndOptions() throws {
        let scratch = try Scratch()
        let script = try scratch.write(
            "addon.py",
            """
            import typing
            from collections.abc import Sequence

            from mitmproxy import command, contentviews, ctx, dns, flow, http, tcp, udp
            from mitmproxy.addons import asgiapp

            def view(data) -> contentviews.TViewResult: ...

            class Inner:
                def load(self, loader):
                    loader.add_option("hosts", Sequence[str], [], "hosts")
                    loader.add_option("count", typing.Optional[int], None, "count")

                @command.command("inner.urls")
                def urls(self, flows: Sequence[flow.Flow], times: int) -> str:
                    return " ".join(one.request.path for one in flows) * times

                @command.command("inner.options")
                def values(self) -> str:
                    return f"{ctx.options.hosts} {ctx.options.count}"

                def tcp_message(self, flow: tcp.TCPFlow): ...
                def udp_message(self, flow: udp.UDPFlow): ...
                def dns_request(self, flow: dns.DNSFlow): ...

            class Outer:
                def __init__(self):
                    self.addons = [Inner()]

            def pages(environ, start):
                start("201 Made", [("X-App", environ["HTTP_X_ASKED"])])
                return [environ["PATH_INFO"].encode(), b" ", environ["wsgi.input"].read()]

            async def later(scope, receive, send):
                event = await receive()
                await send({"type": "http.response.start", "status": 202, "headers": [(b"x-app", b"later")]})
                await send({"type": "http.response.body", "body": scope["raw_path"] + event["body"]})

            async def broken(scope, receive, send):
                raise RuntimeError("of the application")

            addons = [
                Outer(), asgiapp.WSGIApp(pages, "pages.test", 80), asgiapp.ASGIApp(later, "later.test", 80),
                asgiapp.ASGIApp(broken, "broken.test", 80),
            ]
            """)
        let session = scratch.file("a.hark")
        let proxy = try RunningProxy(
            arguments: [
                "--store", session, "--script", script, "--set", "hosts=a,1", "--set", "hosts=b", "--set", "count=",
            ]
        )
        let page = try curl(proxy, "-i", "-H", "X-Asked: it", "-d", "form", "http://pages.test/p%20q?r")
        #expect(
            page.hasPrefix("HTTP/1.1 201 ") && page.contains("X-App: it\r\n") && page.hasSuffix("/p q form"), "\(page)")
        let late = try curl(proxy, "-i", "-d", "1", "http://later.test/a%20b")
        #expect(late.hasPrefix("HTTP/1.1 202 ") && late.hasSuffix("/a%20b1"), "\(late)")
        #expect(try curl(proxy, "-i", "http://broken.test/").hasPrefix("HTTP/1.1 500 "))
        func call(_ words: String...) throws -> Tool.Result {
            try Tool.run(Tool.hark(), ["script", "call", "--proxy", session] + words, seconds: 60)
        }
        #expect(try call("inner.options").text == "['a,1', 'b'] None\n")
        try eventually("flows are recorded") { try call("inner.urls", "@all", "1").text == "/p%20q?r /a%20b /\n" }
        #expect(try call("inner.urls", "2,1", "2").text == "/p%20q?r /a%20b/p%20q?r /a%20b\n")
        #expect(try call("inner.urls", "host = later.test", "1").text == "/a%20b\n")
        let wrong = try call("inner.urls", "1", "many")
        #expect(wrong.code == 1 && wrong.diagnostics.contains("many"), wrong.summary)
        try proxy.stop()
        let said = proxy.diagnostics
        #expect(said.contains("does not call the hooks dns_request, tcp_message, udp_message"), "\(said)")
        #expect(said.contains("of the application"), "\(said)")
    }

    /// An option of mitmproxy itself is answered with Hark's; what a script says while it starts is printed once.
    @Test(.enabled(if: hasPython)) func whatCannotStartIsSaidOnce() throws {
        let scratch = try Scratch()
        let addon = try scratch.write("addon.py", "def request(flow):\n    pass\n")
        for (option, hint) in [
            ("listen_port=9", "use hark's option --listen"), ("rawtcp=true", "has no effect in Hark"),
        ] {
            let refused = try Tool.run(
                Tool.hark(), ["run", "--script", addon, "--set", option, "true"], seconds: 60)
            #expect(refused.code == 64 && refused.diagnostics.contains(hint), refused.summary)
        }
        let broken = try scratch.write("broken.py", "import hark\n\ndef fails():\n    return 1 / 0\n\nfails()\n")
        let result = try Tool.run(Tool.hark(), ["script", "check", broken], seconds: 60)
        #expect(result.code == 78, result.summary)
        let lines = result.diagnostics.split(separator: "\n")
        #expect(lines.count { $0.contains("ZeroDivisionError") } == 1, result.summary)
        #expect(!result.diagnostics.contains("hark_run.py") && result.diagnostics.contains("line 4, in fails"))
    }
}
