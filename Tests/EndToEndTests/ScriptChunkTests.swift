import Foundation
import TestKit
import Testing

/// Bodies that scripts see as they pass, piece by piece: `chunk`.
@Suite struct ScriptChunkTests {
    private static let hasPython = (try? Tool.find("python3")) != nil

    private static let text = """
        import hark

        @hark.on_request_head
        @hark.on_response_head
        def head(flow):
            flow.stream(chunks=True)

        @hark.on_chunk
        def piece(flow):
            flow.chunk.data = flow.chunk.data.upper() if not flow.chunk.last else b"!"
        """

    private struct Scripted {
        let scratch: Scratch
        let proxy: RunningProxy
        let log: String

        init(_ text: String, _ more: [String] = [], name: String = "piece.py") throws {
            scratch = try Scratch()
            log = scratch.file("log")
            let path = try scratch.write(name, text)
            proxy = try RunningProxy(arguments: ["--script", path, "--log", log] + more)
        }

        func curl(_ words: String...) throws -> Tool.Result {
            try Tool.run(
                Tool.find("curl"), ["-q", "-ksS", "--max-time", "30", "-x", proxy.url] + words, seconds: 60)
        }

        func ended() throws -> [String] {
            try proxy.stop()
            let entries = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            return entries.flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }.map {
                "\($0["name"] ?? "") \($0["on"] ?? "") \($0["verdict"] ?? "")"
            }
        }
    }

    private func origin(_ answer: String) throws -> RecordingOrigin {
        try RecordingOrigin(answering: Array(answer.utf8))
    }

    @Test(.enabled(if: hasPython)) func aBodyOfKnownLengthGoesOnInChunks() throws {
        let origin = try origin(
            "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nDigest: sha-256=x\r\nETag: \"e\"\r\nConnection: close\r\n\r\n"
                + "one two"
        )
        let scripted = try Scripted(Self.text)
        let answer = try scripted.curl("-i", "--raw", "\(origin.url)/a").text
        #expect(!answer.lowercased().contains("content-length") && !answer.contains("Digest"), "\(answer)")
        #expect(answer.contains("Transfer-Encoding: chunked\r\n") && answer.contains("ETag: W/\"e\"\r\n"), "\(answer)")
        #expect(answer.hasSuffix("\r\n7\r\nONE TWO\r\n1\r\n!\r\n0\r\n\r\n"), "\(answer)")
        #expect(try scripted.ended() == ["piece chunk modify"])
    }

    @Test(.enabled(if: hasPython)) func fieldsFollowWhatAScriptAddsAtTheEnd() throws {
        let origin = try origin(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\nConnection: close\r\n\r\n"
                + "3\r\none\r\n4\r\n two\r\n0\r\nX-T: yes\r\n\r\n")
        let scripted = try Scripted(Self.text)
        let answer = try scripted.curl("-i", "--raw", "\(origin.url)/a").text
        #expect(answer.hasSuffix("\r\n1\r\n!\r\n0\r\nX-T: yes\r\n\r\n"), "\(answer)")
        #expect(answer.components(separatedBy: "Transfer-Encoding: chunked").count == 2, "\(answer)")
        #expect(!answer.contains("one"))
    }

    @Test(.enabled(if: hasPython), arguments: [false, true])
    func aRequestIsChangedAsItPasses(isChunked: Bool) throws {
        let origin = try origin("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        let scripted = try Scripted(Self.text)
        let file = try scripted.scratch.write("body", String(repeating: "abcdefgh", count: 100_000))
        let words = isChunked ? ["-H", "Transfer-Encoding: chunked"] : ["-H", "Expect:"]
        let result = try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "30", "-x", scripted.proxy.url, "--data-binary", "@\(file)", "\(origin.url)/a"]
                + words, seconds: 60)
        #expect(result.code == 0, result.summary)
        let request = String(decoding: try origin.next(), as: UTF8.self)
        #expect(!request.lowercased().contains("content-length"))
        #expect(request.contains("\r\nTransfer-Encoding: chunked\r\n") && request.hasSuffix("\r\n1\r\n!\r\n0\r\n\r\n"))
        #expect(request.count { $0 == "H" } >= 100_000 && !request.contains("abcdefgh"))
        #expect(try scripted.ended().first == "piece chunk modify")
    }

    /// What is only looked at arrives as it was, also compressed and in HTTP/2.
    @Test(.enabled(if: hasPython), arguments: ["--http1.1", "--http2"])
    func whatIsOnlySeenArrivesAsItWas(version: String) throws {
        let scripted = try Scripted(
            """
            import hark
            sizes = {}

            @hark.on_response_head
            def head(flow):
                flow.stream(chunks=True)

            @hark.on_chunk
            def piece(flow):
                sizes[flow.id] = sizes.get(flow.id, 0) + len(flow.chunk.data)
                if flow.chunk.last:
                    hark.log(f"{flow.chunk.message} of {sizes[flow.id]} bytes")
            """)
        let plain = try RunningProxy()
        for path in ["", "gzip", "chunked"] {
            let url = "https://demo.hark.test/\(path)"
            let through = try scripted.curl(version, url)
            let other = try Tool.run(
                Tool.find("curl"), ["-q", "-ksS", "--max-time", "30", "-x", plain.url, version, url], seconds: 60)
            #expect(through.code == 0 && through.output == other.output, "\(path): \(through.summary)")
        }
        try eventually("sizes are said") { scripted.proxy.diagnostics.contains("response of ") }
        #expect(try scripted.ended().isEmpty)
    }

    @Test(.enabled(if: hasPython), arguments: ["time.sleep(60)", "os._exit(3)", "raise ValueError('x')"])
    func aScriptThatFailsLetsTheRestPass(fault: String) throws {
        let text = """
            import hark, os, time

            @hark.on_response_head
            def head(flow):
                flow.stream(chunks=True)

            @hark.on_chunk
            def piece(flow):
                \(fault)
            """
        for policy in ["pass", "refuse"] {
            let origin = try origin("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\none two")
            let scripted = try Scripted(text, ["--script-timeout", "700ms", "--script-failure", policy])
            let result = try scripted.curl("\(origin.url)/a")
            #expect((result.code == 0) == (policy == "pass"), result.summary)
            #expect(result.text == (policy == "pass" ? "one two" : ""), result.summary)
            #expect(try scripted.ended() == ["piece chunk \(policy == "pass" ? "failed" : "refused")"])
        }
    }

    @Test(.enabled(if: hasPython)) func anAddonsStreamFunctionIsCalled() throws {
        let origin = try origin(RuledExchange.ofServer)
        let scripted = try Scripted(
            """
            class Loud:
                def responseheaders(self, flow):
                    if flow.request.path == "/a":
                        flow.response.stream = self.change
                    else:
                        flow.response.stream = True

                def change(self, data):
                    return [data.upper(), b"?"] if data else b"END"

            addons = [Loud()]
            """, name: "addon.py")
        let loud = try scripted.curl("\(origin.url)/a").text
        #expect(loud.hasSuffix("?END") && loud.contains("TWO") && !loud.contains("two"), "\(loud)")
        #expect(try scripted.curl("\(origin.url)/b").text.contains("two"))
        #expect(try scripted.ended() == ["addon chunk modify"])
    }
}
