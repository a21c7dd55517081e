import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Judge
import Testing

/// A response that the server did not make says nothing of it: no fault, no praise, no advice is drawn from it.
@Suite struct ResponseOriginTests {
    private static let request = "GET /a HTTP/1.1\nHost: a.example"

    /// An entry of a browser's recording, with what it says of the response's source.
    private func recorded(_ response: String, _ members: String) -> FlowRecord {
        var exchange = MadeExchange.make(Self.request, response)
        exchange.remarks = FileRemarks(members: Bytes(members))
        return exchange
    }

    private func words(_ exchange: FlowRecord) -> String {
        Reasonings.all(about: exchange).flatMap { [$0.conclusion] + $0.steps.map(\.text) }.map(\.text)
            .joined(separator: "\n")
    }

    // MARK: - Who answered

    @Test(arguments: [
        (#"{"_fromCache":"disk"}"#, ResponseOrigin.cache(.disk)),
        (#"{"_fromCache":"memory"}"#, .cache(.memory)), (#"{"_fromCache":"prefetch-cache"}"#, .cache(.prefetch)),
        (#"{"response":{"_fromDiskCache":true}}"#, .cache(.disk)), (#"{"_servedFromCache":true}"#, .cache(nil)),
        (#"{"response":{"_fetchedViaServiceWorker":true}}"#, .serviceWorker),
        (#"{"response":{"_fetchType":"Memory Cache"}}"#, .cache(.memory)),
        (#"{"_fetchType":"Disk Cache"}"#, .cache(.disk)), (#"{"_fetchType":"Service Worker"}"#, .serviceWorker),
    ])
    func aRecordingSaysThatNothingWasSent(members: String, origin: ResponseOrigin) {
        let exchange = recorded("HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", members)
        #expect(exchange.responseOrigin == origin)
        let text = words(exchange)
        for claim in ["connection closes", "stays open", "waiting for the answer", "came in frames"] {
            #expect(!text.contains(claim), "\(claim)")
        }
        #expect(Reasonings.all(about: exchange).allSatisfy { $0.topic != .connection && $0.topic != .framing })
    }

    @Test(arguments: [#"{"_fromCache":null}"#, #"{"_fromCache":""}"#, #"{"_from":"disk"}"#, #"{"_fromCache":false}"#])
    func whatSaysNothingIsTheServers(members: String) {
        #expect(recorded("HTTP/1.1 200 OK\n\n", members).responseOrigin == nil)
    }

    /// RFC 9209 §2.3: types of errors that only intermediaries make responses of.
    @Test(arguments: [
        ("edge; error=dns_error", "edge", "dns_error"),
        ("\"cdn 1\";error=http_request_denied", "cdn 1", "http_request_denied"),
        ("first, second; error=connection_refused", "second", "connection_refused"),
        ("SomeReverseProxy; error=http_request_error, SomeCDN", "SomeReverseProxy", "http_request_error"),
    ])
    func aProxySaysThatItMadeTheResponse(value: String, name: String, error: String) throws {
        let exchange = MadeExchange.make(
            Self.request,
            "HTTP/1.1 502 Bad Gateway\nProxy-Status: \(value)\nContent-Type: text/html\nContent-Length: 2\n\nno")
        #expect(exchange.responseOrigin == .proxy(Bytes(name), error: Bytes(error)))
        #expect(Checks.findings(of: exchange).allSatisfy { $0.message != .response })
        let status = try #require(Reasonings.all(about: exchange).first { $0.topic == .status })
        #expect(status.conclusion.text.contains(error) && !status.conclusion.text.contains("crashed"))
    }

    /// Errors that may come late, of a response that is the server's; errors of nobody; a field that cannot be read.
    @Test(arguments: [
        "edge; error=connection_terminated", "edge; error=http_response_timeout", "edge; received-status=502", "edge",
        "edge; error=made_up", "edge; error=\"dns_error\"", "edge; error=dns_error;", "",
    ])
    func otherProxyStatusesLeaveItWithTheServer(value: String) {
        let exchange = MadeExchange.make(Self.request, "HTTP/1.1 502 Bad Gateway\nProxy-Status: \(value)\n\n")
        #expect(exchange.responseOrigin == nil)
    }

    /// RFC 6797 §8.3.
    @Test func aBrowserMakesItsOwnRedirect() throws {
        let exchange = MadeExchange.make(
            Self.request,
            "HTTP/1.1 307 X\nLocation: https://a.example/a\nNon-Authoritative-Reason: HSTS\nContent-Length: 0\n\n")
        #expect(exchange.responseOrigin == .browser)
        #expect(Checks.findings(of: exchange).allSatisfy { $0.message != .response })
        let text = words(exchange)
        #expect(text.contains("request") && !text.contains("The connection"))
        // No cache has to do with it.
        let side = CacheStory([exchange]).entries.first?.privateCache
        #expect(side?.isStored == false && side?.line.text.contains("no request was sent") == true)
    }

    // MARK: - What is judged

    private static let faulty = """
        HTTP/1.1 200 OK
        Content-Type: image/png
        Content-Encoding: br
        Content-Length: 50
        Date: Sat, 01 Jan 2000 00:00:00 GMT
        ETag: abc

        {"a":1}
        """

    @Test(arguments: [#"{"_fetchedViaServiceWorker":true}"#])
    func aWorkersResponseIsNotJudged(members: String) {
        let found = Checks.findings(of: recorded(Self.faulty, members))
        #expect(found.allSatisfy { $0.message != .response })
    }

    /// The head was the server's, once: its syntax is judged, and neither its time, its size nor its conditions.
    @Test func aCachedResponseIsJudgedByItsHeadAlone() {
        let codes = Set(Checks.findings(of: recorded(Self.faulty, #"{"_fromCache":"disk"}"#)).map(\.check.code))
        #expect(codes.contains("etag-malformed"))
        #expect(
            codes.isDisjoint(with: ["server-clock-differs", "content-cut-off", "coding-not-accepted", "vary-missing"]))
        let live = Set(Checks.findings(of: MadeExchange.make(Self.request, Self.faulty)).map(\.check.code))
        #expect(live.contains("etag-malformed") && live.contains("content-cut-off"))
    }

    @Test func aRulesResponseIsNeitherJudgedNorPassedOn() throws {
        var exchange = MadeExchange.make(
            Self.request, "HTTP/1.1 503 Service Unavailable\nContent-Type: text/html\nContent-Length: 2\n\nno")
        let head = try #require(exchange.responseHead)
        exchange.response.sent = head.raw
        exchange.outcome = Outcome(.complete, by: .proxy, .answeredLocally)
        #expect(exchange.responseOrigin == .rule)
        #expect(Checks.findings(of: exchange).allSatisfy { $0.message != .response })
        let text = words(exchange)
        #expect(!text.contains("both messages") && !text.contains("the time in Retry-After"))
        #expect(text.contains("rule"))
        // Where the server's head came, it is the server's, whatever content the client was given.
        exchange.response.sent = Bytes("HTTP/1.1 200 OK\r\n\r\n")
        #expect(exchange.responseOrigin == nil)
    }
}
