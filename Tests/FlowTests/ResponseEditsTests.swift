import Bytes
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

@Suite struct ResponseEditsTests {
    private let kept = "Content-Length: 0"

    @Test(arguments: [
        ("HTTP/1.1 204 No | A: b", "HTTP/1.1 204 No | A: b", []),
        ("HTTP/1.1 204 | A: b", "HTTP/1.1 204  | A: b", ["~ HTTP/1.1 204 => HTTP/1.1 204  (RFC 9112 §4)"]),
        (
            "HTTP/1.1 204  | A: b\r\n c | D: e", "HTTP/1.1 204  | A: b   c | D: e",
            ["~ A: b\r\n c => A: b   c (RFC 9112 §5.2)"]
        ),
        ("HTTP/1.1 204  | A \t:b", "HTTP/1.1 204  | A: b", ["~ A \t:b => A: b (RFC 9112 §5.1)"]),
        ("HTTP/1.1 204  | A :\r\n b\r\n\t", "HTTP/1.1 204  | A: b", ["~ A :\r\n b\r\n\t => A: b (RFC 9112 §5.2)"]),
        (
            "HTTP/1.1 200  | Content-Length: 0, 0", "HTTP/1.1 200  | Content-Length: 0",
            ["~ Content-Length: 0, 0 => Content-Length: 0 (RFC 9112 §6.3)"]
        ),
        (
            "HTTP/1.1 200  | Content-Length: 0 | X: y | content-length: 0", "HTTP/1.1 200  | Content-Length: 0 | X: y",
            ["- content-length: 0 (RFC 9112 §6.3)"]
        ),
        (
            "HTTP/1.1 200  | Content-Length :\r\n 0,0 | Content-Length: 0", "HTTP/1.1 200  | Content-Length: 0",
            ["~ Content-Length :\r\n 0,0 => Content-Length: 0 (RFC 9112 §6.3)", "- Content-Length: 0 (RFC 9112 §6.3)"]
        ),
    ])
    func whatWasToleratedGoesOutInItsNormalForm(response: String, expected: String, changes: [String]) {
        let found = answered(response)
        #expect(found.head == expected)
        #expect(found.changes == changes)
        // What was made of it is ordinary.
        let again = answered(found.head)
        #expect(again.head == found.head)
        #expect(again.changes.isEmpty)
    }

    /// RFC 9112 §2.2, RFC 9110 §2.5: what was read nevertheless goes out as it should have come.
    @Test(arguments: [
        (
            "HTTP/1.1 204 No\nA: b\r\nC: d\n\n", "HTTP/1.1 204 No\r\nA: b\r\nC: d\r\n\r\n",
            ["RFC 9112 §2.2", "RFC 9112 §2.2"]
        ),
        ("HTTP/1.1 204 No\r\nA: b\r\n\n", "HTTP/1.1 204 No\r\nA: b\r\n\r\n", []),
        ("HTTP/1.1 204\nA:\n b\n\n", "HTTP/1.1 204 \r\nA: b\r\n\r\n", ["RFC 9112 §4", "RFC 9112 §5.2"]),
        ("HTTP/1.1 204 No\n\n", "HTTP/1.1 204 No\r\n\r\n", ["RFC 9112 §2.2"]),
        ("HTTP/1.2 204 No\r\n\r\n", "HTTP/1.1 204 No\r\n\r\n", ["RFC 9110 §2.5"]),
        (
            "HTTP/1.1 204 No\nConnection: x\nX: y\nZ: a\n\n", "HTTP/1.1 204 No\r\nZ: a\r\n\r\n",
            ["RFC 9112 §2.2", "RFC 9112 §2.2"]
        ),
    ])
    func lineEndsAndVersionsArePutRight(response: Bytes, expected: Bytes, specs: [String]) throws {
        var exchange = Exchange(
            request: try #require(
                WireTrace(of: [Array("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n".utf8)], WireScenario(.request))
                    .requestHeads.first),
            framing: Framing(.none, rule: 7), persistent: true, policy: ForwardingPolicy(),
            interimLimit: 1)
        var actions: [Exchange.Action] = []
        exchange.handle(.began, &actions)
        exchange.handle(.upstreamConnected(reused: false), &actions)
        let trace = WireTrace(of: [response.array], WireScenario(.response))
        let head = try #require(trace.responseHeads.first)
        exchange.handle(
            .responseReceived(head, try #require(trace.framings.first), persistent: true), &actions)
        let edits = try #require(
            actions.compactMap { if case .forwardResponse(_, let edits) = $0 { edits } else { nil } }.first)
        #expect(try HeadEncoder.apply(edits.map(\.action), to: head.fields) == expected)
        let owed = edits.compactMap { edit -> String? in
            if case .owed(let spec, _) = edit.reason { spec.description } else { nil }
        }
        #expect(owed.filter { $0 != "RFC 9110 §7.6.1" } == specs)
    }

    /// What a server may get wrong reaches no client: what goes out is strict, and every line that differs is told.
    @Test(arguments: [
        ("HTTP/1.1  204 No", "HTTP/1.1 204 No", ["~ HTTP/1.1  204 No => HTTP/1.1 204 No (RFC 9112 §4)"]),
        ("HTTP/2.0 204 No", "HTTP/1.1 204 No", ["~ HTTP/2.0 204 No => HTTP/1.1 204 No (RFC 9110 §2.5)"]),
        ("HTTP/1.1 204 N\u{1}o", "HTTP/1.1 204 N o", ["~ HTTP/1.1 204 N\u{1}o => HTTP/1.1 204 N o (RFC 9112 §4)"]),
        (
            "HTTP/1.1 204 No | A=B: c | : d | E F: g | H: i", "HTTP/1.1 204 No | H: i",
            [
                "- A=B: c (RFC 9110 §5.1)", "- : d (RFC 9110 §5.1)", "- E F: g (RFC 9110 §5.1)",
            ]
        ),
        (
            "HTTP/1.1 204 No | A: b\u{1}c\rd\u{7F}", "HTTP/1.1 204 No | A: b c d",
            [
                "~ A: b\u{1}c\rd\u{7F} => A: b c d (RFC 9110 §5.5)"
            ]
        ),
        (
            "HTTP/1.1 200 OK | Content-Length: 9 | Transfer-Encoding: chunked",
            "HTTP/1.1 200 OK | Transfer-Encoding: chunked",
            [
                "- Content-Length: 9 (RFC 9112 §6.3)"
            ]
        ),
        (
            "HTTP/1.1 200 OK | Transfer-Encoding: chunked | A: b | Transfer-Encoding: Chunked",
            "HTTP/1.1 200 OK | Transfer-Encoding: chunked | A: b", ["- Transfer-Encoding: Chunked (RFC 9112 §6.1)"]
        ),
        (
            "HTTP/1.1 200 OK | Transfer-Encoding: identity | Content-Length: 0", "HTTP/1.1 200 OK | Content-Length: 0",
            [
                "- Transfer-Encoding: identity (RFC 9112 §7)"
            ]
        ),
        (
            "HTTP/1.1 200 OK | Transfer-Encoding: gzip,  identity ,chunked",
            "HTTP/1.1 200 OK | Transfer-Encoding: gzip, chunked",
            [
                "~ Transfer-Encoding: gzip,  identity ,chunked => Transfer-Encoding: gzip, chunked (RFC 9112 §7)"
            ]
        ),
        (
            "HTTP/1.1 200 OK | Content-Length: +0", "HTTP/1.1 200 OK | Content-Length: 0",
            [
                "~ Content-Length: +0 => Content-Length: 0 (RFC 9110 §8.6)"
            ]
        ),
        (
            "HTTP/1.1 200 OK | Content-Length: +0, +0", "HTTP/1.1 200 OK | Content-Length: 0",
            [
                "~ Content-Length: +0, +0 => Content-Length: 0 (RFC 9110 §8.6)"
            ]
        ),
    ])
    func whatIsOddGoesOutAsItShould(response: String, expected: String, changes: [String]) {
        let found = answered(response)
        #expect(found.head == expected)
        #expect(found.changes == changes)
        let again = answered(found.head)
        #expect(again.head == found.head)
        #expect(again.changes.isEmpty)
    }

    /// To HEAD and in a 304 too: a reader that forgets that there is no body goes by the fields.
    @Test func framingIsPutRightWithoutABodyToo() {
        let fields = "Content-Length: 9 | Transfer-Encoding: chunked"
        #expect(answered("HTTP/1.1 304 Not | \(fields)").head == "HTTP/1.1 304 Not | Transfer-Encoding: chunked")
        #expect(
            answered("HTTP/1.1 200 OK | \(fields)", to: "HEAD http://a/ HTTP/1.1 | Host: a").head
                == "HTTP/1.1 200 OK | Transfer-Encoding: chunked")
        #expect(
            answered("HTTP/1.1 200 OK | \(fields)", to: "GET http://a/ HTTP/1.0 | Host: a").head
                == "HTTP/1.1 200 OK | Connection: close")
    }

    /// RFC 9110 §8.6, RFC 9112 §6.1: a client that forgets that these have no body would take the next response for it.
    @Test(arguments: [
        (
            "HTTP/1.1 204 No | Content-Length: 5 | A: b", "HTTP/1.1 204 No | A: b",
            ["- Content-Length: 5 (RFC 9110 §8.6)"]
        ),
        (
            "HTTP/1.1 204 No | Transfer-Encoding: chunked", "HTTP/1.1 204 No",
            ["- Transfer-Encoding: chunked (RFC 9112 §6.1)"]
        ),
        (
            "HTTP/1.1 204 No | Content-Length: 5, 5", "HTTP/1.1 204 No", ["- Content-Length: 5, 5 (RFC 9110 §8.6)"]
        ),
        (
            "HTTP/1.1 103 Hints | Content-Length: 5 | Link: a", "HTTP/1.1 103 Hints | Link: a",
            ["- Content-Length: 5 (RFC 9110 §8.6)"]
        ),
        (
            "HTTP/1.1 100 Go | Transfer-Encoding: chunked", "HTTP/1.1 100 Go",
            ["- Transfer-Encoding: chunked (RFC 9112 §6.1)"]
        ),
    ])
    func aResponseThatCannotHaveABodyDoesNotSpeakOfOne(response: String, expected: String, changes: [String]) {
        let found = answered(response)
        #expect(found.head == expected)
        #expect(found.changes == changes)
    }

    /// RFC 9110 §8.6: here the fields speak of what another request would have got.
    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func whatSpeaksOfAnotherResponseStays(field: String) {
        let notModified = answered("HTTP/1.1 304 Not | \(field)")
        #expect(notModified.head == "HTTP/1.1 304 Not | \(field)")
        #expect(notModified.changes.isEmpty)
        let head = answered("HTTP/1.1 200 OK | \(field)", to: "HEAD http://a/ HTTP/1.1 | Host: a")
        #expect(head.head == "HTTP/1.1 200 OK | \(field)")
    }

    /// RFC 9110 §2.5; RFC 9112 §9.6: the body of this response ends with the connection.
    @Test func responsesGoOutAsHTTP11() {
        let (head, changes) = answered("HTTP/1.0 200 OK | A: b")
        #expect(head == "HTTP/1.1 200 OK | A: b | Connection: close")
        #expect(
            changes == ["~ HTTP/1.0 200 OK => HTTP/1.1 200 OK (RFC 9110 §2.5)", "+ Connection: close (RFC 9112 §9.6)"])
        #expect(answered("HTTP/1.0 204").head == "HTTP/1.1 204 ")
    }

    @Test func aKeptConnectionIsTakenForGrantedSinceHTTP11() {
        #expect(answered("HTTP/1.1 200 OK | \(kept)").changes.isEmpty)
        #expect(answered("HTTP/1.1 200 OK | Connection: close | \(kept)").head == "HTTP/1.1 200 OK | \(kept)")
        let asked = answered("HTTP/1.1 200 OK | \(kept)", to: "GET http://a/ HTTP/1.1 | Host: a | Connection: close")
        #expect(asked.head == "HTTP/1.1 200 OK | \(kept) | Connection: close")
    }

    /// RFC 9112 §9.3: `keep-alive` is kept with HTTP/1.0 clients of a server, and not with those of a proxy.
    @Test func anHTTP10ClientIsToldOfItsConnection() {
        let policy = ForwardingPolicy(mode: .reverse(Destination(host: "a", port: 80), preserveHost: false))
        let request = "GET / HTTP/1.0 | Host: a | Connection: keep-alive"
        #expect(
            answered("HTTP/1.1 200 OK | \(kept)", to: request, policy).head
                == "HTTP/1.1 200 OK | \(kept) | Connection: keep-alive")
        #expect(answered("HTTP/1.1 200 OK", to: request, policy).head == "HTTP/1.1 200 OK | Connection: close")
        let toProxy = "GET http://a/ HTTP/1.0 | Host: a | Connection: keep-alive"
        #expect(
            answered("HTTP/1.1 200 OK | \(kept)", to: toProxy).head == "HTTP/1.1 200 OK | \(kept) | Connection: close")
    }

    /// RFC 9112 §6.1, §7: no transfer coding for HTTP/1.0.
    @Test(arguments: ["GET", "HEAD"])
    func anHTTP10ClientSeesNoTransferCoding(method: String) {
        let (head, changes) = answered(
            "HTTP/1.1 200 OK | Transfer-Encoding: Chunked | Trailer: X | A: b",
            to: "\(method) http://a/ HTTP/1.0 | Host: a")
        #expect(head == "HTTP/1.1 200 OK | A: b | Connection: close")
        #expect(changes.prefix(2) == ["- Transfer-Encoding: Chunked (RFC 9112 §7)", "- Trailer: X (RFC 9112 §7)"])
    }

    @Test func interimResponsesHaveTheOwedEditsAlone() throws {
        let policy = try rules(response: [(flag: "set", text: "A: rule")])
        #expect(
            answered(
                "HTTP/1.1 103 Early Hints | A: b | Connection: X | X: y", to: "GET http://a/ HTTP/1.1 | Host: a", policy
            ).head == "HTTP/1.1 103 Early Hints | A: b")
    }
}
