import Foundation
import Synchronization
import TestKit
import Testing

/// What is no verdict is a failure wherever it comes, and `--script-failure` says what follows.
@Suite struct ScriptFailureTests {
    private static let hasPython = (try? Tool.find("python3")) != nil

    /// A program that answers one event after the other with these verdicts, as they are written.
    private static func script(_ events: [String], _ on: String, _ verdicts: [String]) -> String {
        """
        import json, sys

        VERDICTS = json.loads(r'''[\(verdicts.joined(separator: ","))]''')
        count = 0

        def send(o):
            sys.stdout.write(json.dumps(o) + "\\n")
            sys.stdout.flush()

        for line in sys.stdin:
            o = json.loads(line)
            if o["type"] == "hello":
                send({"type": "ready", "protocol": 1, "events": [{"on": on} for on in \(events)]})
            elif o["type"] == "start":
                send({"type": "started"})
            elif o["type"] == "event" and o["on"] == "\(on)":
                if not o.get("last"):
                    send({"type": "verdict", "id": o["id"], **VERDICTS[count]})
                    count += 1
                else:
                    send({"type": "verdict", "id": o["id"], "verdict": "pass"})
            elif o["type"] == "event":
                send({"type": "verdict", "id": o["id"], "verdict": "pass", "stream": "chunks"})
            elif o["type"] == "stop":
                break
        """
    }

    private struct Run {
        let verdicts: [String]
        let answers: [String]
        /// What the origin got.
        let requests: [String]
    }

    private func run(
        _ events: [String], _ on: String, _ verdicts: [String], _ policy: String, _ words: (RecordedOrigin) -> [String]
    ) throws -> Run {
        let origin = try RecordedOrigin()
        let scratch = try Scratch()
        let path = try scratch.write("wrong.py", Self.script(events, on, verdicts))
        let log = scratch.file("log")
        let proxy = try RunningProxy(
            arguments: ["--script", path, "--script-failure", policy, "--log", log, "--shards", "1"])
        let answers = try verdicts.map { _ in
            try Tool.run(
                Tool.find("curl"),
                ["-q", "-ksS", "--max-time", "20", "-x", proxy.url, "-w", " %{http_connect} %{http_code}"]
                    + words(origin)
            ).text
        }
        try proxy.stop()
        let entries = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        let acts = entries.flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }.filter { $0["on"] as? String == on }
        #expect(acts.allSatisfy { ($0["text"] as? String)?.contains("invalid verdict") == true }, "\(acts)")
        return Run(verdicts: acts.map { "\($0["verdict"] ?? "")" }, answers: answers, requests: origin.requests)
    }

    /// Keeps its connections, and every request.
    private final class RecordedOrigin: Sendable {
        private let seen: Seen
        private let origin: ScriptedOrigin

        private final class Seen: Sendable {
            let requests = Mutex<[String]>([])
        }

        init() throws {
            let seen = Seen()
            self.seen = seen
            origin = try ScriptedOrigin { connection, _ in
                while let head = try? connection.receiveHead() {
                    var text = head
                    if head.lowercased().contains("transfer-encoding: chunked") {
                        while !text.hasSuffix("0\r\n\r\n"), let more = try connection.receive(), !more.isEmpty {
                            text += String(decoding: more, as: UTF8.self)
                        }
                    }
                    seen.requests.withLock { $0.append(text) }
                    try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\none two".utf8))
                }
            }
        }

        var url: String { origin.url }
        var requests: [String] { seen.requests.withLock { $0 } }
    }

    private static let nonsense = [
        #"{"verdict":"nonsense"}"#, #"{}"#, #"{"verdict":"hold"}"#, #"{"verdict":"modify","request":7}"#,
    ]

    @Test(.enabled(if: hasPython), arguments: ["pass", "refuse"])
    func ofConnectionsToServers(policy: String) throws {
        let verdicts =
            Self.nonsense + [
                #"{"verdict":"modify","request":{"via":"gopher://a/"}}"#, #"{"verdict":"modify","via":"http://"}"#,
                #"{"verdict":"modify","server":"a b"}"#, #"{"verdict":"modify","server":"a:99999"}"#,
                #"{"verdict":"modify","request":{"method":"PUT"}}"#, #"{"verdict":"tunnel"}"#,
                #"{"verdict":"respond","response":{"status":200}}"#,
            ]
        let run = try run(["server-connect"], "server-connect", verdicts, policy) { ["\($0.url)/a"] }
        let isRefused = policy == "refuse"
        #expect(run.verdicts == verdicts.map { _ in isRefused ? "refused" : "failed" }, "\(run)")
        #expect(run.answers.allSatisfy { $0.hasSuffix(isRefused ? " 000 502" : "one two 000 200") }, "\(run.answers)")
        #expect(run.requests.count == (isRefused ? 0 : verdicts.count))
    }

    @Test(.enabled(if: hasPython), arguments: ["pass", "refuse"])
    func ofTunnels(policy: String) throws {
        let verdicts =
            Self.nonsense + [
                #"{"verdict":"modify","request":{"via":"http://a:1"}}"#, #"{"verdict":"modify","server":"a b"}"#,
                #"{"verdict":"modify","request":{"set":[["A","b"]]}}"#,
                #"{"verdict":"respond","response":{"status":200}}"#,
                #"{"verdict":"respond","response":{"status":403,"headers":[["Content-Length","x"],["Upgrade","y"]]}}"#,
            ]
        let run = try run(["connect"], "connect", verdicts, policy) { ["-p", "\($0.url)/a"] }
        let isRefused = policy == "refuse"
        #expect(run.verdicts == verdicts.map { _ in isRefused ? "refused" : "failed" }, "\(run)")
        #expect(run.answers.allSatisfy { $0.hasSuffix(isRefused ? " 502 000" : "one two 200 200") }, "\(run.answers)")
        #expect(run.requests.count == (isRefused ? 0 : verdicts.count))
    }

    /// The client begins TLS in a tunnel that it has: what it asks for inside is answered.
    @Test(.enabled(if: hasPython), arguments: ["pass", "refuse"])
    func ofClientHellos(policy: String) throws {
        let verdicts = Self.nonsense + [#"{"verdict":"modify"}"#, #"{"verdict":"respond","response":{"status":200}}"#]
        let run = try run(["client-hello"], "client-hello", verdicts, policy) { _ in
            ["-o", "/dev/null", "https://demo.hark.test/"]
        }
        let isRefused = policy == "refuse"
        #expect(run.verdicts == verdicts.map { _ in isRefused ? "refused" : "failed" }, "\(run)")
        #expect(run.answers.allSatisfy { $0.hasSuffix(isRefused ? " 200 502" : " 200 200") }, "\(run.answers)")
    }

    private static let pieces =
        nonsense.filter { !$0.contains("request") } + [
            #"{"verdict":"drop"}"#, #"{"verdict":"respond","response":{"status":200}}"#,
            #"{"verdict":"modify","data":7}"#, #"{"verdict":"modify","data":{"base64":"!"}}"#,
        ]

    /// The head has gone: nothing of the piece follows it.
    @Test(.enabled(if: hasPython), arguments: ["pass", "refuse"])
    func ofPiecesOfResponses(policy: String) throws {
        let run = try run(["response-head", "chunk"], "chunk", Self.pieces, policy) { ["\($0.url)/a"] }
        let isRefused = policy == "refuse"
        #expect(run.verdicts == Self.pieces.map { _ in isRefused ? "refused" : "failed" }, "\(run)")
        #expect(run.answers.allSatisfy { $0 == (isRefused ? " 000 200" : "one two 000 200") }, "\(run.answers)")
    }

    @Test(.enabled(if: hasPython), arguments: ["pass", "refuse"])
    func ofPiecesOfRequests(policy: String) throws {
        let run = try run(["request-head", "chunk"], "chunk", Self.pieces, policy) {
            ["-d", "a body", "-H", "Expect:", "\($0.url)/a"]
        }
        let isRefused = policy == "refuse"
        #expect(run.verdicts == Self.pieces.map { _ in isRefused ? "refused" : "failed" }, "\(run)")
        #expect(run.answers.allSatisfy { $0.hasSuffix(isRefused ? " 000 502" : "one two 000 200") }, "\(run.answers)")
        #expect(run.requests.filter { $0.contains("a body") }.count == (isRefused ? 0 : Self.pieces.count))
    }
}
