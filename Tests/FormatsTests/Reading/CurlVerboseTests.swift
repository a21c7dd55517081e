import Bytes
import Explain
import Flow
import HTTPModel
import RecordTestKit
import Testing

@testable import Formats

@Suite struct CurlVerboseTests {
    /// `curl -sv -L` with its output redirected: the body comes last, and has lines that look like curl's.
    private static let redirect = """
        *   Trying 127.0.0.1:18977...
        * Connected to 127.0.0.1 (127.0.0.1) port 18977 (#0)
        > GET /r HTTP/1.1\r
        > Host: 127.0.0.1:18977\r
        > Accept: */*\r
        > \r
        < HTTP/1.1 302 Found\r
        < Location: /b\r
        < Content-Length: 5\r
        < \r
        * Ignoring the response-body
        { [5 bytes data]
        * Connection #0 to host 127.0.0.1 left intact
        * Issue another request to this URL: 'http://127.0.0.1:18977/b#here'
        * Re-using existing connection #0 with host 127.0.0.1
        > GET /b HTTP/1.1\r
        > Host: 127.0.0.1:18977\r
        > \r
        < HTTP/1.1 200 OK\r
        * Added cookie a="1" for domain 127.0.0.1, path /, expire 0
        < Set-Cookie: a=1\r
        < Content-Length: 22\r
        < \r
        { [22 bytes data]
        * Connection #0 to host 127.0.0.1 left intact
        hello
        * not info
        < no

        """

    /// RFC 9110 §9.3.2, §15.4.5: what has no body has none that could be missing.
    @Test(arguments: [("HEAD", 200, false), ("GET", 304, false), ("GET", 204, false), ("GET", 200, true)])
    func whatHasNoBodyLacksNone(method: String, status: Int, isMissing: Bool) throws {
        let text =
            "* ALPN: server accepted h2\n> \(method) /v1 HTTP/2\n> Host: api.example\n> \n< HTTP/2 \(status) \n"
            + "< content-type: text/html\n< content-length: 1256\n< \n* Connection #0 to host api.example left intact\n"
        let flow = try #require(CurlVerbose.read(Bytes(text), now: 0, url: nil).flows.first)
        #expect(flow.status == status)
        let remarks = RecordedMessages(flow).response.remarks
        #expect(remarks.contains { $0.contains("body was not recorded") } == isMissing, "\(remarks)")
    }

    /// A flow that failed before there was a message has its place in the JSON.
    @Test func aFailureWithoutMessagesIsInTheJSON() throws {
        let text = "curl: (28) Failed to connect to api.example port 443 after 130 ms: Connection timed out\n"
        let flows = CurlVerbose.read(Bytes(text), now: 0, url: nil).flows
        var json = JSONWriter()
        json.explained(
            ExplainedInput(recorded: flows.map { RecordedMessages($0) }, in: SessionContext(flows)), only: [])
        let written = json.withBytes { Bytes(Array($0)).text }
        #expect(written.contains(#""messages":[]"#), "\(written)")
        #expect(written.contains(#""failures":[{"url":"https://api.example/""#), "\(written)")
        #expect(written.contains("curl reported: (28)") && written.contains("connectTimedOut"))
    }

    /// The name that was asked for, not the address that was tried; and no port that the scheme has by itself.
    @Test(
        arguments: [
            (
                "*   Trying 192.0.2.1:443...\n* connect to 192.0.2.1 port 443 failed: Connection timed out\n"
                    + "curl: (28) Failed to connect to api.example port 443 after 130 ms: Couldn't connect to server\n",
                "https://api.example/"
            ),
            (
                "*   Trying 192.0.2.1:8080...\n"
                    + "curl: (7) Failed to connect to api.example port 8080 after 2 ms: Couldn't connect to server\n",
                "http://api.example:8080/"
            ),
            ("curl: (7) Failed connect to api.example:8080; Connection refused\n", "http://api.example:8080/"),
            ("curl: (7) Failed to connect to api.example port 80: Connection refused\n", "http://api.example/"),
            ("curl: (6) Could not resolve host: api.example\n", "http://api.example/"),
        ])
    func aFailureNamesTheServerThatWasAskedFor(text: String, url: Bytes) {
        let flows = CurlVerbose.read(Bytes(text), now: 0, url: nil).flows
        #expect(flows.map(\.url) == [url])
    }

    /// Copied from a terminal: no carriage returns, the body without a line end before curl's own line.
    private static let terminal = """
        * SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384
        * using HTTP/2
        > GET /a?b HTTP/2
        > Host: example.com
        > user-agent: curl/8
        >\u{20}
        < HTTP/2 200\u{20}
        < content-type: application/json
        <\u{20}
        {"a":1}* Connection #0 to host example.com left intact
        """

    private static let included = """
        > GET /j HTTP/1.1\r
        > Host: a\r
        > \r
        < HTTP/1.1 100 Continue\r
        < \r
        < HTTP/1.1 200 OK\r
        < Content-Length: 7\r
        < \r
        { [7 bytes data]
        HTTP/1.1 200 OK\r
        Content-Length: 7\r
        \r
        {"a":1}
        """

    private static let metered =
        "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
        + "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:1...\n"
        + "> POST /j HTTP/1.1\r\n> Host: a\r\n> Content-Length: 3\r\n> \r\n} [3 bytes data]\n"
        + "\r  0     3    0     0    0     3      0      0 --:--:-- --:--:-- --:--:--     0< HTTP/1.1 200 OK\r\n"
        + "< Transfer-Encoding: chunked\r\n< \r\n{ [7 bytes data]\n"
        + "\r100    10  100     7  100     3    520    223 --:--:-- --:--:-- --:--:--   769\n"
        + "* Connection #0 to host a left intact\n"

    static let samples = [redirect, terminal, included, metered]

    @Test func aRedirectIsTwoExchanges() throws {
        let curl = CurlVerbose.read(Bytes(Self.redirect))
        #expect(curl.messages.count == 4)
        #expect(
            curl.messages[0].bytes == "GET /r HTTP/1.1\r\nHost: 127.0.0.1:18977\r\nAccept: */*\r\n\r\n")
        #expect(
            curl.messages[3].bytes
                == "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Length: 22\r\n\r\nhello\n* not info\n< no\n")
        let exchanges = curl.flows
        #expect(exchanges.map(\.url) == ["http://127.0.0.1:18977/r", "http://127.0.0.1:18977/b"])
        #expect(exchanges.map { $0.responseHead?.status } == [302, 200])
        #expect(exchanges[0].response.content.bytes == nil && exchanges[0].response.content.size == 5)
        #expect(exchanges[1].response.content.bytes?.count == 22 && !exchanges[1].response.content.isTruncated)
        #expect(exchanges[1].request.content.bytes == Bytes())
    }

    @Test func httpTwoKeepsItsNameAndSpelling() throws {
        let curl = CurlVerbose.read(Bytes(Self.terminal))
        let exchange = try #require(curl.flows.first)
        #expect(exchange.requestHead?.raw == "GET /a?b HTTP/2\r\nHost: example.com\r\nuser-agent: curl/8\r\n\r\n")
        #expect(exchange.requestHead?.version == HTTPVersion(major: 2, minor: 0))
        #expect(exchange.url == "https://example.com/a?b")
        #expect(exchange.responseHead?.status == 200)
        #expect(exchange.responseHead?.version.major == 2)
        #expect(exchange.response.content.bytes == "{\"a\":1}")
    }

    @Test func theHeadThatIncludePrintsAgainIsNoBody() throws {
        let curl = CurlVerbose.read(Bytes(Self.included))
        let exchange = try #require(curl.flows.first)
        #expect(curl.messages.count == 3)
        #expect(exchange.interim.map(\.head.status) == [100])
        #expect(exchange.responseHead?.status == 200)
        #expect(exchange.response.content.bytes == "{\"a\":1}")
    }

    @Test func theProgressMeterIsPassedOver() throws {
        let curl = CurlVerbose.read(Bytes(Self.metered))
        let exchange = try #require(curl.flows.first)
        #expect(curl.messages.map(\.body) == ["", ""])
        #expect(exchange.method == .post)
        #expect(exchange.request.content.bytes == nil)
        #expect(exchange.responseHead?.raw == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    @Test func aTunnelIsAnExchangeOfItsOwn() {
        let text =
            "> CONNECT a:443 HTTP/1.1\n> Host: a:443\n> \n< HTTP/1.1 200 OK\n< \n"
            + "* SSL connection using TLSv1.3\n> GET / HTTP/1.1\n> Host: a\n> \n< HTTP/1.1 204 No Content\n< \n"
        let exchanges = CurlVerbose.read(Bytes(text)).flows
        #expect(exchanges.map(\.url) == ["http://a:443", "https://a/"])
        #expect(exchanges.map { $0.responseHead?.status } == [200, 204])
    }

    @Test func aFailureHasNoMessages() {
        let text =
            "*   Trying 127.0.0.1:1...\n* connect to 127.0.0.1 port 1 failed: Connection refused\ncurl: (7) Failed\n"
        let curl = CurlVerbose.read(Bytes(text))
        #expect(curl.messages.isEmpty && curl.flows.map(\.outcome?.code) == [.connectionRefused])
        #expect(InputKind.detect(Bytes(text)) == .curlVerbose)
    }
}

@Suite struct InputKindTests {
    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", .rawMessages), ("\r\nHTTP/1.1 200 OK\r\n\r\n", .rawMessages),
            ("PRI * HTTP/2.0\r\n\r\n", .rawMessages), ("HTTP/1.1 200 OK\n\n* a list\n* of things\n", .rawMessages),
            (har([foreignEntry("/")]), .har), ("\u{FEFF} " + har([]), .har), ("{\n  \"log\": {", .har), ("[{", .har),
            (foreignEntry("/") + "\n", .log), (#"{"_id":1,"startedDateTime":"#, .log), ("{\n  \"_id\": 1\n}", .har),
            ("", .unknown), (" \n\t", .unknown), ("Dear all,\n* one\nbye", .curlVerbose), ("just words", .unknown),
            ("<html>\n<body>", .unknown), ("\u{1}\u{2}\u{0}", .unknown),
        ] as [(String, InputKind)])
    func theFirstBytesTell(text: String, kind: InputKind) {
        #expect(InputKind.detect(Bytes(text)) == kind)
    }

    /// A message whose first line is wrong may begin as JSON does.
    @Test(arguments: [
        "[GET / HTTP/1.1\r\nHost: a\r\n\r\n", "{GET / HTTP/1.1\r\nHost: a\r\n\r\n", "[ 1 ] GET / HTTP/1.1\r\n\r\n",
    ])
    func whatOnlyBeginsLikeJSONIsNone(text: String) {
        #expect(![InputKind.har, .log].contains(InputKind.detect(Bytes(text))))
    }

    @Test(arguments: CurlVerboseTests.samples)
    func whatCurlPrintsIsKnown(text: String) {
        #expect(InputKind.detect(Bytes(text)) == .curlVerbose)
    }
}
