import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

/// Rules do the same whatever the client and the server speak.
@Suite struct RulesAcrossVersionsTests {
    @Test func fieldsFollowTheContentOfAStream() async throws {
        let rules = "a: do set-trailer \"X-Sum: 1\", set-request-trailer \"X-Up: 2\""
        let origin = try RuledProxy.oldEcho()
        try await withEngine(RuledProxy.proxy(rules, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let message = try client.message(on: client.request("/a", scheme: "http"))
            #expect(message.trailers == ["x-sum: 1"])
            #expect(message.text.hasPrefix("GET /a HTTP/1.1|"))
        }
        let new = try RuledProxy.echo()
        try await withEngine(RuledProxy.proxy(rules, to: new, speaking: .http20)) { engine in
            let client = try engine.connect()
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
            let answer = try client.receive(through: "X-Sum: 1\r\n\r\n")
            #expect(
                answer.lowercased().contains("transfer-encoding: chunked")
                    && !answer.lowercased().contains("content-length"))
            #expect(answer.hasSuffix("0\r\nX-Sum: 1\r\n\r\n"))
        }
    }

    private static let edit = """
        edit: when path = /old do set-path /new, set-host other.test, set-request-header "X-A: 1", set-method PATCH
        """

    // MARK: - Heads

    @Test func aStreamsRequestIsChangedOnItsWayToLines() async throws {
        let origin = try RuledProxy.oldEcho()
        try await withEngine(RuledProxy.proxy(Self.edit, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let changed = try client.message(on: client.request("/old?q=1", scheme: "http"))
            #expect(changed.text == "PATCH /new?q=1 HTTP/1.1|Host: other.test|content-length: 0|X-A: 1||")
            let other = try client.message(on: client.request("/older", scheme: "http"))
            #expect(other.text == "GET /older HTTP/1.1|host: origin.test||")
            let flows = try engine.finished(2)
            #expect(flows[0].ruleActs.map(\.rule) == ["edit", "edit", "edit", "edit"])
            #expect(flows[0].ruleActs.map(\.line) == [1, 1, 1, 1])
            #expect(flows[1].ruleActs.isEmpty)
            #expect(!flows[1].request.edits.contains { if case .rule = $0.reason { true } else { false } })
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func linesAreChangedOnTheirWayToAStream() async throws {
        let origin = try RuledProxy.echo()
        try await withEngine(RuledProxy.proxy(Self.edit, to: origin, speaking: .http20)) { engine in
            let client = try engine.connect()
            try client.send("GET /old?q=1 HTTP/1.1\r\nHost: a.test\r\nX: y\r\n\r\n")
            let changed = try client.receive(through: "0\r\n\r\n")
            #expect(changed.contains(":method: PATCH|:authority: other.test|:scheme: http|:path: /new?q=1|"))
            #expect(changed.contains("|x-a: 1|") && !changed.contains("host: a.test"))
            try client.send("GET /older HTTP/1.1\r\nHost: a.test\r\nX: y\r\n\r\n")
            let other = try client.receive(through: "0\r\n\r\n")
            #expect(other.contains(":method: GET|:authority: a.test|:scheme: http|:path: /older|x: y|"))
        }
    }

    @Test func aStreamsRequestIsChangedOnItsWayToAStream() async throws {
        let origin = try RuledProxy.echo()
        try await withEngine(RuledProxy.proxy(Self.edit, to: origin, speaking: .http20)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let changed = try client.message(on: client.request("/old?q=1", scheme: "http", [("x", "y")]))
            #expect(
                changed.text
                    == ":method: PATCH|:scheme: http|:authority: other.test|:path: /new?q=1|x: y|x-a: 1|")
            let other = try client.message(on: client.request("/older", scheme: "http"))
            #expect(other.text == ":method: GET|:scheme: http|:authority: origin.test|:path: /older|")
            let flows = try engine.finished(2)
            let isByRule = flows[0].request.edits.map { if case .rule = $0.reason { true } else { false } }
            #expect(isByRule == [true, true, true, true])
            #expect(flows[1].request.edits.isEmpty)
        }
    }

    @Test func ofCookiesInPiecesOneGoesAndTheOthersAreJoined() async throws {
        let origin = try RuledProxy.oldEcho()
        let rule = "less: do remove-cookie b, set-cookie c=9"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let cookies = [("cookie", "a=1"), ("cookie", "b=2"), ("cookie", "c=3")]
            let answer = try client.message(on: client.request(scheme: "http", cookies))
            #expect(answer.text.lowercased().contains("|cookie: a=1; c=9|"))
            #expect(!answer.text.contains("b=2"))
        }
    }

    @Test func aResponsesFieldsAreChangedForAStream() async throws {
        let origin = try ScriptedOrigin(answering: reply("x", "X-Old: 1", "Set-Cookie: s=1"))
        let rule = "r: do remove-response-header X-Old, set-response-header \"X-New: 2\", no-cookies"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request(scheme: "http"))
            #expect(answer.fields == [":status: 200", "content-length: 1", "x-new: 2"])
            #expect(answer.text == "x")
        }
    }

    // MARK: - Answers and ends

    @Test func aStreamIsAnsweredByARuleAndNoServerIsAsked() async throws {
        let origin = try RuledProxy.oldEcho()
        let rule = "busy: when path = /pay do respond 503 \"Retry-After: 5\" text \"busy\""
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request("/pay", scheme: "http"))
            #expect(answer.status == "503")
            #expect(answer.text == "busy")
            #expect(answer.fields.contains("retry-after: 5") && answer.fields.contains("content-length: 4"))
            #expect(!answer.fields.contains { $0.hasPrefix("connection:") })
            #expect(origin.connectionCount == 0)
            // The connection goes on.
            #expect(try client.message(on: client.request(scheme: "http")).status == "200")
            #expect(try engine.finished(2)[0].outcome?.code == .answeredLocally)
        }
    }

    @Test(arguments: [("drop", HTTP2ErrorCode.internalError), ("reset", .cancel)])
    func hangingUpEndsTheStreamAndNotItsConnection(_ action: String, _ code: HTTP2ErrorCode) async throws {
        let origin = try RuledProxy.oldEcho()
        try await withEngine(RuledProxy.proxy("gone: when path = /gone do \(action)", to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let gone = try client.message(on: client.request("/gone", scheme: "http"))
            #expect(gone.reset == code)
            #expect(gone.heads.isEmpty)
            #expect(try client.message(on: client.request(scheme: "http")).status == "200")
        }
        #expect(origin.connectionCount == 1)
    }

    // MARK: - Bodies

    @Test func aChangedBodyOfAStreamHasItsLengthAndNoChunks() async throws {
        let origin = try RuledProxy.oldEcho()
        let rule = "up: do substitute-request-body /ping/changed/"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(
                on: client.request(method: "POST", scheme: "http", [("content-type", "text/plain")], body: "a ping"))
            #expect(answer.text.lowercased().contains("|content-length: 9|"))
            #expect(!answer.text.contains("chunked"))
            #expect(answer.text.hasSuffix("||a changed"))
        }
    }

    @Test func aChangedChunkedBodyReachesAStreamWithItsLength() async throws {
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\na p\r\n3\r\ning\r\n0\r\n\r\n")
        let rule = "down: do substitute-response-body /ping/changed/"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request(scheme: "http"))
            #expect(answer.text == "a changed")
            #expect(answer.fields.contains("content-length: 9"))
            #expect(answer.hasEnded)
        }
    }

    @Test func aChunkedBodyThatIsTooLongToBeChangedReachesAStreamWithoutChunkLines() async throws {
        let chunk = String(repeating: "p", count: 40_000)
        let body = "9c40\r\n\(chunk)\r\n"
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "\(body)\(body)\(body)0\r\n\r\n")
        let rule = "down: do substitute-response-body /p/q/"
        try await withEngine(RuledProxy.proxy(rule, to: origin, bodyLimit: 50_000)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request(scheme: "http"))
            #expect(answer.text == chunk + chunk + chunk)
            #expect(answer.hasEnded)
        }
    }

    @Test func aChangedBodyOfAServersStreamHasItsLength() async throws {
        let origin = try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            let (stream, message) = try peer.nextRequest()
            #expect(message.text == "a pong")
            #expect(message.fields.contains("content-length: 6"))
            try peer.respond(200, on: stream, [("content-type", "text/plain")], body: "a ping")
            try? peer.wait("the end") { false }
        }
        let rules = [
            "up: do substitute-request-body /ping/pong/", "down: do substitute-response-body /ping/changed/",
        ]
        try await withEngine(RuledProxy.proxy(rules[0], rules[1], to: origin, speaking: .http20)) { engine in
            let client = try engine.connect()
            try client.send(
                "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "6\r\na ping\r\n0\r\n\r\n")
            let head = try client.receiveHead().lowercased()
            #expect(head.contains("content-length: 9\r\n"))
            #expect(!head.contains("transfer-encoding"))
            #expect(String(decoding: try client.receive(exactly: 9), as: UTF8.self) == "a changed")
        }
        #expect(origin.problems.isEmpty)
    }

    // MARK: - Bytes on their way

    @Test func aCutResponseEndsItsStreamBehindSoManyBytes() async throws {
        let origin = try ScriptedOrigin(answering: reply("0123456789"))
        try await withEngine(RuledProxy.proxy("c: when path = /c do cut-response after 4", to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let cut = try client.message(on: client.request("/c", scheme: "http"))
            #expect(cut.text == "0123")
            #expect(cut.reset == .internalError)
            #expect(!cut.hasEnded)
            #expect(try client.message(on: client.request(scheme: "http")).text == "0123456789")
        }
    }

    @Test func slowBytesOfAStreamReachLinesWholeAndInChunks() async throws {
        let text = String(repeating: "0123456789", count: 3_000)
        let origin = try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            let (stream, message) = try peer.nextRequest()
            #expect(message.text == text)
            try peer.respond(200, on: stream, body: text)
            try? peer.wait("the end") { false }
        }
        let rule = "s: do throttle 1MiB/s down 1MiB/s up 1ms"
        try await withEngine(RuledProxy.proxy(rule, to: origin, speaking: .http20)) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 30000\r\n\r\n\(text)")
            var content = ""
            #expect(try client.receiveHead().lowercased().contains("transfer-encoding: chunked\r\n"))
            while true {
                let size = Int(try client.receive(through: "\r\n").dropLast(), radix: 16) ?? 0
                if size == 0 { break }
                content += String(decoding: try client.receive(exactly: size), as: UTF8.self)
                _ = try client.receive(exactly: 2)
            }
            #expect(content == text)
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func slowBytesOfLinesReachAStreamWhole() async throws {
        let text = String(repeating: "0123456789", count: 3_000)
        let origin = try RuledProxy.oldEcho()
        let rule = "s: do throttle 1MiB/s down 1MiB/s up 1ms"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(method: "POST", scheme: "http", [("content-length", "30000")], body: text)
            let answer = try client.message(on: stream)
            #expect(answer.text.hasSuffix("||\(text)"))
            #expect(answer.hasEnded)
        }
    }
}
