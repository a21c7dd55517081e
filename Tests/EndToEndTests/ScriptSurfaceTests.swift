import Foundation
import TestKit
import Testing

/// What both SDKs and the addons' one say of messages besides heads and bodies, and what is said of what is missing.
@Suite struct ScriptSurfaceTests {
    private static let hasPython = (try? Tool.find("python3")) != nil
    private static let hasNode = (try? Tool.find("node")) != nil

    /// A proxy with one script, and a client of it.
    private struct Scripted {
        let scratch: Scratch
        let proxy: RunningProxy
        let log: String

        init(_ name: String, _ text: String, _ more: [String] = []) throws {
            scratch = try Scratch()
            log = scratch.file("log")
            let path = try scratch.write(name, text)
            proxy = try RunningProxy(arguments: ["--script", path, "--log", log] + more)
        }

        func curl(_ words: String...) throws -> String {
            try Tool.run(
                Tool.find("curl"), ["-q", "-ksS", "--max-time", "30", "-x", proxy.url] + words, seconds: 60
            ).text
        }

        func entries() throws -> [[String: Any]] {
            try proxy.stop()
            return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }

        func verdicts() throws -> [String] {
            try entries().flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }.map {
                "\($0["on"] ?? "") \($0["verdict"] ?? "") \($0["text"] ?? "")"
            }
        }
    }

    private func origin() throws -> RecordingOrigin {
        try RecordingOrigin(
            answering: Array(
                ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2\r\n"
                    + "Content-Length: 7\r\nConnection: close\r\n\r\none two").utf8))
    }

    // MARK: Trailers

    @Test(.enabled(if: hasPython), arguments: ["", "body=True"])
    func fieldsFollowTheContent(body: String) throws {
        let origin = try origin()
        let scripted = try Scripted(
            "trail.py",
            """
            import hark

            @hark.on_request(\(body))
            @hark.on_response(\(body))
            def trail(flow):
                message = flow.response or flow.request
                message.trailers["X-Sum"] = "1a"
                message.trailers.add("X-Sum", "2b")
            """)
        let answer = try scripted.curl("-i", "--raw", "-d", "a body", "-H", "Expect:", "\(origin.url)/a")
        #expect(answer.contains("Transfer-Encoding: chunked\r\n") && !answer.contains("Content-Length"), "\(answer)")
        #expect(answer.hasSuffix("\r\n7\r\none two\r\n0\r\nX-Sum: 1a\r\nX-Sum: 2b\r\n\r\n"), "\(answer)")
        let request = try String(decoding: origin.next(), as: UTF8.self)
        #expect(request.hasSuffix("\r\n6\r\na body\r\n0\r\nX-Sum: 1a\r\nX-Sum: 2b\r\n\r\n"), "\(request)")
        #expect(
            try scripted.verdicts() == ["request modify Changed trailers.", "response modify Changed trailers."])
    }

    /// What has to be known before the content, and what frames it, cannot follow it (RFC 9110 §6.5.1).
    @Test(
        .enabled(if: hasPython),
        arguments: ["Content-Length", "Set-Cookie", "Host", "Transfer-Encoding", "a b", "Content-Type"])
    func whatIsNoTrailerIsRefused(name: String) throws {
        let origin = try origin()
        let scripted = try Scripted(
            "trail.py",
            """
            import hark

            @hark.on_response
            def trail(flow):
                flow.response.headers["X-New"] = "1"
                flow.response.trailers["\(name)"] = "1"
            """)
        let answer = try scripted.curl("-i", "--raw", "\(origin.url)/a")
        #expect(answer.contains("Content-Length: 7\r\n") && answer.hasSuffix("\r\n\r\none two"), "\(answer)")
        #expect(!answer.contains("X-New") && !answer.contains("chunked"), "the whole verdict is invalid")
        let verdicts = try scripted.verdicts()
        #expect(verdicts.count == 1 && verdicts[0].hasPrefix("response failed "), "\(verdicts)")
    }

    // MARK: Parts of messages

    @Test(.enabled(if: hasNode)) func aScriptInJavaScriptReadsPartsOfMessages() throws {
        let origin = try origin()
        let scripted = try Scripted(
            "parts.mjs",
            """
            import { onRequest, onResponse, log } from 'hark'

            onRequest({ body: true }, (flow) => {
                const { request } = flow
                log([request.scheme, request.authority, request.port, request.form.get('a'), request.cookies.s].join())
                request.form = { a: '1 &', b: 'é' }
            })
            onResponse((flow) => {
                log(JSON.stringify(flow.response.cookies))
                flow.response.trailers.set('X-Sum', '1a')
            })
            """)
        let answer = try scripted.curl("-i", "--raw", "-b", "s=7", "-d", "a=x%20y", "-H", "Expect:", "\(origin.url)/a")
        #expect(answer.hasSuffix("\r\n0\r\nX-Sum: 1a\r\n\r\n"), "\(answer)")
        let request = try String(decoding: origin.next(), as: UTF8.self)
        #expect(request.hasSuffix("\r\n\r\na=1+%26&b=%C3%A9"), "\(request)")
        #expect(try scripted.entries().count == 1)
        let port = origin.host.split(separator: ":").last ?? ""
        #expect(scripted.proxy.diagnostics.contains("parts: http,\(origin.host),\(port),x y,7"))
        #expect(scripted.proxy.diagnostics.contains(#"parts: {"a":"1","b":"2"}"#))
    }

    /// What a client agreed on is known at each event of its requests, and at none where it speaks no TLS.
    @Test(.enabled(if: hasPython)) func scriptsSeeTheClientsTLS() throws {
        let scripted = try Scripted(
            "tls.py",
            """
            import hark

            @hark.on_request
            def seen(flow):
                tls = flow.tls or {}
                hark.log(f"{flow.request.scheme} {tls.get('version')} {tls.get('server_name')}")
            """)
        _ = try scripted.curl("--tlsv1.3", "https://demo.hark.test/", "-o", "/dev/null")
        _ = try scripted.curl("http://demo.hark.test/", "-o", "/dev/null")
        _ = try scripted.entries()
        let said = scripted.proxy.diagnostics.split(separator: "\n").filter { $0.hasPrefix("tls: ") }
        #expect(said == ["tls: https TLS 1.3 demo.hark.test", "tls: http None None"], "\(said)")
    }

    @Test(.enabled(if: hasPython)) func aPieceOfABodyMarksItsFlow() throws {
        let origin = try origin()
        let scripted = try Scripted(
            "mark.py",
            """
            import hark

            @hark.on_response_head
            def begin(flow):
                flow.stream(chunks=True)

            @hark.on_chunk
            def piece(flow):
                if b"two" in flow.chunk.data:
                    flow.tag("seen")
            """)
        #expect(try scripted.curl("\(origin.url)/a") == "one two")
        let entry = try #require(try scripted.entries().first)
        #expect(entry["_tags"] as? [String] == ["seen"], "\(entry.keys.sorted())")
    }

    /// An invalid verdict is invalid as a whole: the script is still asked about the body.
    @Test(.enabled(if: hasPython)) func anInvalidVerdictAtAHeadSkipsNoBody() throws {
        let origin = try origin()
        let scripted = try Scripted(
            "head.py",
            """
            import hark

            @hark.on_response_head
            def head(flow):
                flow.response.headers["Transfer-Encoding"] = "x"
                flow.stream()

            @hark.on_response(body=True)
            def body(flow):
                flow.response.text = "three"
            """)
        #expect(try scripted.curl("\(origin.url)/a") == "three")
        let verdicts = try scripted.verdicts()
        #expect(verdicts.count == 2 && verdicts[0].hasPrefix("response-head failed "), "\(verdicts)")
    }

    // MARK: What is missing

    @Test(.enabled(if: hasPython)) func whatAnAddonWillMissIsSaidWithItsLine() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "addon.py",
            """
            import mitmproxy.http
            from mitmproxy import ctx, http as h
            from mitmproxy.net.http import status_codes

            def request(flow):
                if ctx.options.nothing and ctx.master.commands:
                    h.Response.make(200)
                    h.Strange.make()
                    mitmproxy.http.HTTPFlow.odd
                    ctx.master.view
            """)
        let checked = try Tool.run(Tool.hark(), ["script", "check", path])
        #expect(checked.code == 0, checked.summary)
        let missing = checked.text.split(separator: "\n").filter { $0.contains("is not available") }
        #expect(
            missing == [
                "  mitmproxy.http.Strange is not available in Hark (addon.py:8)",
                "  mitmproxy.http.HTTPFlow.odd is not available in Hark (addon.py:9)",
                "  mitmproxy.ctx.master.view is not available in Hark (addon.py:10)",
            ], checked.summary)
    }

    @Test(.enabled(if: hasPython)) func anOptionThatNoScriptHasIsRefusedWithTheNearest() throws {
        let scratch = try Scratch()
        let path = try scratch.write("one.py", "import hark\nhark.option('limit', int, 1)\n")
        let refused = try Tool.run(
            Tool.hark(), ["proxy", "--no-store", "--listen", "127.0.0.1:0", "--script", path, "--set", "limt=2"],
            environment: ["HOME": scratch.path])
        #expect(refused.code == 64 && refused.diagnostics.contains("did you mean 'limit'?"), refused.summary)
    }

    /// Names of mitmproxy 4 to 6, and functions that hear of options.
    @Test(.enabled(if: hasPython)) func anOlderAddonIsCalledByItsNames() throws {
        let origin = try origin()
        let scripted = try Scripted(
            "older.py",
            """
            from mitmproxy import ctx, http

            seen = []

            class Older:
                def load(self, loader):
                    loader.add_option("word", str, "x", "a word")
                    loader.add_option("other", str, "y", "another")

                def running(self):
                    ctx.options.subscribe(lambda options, names: seen.append(options.word), ["word"])
                    try:
                        ctx.options.subscribe(print, ["nothing"])
                    except Exception as error:
                        seen.append(str(error))
                    ctx.options.word = "z"
                    ctx.options.other = "q"

                def clientconnect(self, layer):
                    seen.append("client " + layer.client_conn.address[0])

                def serverconnect(self, conn):
                    seen.append(f"server {conn.address[1] > 0}")

                def response(self, flow):
                    assert flow.messages == []
                    flow.response = http.HTTPResponse.make(418, ", ".join(seen), {"X-Older": "1"})

            addons = [Older()]
            """)
        let answer = try scripted.curl("-i", "\(origin.url)/a")
        #expect(answer.contains(" 418 ") && answer.contains("X-Older: 1"), "\(answer)")
        #expect(answer.hasSuffix("No such option: nothing, z, client 127.0.0.1, server True"), "\(answer)")
        #expect(try scripted.proxy.stop() == .exited(0))
        #expect(!scripted.proxy.diagnostics.contains("does not call"), "\(scripted.proxy.diagnostics)")
    }

    /// An addon's own tests have exchanges that nobody sent, and hooks that nobody calls.
    @Test(.enabled(if: hasPython)) func anAddonTestsItself() throws {
        let origin = try origin()
        let scripted = try Scripted(
            "tested.py",
            """
            from mitmproxy import ctx
            from mitmproxy.test import taddons, tflow, tutils

            class Tested:
                seen = []

                def load(self, loader):
                    loader.add_option("word", str, "x", "a word")

                def configure(self, updated):
                    self.seen.append(sorted(updated))

                def request(self, flow):
                    flow.request.headers["X-Word"] = ctx.options.word

                async def response(self, flow):
                    flow.response.text = flow.response.text.upper()

                async def running(self):
                    flow = tflow.tflow(resp=True)
                    other = tflow.tflow(req=tutils.treq(path="/b", method=b"POST"), err=True)
                    with taddons.context() as context:
                        context.configure(self, word="y")
                        await context.cycle(self, flow)
                        await context.cycle(self, other)
                    assert flow.request.url == "http://address:22/path" and flow.request.headers["x-word"] == "y"
                    assert flow.response.content == b"MESSAGE" and flow.response.headers["header-response"] == "svalue"
                    assert (other.request.method, other.request.path) == ("POST", "/b") and other.response is None
                    assert other.error.msg == "error" and tutils.tresp(status_code=404).status_code == 404
                    assert flow.copy().request.url == flow.request.url
                    assert self.seen == [["word"], ["word"]], self.seen

            addons = [Tested()]
            """)
        let answer = try scripted.curl("-i", "\(origin.url)/a")
        #expect(answer.hasSuffix("ONE TWO"), "\(answer)")
        #expect(try String(decoding: origin.next(), as: UTF8.self).lowercased().contains("x-word: y"))
        #expect(try scripted.proxy.stop() == .exited(0))
        #expect(!scripted.proxy.diagnostics.contains("Traceback"), "\(scripted.proxy.diagnostics)")
    }

    /// Flows go to files that mitmproxy reads; an option of mitmproxy's own says what Hark has instead.
    @Test(.enabled(if: hasPython)) func anAddonWritesFlowFiles() throws {
        let origin = try origin()
        let scratch = try Scratch()
        let file = scratch.file("flows.mitm")
        let scripted = try Scripted(
            "save.py",
            """
            from mitmproxy import ctx, io

            class Save:
                def running(self):
                    ctx.options.update(listen_port=1, flow_detail=2)

                def response(self, flow):
                    before = flow.get_state()
                    copy = flow.copy()
                    copy.request.path = "/copy"
                    if "view" in ctx.master.addons:
                        ctx.master.commands.call("view.flows.duplicate", [flow])
                    ctx.master.commands.call("save.file", [flow, copy], "\(file)")
                    ctx.master.commands.call("export.file", "curl", flow, "\(file).sh")
                    with open("\(file)", "rb") as one:
                        read = list(io.FlowReader(one).stream())
                    assert [one.request.path for one in read] == ["/a?b", "/copy"], read
                    assert read[0].get_state()["response"] == before["response"]
                    flow.response.headers["X-Saved"] = str(len(read))

            addons = [Save()]
            """)
        let answer = try scripted.curl("-i", "\(origin.url)/a?b")
        #expect(answer.contains("X-Saved: 2") && answer.hasSuffix("one two"), "\(answer)")
        #expect(try scripted.entries().count == 1)
        #expect(try String(contentsOfFile: file + ".sh", encoding: .utf8).contains("\(origin.url)/a?b"))
        let said = scripted.proxy.diagnostics
        #expect(said.contains("listen_port has no effect in Hark; use hark's option --listen"), "\(said)")
        #expect(said.contains("flow_detail has no effect in Hark\n") && !said.contains("Traceback"), "\(said)")
        // Hark reads it, too.
        let imported = try Tool.run(Tool.hark(), ["flows", "--session", file])
        #expect(imported.code == 0 && imported.text.contains("/copy"), imported.summary)
    }
}
