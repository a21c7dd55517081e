import Bytes
import Explain
import Flow
import HTTPModel
import Testing

@testable import Formats

/// Messages inside of what a tool prints around them: columns, strings, trees, progress meters, sentences of people.
@Suite struct PrintedFormTests {
    private func flows(_ text: String) throws -> [FlowRecord] {
        try #require(RecordedFile(Bytes(text), now: 1_795_928_400)).flows
    }

    private static let powerShell = """

        StatusCode        : 200
        StatusDescription : OK
        Content           : {"id":7}
        RawContent        : HTTP/1.1 200 OK
                            Connection: keep-alive
                            Content-Type: application/json; charset=utf-8

                            {"id":7}
        Forms             : {}
        Headers           : {[Connection, keep-alive]}
        RawContentLength  : 8

        """

    @Test(arguments: ["\n", "\r\n"], [false, true])
    func powerShellsAnswerIsAResponse(end: String, isUTF16: Bool) throws {
        let text = Self.powerShell.replacing("\n", with: end)
        let utf16 = Bytes([0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        let file = isUTF16 ? utf16 : Bytes(text)
        let flow = try #require(RecordedFile(file, now: 0)?.flows.first)
        #expect(flow.status == 200 && flow.responseHead?.fields.lines.count == 2)
        #expect(flow.response.content.bytes == "{\"id\":7}")
        #expect(PastedText(file).remark?.contains("columns of PowerShell") == true)
    }

    @Test func powerShellsHeadersAreAList() {
        let text = PastedText(
            "Key      Value\n---      -----\nDate     {Sun, 29 Nov 2026 05:00:00 GMT}\nVary           {Cookie}\n"
        )
        #expect(text.bytes == "Date: Sun, 29 Nov 2026 05:00:00 GMT\nVary: Cookie\n")
        // A table of something else is none.
        #expect(PastedText("Key Value\n--- -----\nColor red\n").bytes == "Key Value\n--- -----\nColor red\n")
    }

    @Test(arguments: [
        #""GET / HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\n\r\n""#,
        #"b'GET / HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\n\r\n'"#,
        #"GET / HTTP/1.1\r\nHost: a.example\r\nAccept: \x2a/*\r\n\r\n"#,
        #"  'GET / HTTP/1.1\nHost: a.example\nAccept: */*\n\n'  "#,
        "Hypertext Transfer Protocol\n    GET / HTTP/1.1\\r\\n\n        Request Method: GET\n"
            + "    Host: a.example\\r\\n\n"
            + "    Accept: */*\\r\\n\n    \\r\\n\n    [Full request URI: http://a.example/]\n",
    ])
    func aStringWithEscapesIsAMessage(text: String) throws {
        let flow = try #require(flows(text).first)
        #expect(flow.requestHead?.fields.values(named: "accept") == ["*/*"] && flow.url == "http://a.example/")
        #expect(try flows(text).count == 1)
    }

    @Test func pythonsDebugOutputIsAnExchange() throws {
        let text = #"""
            DEBUG:urllib3.connectionpool:Starting new HTTPS connection (1): a.example:443
            send: b'POST /v1 HTTP/1.1\r\nHost: a.example\r\nContent-Length: 2\r\n\r\n'
            send: b'{}'
            reply: 'HTTP/1.1 201 Created\r\n'
            header: Location: /v1/7
            header: Content-Length: 0
            DEBUG:urllib3.connectionpool:https://a.example:443 "POST /v1 HTTP/1.1" 201 0

            """#
        let flow = try #require(flows(text).first)
        #expect(flow.method == .post && flow.status == 201 && flow.request.content.bytes == "{}")
        #expect(flow.responseHead?.fields.first(.location) == "/v1/7")
    }

    /// What only mentions these forms is left as it is.
    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\nsend: b'GET / HTTP/1.1\\r\\n'", "note\\n", "RawContent : none\n",
        "Hypertext Transfer Protocol is old\n", "reply: 'no'\nheader: a\n",
    ])
    func otherTextIsLeftAsItIs(text: String) {
        #expect(PastedText(Bytes(text)).bytes == Bytes(text))
    }

    // MARK: - Before and after

    @Test(arguments: [
        "Hi, I get this:\n\n", "Trying 192.0.2.1...\nConnected to a.example.\nEscape character is '^]'.\n",
        "[0] Downloading 'https://a.example/' ...\n", ">>>>>>>>\n", "...\n", "    Verify return code: 0 (ok)\n---\n",
        "The server answers with an error, see below\n",
    ])
    func linesBeforeAMessageAreLeftOutAloud(opening: String) throws {
        let message = "HTTP/1.1 502 Bad Gateway\nServer: x\nContent-Length: 2\n\nno"
        let text = PastedText(Bytes(opening + message))
        #expect(text.bytes == Bytes(message) && text.remark?.contains("left out") == true)
        #expect(text.place(of: 0) == opening.utf8.count)
        let file = try #require(RecordedFile(Bytes(opening + message), now: 0))
        #expect(file.flows.count == 1 && file.damage.contains { $0.problem.contains("not HTTP") })
    }

    /// What a client may have sent is no opening, however wrong it is.
    @Test(arguments: [
        "GET /a b HTTP/1.1\nHost: a\n\n", "G@T / HTTP/1.1\n\n", "get / http/1.1\n\n", "GET /\n\n",
        "hello world foo\n\n",
        "Host: a.example\n\n", "POST /x:\n\n", "",
    ])
    func aWrongStartLineIsNoOpening(start: String) {
        let text = Bytes(start + "HTTP/1.1 400 Bad Request\nContent-Length: 0\n\n")
        #expect(PastedText(text).bytes == text && PastedText(text).opening == nil)
    }

    @Test func anEllipsisBeforeFieldsIsNoField() {
        #expect(
            PastedText("...\nContent-Type: text/html\nVary: Cookie\n").bytes
                == "Content-Type: text/html\nVary: Cookie\n")
        #expect(PastedText("...\nnothing of HTTP\n").bytes == "...\nnothing of HTTP\n")
    }

    /// A request that is quoted deeper than its response.
    @Test(arguments: [
        ">> GET /a HTTP/1.1\n>> Host: a.example\n>>\n> HTTP/1.1 200 OK\n> Content-Length: 2\n>\n> ok\n",
        "> > GET /a HTTP/1.1\n> > Host: a.example\n> >\n> HTTP/1.1 200 OK\n> Content-Length: 2\n>\n> ok\n",
    ])
    func quotesOfDifferentDepthLoseNothing(mail: String) throws {
        let flow = try #require(flows(mail).first)
        #expect(try flows(mail).count == 1 && flow.url == "http://a.example/a" && flow.status == 200)
    }

    /// The progress meter as a terminal shows it, in front of what curl prints next.
    @Test(arguments: ["\r", ""])
    func aProgressMeterHidesNoStatusLine(mark: String) throws {
        let meter = "  0     0    0     0    0     0      0      0 --:--:--  0:00:01 --:--:--     0"
        let text = """
            \(mark)\(meter)* Connected to a.example (192.0.2.55) port 80
            > GET /a HTTP/1.1
            > Host: a.example
            >\u{20}
            \(mark)\(meter)< HTTP/1.1 200 OK
            < Content-Length: 6
            <\u{20}
            { [6 bytes data]
            \(mark)100     6  100     6    0     0     11      0 --:--:-- --:--:-- --:--:--    11* Connection #0
            hello

            """
        let flow = try #require(flows(text).first)
        #expect(flow.status == 200 && flow.response.content.bytes == "hello\n")
    }

    /// A line of numbers in a body is none.
    @Test func numbersAreNoMeter() {
        let line = "  1     2    3     4    5     6      7      8        9        10       11     12< HTTP/1.1 200 OK"
        #expect(CurlLine(Bytes(line), at: 0).kind == .other)
    }

    // MARK: - Postman

    @Test(arguments: [false, true])
    func postmansConsoleIsAnExchange(isTree: Bool) throws {
        let (mark, quote) = isTree ? ("▼ ", "\"") : ("", "")
        let text = """
            \(mark)POST https://api.a.example/v1/orders?dry=true
            201 Created
            312 ms
            \(mark)Network
            \(mark)Request Headers
            Content-Type: \(quote)application/json\(quote)
            User-Agent: \(quote)PostmanRuntime/7.42.0\(quote)
            \(mark)Request Body
            {"sku":"a"}
            \(mark)Response Headers
            Content-Type: \(quote)application/json\(quote)
            Location: \(quote)/v1/orders/8\(quote)
            \(mark)Response Body
            {"id":8}

            """
        let flow = try #require(flows(text).first)
        #expect(flow.method == .post && flow.url == "https://api.a.example/v1/orders?dry=true")
        #expect(flow.status == 201 && flow.responseHead?.fields.first(.location) == "/v1/orders/8")
        #expect(flow.requestHead?.fields.first(.contentType) == "application/json")
        #expect(flow.request.content.bytes?.trimmed == "{\"sku\":\"a\"}")
        #expect(flow.response.content.bytes?.trimmed ?? flow.response.content.decoded?.trimmed == "{\"id\":8}")
    }

    @Test(arguments: [
        "POST https://a.example/v1\nHost: a.example\n\n", "GET https://a.example/ HTTP/1.1\nRequest Headers\n",
        "post https://a.example/\nRequest Headers\nA: b\n",
    ])
    func otherRequestsAreNotOfPostman(text: String) {
        #expect(DevToolsCopy(Bytes(text)) == nil)
    }

    // MARK: - No messages

    @Test(
        arguments: [
            ("2026/11/29 05:00:00 [debug] 31#31: *1 http request line: \"GET / HTTP/1.1\"\n", .serverLog),
            ("[Sun Nov 29 05:00:00.123 2026] [dumpio:trace7] [pid 7] mod_dumpio.c(103): x\n", .serverLog),
            ("Nov 29 05:00:00 lb haproxy[123]: 10.0.0.9:4000 fe be/s1 \"GET / HTTP/1.1\"\n", .serverLog),
            ("00000000  47 45 54 20 2f 20 48 54  54 50 2f 31 2e 31 0d 0a  |GET / HTTP/1.1..|\n", .hexDump),
            ("00000000: 4745 5420 2f20 4854 5450 2f31 2e31 0d0a  GET / HTTP/1.1..\n", .hexDump),
            ("0000   47 45 54 20 2f 20 48 54\n", .hexDump),
            ("05:00:00.000000 IP 10.0.0.9.5000 > 192.0.2.7.80: Flags [P.], seq 1:78, length 77\n", .packets),
        ] as [(String, PlainlyNoMessage)])
    func listsOfOtherThingsAreNamed(text: String, kind: PlainlyNoMessage) {
        #expect(PlainlyNoMessage(Bytes(text)) == kind)
    }

    @Test(arguments: [
        "2026/11/29 of [x] y\n", "[pod/web-1/app] GET / HTTP/1.1\n[pod/web-1/app] Host: a\n",
        "1234 56 78\n", "GET 00 00 00\n", "IP over HTTP: yes\n",
    ])
    func whatOnlyLooksSoIsNot(text: String) {
        #expect(PlainlyNoMessage(Bytes(text)) == nil)
    }
}
