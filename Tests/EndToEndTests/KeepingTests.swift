import Foundation
import TestKit
import Testing

/// What is kept in `--har` and `--log`, looked at by other programs, and by its own arithmetic.
@Suite struct KeepingTests {
    /// The files that a session left; they go with it.
    private struct Session {
        let scratch: Scratch
        let har: String
        let log: String
    }

    /// A session with a bit of everything.
    private func session() throws -> Session {
        let scratch = try Scratch()
        let (har, log) = (scratch.file("session.har"), scratch.file("session.log"))
        let nginx = try NginxOrigin()
        let broken = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", closing: true)
        let trailers = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nSet-Cookie: a=b; Secure; Max-Age=9\r\n\r\n"
                + "3;x=y\r\nabc\r\n0\r\nX-T: 1\r\n\r\n")
        let nowhere = try Loopback.refusingPort()
        let proxy = try RunningProxy("--har", har, "--log", log)
        let binary = try scratch.write("binary", NginxOrigin.bytes(count: 5_000))
        let arguments: [[String]] = [
            [nginx.url + "/hello.txt?a=1&b=%C3%A9&c"],
            ["--compressed", nginx.url + "/text.txt"],
            [nginx.url + "/random.bin", "-o", "/dev/null"],
            ["-I", nginx.url + "/hello.txt"],
            ["-L", nginx.url + "/redirect"],
            ["-b", "x=1; y=2", nginx.url + "/cookie"],
            ["-d", "name=value&other=%20", nginx.url + "/hello.txt"],
            ["--data-binary", "@" + binary, "-H", "Content-Type: application/octet-stream", nginx.url + "/hello.txt"],
            ["-T", binary, "-H", "Transfer-Encoding: chunked", nginx.url + "/put"],
            [nginx.url + "/missing"], [nginx.url + "/empty"], [broken.url], [trailers.url],
            ["http://127.0.0.1:\(nowhere)/"], ["http://nowhere.invalid/"], [proxy.url + "/self"],
            ["-p", nginx.url + "/hello.txt"], ["http://demo.hark.test/"], ["http://hark.test/"],
        ]
        for argument in arguments {
            _ = try Tool.run(Tool.find("curl"), ["-q", "-sS", "--max-time", "60", "-x", proxy.url] + argument)
        }
        let client = try proxy.connect()
        try client.send("GET http://h.invalid/ HTTP/1.1\r\nHost: h.invalid\r\nContent-Length: +1\r\n\r\n")
        _ = try client.receiveToEnd()
        let tunnel = try proxy.connect()
        try tunnel.send("CONNECT 127.0.0.1:\(nginx.port) HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try tunnel.receiveHead()
        try tunnel.send("\u{1}neither TLS nor HTTP\r\n\r\n")
        _ = try tunnel.receiveToEnd()
        tunnel.close()
        try eventually("the tunnel ends") {
            // The last line may be on its way.
            (try? Recorded.log(log))?.contains { $0.tunnel != nil } == true
        }
        #expect(try proxy.stop() == .exited(0))
        return Session(scratch: scratch, har: har, log: log)
    }

    @Test func otherToolsReadTheHARFile() throws {
        try check([])
    }

    @Test(.enabled(if: Corpora.isThere("har_schema"), "the corpus is not on this machine"))
    func theHARFileIsWhatItsSchemaSays() throws {
        let folder = try #require(Corpora.folder)
        try check([folder.path])
    }

    private func check(_ corpora: [String]) throws {
        let session = try session()
        let result = try Tool.runScript("check_har.py", [session.har] + corpora)
        #expect(result.code == 0, result.summary)
        // 19 calls of curl, one of which followed a redirect and one opened a tunnel for its request, and two by hand.
        #expect(result.text == "23\n", result.summary)
    }

    @Test func theHARFileAndTheLogAgreeAndTheirNumbersAreHonest() throws {
        let session = try session()
        let entries = try Recorded.har(session.har)
        let lines = try Recorded.log(session.log)
        #expect(entries.map(\.request.url).sorted() == lines.map(\.request.url).sorted())
        for entry in entries {
            let what: Comment = "\(entry.request.method) \(entry.request.url)"
            let parts =
                [entry.timings.blocked, entry.timings.dns, entry.timings.connect]
                + [entry.timings.send, entry.timings.wait, entry.timings.receive]
            let measured = parts.compactMap { $0 }
            #expect(measured.allSatisfy { $0 >= 0 || $0 == -1 }, what)
            // HAR 1.2: the sum of what was measured; connect has ssl in it.
            #expect(abs(entry.time - measured.filter { $0 > 0 }.reduce(0, +)) < 0.01, what)
            if let raw = entry.request.raw.flatMap({ Data(base64Encoded: $0) }) {
                // A request that was refused has no head whose end is known.
                let isKnown = entry.request.headersSize >= 0 || entry.outcome.kind != "refused"
                #expect(!isKnown || entry.request.headersSize == raw.count, what)
                #expect(raw.suffix(4) == Data("\r\n\r\n".utf8) || entry.outcome.kind == "refused", what)
            }
            if let raw = entry.response.raw.flatMap({ Data(base64Encoded: $0) }), !raw.isEmpty {
                #expect(entry.response.headersSize == raw.count, what)
            }
            if let compression = entry.response.content.compression, entry.response.bodySize >= 0 {
                #expect(compression == entry.response.content.size - entry.response.bodySize, what)
            }
            #expect(!entry.outcome.text.isEmpty || entry.outcome.kind == "complete", what)
        }
        let binary = try #require(entries.first { $0.request.postData?.encoding == "base64" })
        #expect(
            binary.request.postData?.text.flatMap { Data(base64Encoded: $0) } == Data(NginxOrigin.bytes(count: 5_000)))
        let kinds = Set(entries.map(\.outcome.kind))
        #expect(kinds == ["complete", "aborted", "refused", "failed", "tunnel"])
    }

    @Test func bodiesAreCutWhereToldAndStillCounted() throws {
        let nginx = try NginxOrigin()
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har, "--max-body-record", "1000")
        let result = try Tool.curl("-x", proxy.url, nginx.url + "/random.bin")
        #expect(result.output.count == 1_000_000, "forwarding is not cut")
        try proxy.stop()
        let response = try #require(try Recorded.har(har).first?.response)
        #expect(response.truncated == true)
        #expect(response.bodySize == 1_000_000)
        #expect(response.content.bytes == Array(NginxOrigin.bytes(count: 1_000_000).prefix(1000)))
    }

    @Test func keptFilesAreTheirOwnersAlone() throws {
        let scratch = try Scratch()
        let (har, log) = (scratch.file("a.har"), scratch.file("a.log"))
        let proxy = try RunningProxy("--har", har, "--log", log)
        for path in [har, log] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(path)")
        }
        try proxy.stop()
    }

    @Test func theHARFileIsValidWhileItGrows() throws {
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har)
        #expect(try Recorded.har(har).isEmpty)
        for number in 1...3 {
            _ = try Tool.curl("-x", proxy.url, "http://hark.test/")
            try eventually("exchange \(number) is in the file") { try Recorded.har(har).count == number }
        }
        try proxy.stop()
    }

    /// Keeping never waits for showing.
    @Test(arguments: [("resume", "told\n"), ("end", "")])
    func aStoppedTerminalHoldsUpNeitherFilesNorTheEnd(mode: String, said: String) throws {
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let result = try Tool.runScript(
            "stopped_terminal.py",
            [
                mode, Tool.hark(), "proxy", "--ca-dir", scratch.file("ca"), "--listen", "127.0.0.1:0", "--verbose",
                "--har", har,
            ])
        #expect(result.text == "answered 200\nkept 200\n\(said)exit 0\n", result.summary)
        #expect(try Recorded.har(har).count == 200, "the file is whole")
    }

    @Test func pythonsRequestsWorksThroughTheProxy() throws {
        let nginx = try NginxOrigin()
        let proxy = try RunningProxy()
        let result = try Tool.runScript("requests_client.py", [proxy.url, nginx.url])
        #expect(result.code == 0 && result.text == "ok\n", result.summary)
    }
}
