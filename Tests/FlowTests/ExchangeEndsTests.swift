import Flow
import TestKit
import Testing

/// How exchanges end that do not go as they should: whose doing it is, and what the other side sees.
@Suite struct ExchangeEndsTests {
    private static let get = "GET http://a/ HTTP/1.1 | Host: a"
    private static let post = "POST http://a/ HTTP/1.1 | Host: a | Content-Length: 5"
    private static let length = "HTTP/1.1 200 OK | Content-Length: 5"
    private static let chunked = "HTTP/1.1 200 OK | Transfer-Encoding: chunked"
    private static let untilClose = "HTTP/1.1 200 OK"

    /// What is ordered by the last of these events.
    private static func last(_ events: [String]) -> [String] {
        var playbook = Playbook()
        var orders: [String] = []
        for event in events { orders = playbook.happen(event) }
        return orders
    }

    /// A body that is too short tells the client; where only the end of the connection ends the body, a reset has to,
    /// behind what there is of it. A client that has gone, or takes nothing, is owed nothing.
    @Test(arguments: [
        (get, length, "truncate"), (get, chunked, "truncate"), (get, untilClose, "breakOff"),
        ("GET http://a/ HTTP/1.0", length, "truncate"), ("GET http://a/ HTTP/1.0", chunked, "breakOff"),
    ])
    func aResponseThatIsCutOffLooksCutOff(request: String, response: String, fate: String) {
        let begun = [request, "connected", response, "response body"]
        #expect(
            Self.last(begun + ["server leaves"]) == ["release", "finish aborted by upstream: upstreamClosed", fate])
        #expect(
            Self.last(begun + ["response breaks"]) == [
                "release", "finish refused by upstream: malformedResponse", fate,
            ])
        #expect(Self.last(begun + ["time passes"]) == ["release", "finish aborted by upstream: idleTimedOut", fate])
        #expect(Self.last(begun + ["proxy stops"]) == ["release", "finish aborted by proxy: shuttingDown", fate])
        #expect(Self.last(begun + ["client leaves"]) == ["release", "finish aborted by client: clientClosed", "reset"])
        #expect(
            Self.last(begun + ["time passes, congested"]) == [
                "release", "finish aborted by client: receiverStalled", "reset",
            ])
    }

    @Test(arguments: [
        ([get, "connected"], "server leaves", "answer 502", "failed by upstream: emptyResponse"),
        ([get, "connected"], "server leaves within a head", "answer 502", "aborted by upstream: upstreamClosed"),
        (
            [get, "connected", "HTTP/1.1 103 Early Hints"], "server leaves", "answer 502",
            "aborted by upstream: upstreamClosed"
        ),
        ([get, "connected"], "HTTP/1.1 2000 OK", "answer 502", "refused by upstream: malformedResponse"),
        (
            [get, "connected"], "HTTP/1.1 200 OK | Content-Length: 1 | Transfer-Encoding: gzip", "answer 502",
            "refused by upstream: malformedResponse"
        ),
        ([get, "connected"], "time passes", "answer 504", "failed by upstream: responseTimedOut"),
        ([get, "connected"], "proxy stops", "answer 503", "aborted by proxy: shuttingDown"),
        ([post, "connected"], "time passes", "answer 408", "aborted by client: idleTimedOut"),
        ([post, "connected"], "time passes, congested", "answer 504", "aborted by upstream: receiverStalled"),
        ([post, "connected", "request body"], "request breaks", "answer 400", "refused by client: malformedRequest"),
        ([post, "connected", "request body"], "server leaves", "answer 502", "failed by upstream: emptyResponse"),
        ([get], "time passes", "answer 504", "failed by upstream: connectTimedOut"),
        ([post], "client closes its side", "answer 400", "aborted by client: requestCutOff"),
        (
            [post, "connected", "request body"], "client closes its side", "answer 400",
            "aborted by client: requestCutOff"
        ),
        ([get, "look-up"], "time passes", "answer 502", "failed by upstream: nameLookupFailed"),
        ([get, "handshake"], "time passes", "answer 504", "failed by upstream: handshakeTimedOut"),
        ([get], "proxy stops", "answer 503", "aborted by proxy: shuttingDown"),
        (["CONNECT a:1 HTTP/1.1 | Host: a:1"], "time passes", "answer 504", "failed by upstream: connectTimedOut"),
    ])
    func beforeAResponseTheClientIsAnswered(before: [String], event: String, answer: String, outcome: String) {
        #expect(Self.last(before + [event]) == ["release", answer, "finish \(outcome)", "close"])
    }

    @Test(arguments: [
        ([get], "client leaves"), ([post], "client leaves"), ([post, "connected"], "client leaves"),
        ([post, "connected", "request body"], "client leaves"), ([get, "connected"], "client leaves"),
    ])
    func aClientThatLeavesIsNotAnswered(before: [String], event: String) {
        #expect(Self.last(before + [event]) == ["release", "finish aborted by client: clientClosed", "reset"])
    }

    @Test(arguments: ["client closes its side", "server leaves", "time passes"])
    func anUploadThatStopsAfterItsAnswerIsComplete(event: String) {
        let answered = [Self.post, "connected", "request body", "HTTP/1.1 200 OK | Content-Length: 0", "response ends"]
        #expect(Self.last(answered) == [])
        #expect(
            Self.last(answered + [event]) == ["release", "finish complete by upstream: answeredEarly", "close"])
    }

    // MARK: - Responses that must not be passed on

    @Test(arguments: [
        // RFC 9110 §15.2.2: nobody asked for another protocol, or not in a way that was forwarded.
        (get, "HTTP/1.1 101 Switching Protocols | Connection: upgrade | Upgrade: x"),
        ("GET http://a/ HTTP/1.1 | Host: a | Upgrade: x", "HTTP/1.1 101 Switching Protocols | Upgrade: x"),
        ("GET http://a/ HTTP/1.0 | Connection: upgrade | Upgrade: x", "HTTP/1.1 101 Switching Protocols | Upgrade: x"),
        // RFC 9110 §7.8: the server may only change to what the client named; CONNECT is none of these.
        (
            "GET http://a/ HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: websocket",
            "HTTP/1.1 101 Switching Protocols | Connection: upgrade | Upgrade: CONNECT"
        ),
        (
            "GET http://a/ HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: a, b",
            "HTTP/1.1 101 Switching Protocols | Connection: upgrade | Upgrade: b, c"
        ),
        // RFC 9112 §6.1
        ("GET http://a/ HTTP/1.0", "HTTP/1.1 200 OK | Transfer-Encoding: gzip, chunked"),
        ("GET http://a/ HTTP/1.0", "HTTP/1.1 200 OK | Transfer-Encoding: gzip"),
    ])
    func aResponseThatTheClientWouldReadOtherwiseIsRefused(request: String, response: String) {
        #expect(
            Self.last([request, "connected", response]) == [
                "release", "answer 502", "finish refused by upstream: unwantedResponse", "close",
            ])
    }

    @Test(arguments: [nil, 2, 0] as [Int?])
    func interimResponsesWithoutEndAreRefused(limit: Int?) {
        var playbook = Playbook(interimLimit: limit)
        playbook.happen(Self.get)
        playbook.happen("connected")
        for _ in 0..<(limit ?? 256) {
            #expect(playbook.happen("HTTP/1.1 102 Processing") == ["HTTP/1.1 102 Processing"])
        }
        #expect(
            playbook.happen("HTTP/1.1 102 Processing") == [
                "release", "answer 502", "finish refused by upstream: unwantedResponse", "close",
            ])
    }

    // MARK: - Repeating a request

    /// RFC 9110 §9.2.2.
    @Test(arguments: [
        ("GET", true), ("HEAD", true), ("OPTIONS", true), ("TRACE", true), ("PUT", true), ("DELETE", true),
        ("QUERY", true),
        ("POST", false), ("PATCH", false), ("get", false), ("LOCK", false),
    ])
    func aRequestThatDiedOnAKeptConnectionIsRepeatedWhenIdempotent(method: String, isRepeated: Bool) {
        let begun = ["\(method) http://a/ HTTP/1.1 | Host: a", "connected, kept"]
        let lost = ["release", "answer 502", "finish failed by upstream: emptyResponse", "close"]
        #expect(Self.last(begun + ["server leaves"]) == (isRepeated ? ["connect afresh a:80"] : lost))
        // The repetition is on a new connection, and the last.
        if isRepeated {
            let again = begun + ["server leaves", "connected"]
            #expect(Self.last(again) == ["\(method) / HTTP/1.1 | Host: a"])
            #expect(Self.last(again + ["server leaves"]) == lost)
        }
    }

    @Test(arguments: [
        ["connected", "server leaves"], ["connected, kept", "server leaves within a head"],
        ["connected, kept", "HTTP/1.1 103 Early Hints", "server leaves"],
        ["connected, kept", "request body", "server leaves"], ["connected, kept", "HTTP/1.1 200 OK", "server leaves"],
    ])
    func aRequestIsNotRepeatedOnceItHadAnEffect(events: [String]) {
        let orders = Self.last(["PUT http://a/ HTTP/1.1 | Host: a | Content-Length: 5"] + events)
        #expect(orders.first == "release")
        #expect(orders.last?.hasPrefix("connect") == false)
    }

    @Test func aBodyThatHasNotBegunIsSentWithTheRepetition() {
        play(
            """
            >> PUT http://a/ HTTP/1.1 | Host: a | Content-Length: 5
            << connect at once a:80
            >> connected, kept
            << PUT / HTTP/1.1 | Host: a | Content-Length: 5
            >> server leaves
            << connect afresh a:80
            >> request body
            << body waits
            >> connected
            << PUT / HTTP/1.1 | Host: a | Content-Length: 5
            >> request body
            << body to server
            >> request ends
            >> HTTP/1.1 204 No Content
            << HTTP/1.1 204 No Content
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """)
    }

    // MARK: - What is waited for

    @Test(
        arguments: [
            ([get], .connection), ([get, "connected"], .responseHead), ([get, "connected", length], .responseBody),
            ([get, "connected", length, "response ends"], .nothing), ([post, "connected"], .requestBody),
            ([post, "connected", "request ends"], .responseHead), ([post, "connected", length], .responseBody),
            ([post, "connected", length, "response ends"], .requestBody), ([get, "not connected"], .nothing),
            ([get, "connected, kept", "server leaves"], .connection), ([get, "look-up"], .lookUp),
            ([get, "handshake"], .handshake),
        ] as [([String], Exchange.Waiting)])
    func eachStateSaysWhatItWaitsFor(events: [String], waiting: Exchange.Waiting) {
        var playbook = Playbook()
        for event in events { playbook.happen(event) }
        #expect(playbook.exchange?.waiting == waiting)
    }
}
