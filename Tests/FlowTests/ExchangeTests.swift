import Bytes
import Flow
import Testing

/// The course of exchanges that go as they should.
@Suite struct ExchangeTests {
    @Test func aRequestIsForwardedAndAnswered() {
        play(
            """
            >> GET http://a.example/x HTTP/1.1 | Host: a.example
            << connect a.example:80
            >> connected
            << GET /x HTTP/1.1 | Host: a.example
            >> HTTP/1.1 200 OK | Content-Length: 2
            << HTTP/1.1 200 OK | Content-Length: 2
            >> response body
            << body to client
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """)
    }

    @Test func aBodyWaitsForTheConnection() {
        play(
            """
            >> POST http://a:8080/ HTTP/1.1 | Host: a:8080 | Content-Length: 5
            << connect at once a:8080
            >> request body
            << body waits
            >> connected, kept
            << POST / HTTP/1.1 | Host: a:8080 | Content-Length: 5
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

    @Test func interimResponsesPassAndTheFinalOneCounts() {
        play(
            """
            >> PUT http://a/ HTTP/1.1 | Host: a | Expect: 100-continue | Content-Length: 5
            << connect at once a:80
            >> connected
            << PUT / HTTP/1.1 | Host: a | Expect: 100-continue | Content-Length: 5
            >> HTTP/1.1 102 Processing
            << HTTP/1.1 102 Processing
            >> HTTP/1.1 100 Continue
            << HTTP/1.1 100 Continue
            >> request body
            << body to server
            >> request ends
            >> HTTP/1.1 200 OK | Content-Length: 0
            << HTTP/1.1 200 OK | Content-Length: 0
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """)
    }

    @Test func anHTTP10ClientGetsNoInterimResponseAndNoChunks() {
        play(
            """
            >> GET http://a/ HTTP/1.0
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a
            >> HTTP/1.1 103 Early Hints
            << drop the interim response
            >> HTTP/1.1 200 OK | Transfer-Encoding: chunked
            << HTTP/1.1 200 OK | Connection: close
            >> response body
            << content to client
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << close
            """)
    }

    @Test func anHTTP10ServerIsNotUsedAgain() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a
            >> HTTP/1.0 200 OK | Content-Length: 1
            << HTTP/1.1 200 OK | Content-Length: 1
            >> response ends
            << release
            << finish complete by upstream: ok
            << keep
            """)
    }

    @Test func aBodyUntilCloseEndsBothConnections() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a
            >> HTTP/1.1 200 OK
            << HTTP/1.1 200 OK | Connection: close
            >> response body
            << body to client
            >> response ends
            << release
            << finish complete by upstream: ok
            << close
            """)
    }

    @Test func aFinalAnswerBeforeTheBodyLetsTheUploadGoOn() {
        play(
            """
            >> POST http://a/ HTTP/1.1 | Host: a | Transfer-Encoding: chunked
            << connect at once a:80
            >> connected
            << POST / HTTP/1.1 | Host: a | Transfer-Encoding: chunked
            >> request body
            << body to server
            >> HTTP/1.1 200 OK | Content-Length: 0
            << HTTP/1.1 200 OK | Content-Length: 0
            >> response ends
            >> request body
            << body to server
            >> request ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """)
    }

    @Test func aServerThatAnswersEarlyAndClosesHasTheLastWord() {
        play(
            """
            >> POST http://a/ HTTP/1.1 | Host: a | Content-Length: 9
            << connect at once a:80
            >> connected
            << POST / HTTP/1.1 | Host: a | Content-Length: 9
            >> request body
            << body to server
            >> HTTP/1.1 413 Too Large | Connection: close | Content-Length: 0
            << HTTP/1.1 413 Too Large | Content-Length: 0
            >> response ends
            << release
            << finish complete by upstream: answeredEarly
            << close
            """)
    }

    /// RFC 9110 §10.1.1: whether the body will follow is not known.
    @Test func aFinalAnswerToAnExpectationEndsTheClientsConnection() {
        play(
            """
            >> POST http://a/ HTTP/1.1 | Host: a | Expect: 100-continue | Content-Length: 9
            << connect at once a:80
            >> connected
            << POST / HTTP/1.1 | Host: a | Expect: 100-continue | Content-Length: 9
            >> HTTP/1.1 417 Expectation Failed | Content-Length: 0
            << HTTP/1.1 417 Expectation Failed | Content-Length: 0 | Connection: close
            >> response ends
            << release
            << finish complete by upstream: answeredEarly
            << close
            """)
    }

    @Test func connectOpensATunnel() {
        play(
            """
            >> CONNECT a.example:443 HTTP/1.1 | Host: a.example:443
            << connect afresh a.example:443
            >> request body
            << body waits
            >> connected
            << tunnel CONNECT
            >> client leaves
            >> server leaves
            >> time passes
            >> proxy stops
            """)
    }

    @Test func anUpgradeOpensATunnel() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: websocket
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: websocket
            >> HTTP/1.1 101 Switching Protocols | Connection: upgrade | Upgrade: WebSocket
            << HTTP/1.1 101 Switching Protocols | Connection: upgrade | Upgrade: WebSocket
            << tunnel WebSocket
            >> server leaves
            """)
    }

    @Test func anUpgradeThatIsDeclinedStaysHTTP() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: websocket
            << connect a:80
            >> connected
            << GET / HTTP/1.1 | Host: a | Connection: Upgrade | Upgrade: websocket
            >> HTTP/1.1 200 OK | Content-Length: 0
            << HTTP/1.1 200 OK | Content-Length: 0
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << keep
            """)
    }

    @Test func aHalfClosedClientGetsItsAnswer() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a
            << connect a:80
            >> client closes its side
            >> connected
            << GET / HTTP/1.1 | Host: a
            >> HTTP/1.1 200 OK | Content-Length: 1
            << HTTP/1.1 200 OK | Content-Length: 1 | Connection: close
            >> response ends
            << release for reuse
            << finish complete by upstream: ok
            << close
            """)
    }

    // MARK: - Requests that go nowhere

    @Test(arguments: [
        "GET / HTTP/1.1 | Host: a", "OPTIONS * HTTP/1.1 | Host: a", "POST /x HTTP/1.0 | Content-Length: 3",
    ])
    func whoOpensThePortIsToldWhatItIs(request: String) {
        play(
            """
            >> \(request)
            << explain the port
            << finish refused by client: notAProxyRequest
            << close
            """)
    }

    @Test(arguments: [
        ("GET ftp://a/ HTTP/1.1 | Host: a", "answer 501", "unsupportedScheme"),
        ("GET ftp://a/ HTTP/1.1 | Host: a", "answer 501", "unsupportedScheme"),
        ("GET http://a:0/ HTTP/1.1 | Host: a", "answer 400", "malformedRequest"),
        ("OPTIONS http://a/ HTTP/1.1 | Host: a | Max-Forwards: 0", "answer 200", "maxForwardsReached"),
        ("TRACE http://a/ HTTP/1.1 | Host: a | Max-Forwards: 0", "answer 501", "unsupportedMethod"),
    ])
    func requestsThatCannotBeForwardedAreAnswered(request: String, answer: String, code: String) {
        play(
            """
            >> \(request)
            << \(answer)
            << finish refused by client: \(code)
            << close
            """)
    }

    @Test func aServerThatCannotBeReachedIsToldOf() {
        play(
            """
            >> GET http://a/ HTTP/1.1 | Host: a
            << connect a:80
            >> not connected
            << release
            << answer 502
            << finish failed by upstream: connectionRefused
            << close
            >> connected
            """)
    }
}
