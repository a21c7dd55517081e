import Foundation
import TestKit
import Testing

/// Hark between two proxies that are not ours: nghttp2's own, in front of it and behind it.
@Suite struct HTTP2ChainTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Answers once somebody listens there.
    private func start(_ program: String, _ arguments: [String], on port: UInt16) throws -> Child {
        let name = "\(program)-\(port)"
        let child = try Child(
            Tool.find(program), arguments, output: scratch.file("\(name).out"),
            diagnostics: scratch.file("\(name).err"))
        try eventually("\(program) listens") { (try? RawConnection(port: port)) != nil }
        return child
    }

    /// nghttpx, which speaks HTTP/2 without TLS on both sides.
    private func nghttpx(on port: UInt16, to server: UInt16) throws -> Child {
        let arguments = [
            "--conf=/dev/null", "--frontend=127.0.0.1,\(port);no-tls", "--backend=127.0.0.1,\(server);;proto=h2",
            "--errorlog-file=\(scratch.file("nghttpx.log"))", "--workers=1", "--no-server-rewrite",
        ]
        return try start("nghttpx", arguments, on: port)
    }

    private struct Seen: Decodable {
        let request: Message
        let response: Message
        let outcome: Outcome
        let stream: [String: Int]

        struct Message: Decodable {
            let httpVersion: String
        }
        struct Outcome: Decodable {
            let kind: String
        }

        enum CodingKeys: String, CodingKey {
            case request, response
            case outcome = "_outcome"
            case stream = "_stream"
        }
    }

    @Test func nghttpxInFrontAndBehind() throws {
        let (front, behind, last) = (try Loopback.freePort(), try Loopback.freePort(), try Loopback.freePort())
        let body = String(repeating: "0123456789", count: 70_000)
        _ = try scratch.write("file.txt", body)
        _ = try scratch.write("small.txt", "small")
        let server = try start(
            "nghttpd", ["--no-tls", "-a", "127.0.0.1", "-d", scratch.path, "--echo-upload", "\(last)"], on: last)
        let second = try nghttpx(on: behind, to: last)
        let log = scratch.file("log")
        let proxy = try RunningProxy(
            arguments: [
                "--quiet", "--log", log, "--reverse", "http://127.0.0.1:\(behind)", "--upstream-http2",
            ])
        let first = try nghttpx(on: front, to: proxy.port)
        defer { withExtendedLifetime((server, second, first)) {} }

        let url = "http://127.0.0.1:\(front)"
        for version in ["--http1.1", "--http2-prior-knowledge"] {
            let read = try Tool.curl(version, "\(url)/file.txt")
            #expect(read.text == body, read.summary)
            let upload = try scratch.write("upload", body)
            let echoed = try Tool.curl(version, "--data-binary", "@\(upload)", "\(url)/echo")
            #expect(echoed.text == body, echoed.summary)
        }
        let missing = try Tool.curl("-o", "/dev/null", "-w", "%{http_code}", "\(url)/none")
        #expect(missing.text == "404", missing.summary)
        // Many streams at once, over as many connections as nghttpx likes.
        let load = try Tool.run(Tool.find("h2load"), ["-n", "200", "-c", "4", "-m", "10", "\(url)/small.txt"])
        #expect(load.text.contains("200 succeeded, 0 failed, 0 errored, 0 timeout"), load.summary)

        try proxy.stop()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let seen = try lines.map { try JSONDecoder().decode(Seen.self, from: Data($0.utf8)) }
        #expect(seen.count == 205)
        #expect(seen.allSatisfy { $0.outcome.kind == "complete" && $0.stream.keys.sorted() == ["client", "upstream"] })
        #expect(seen.allSatisfy { $0.request.httpVersion == "HTTP/2.0" && $0.response.httpVersion == "HTTP/2.0" })
    }
}
