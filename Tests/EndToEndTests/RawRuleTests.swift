import Foundation
import TestKit
import Testing

/// Rules with `raw`, against an origin that keeps every byte and would keep its connections.
@Suite struct RawRuleTests {
    /// What came on one connection, and how that ended.
    private struct Heard: Sendable {
        let bytes: String
        let wasClosed: Bool
    }

    /// Answers a connection once, when the mark has come on it; then says what came until the other end closed.
    private struct Origin {
        let server: ScriptedOrigin
        private let heard = Handover<Heard>()

        init(mark: String, answering answer: String) throws {
            let heard = heard
            server = try ScriptedOrigin { connection, _ in
                var bytes = try connection.receive(through: mark)
                try connection.send(answer)
                while let more = try connection.receive() { bytes += String(decoding: more, as: UTF8.self) }
                heard.put(Heard(bytes: bytes, wasClosed: true))
            }
        }

        func next() throws -> Heard { try heard.take("a connection at the origin") }
    }

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\none two two"

    private struct Passed {
        let heard: Heard
        let answer: String
        let entry: [String: Any]

        var changes: [[String: Any]] { entry["_changes"] as? [[String: Any]] ?? [] }
        var acts: [String] {
            (entry["_rules"] as? [[String: Any]] ?? []).map { "\($0["name"] ?? "") \($0["action"] ?? "")" }
        }

        func sent(_ message: String) -> String {
            let text = (entry[message] as? [String: Any])?["_sent"] as? String ?? ""
            return String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
        }
    }

    private static let get = "GET ORIGIN/a HTTP/1.1\r\nHost: HOST\r\nX-End: 1\r\n\r\n"
    private static let post = "POST ORIGIN/a HTTP/1.1\r\nHost: HOST\r\nContent-Length: 11\r\n\r\none two END"

    private func pass(
        _ rules: String..., request: String = get, mark: String = "\r\n\r\n", answering answer: String = answer,
        isAsked: Bool = true
    ) throws -> Passed {
        let origin = try Origin(mark: mark, answering: answer)
        let scratch = try Scratch()
        let log = scratch.file("log")
        // What came is known when the connection ends: one that is kept is not to outlast the test's patience.
        let proxy = try RunningProxy(
            arguments: ["--log", log, "--timeout", "kept=1s"] + rules.flatMap { ["--rule", $0] })
        func filled(_ text: String) -> String {
            text.replacing("ORIGIN", with: origin.server.url).replacing("HOST", with: origin.server.host)
        }
        let client = try proxy.connect()
        try client.send(filled(request))
        let received: String
        if rules.contains(where: { $0.contains("response") || $0.contains("respond") }) {
            // What is meant for the client ends its connection.
            received = try client.receiveToEnd().text
        } else {
            received = try client.receiveHead() + String(decoding: client.receive(exactly: 11), as: UTF8.self)
        }
        client.close()
        let heard = isAsked ? try origin.next() : Heard(bytes: "", wasClosed: false)
        try proxy.stop()
        #expect(origin.server.connectionCount == (isAsked ? 1 : 0))
        let line = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").first ?? ""
        let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return Passed(
            heard: Heard(
                bytes: heard.bytes.replacing(origin.server.host, with: "HOST"), wasClosed: heard.wasClosed),
            answer: received, entry: entry ?? [:])
    }

    // MARK: - Requests

    @Test func aLengthThatIsWrongGoesOutAndAllContentBehindIt() throws {
        let passed = try pass(
            "do raw set-request-header \"Content-Length: 3\"", request: Self.post, mark: "END")
        #expect(passed.heard.bytes == "POST /a HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\n\r\none two END")
        #expect(passed.heard.wasClosed)
        #expect(passed.answer == Self.answer)
        #expect(passed.acts == ["rule-1 raw set-request-header \"Content-Length: 3\""])
        let change = try #require(passed.changes.first { ($0["with"] as? String) == "Content-Length: 3" })
        #expect(change["reason"] as? String == "rule-1 (--rule:1), raw")
    }

    @Test func oneLineBecomesTwo() throws {
        let passed = try pass("do raw add-request-header \"X: a\\r\\n\\u0000Y b\"")
        let head = "GET /a HTTP/1.1\r\nHost: HOST\r\nX-End: 1\r\nX: a\r\n\u{0}Y b\r\n\r\n"
        #expect(passed.heard.bytes == head)
    }

    @Test func whatIsRecordedAsSentIsWhatTheServerGot() throws {
        let passed = try pass(
            "do raw set-method \"G T\", raw set-path \"a b\\n\", raw remove-request-header Host, "
                + "raw set-request-header \"Bad Name: \\u001b[1m\", raw add-request-header \"Connection: X\"")
        #expect(
            passed.heard.bytes
                == "G T a b\n HTTP/1.1\r\nX-End: 1\r\nBad Name: \u{1B}[1m\r\nConnection: X\r\n\r\n")
        #expect(passed.sent("request") == passed.heard.bytes)
        #expect(passed.acts.count == 5)
        // It is read again, and said, without a control character.
        #expect("\(passed.entry["_changes"] ?? "")".contains("Bad Name"))
    }

    @Test func withoutRawNoneOfItStarts() throws {
        let refused = try Tool.run(
            Tool.hark(), ["proxy", "--no-store", "--rule", "do set-request-header \"Content-Length: 3\""])
        #expect(refused.code == 64)
        #expect(refused.diagnostics.contains("Content-Length says where a message or connection ends"))
    }

    @Test func whatRawSparesIsSentAsEver() throws {
        let passed = try pass(
            "when path = /b do raw set-request-header \"Content-Length: 3\"", "do set-request-header \"X-A: 1\"")
        #expect(passed.heard.bytes == "GET /a HTTP/1.1\r\nHost: HOST\r\nX-End: 1\r\nX-A: 1\r\n\r\n")
        #expect(!"\(passed.entry["_changes"] ?? "")".contains("raw"))
    }

    /// The connection of a request that is meant serves no other, before or behind it.
    @Test func itHasAConnectionOfItsOwn() throws {
        let origin = try ScriptedOrigin { connection, number in
            while let head = try? connection.receiveHead() {
                if head.hasPrefix("POST") { _ = try connection.receive(exactly: 3) }
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(number)")
            }
        }
        let proxy = try RunningProxy("--rule", "when method = POST do raw set-request-header \"Content-Length: 3\"")
        let client = try proxy.connect()
        func number(_ method: String, _ body: String = "") throws -> String {
            let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
            try client.send("\(method) \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\(length)\r\n\(body)")
            _ = try client.receiveHead()
            return String(decoding: try client.receive(exactly: 1), as: UTF8.self)
        }
        #expect(try number("GET") == "1")
        // The rest of its content would be the beginning of another request.
        #expect(try number("POST", "oneGET / HTTP/1.1\r\n\r\n") == "2")
        #expect(try number("GET") == "1")
        #expect(try number("POST", "two") == "3")
        #expect(try number("GET") == "1")
        try proxy.stop()
    }

    // MARK: - Responses

    @Test func aResponseSaysOfItsEndWhatARuleSays() throws {
        let passed = try pass("do raw set-response-header \"Content-Length: 3\"")
        #expect(
            passed.answer
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\n"
                + "one two two")
        #expect(passed.sent("response") + "one two two" == passed.answer)
        #expect(passed.acts == ["rule-1 raw set-response-header \"Content-Length: 3\""])
    }

    @Test func bothFramingsStandSideBySide() throws {
        let passed = try pass("when status = 200 do raw add-response-header \"Transfer-Encoding: chunked\"")
        #expect(passed.answer.contains("Content-Length: 11\r\n"))
        #expect(passed.answer.hasSuffix("Transfer-Encoding: chunked\r\n\r\none two two"))
    }

    @Test func anAnswerOfARuleMayBeNone() throws {
        let passed = try pass(
            "do raw respond 199 \"Content-Length: 99\" \"A b: c\" \"X: a\\r\\nb\" text short", isAsked: false)
        #expect(passed.answer.hasPrefix("HTTP/1.1 199 \r\nDate: "))
        #expect(
            passed.answer.hasSuffix(
                "\r\nContent-Length: 99\r\nA b: c\r\nX: a\r\nb\r\n"
                    + "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\nshort"))
        #expect(passed.sent("response") + "short" == passed.answer)
        #expect(passed.acts.count == 1)
    }

    // MARK: - Held

    @Test func whatIsWrittenInPlaceOfAHeldMessageGoesOutByteForByte() throws {
        let origin = try Origin(mark: "END", answering: Self.answer)
        let scratch = try Scratch()
        let (store, log) = (scratch.file("s.hark"), scratch.file("log"))
        let written = "G\u{1}T  /\nX\n\r\n\n"
        let file = try scratch.write("head", written)
        let proxy = try RunningProxy(
            arguments: ["--store", store, "--log", log, "--rule", "look: do raw break request"])
        func held(_ words: String...) throws -> Tool.Result {
            try Tool.run(
                Tool.hark(), ["held", "--proxy", store] + words,
                environment: ["EDITOR": "cp \(file)", "VISUAL": "", "TMPDIR": scratch.file("")])
        }
        let client = try proxy.connect()
        try client.send(
            Self.post.replacing("ORIGIN", with: origin.server.url).replacing("HOST", with: origin.server.host))
        try eventually("it is held") { try held().text.contains("POST") }
        let edited = try held("1", "edit")
        #expect(edited.code == 0, edited.summary)
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 OK\r\n"))
        let heard = try origin.next()
        #expect(heard.bytes == written + "one two END")
        #expect(heard.wasClosed)
        client.close()
        try proxy.stop()
        let line = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").first ?? ""
        let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        let passed = Passed(heard: heard, answer: "", entry: entry ?? [:])
        #expect(passed.sent("request") == written)
        #expect(passed.changes.map { $0["reason"] as? String } == ["edited by hand, raw"])
        let texts = (passed.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts.last == "Edited by hand; sent byte for byte.")
    }
}
