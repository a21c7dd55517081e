import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

@Suite struct RequestHeadTests {
    @Test func aRequestIsItsLineItsFieldsAndItsExactBytes() throws {
        let input: Bytes = "GET /a?b=c HTTP/1.1\r\nhOsT:  example.org \r\nX-Empty:\r\nX-Twice: 1\r\nx-twice:\t2\r\n\r\n"
        let trace = request(input)
        let head = try #require(trace.requestHeads.first)
        #expect(head.method == .get)
        #expect(head.targetBytes == "/a?b=c")
        #expect(head.version == .http11)
        #expect(head.raw == input)
        #expect(head.startLine == "GET /a?b=c HTTP/1.1")
        #expect(
            head.fields.pairs == [
                ["hOsT", "example.org"], ["X-Empty", ""], ["X-Twice", "1"], ["x-twice", "2"],
            ])
        #expect(head.fields.lines.map(\.known) == [.host, .other, .other, .other])
        #expect(head.quirks.isEmpty)
        #expect(trace.framings == [Framing(.none, rule: 7)])
        #expect(trace.parts.last == .end)
        #expect(trace.isBetweenMessages)
    }

    @Test(
        arguments: [
            ("GET", .get), ("HEAD", .head), ("POST", .post), ("PUT", .put), ("DELETE", .delete), ("OPTIONS", .options),
            ("TRACE", .trace), ("PATCH", .patch), ("QUERY", .query), ("get", .other("get")), ("GEt", .other("GEt")),
            ("PUSH", .other("PUSH")), ("!#$%&'*+-.^_`|~", .other("!#$%&'*+-.^_`|~")),
        ] as [(String, Method)])
    func methodsAreTokensAndCaseSensitive(name: String, method: Method) {
        #expect(request(Bytes("\(name) / HTTP/1.0\r\n\r\n")).requestHeads.first?.method == method)
    }

    // RFC 9112 §3: request-line = method SP request-target SP HTTP-version
    @Test(
        arguments: [
            ("GET / HTTP/1.1 ", .malformedRequestLine, 14),
            ("GET  / HTTP/1.1", .malformedRequestLine, 4),
            ("GET /  HTTP/1.1", .malformedRequestLine, 6),
            ("GET /a b HTTP/1.1", .malformedRequestLine, 8),
            ("GET /", .malformedRequestLine, 5),
            ("GET", .malformedRequestLine, 0),
            ("GET / ", .malformedVersion, 6),
            (" GET / HTTP/1.1", .malformedMethod, 0),
            ("\tGET / HTTP/1.1", .malformedMethod, 0),
            ("G\u{0}T / HTTP/1.1", .malformedMethod, 1),
            ("GET\t/ HTTP/1.1", .malformedMethod, 3),
            ("GET:/ HTTP/1.1", .malformedMethod, 3),
            ("GET /\tx HTTP/1.1", .malformedTarget, 5),
            ("GET /\u{7F} HTTP/1.1", .malformedTarget, 5),
            ("GET a HTTP/1.1", .malformedTarget, 4),
            ("GET * HTTP/1.1", .malformedTarget, 4),
            ("CONNECT / HTTP/1.1", .malformedTarget, 8),
        ] as [(String, WireError.Code, Int)])
    func refusesWhatIsNoRequestLine(line: String, code: WireError.Code, offset: Int) {
        let error = request(Bytes(line + "\r\nHost: a\r\n\r\n")).error
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    /// Who speaks another protocol may never end a line.
    @Test func noLineEndIsWaitedForBehindWhatIsNoMethod() {
        for (bytes, offset) in [("AMQP\u{0}\u{0}\u{9}\u{1}", 4), ("{", 0), ("GET\t", 3), ("a/", 1)] {
            let error = request(Bytes(bytes)).error
            #expect(error?.code == .malformedMethod && error?.offset == offset, "\(bytes)")
        }
        for bytes in ["GET", "GET ", "0032git /a\u{0}", String(repeating: "A", count: 100), "GET\r"] {
            #expect(request(Bytes(bytes)).error == nil, "\(bytes)")
        }
    }

    @Test(arguments: [
        "http/1.1", "HTTP/1", "HTTP/1.", "HTTP/11", "HTTP/1.1.", "HTTP/01.1", "HTTP/1.10", "HTTP/1,1", "HTTPS/1.1",
        "HTTP /1.1", "HTTP/+.1", "HTTP/1.1\u{B}", "ICE/1.0",
    ])
    func refusesWhatIsNoVersion(version: String) {
        let error = request(Bytes("GET / \(version)\r\nHost: a\r\n\r\n")).error
        #expect(error?.code == (version.contains(" ") ? .malformedRequestLine : .malformedVersion))
        #expect(error?.status == 400)
    }

    @Test(arguments: ["HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"])
    func otherVersionsAreNotSpoken(version: String) {
        let error = request(Bytes("GET / \(version)\r\nHost: a\r\n\r\n")).error
        #expect(error?.code == .unsupportedVersion)
        #expect(error?.bytes == Bytes(version))
        #expect(error?.status == 505)
    }

    // RFC 9112 §2.2: CRLF ends a line; readers differ on CR and LF alone.
    @Test(
        arguments: [
            ("GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed, 14),
            ("GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed, 23),
            ("GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed, 25),
            ("\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed, 0),
            ("GET / HTTP/1.1\rHost: a\r\n\r\n", .bareCarriageReturn, 14),
            ("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", .bareCarriageReturn, 14),
            ("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", .bareCarriageReturn, 23),
            ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", .bareCarriageReturn, 23),
            ("GET / HTTP/1.1\r\nHost: a\r\n\rX", .bareCarriageReturn, 25),
            ("\rGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareCarriageReturn, 0),
        ] as [(Bytes, WireError.Code, Int)])
    func carriageReturnAndLineFeedGoTogether(input: Bytes, code: WireError.Code, offset: Int) {
        let error = request(input).error
        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(error?.bytes == (code == .bareLineFeed ? "\n" : "\r"))
    }

    @Test(
        arguments: [
            (": a", .malformedFieldName, 0),
            ("A@: a", .malformedFieldName, 1),
            ("A\u{0}: a", .malformedFieldName, 1),
            ("\u{E9}: a", .malformedFieldName, 0),
            ("A B: a", .malformedFieldName, 1),
            ("A : a", .spaceBeforeColon, 1),
            ("A\t: a", .spaceBeforeColon, 1),
            ("A \t : a", .spaceBeforeColon, 1),
            ("A", .missingColon, 0),
            ("A b c", .missingColon, 0),
            (" A: a", .foldedLine, 0),
            ("\tA: a", .foldedLine, 0),
            ("A: a\r\n b", .foldedLine, 6),
            ("A: a\r\n\t", .foldedLine, 6),
            ("A: \u{0}", .malformedFieldValue, 3),
            ("A: b\u{0}c", .malformedFieldValue, 4),
            ("A: b\u{1B}c", .malformedFieldValue, 4),
            ("A: b\u{7F}c", .malformedFieldValue, 4),
            ("A: 0123456789abcdef\u{8}", .malformedFieldValue, 19),
        ] as [(String, WireError.Code, Int)])
    func refusesWhatIsNoFieldLine(line: String, code: WireError.Code, offset: Int) {
        let before = "GET / HTTP/1.1\r\nHost: a\r\n"
        // Twice: as the first line, where a fold continues nothing, and after another one.
        #expect(request(Bytes("GET / HTTP/1.0\r\n\(line)\r\n\r\n")).code == code)
        let error = request(Bytes("\(before)\(line)\r\n\r\n")).error
        #expect(error?.code == code)
        #expect(error?.offset == before.utf8.count + offset)
    }

    @Test func bytesAboveASCIIInAValueAreAQuirk() {
        let trace = request("GET / HTTP/1.1\r\nHost: a\r\nA: caf\u{E9}!\r\n\r\n")
        #expect(trace.error == nil)
        // "é" is two bytes in UTF-8.
        #expect(trace.requestHeads.first?.quirks == [Quirk(.obsoleteText, offset: 31, length: 2)])
    }

    // RFC 9112 §2.2: at least one empty line before the request line is skipped.
    @Test func emptyLinesBeforeARequestAreSkippedAndSaid() {
        let trace = request("\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(trace.requestHeads.map(\.targetBytes) == ["/", "/2"])
        #expect(trace.requestHeads.first?.raw.first == UInt8(ascii: "G"))
        #expect(
            trace.requestHeads.map(\.quirks) == [
                [Quirk(.emptyLineBeforeRequest, offset: 0, length: 4)],
                [Quirk(.emptyLineBeforeRequest, offset: 0, length: 2)],
            ])
    }

    @Test func emptyLinesAloneAreNoRequest() {
        let trace = decode("\r\n\r\n", WireScenario(.request, closes: true))
        #expect(trace.error == nil)
        #expect(trace.parts.isEmpty)
    }

    // RFC 9112 §3.2
    @Test(
        arguments: [
            ("HTTP/1.1\r\n", .missingHost),
            ("HTTP/1.1\r\nHost: a\r\nhost: a\r\n", .repeatedHost),
            ("HTTP/1.0\r\nHost: a\r\nhost: a\r\n", .repeatedHost),
            ("HTTP/1.1\r\nHost: a b\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: a, b\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: a:x\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: a:+80\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: a:65536\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: a:80:80\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: u@a\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: a/b\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: http://a\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: \\a\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: [::1\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: [::1]a\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: ::1\r\n", .malformedHost),
            ("HTTP/1.1\r\nHost: caf\u{E9}\r\n", .malformedHost),
        ] as [(String, WireError.Code)])
    func hostIsThereOnceAndWellFormed(rest: String, code: WireError.Code) {
        let error = request(Bytes("GET / \(rest)\r\n")).error
        #expect(error?.code == code)
        #expect(error?.status == 400)
    }

    @Test(arguments: ["a", "a:80", "a:", "", "127.0.0.1:8080", "[::1]", "[::1]:80", "a_b.example", "a%20b", "a=1"])
    func hostMayBe(value: String) {
        #expect(request(Bytes("GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n")).error == nil)
    }

    @Test func http10NeedsNoHost() {
        #expect(request("GET / HTTP/1.0\r\n\r\n").requestHeads.first?.version == .http10)
    }

    @Test(arguments: ["G", "GET / HTTP/1.1\r", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r"] as [Bytes])
    func aHeadCutOffIsTruncated(input: Bytes) {
        #expect(request(input).parts.isEmpty)
        let error = decode(input, WireScenario(.request, closes: true)).error
        #expect(error?.code == .truncatedHead)
        #expect(error?.offset == input.count)
    }

    @Test func nothingAtAllIsNoError() {
        let trace = decode("", WireScenario(.request, closes: true))
        #expect(trace.error == nil)
        #expect(trace.isBetweenMessages)
    }

    @Test func targetCharactersOutsideOfRFC3986AreAQuirk() {
        let trace = request("GET /a|b?c=\"%zzd HTTP/1.1\r\nHost: a\r\n\r\n")
        // From the bar at 6 to past the percent sign at 12.
        #expect(trace.requestHeads.first?.quirks == [Quirk(.unencodedTarget, offset: 6, length: 7)])
    }
}
