import Foundation
import TestKit
import Testing

/// What scripts and addons learn of fields after a body, of the server that answers, and of its certificates.
@Suite struct ScriptReceivedTests {
    private static let hasPython = (try? Tool.find("python3")) != nil
    private static let hasNode = (try? Tool.find("node")) != nil

    private func run(
        _ name: String, _ text: String, _ more: [String] = [], body: (RunningProxy) throws -> Void
    ) throws -> [String] {
        let scratch = try Scratch()
        let proxy = try RunningProxy(arguments: ["--script", try scratch.write(name, text)] + more)
        try body(proxy)
        try proxy.stop()
        return proxy.diagnostics.split(separator: "\n").map(String.init).filter { $0.contains("saw ") }
    }

    private func curl(_ proxy: RunningProxy, _ words: String...) throws -> String {
        try Tool.run(
            Tool.find("curl"), ["-q", "-ksS", "--max-time", "30", "-x", proxy.url] + words, seconds: 60
        ).text
    }

    private func trailing() throws -> RecordingOrigin {
        try RecordingOrigin(
            answering: Array(
                ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n"
                    + "Connection: close\r\n\r\n3\r\nabc\r\n0\r\nX-T: 7\r\nX-U: 8\r\n\r\n").utf8))
    }

    private static let scripts = [
        (
            "a.py",
            """
            import hark

            @hark.on_response(body=True)
            def seen(flow):
                hark.log(f"saw {flow.response.trailers.fields} {flow.response.text} {flow.server}")
                flow.response.trailers["X-T"] = "9"
            """
        ),
        (
            "b.mjs",
            """
            import { onResponse, log } from 'hark'

            onResponse({ body: true }, (flow) => {
                const all = flow.response.trailers.fields.map(([name, value]) => `('${name}', '${value}')`).join(', ')
                log(`saw [${all}] ${flow.response.text} ${flow.server}`)
                flow.response.trailers.set('X-T', '9')
            })
            """
        ),
        (
            "c.py",
            """
            import logging
            from mitmproxy import http

            def response(flow: http.HTTPFlow):
                peer = flow.server_conn.peername
                pairs = [(name, value) for name, value in flow.response.trailers.items()]
                logging.info(f"saw {pairs} {flow.response.text} {peer[0]}:{peer[1]}")
                flow.response.trailers["X-T"] = "9"
            """
        ),
    ]

    @Test(.enabled(if: hasPython && hasNode), arguments: scripts)
    func fieldsAfterABodyAreSeenAndChanged(name: String, text: String) throws {
        let origin = try trailing()
        let said = try run(name, text) { proxy in
            let answer = try curl(proxy, "-i", "--raw", "\(origin.url)/a")
            // What was not changed stays.
            #expect(answer.hasSuffix("\r\n0\r\nX-T: 9\r\nX-U: 8\r\n\r\n"), "\(answer)")
        }
        #expect(said.count == 1, "\(said)")
        #expect(said.first?.contains("saw [('X-T', '7'), ('X-U', '8')] abc 127.0.0.1:") == true, "\(said)")
    }

    private static let removing = [
        (
            "a.py",
            """
            import hark

            @hark.on_response(body=True)
            def cut(flow):
                if flow.request.path == "/all":
                    flow.response.trailers = {}
                else:
                    del flow.response.trailers["X-T"]
            """
        ),
        (
            "b.mjs",
            """
            import { onResponse } from 'hark'

            onResponse({ body: true }, ({ request, response }) => {
                if (request.path === '/all') response.trailers = null
                else response.trailers.delete('x-t')
            })
            """
        ),
        (
            "c.py",
            """
            from mitmproxy import http

            def response(flow: http.HTTPFlow):
                if flow.request.path == "/all":
                    flow.response.trailers = None
                else:
                    del flow.response.trailers["X-T"]
            """
        ),
    ]

    /// What came and is not wanted is not sent on.
    @Test(.enabled(if: hasPython && hasNode), arguments: removing)
    func fieldsAfterABodyAreRemoved(name: String, text: String) throws {
        let origin = try trailing()
        _ = try run(name, text) { proxy in
            let one = try curl(proxy, "-i", "--raw", "\(origin.url)/one")
            #expect(one.hasSuffix("\r\n3\r\nabc\r\n0\r\nX-U: 8\r\n\r\n"), "\(one)")
            let all = try curl(proxy, "-i", "--raw", "\(origin.url)/all")
            #expect(all.hasSuffix("\r\n3\r\nabc\r\n0\r\n\r\n"), "\(all)")
        }
    }

    /// A script that reads them and changes nothing leaves the response as it came.
    @Test(.enabled(if: hasPython), arguments: ["body=True", ""])
    func whoOnlyReadsThemChangesNothing(body: String) throws {
        let origin = try trailing()
        let text = """
            import hark

            @hark.on_response(\(body))
            def seen(flow):
                hark.log(f"saw {len(flow.response.trailers)}")
            """
        let said = try run("a.py", text) { proxy in
            let answer = try curl(proxy, "-i", "--raw", "\(origin.url)/a")
            #expect(answer.hasSuffix("\r\n0\r\nX-T: 7\r\nX-U: 8\r\n\r\n"), "\(answer)")
        }
        // At the head nobody knows them yet.
        #expect(said.count == 1 && said[0].hasSuffix(body.isEmpty ? "saw 0" : "saw 2"), "\(said)")
    }

    /// An addon that asks for certificates gets them with the response, without a hook about handshakes.
    @Test(.enabled(if: hasPython && (try? Tool.find("nginx")) != nil))
    func anAddonKnowsTheServersCertificate() throws {
        let origin = try SecureOrigin()
        let said = try run(
            "a.py",
            """
            import logging
            from mitmproxy import certs, ctx

            def response(flow):
                found = flow.server_conn.certificate_list
                one = found[0] if found else None
                assert one is None or isinstance(one, certs.Cert)
                if one:
                    import hashlib, ssl
                    der = ssl.PEM_cert_to_DER_cert(one.to_pem().decode())
                    assert hashlib.sha256(der).digest() == one.fingerprint(), one
                logging.info(f"saw {one and (one.cn, one.altnames, one.keyinfo, one.has_expired())}")
            """, origin.options
        ) { proxy in
            for _ in 1...2 { #expect(try curl(proxy, "\(origin.url)/hello.txt") == "Hello over TLS\n") }
            _ = try curl(proxy, "http://demo.hark.test/")
        }
        let expected =
            "saw ('\(SecureOrigin.host)', ['\(SecureOrigin.host)'], ('EC (secp256r1)', 256), False)"
        #expect(said.count == 3 && said[0].hasSuffix(expected) && said[1].hasSuffix(expected), "\(said)")
        #expect(said.last?.hasSuffix("saw None") == true, "\(said)")
    }

    /// What a view of an addon makes of a body, through a command of the running proxy; the views of both APIs.
    @Test(.enabled(if: hasPython)) func anAddonsViewsShowBodies() throws {
        let scratch = try Scratch()
        let script = try scratch.write(
            "views.py",
            """
            from mitmproxy import certs, contentviews

            class Old(contentviews.View):
                name = "swapcase"

                def __call__(self, data, *, content_type=None, **unknown):
                    return "swapped", contentviews.format_text(data.swapcase())

                def render_priority(self, data, *, content_type=None, **unknown):
                    return 1 if content_type == "text/plain" else 0

            class New(contentviews.Contentview):
                name = "reversed"

                def prettify(self, data, metadata):
                    return f"{metadata.content_type} {data.decode()[::-1]}"

            contentviews.add(Old)
            contentviews.add(New())
            """)
        let origin = try RecordingOrigin(
            answering: Array(
                ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 7\r\nConnection: close\r\n\r\n"
                    + "one Two").utf8))
        let session = scratch.file("a.hark")
        let proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0", "--store", session, "--script", script])
        #expect(try curl(proxy, "\(origin.url)/a") == "one Two")
        func call(_ words: String...) throws -> Tool.Result {
            try Tool.run(
                Tool.hark(), ["script", "call", "--proxy", session, "contentviews.show"] + words, seconds: 60)
        }
        try eventually("the flow is recorded") { try call("1").code == 0 }
        #expect(try call("1").text.contains("ONE tWO"))
        #expect(try call("1", "response", "reversed").text.contains("text/plain owT eno"))
        let missing = try call("1", "response", "none-such")
        #expect(missing.code != 0 && missing.diagnostics.contains("none-such"), missing.summary)
        let empty = try call("1", "request")
        #expect(empty.code != 0, empty.summary)
        // As long as the addon runs, others show its views, too; only the bytes as they are do not.
        func show(_ words: String...) throws -> String {
            try Tool.run(Tool.hark(), ["show", "1", "--session", session] + words, seconds: 60).text
        }
        let shown = try show()
        #expect(shown.contains("Response body · swapcase (view of a script)") && shown.contains("  ONE tWO\n"))
        #expect(try show("--body", "--response").contains("ONE tWO"))
        #expect(try show("--raw", "--response").contains("one Two"))
        let page = try PageTests.PageAddress(proxy.page)
        let paged = try page.ask("/api/flows/1/response/tokens", token: try page.token()).text
        #expect(paged.contains("swapcase (view of a script)") && paged.contains("ONE tWO"), "\(paged)")
        try proxy.stop()
        #expect(try show("--body", "--response").contains("one Two"), "without the addon the body is as it is")
    }
}
