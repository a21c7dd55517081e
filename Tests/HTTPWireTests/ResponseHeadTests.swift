import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

@Suite struct ResponseHeadTests {
    @Test func aResponseIsItsLineItsFieldsAndItsExactBytes() throws {
        let input: Bytes = "HTTP/1.0 404 Not  Found\r\nServer: x\r\nContent-Length: 0\r\n\r\n"
        let trace = response(input)
        let head = try #require(trace.responseHeads.first)
        #expect(head.status == 404)
        #expect(head.version == .http10)
        #expect(head.reason == "Not  Found")
        #expect(head.raw == input)
        #expect(head.fields.pairs == [["Server", "x"], ["Content-Length", "0"]])
        #expect(trace.framings == [Framing(.length(0), rule: 6)])
        #expect(trace.error == nil)
    }

    // RFC 9112 §4: status-line = HTTP-version SP status-code SP [ reason-phrase ]
    @Test(
        arguments: [
            ("HTTP/1.1 200", "", [.missingReasonSpace]),
            ("HTTP/1.1 200 ", "", []),
            ("HTTP/1.1 200OK", "OK", [.missingReasonSpace]),
            ("HTTP/1.1 200\tOK", "\tOK", [.missingReasonSpace]),
            ("HTTP/1.1 200  OK", " OK", []),
            ("HTTP/1.1 999 \t", "\t", []),
            ("HTTP/1.1 200 \u{E9}", "\u{E9}", [.obsoleteText]),
        ] as [(String, Bytes, [Quirk.Code])])
    func theReasonMayBeMissing(line: String, reason: Bytes, quirks: [Quirk.Code]) {
        let trace = response(Bytes(line + "\r\nContent-Length: 0\r\n\r\n"))
        #expect(trace.responseHeads.first?.reason == reason)
        #expect(trace.quirks == quirks)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 20 OK", .malformedStatus), ("HTTP/1.1 2000 OK", .malformedStatus),
            ("HTTP/1.1 099 OK", .malformedStatus), ("HTTP/1.1 +20 OK", .malformedStatus),
            ("HTTP/1.1 2001", .malformedStatus),
            ("HTTP/1.1 200\u{1}OK", .malformedStatusLine), ("HTTP/1.1 ", .malformedStatus),
            ("HTTP/1.1", .malformedStatusLine), ("HTTP/1.1 200 O\u{0}K", .malformedStatusLine),
            ("", .malformedStatusLine), ("HTTP/1.1\t200 OK", .malformedVersion), ("HTTP/1", .malformedVersion),
            ("<html>", .malformedVersion), ("HTTP/11.1 200 OK", .malformedVersion),
            ("HTTP/3.0 200 OK", .unsupportedVersion), ("HTTP/0.9 200 OK", .unsupportedVersion),
        ] as [(String, WireError.Code)])
    func refusesWhatIsNoStatusLine(line: String, code: WireError.Code) {
        #expect(response(Bytes(line + "\r\n\r\n")).code == code)
    }

    // RFC 9112 §5.2: a proxy replaces each fold of a response by spaces; the record keeps it.
    @Test func foldedLinesAreOneLineAndAQuirk() throws {
        let trace = response("HTTP/1.1 204 \r\nA: b \r\n  c\r\n\t\r\nB:\r\n d\r\nC: e\r\n\r\n")
        let head = try #require(trace.responseHeads.first)
        #expect(head.fields.pairs == [["A", "b \r\n  c"], ["B", "d"], ["C", "e"]])
        #expect(head.fields.lines[0].line == 15..<30)
        #expect(
            head.quirks == [
                Quirk(.foldedLine, offset: 22, length: 3), Quirk(.foldedLine, offset: 27, length: 1),
                Quirk(.foldedLine, offset: 34, length: 2),
            ])
    }

    // RFC 9112 §5.1: a proxy removes the white space from a response.
    @Test func whiteSpaceBeforeTheColonIsAQuirk() throws {
        let trace = response("HTTP/1.1 204 \r\nServer \t: x\r\n\r\n")
        let head = try #require(trace.responseHeads.first)
        #expect(head.fields.pairs == [["Server", "x"]])
        #expect(head.fields.lines[0].known == .server)
        #expect(head.quirks == [Quirk(.spaceBeforeColon, offset: 21, length: 2)])
    }

    @Test func aFramingFieldIsRecognisedBehindWhiteSpaceToo() {
        let trace = response("HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nab")
        #expect(trace.framings == [Framing(.length(2), rule: 6)])
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\n A: b\r\n\r\n", .foldedLine),
            ("HTTP/1.1 200 OK\r\nA\r\n\r\n", .missingColon),
            ("HTTP/1.1 200 OK\r\nA: b\r\n c\u{0}\r\n\r\n", .malformedFieldValue),
            ("HTTP/1.1 200 OK\r\n\rA: b\r\n\r\n", .bareCarriageReturn),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 2\r\n\r\nab", .malformedContentLength),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chun\r\n ked\r\n\r\n", .unknownTransferCoding),
            ("\r\nHTTP/1.1 200 OK\r\n\r\n", .malformedStatusLine),
        ] as [(Bytes, WireError.Code)])
    func whatCanBeReadTwoWaysIsRefused(input: Bytes, code: WireError.Code) {
        #expect(response(input).code == code)
    }

    // RFC 9110 §15.2: any number of interim responses, then the final one.
    @Test func interimResponsesComeBeforeTheFinalOne() {
        let trace = response(
            Bytes(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"))
        #expect(trace.responseHeads.map(\.status) == [100, 103, 200])
        #expect(trace.framings == [Framing(.length(1), rule: 6)])
        #expect(trace.messageCount == 1)
        #expect(trace.wireSizes == [1])
    }

    @Test func anInterimResponseAloneIsCutOff() {
        #expect(response("HTTP/1.1 100 Continue\r\n\r\n").code == .truncatedHead)
    }

    @Test func switchingProtocolsIsTheLastThingSaid() {
        let trace = response("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\nanything")
        #expect(trace.framings == [Framing(.tunnel, rule: 1)])
        #expect(trace.unread == 8)
        #expect(trace.error == nil)
        #expect(trace.parts.count == 1)
    }

    @Test func responsesFollowEachOther() {
        let trace = decode(
            Bytes(
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
                    + "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 \r\n\r\n"),
            WireScenario(.response, methods: [.head, .get, .post]))
        #expect(trace.responseHeads.map(\.status) == [200, 304, 204])
        #expect(trace.messageCount == 3)
        #expect(trace.framings == Array(repeating: Framing(.none, rule: 1), count: 3))
        #expect(trace.isBetweenMessages)
    }
}
