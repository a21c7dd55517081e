import Bytes
import Explain
import Flow
import HTTPModel
import Testing

@testable import Formats

/// What people paste: the same exchange, as tools, logs and mails show it.
@Suite struct PasteTests {
    private static let plain = """
        * Connected to a.example (192.0.2.1) port 443
        * SSL connection using TLSv1.3 / X
        > GET /x HTTP/1.1
        > Host: a.example
        >\u{20}
        < HTTP/1.1 200 OK
        < Content-Type: text/plain
        < Content-Length: 3
        <\u{20}
        hi

        """

    private static func prefixed(_ prefix: String, marksOnly: Bool = false) -> Bytes {
        let lines = plain.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        return Bytes(
            lines.map { line in
                let hasMark = line.first.map { "*<>".contains($0) } ?? false
                return (marksOnly && !hasMark ? "" : prefix) + line + "\n"
            }.joined())
    }

    private static let prefixedSamples: [Bytes] = [
        Bytes(plain), Bytes(plain.replacing("\n", with: "\r\n")), prefixed("app-1  | "), prefixed("    "),
        prefixed("> "),
        prefixed("2026-03-01T10:00:00.1234567Z "), prefixed("[2026-03-01 10:00:00] "),
        prefixed("Mar  1 10:00:00 web app[1]: "),
        prefixed("[pod/web-1/app] "), prefixed("08:03:09.161234 ", marksOnly: true),
        prefixed("08:03:09.161234 [0-0] ", marksOnly: true), prefixed("app-1  | 2026-03-01T10:00:00Z "),
        Bytes("What is wrong here?\n\n```\n" + plain + "```\nThanks\n"),
        Bytes(plain.replacing(">", with: "&gt;").replacing("<", with: "&lt;")),
        Bytes([0xFF, 0xFE] + plain.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }),
        Bytes(plain.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }),
    ]

    @Test(arguments: prefixedSamples.indices)
    func whatStandsBeforeTheLinesIsNotRead(_ place: Int) throws {
        let file = Self.prefixedSamples[place]
        #expect(InputKind.detect(file) == .curlVerbose)
        let flows = try #require(RecordedFile(file, now: 0)?.flows)
        #expect(flows.count == 1)
        #expect(flows.first?.url == "https://a.example/x")
        #expect(flows.first?.isRecorded(.url) == true)
        #expect(flows.first?.response.content.bytes?.hasOpening("hi") == true)
    }

    /// A mail has lines that are no quotes, and quotes of quotes.
    @Test(arguments: [
        "On Thursday you wrote:\n> HTTP/1.1 403 Forbidden\n> Server: x\n>\n> <p>no</p>\n\nWhy?\n",
        "> On Thursday you wrote:\n> > HTTP/1.1 403 Forbidden\n> > Server: x\n> >\n> > <p>no</p>\n",
    ])
    func aMailHasOtherLines(mail: String) throws {
        let text = PastedText(Bytes(mail))
        #expect(text.bytes == "HTTP/1.1 403 Forbidden\nServer: x\n\n<p>no</p>\n")
        #expect(text.remark?.contains("quotation marks") == true)
        for offset in stride(from: 0, to: text.bytes.count, by: 3) {
            #expect(Bytes(mail)[text.place(of: offset)] == text.bytes[offset])
        }
    }

    /// Postman shows the empty line of a head as a line with a space.
    @Test func aLineOfWhiteSpaceEndsAHead() {
        let body = "{\n   \n}\n"
        let text = PastedText(Bytes("POST /a HTTP/1.1\nHost: a\n \n\(body) \nHTTP/1.1 200 OK\nServer: x\n\t\nhi\n"))
        #expect(text.bytes == Bytes("POST /a HTTP/1.1\nHost: a\n\n\(body) \nHTTP/1.1 200 OK\nServer: x\n\nhi\n"))
        #expect(text.remark?.contains("white space") == true)
        // On the wire that is a folded line, which is a fault.
        let wire: Bytes = "GET / HTTP/1.1\r\nHost: a\r\n \r\n\r\n"
        #expect(PastedText(wire).bytes == wire && PastedText(wire).remark == nil)
    }

    @Test(arguments: [
        "> content-type: text/html\n> cache-control: no-store\n",
        "< content-type: text/html\n< cache-control: no-store\n",
        "    content-type: text/html\n    cache-control: no-store\n",
        "app-1  | content-type: text/html\napp-1  | cache-control: no-store\n",
    ])
    func aListOfFieldsHasPrefixes(text: String) {
        #expect(PastedText(Bytes(text)).bytes == "content-type: text/html\ncache-control: no-store\n")
    }

    @Test(arguments: ["> hello\n> there\n", "< a b\n< c d\n", "> x-own: 1\n> x-other: 2\n"])
    func whatHidesNoFieldsKeepsItsPrefixes(text: String) {
        #expect(PastedText(Bytes(text)).bytes == Bytes(text))
    }

    /// A prefix that is only there by chance, or that not all lines have, is part of the text.
    @Test func whatCanBeReadIsLeftAsItIs() {
        for text in ["GET / HTTP/1.1\nHost: a\n\n> quoted\n", "HTTP/1.1 200 OK\n\n    indented\n", Self.plain] {
            #expect(PastedText(Bytes(text)).bytes == Bytes(text) && PastedText(Bytes(text)).remark == nil)
        }
    }

    @Test func aPlaceInTheTextIsOneOfTheFile() {
        let file = Self.prefixed("app-1  | ")
        let text = PastedText(file)
        for offset in stride(from: 0, to: text.bytes.count, by: 7) {
            #expect(file[text.place(of: offset)] == text.bytes[offset])
        }
    }

    /// `$ curl -iL https://…` in front of what it printed names the URL.
    @Test func theCommandNamesTheURL() {
        let text = PastedText("$ curl -i 'https://a.example/p?q=1'\nHTTP/1.1 200 OK\nContent-Length: 0\n\n")
        #expect(text.url == "https://a.example/p?q=1")
        #expect(text.bytes.hasOpening("HTTP/1.1 200"))
        #expect(PastedText("curl is a tool\n").url == nil)
    }

    // MARK: Messages without marks

    private func raw(_ text: String) -> [FlowRecord] { RawMessages.read(Bytes(text), now: 0).flows }

    @Test(arguments: [
        "HTTP/1.1 301 Moved\nLocation: https://w.example/\nContent-Length: 162\n\n"
            + "HTTP/1.1 200 OK\nContent-Length: 9\n\n",
        "HTTP/2 301 \nlocation: https://w.example/\n\nHTTP/2 200 \ncontent-length: 9\n\n",
        "HTTP/1.1 301 Moved\r\nLocation: https://w.example/\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n<p>\nhi\n",
        // Without the empty lines, as some copies have them.
        "HTTP/1.1 301 Moved\nLocation: https://w.example/\nHTTP/1.1 200 OK\nContent-Length: 9",
    ])
    func responsesInARowAreAJourney(_ text: String) {
        let flows = raw(text)
        #expect(flows.map { $0.responseHead?.status } == [301, 200])
        #expect(flows.first?.url.isEmpty == true, "no host is made up")
        #expect(flows.last?.url == "https://w.example/" && flows.last?.isRecorded(.url) == false)
    }

    @Test func undoneChunksAreContentUpToTheNextMessage() {
        let flows = raw(
            "GET /a HTTP/1.1\r\nHost: s\r\n\r\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n<p>decoded</p>\nGET /b HTTP/1.1\r\nHost: s\r\n\r\n"
                + "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")
        #expect(flows.map { $0.responseHead?.status } == [200, 404])
        #expect(flows.first?.response.content.decoded == "<p>decoded</p>\n")
        #expect(flows.first?.response.content.bytes == nil && flows.last?.response.content.bytes == "no")
    }

    @Test func aBodyThatWasLaidOutHidesNoMessage() {
        let flows = raw(
            "POST /i HTTP/1.1\nHost: s\nContent-Type: application/json\nContent-Length: 12\n\n{\n    \"name\": 1\n}\n\n"
                + "HTTP/1.1 201 Created\nContent-Type: application/json\nContent-Length: 8\n\n{\n  \"id\": 1\n}\n")
        #expect(flows.count == 1 && flows.first?.responseHead?.status == 201)
        #expect(flows.first?.request.content.bytes == "{\n    \"name\": 1\n}\n")
        #expect(flows.first?.provenance(of: .requestSize) == .assumed)
        #expect(flows.first?.response.content.bytes == "{\n  \"id\": 1\n}\n")
    }

    /// Exact bytes are read by the wire's rules, whatever stands in a body.
    @Test func aBodyThatFitsMayHaveMessagesInIt() {
        let inner = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"
        let trace = raw(
            "TRACE /x HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: message/http\r\n"
                + "Content-Length: \(inner.utf8.count)\r\n\r\n\(inner)")
        #expect(trace.count == 1 && trace.first?.response.content.bytes == Bytes(inner))
        let parts = raw(
            "HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n\(inner)--x--\r\n")
        #expect(parts.count == 1)
        let mentioned = raw(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nIt says\nGET / HTTP/1.1\nto the server\n")
        #expect(mentioned.count == 1)
    }

    /// RFC 9110 §10.1.1: a refused body is never sent.
    @Test func aBodyThatWasNotSentEatsNoAnswer() {
        let flows = raw(
            "POST /n HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
                + "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 1\r\n\r\nx")
        #expect(flows.map { $0.responseHead?.status } == [417])
        #expect(flows.first?.request.content.bytes == nil)
    }

    @Test func timesOfDayAreNoFlowFile() {
        #expect(InputKind.detect("08:03:09.161234 * Connected to a (192.0.2.1) port 80\n") == .curlVerbose)
        #expect(InputKind.detect("10:20:30 something else\n") != .mitmproxy)
        #expect(InputKind.detect("20:7:version;1:7#4:type;}") == .mitmproxy)
    }
}

/// What clients say of their connections, failures and bodies.
@Suite struct TranscriptTests {
    private func read(_ text: String, url: Bytes? = nil) -> [FlowRecord] {
        CurlVerbose.read(Bytes(text), url: url).flows
    }

    private func exchange(_ info: String, version: String = "1.1", fields: String = "") -> String {
        info
            + "> GET /c HTTP/\(version)\n> Host: s.test\n> \n< HTTP/\(version) 200\n\(fields)"
            + "< Content-Length: 2\n< \nok"
            + "* Connection #0 to host s.test left intact\n"
    }

    @Test(arguments: [
        "* Connected to s.test (192.0.2.7) port 443 (#0)\n* schannel: disabled automatic use of client certificate\n",
        "* Connected to s.test (192.0.2.7) port 8443 (#0)\n* TLS 1.2 connection using TLS_ECDHE_RSA\n",
        "* Connected to s.test (192.0.2.7) port 8443\n* mbedTLS: Handshake complete, cipher is X\n",
        "* Connected to s.test (192.0.2.7) port 443\n", "* using HTTP/3\n",
        "* [HTTP/2] [1] OPENED stream for https://s.test/c\n", "* [HTTP/2] [1] [:scheme: https]\n",
    ])
    func anyLibraryTellsOfTLS(_ info: String) {
        let flow = read(exchange(info)).first
        #expect(flow?.url == "https://s.test/c" && flow?.isRecorded(.url) == true)
    }

    @Test func aSchemeThatNobodySaysIsAssumed() {
        let bare = read(exchange("")).first
        #expect(bare?.url == "http://s.test/c" && bare?.provenance(of: .url) == .assumed)
        let second = read(exchange("", version: "2")).first
        #expect(second?.url == "https://s.test/c" && second?.provenance(of: .url) == .assumed)
        let secure = read(exchange("", fields: "< Set-Cookie: a=1; Secure\n")).first
        #expect(secure?.url == "https://s.test/c" && secure?.provenance(of: .url) == .assumed)
        let plain = read(exchange("* Connected to s.test (192.0.2.7) port 80\n")).first
        #expect(plain?.url == "http://s.test/c" && plain?.isRecorded(.url) == true)
        let stated = read(exchange(""), url: "https://s.test/c").first
        #expect(stated?.url == "https://s.test/c" && stated?.isRecorded(.url) == true)
    }

    @Test func aConnectionThatIsUsedAgainKeepsItsScheme() {
        let text =
            exchange("* Connected to s.test (192.0.2.7) port 8443 (#0)\n* SSL connection using TLSv1.3\n")
            + "*   Trying 192.0.2.8:80...\n* Connected to i.test (192.0.2.8) port 80 (#1)\n"
            + "> GET /i HTTP/1.1\n> Host: i.test\n> \n< HTTP/1.1 204 No Content\n< \n"
            + "* Connection #1 to host i.test left intact\n"
            + exchange("* Re-using existing connection #0 with host s.test\n")
        #expect(read(text).map(\.url) == ["https://s.test/c", "http://i.test/i", "https://s.test/c"])
    }

    /// Content-Length counts the coded bytes, and curl shows the others.
    @Test func aDecodedBodyIsTakenWhole() {
        let body = "{\"items\":[\"" + String(repeating: "a", count: 80) + "\"]}\n"
        let text =
            "> GET / HTTP/1.1\n> Host: a\n> \n< HTTP/1.1 200 OK\n< Content-Encoding: gzip\n< Content-Length: 40\n< \n"
            + body
            + "* Connection #0 to host a left intact\n"
        let content = read(text).first?.response.content
        #expect(content?.decoded == Bytes(body) && content?.size == 40 && content?.bytes == nil)
    }

    @Test func linesOfABodyThatLookLikeCurlsAreContent() {
        let head = "> GET /r HTTP/1.1\n> Host: s\n> \n< HTTP/1.1 200 OK\n"
        let body = "# Title\n\n> a quotation\n< a mark\n* an item\n\nlast line\n"
        let chunked = read(
            head + "< Transfer-Encoding: chunked\n< \n" + body + "* Connection #0 to host s left intact\n")
        #expect(chunked.count == 1 && chunked.first?.response.content.bytes == Bytes(body))
        // Output in a file of its own comes last.
        let counted = read(
            head
                + "< Content-Length: 17\n< \n{ [17 bytes data]\n* Connection #0 to host s left intact\n"
                + "* first\n* second\n"
        )
        #expect(counted.first?.response.content.bytes == "* first\n* second\n")
    }

    @Test(arguments: [
        (
            "* transfer closed with 90 bytes remaining to read\n"
                + "curl: (18) transfer closed with 90 bytes remaining to read\n0123",
            Outcome.Code.upstreamClosed, "(18)"
        ),
        (
            "curl: (92) HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)\n", .resetByUpstream,
            "INTERNAL_ERROR"
        ),
        ("* Operation timed out after 3000 milliseconds with 4 out of 100 bytes received\n", .idleTimedOut, "3000"),
    ])
    func theLastWordsAreTheReason(_ end: String, code: Outcome.Code, words: String) {
        let flow = read("> GET / HTTP/1.1\n> Host: a\n> \n< HTTP/1.1 200 OK\n< Content-Length: 100\n< \n" + end).first
        #expect(flow?.outcome?.code == code && flow?.outcome?.detail.contains(words) == true)
        #expect(flow?.response.content.bytes?.text.contains("curl:") != true)
    }

    @Test(arguments: [
        (
            "* Could not resolve host: nope.test\ncurl: (6) Could not resolve host: nope.test\n",
            Outcome.Code.nameNotFound
        ),
        (
            "*   Trying 127.0.0.1:9...\n* connect to 127.0.0.1 port 9 failed: Connection refused\n"
                + "curl: (7) Failed to connect to a port 9 after 0 ms: Couldn't connect to server\n", .connectionRefused
        ),
        (
            "*   Trying 192.0.2.3:443...\n* Connected to a (192.0.2.3) port 443\n"
                + "* SSL certificate problem: self-signed certificate\n"
                + "curl: (60) SSL certificate problem: self-signed certificate\n",
            .selfSigned
        ),
        ("*   Trying 192.0.2.3:443...\ncurl: (28) Connection timed out after 3001 milliseconds\n", .connectTimedOut),
    ])
    func aTransferThatOnlyFailedIsAFlow(_ text: String, code: Outcome.Code) {
        let flows = read(text)
        #expect(flows.count == 1 && flows.first?.outcome?.code == code)
        #expect(flows.first?.requestHead == nil && flows.first?.responseHead == nil)
        #expect(InputKind.detect(Bytes(text)) == .curlVerbose)
    }

    /// The address that was tried first failed, the next one did not.
    @Test func whatWasTriedAgainIsNoFailure() {
        let flow = read(
            exchange(
                "*   Trying [::1]:80...\n* connect to ::1 port 80 failed: Connection refused\n"
                    + "*   Trying 127.0.0.1:80...\n"
                    + "* Connected to s.test (127.0.0.1) port 80\n")
        ).first
        #expect(flow?.outcome == nil && flow?.responseHead?.status == 200)
    }

    /// Offsets say where line ends were, and where a line was only too long.
    @Test func aTraceHasTheBytes() {
        let long = String(repeating: "x", count: 64)
        let text = """
            == Info: Connected to a (127.0.0.1) port 80 (#0)
            => Send header, 33 bytes (0x21)
            0000: POST / HTTP/1.1
            0011: Host: a
            001a: A: b
            0020:
            => Send data, 70 bytes (0x46)
            0000: \(long)
            0040: yyyyyy
            <= Recv header, 17 bytes (0x11)
            0000: HTTP/1.1 200 OK
            <= Recv header, 28 bytes (0x1c)
            0000: Transfer-Encoding: chunked
            <= Recv header, 2 bytes (0x2)
            0000:
            <= Recv data, 15 bytes (0xf)
            0000: 5
            0003: hello
            000a: 0
            000d:
            == Info: Connection #0 to host a left intact

            """
        let flow = read(text).first
        #expect(flow?.url == "http://a/" && flow?.method == .post)
        #expect(flow?.request.content.bytes == Bytes(long + "yyyyyy"))
        #expect(flow?.response.content.bytes == "hello")
    }

    @Test func wgetTellsURLsAndHeads() {
        let flows = read(
            """
            --2026-03-01 10:00:00--  http://shop.test/a
            HTTP request sent, awaiting response...\u{20}
              HTTP/1.1 302 Found
              Location: https://shop.test/b
            Location: https://shop.test/b [following]
            --2026-03-01 10:00:00--  https://shop.test/b
              HTTP/1.1 200 OK
              Content-Length: 5
            Length: 5 [text/html]

            """)
        #expect(flows.map(\.url) == ["http://shop.test/a", "https://shop.test/b"])
        #expect(flows.map { $0.responseHead?.status } == [302, 200])
        #expect(flows.allSatisfy { $0.isRecorded(.url) && !$0.isRecorded(.method) && $0.requestHead == nil })
    }
}
