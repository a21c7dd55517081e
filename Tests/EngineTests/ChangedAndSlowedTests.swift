import Engine
import Flow
import Foundation
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Bodies that one rule changes whole and another slows down, cuts off, stalls or spoils: both have their way.
@Suite struct ChangedAndSlowedTests {
    enum Framed: String, CaseIterable, Sendable {
        case length, chunks

        func message(_ start: String, _ body: String) -> String {
            switch self {
            case .length: "\(start)\r\nHost: a.test\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            // In two chunks.
            case .chunks:
                "\(start)\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\(body.prefix(3))\r\n"
                    + "\(String(body.utf8.count - 3, radix: 16))\r\n\(body.dropFirst(3))\r\n0\r\n\r\n"
            }
        }
    }

    private static let changes = [
        // What it makes of `one two two`.
        ("substitute-response-body /two/2/g", "one 2 2"),
        // Looked at whole, and left.
        ("substitute-response-body /nothing/2/", "one two two"),
    ]

    /// The content of what a client of HTTP/1 got until the end.
    private static func content(_ text: String) -> String {
        guard let end = text.range(of: "\r\n\r\n")?.upperBound else { return text }
        let (head, body) = (text[..<end].lowercased(), text[end...])
        guard head.contains("transfer-encoding: chunked") else { return String(body) }
        // Sizes stand in lines of their own, and none of the contents here has a line of digits.
        return body.split(separator: "\r\n").filter { Int($0, radix: 16) == nil }.joined()
    }

    @Test(arguments: changes, Framed.allCases)
    func aChangedResponseIsCutOff(change: (rule: String, content: String), framed: Framed) async throws {
        let origin = try ScriptedOrigin(answering: framed.message("HTTP/1.1 200 OK", "one two two"))
        try await withEngine(RuledProxy.proxy("c: do \(change.rule), cut-response after 5", to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            let (text, end) = try client.receiveToEnd()
            #expect(Self.content(text) == change.content.prefix(5), "\(text)")
            #expect(end == .closed && !text.hasSuffix("0\r\n\r\n"))
            let peer = HTTP2Peer(.client, try engine.connect())
            let message = try peer.message(on: peer.request(scheme: "http"))
            #expect(message.text == change.content.prefix(5))
            #expect(message.reset == .internalError && !message.hasEnded)
            for flow in try engine.finished(2) {
                #expect(flow.outcome?.code == .refusedByRule)
                #expect(flow.ruleActs.contains { $0.text == "The response is truncated after 5 bytes." })
            }
        }
    }

    @Test(arguments: changes, Framed.allCases)
    func aChangedResponseGoesSlowlyAndWhole(change: (rule: String, content: String), framed: Framed) async throws {
        let origin = try ScriptedOrigin(answering: framed.message("HTTP/1.1 200 OK", "one two two"))
        let rule = "c: do \(change.rule), throttle 100B/s, set-trailer \"X-Sum: 1\""
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            let clock = ContinuousClock()
            var text = ""
            let time = try clock.measure {
                try client.send("GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
                text = try client.receiveToEnd().text
            }
            #expect(Self.content(text).hasPrefix(change.content), "\(text)")
            // That many bytes take as long, at this rate.
            #expect(time > .milliseconds(8 * change.content.utf8.count))
            let peer = HTTP2Peer(.client, try engine.connect())
            let message = try peer.message(on: peer.request(scheme: "http"))
            #expect(message.text == change.content && message.hasEnded && message.reset == nil)
            #expect(message.trailers == ["x-sum: 1"])
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
        }
    }

    @Test func aChangedResponseStalls() async throws {
        let origin = try ScriptedOrigin(answering: reply("one two two"))
        let rule = "c: do substitute-response-body /two/2/g, stall-response after 5"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 5) == Array("one 2".utf8))
            #expect(try engine.begun().outcome == nil)
            client.close()
            let outcome = try engine.finished(1)[0].outcome
            #expect(outcome?.code == .clientClosed && outcome?.by == .client)
        }
    }

    /// The bytes that are said to be changed are those of what goes out.
    @Test func theBytesOfAChangedResponseAreSpoiled() async throws {
        let origin = try ScriptedOrigin(answering: reply(String(repeating: "long ", count: 1_000)))
        let rule = "c: do replace-response-body text abcd, corrupt-response 3"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            let (body, wanted) = (try client.receive(exactly: 4), Array("abcd".utf8))
            let changed = body.indices.filter { body[$0] != wanted[$0] }
            #expect(changed.count == 3)
            let places = changed.map { "\($0)" }.joined(separator: ", ")
            let texts = try engine.finished(1)[0].ruleActs.map(\.text)
            #expect(texts.contains("Changed bytes \(places) of the content."), "\(texts)")
        }
    }

    /// A field that says after a change what it said before has not changed (RFC 9110 §8.6).
    @Test(arguments: [("/two/owt/g", false), ("/two/2/g", true)])
    func aLengthThatStaysIsNoChange(edit: String, changes: Bool) async throws {
        let origin = try ScriptedOrigin(answering: reply("one two"))
        let rule = "c: do substitute-response-body \(edit), substitute-request-body \(edit)"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 7\r\n\r\none two")
            #expect(try client.receiveResponse().body == (changes ? "one 2" : "one owt"))
            let flow = try engine.finished(1)[0]
            #expect(flow.response.edits.isEmpty != changes && flow.request.edits.isEmpty != changes)
        }
    }

    @Test func aResponseThatIsTooLongToBeChangedIsCutNevertheless() async throws {
        let origin = try ScriptedOrigin(answering: reply("0123456789012345678901234567890"))
        let rule = "c: do substitute-response-body /0/x/g, cut-response after 20"
        try await withEngine(RuledProxy.proxy(rule, to: origin, bodyLimit: 10)) { engine in
            let client = try engine.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            #expect(try client.receiveToEnd().text == "01234567890123456789")
        }
    }

    // MARK: - Fields behind it

    @Test(arguments: Framed.allCases)
    func aChangedBodyIsFollowedByFieldsInChunks(framed: Framed) async throws {
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            heads.put(try connection.receive(through: "X-Up: 2\r\n\r\n"))
            try connection.send(framed.message("HTTP/1.1 200 OK", "one two two"))
            _ = try? connection.receiveToEnd()
        }
        let rule =
            "c: do substitute-response-body /two/2/g, substitute-request-body /two/2/g, set-trailer \"X-Sum: 1\", "
            + "set-request-trailer \"X-Up: 2\""
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send(framed.message("POST / HTTP/1.1", "one two two"))
            let answer = try client.receive(through: "X-Sum: 1\r\n\r\n")
            for (text, field) in [(answer, "X-Sum: 1"), (try heads.take("the request"), "X-Up: 2")] {
                #expect(text.hasSuffix("\r\n\r\n7\r\none 2 2\r\n0\r\n\(field)\r\n\r\n"), "\(text)")
                #expect(text.lowercased().contains("transfer-encoding: chunked") && !text.contains("Content-Length"))
            }
            #expect(try engine.finished(1)[0].outcome == .complete)
        }
    }

    // MARK: - Requests

    @Test(arguments: Framed.allCases)
    func aChangedRequestIsCutOff(framed: Framed) async throws {
        let seen = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in seen.put(try connection.receiveToEnd().text) }
        let rule = "c: do substitute-request-body /two/2/g, cut-request after 5"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send(framed.message("POST / HTTP/1.1", "one two two"))
            let text = try seen.take("what the server got")
            #expect(Self.content(text) == "one 2", "\(text)")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 403 "))
        }
    }

    @Test(arguments: Framed.allCases, [HTTPVersion.http11, .http20])
    func aChangedRequestGoesSlowlyAndWhole(framed: Framed, version: HTTPVersion) async throws {
        let origin = try version.major >= 2 ? RuledProxy.echo() : RuledProxy.oldEcho()
        for change in ["/two/2/g", "/nothing/2/"] {
            let rule = "c: do substitute-request-body \(change), throttle 1MiB/s down 200B/s up 1ms"
            try await withEngine(RuledProxy.proxy(rule, to: origin, speaking: version)) { engine in
                let client = try engine.connect()
                for _ in 0..<2 {
                    try client.send(framed.message("POST / HTTP/1.1", "one two two"))
                    let head = try client.receiveHead().lowercased()
                    let length = ScriptedOrigin.contentLength(head)
                    let answer =
                        try length.map { String(decoding: try client.receive(exactly: $0), as: UTF8.self) }
                        ?? client.receive(through: "0\r\n\r\n")
                    // Lines of chunks stand between what was asked.
                    let plain = answer.split(separator: "|").filter { Int($0, radix: 16) == nil }.joined()
                    #expect(plain.contains(change == "/two/2/g" ? "one 2 2" : "one two two"), "\(answer)")
                }
                #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
            }
        }
    }

    /// Of a request that has not gone to its end the server would take the next one for the rest.
    @Test func aServerThatAnswersBeforeASlowRequestHasGoneGetsNoOtherOnItsConnection() async throws {
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            heads.put(try connection.receiveHead())
            try connection.send(reply("early"))
            _ = try? connection.receiveToEnd()
        }
        let rule = "c: when method = POST do substitute-request-body /1/2/g, throttle 1MiB/s down 100B/s up 1ms"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            let body = String(repeating: "1", count: 4_000)
            try client.send("POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 4000\r\n\r\n\(body)")
            #expect(try client.receiveResponse().body == "early")
            try client.send("GET /next HTTP/1.1\r\nHost: a.test\r\n\r\n")
            #expect(try client.receiveResponse().body == "early")
            #expect(try heads.take("the first").hasPrefix("POST / "))
            #expect(try heads.take("the second").hasPrefix("GET /next "))
        }
        #expect(origin.connectionCount == 2)
    }
}
