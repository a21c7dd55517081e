import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What servers get wrong and curl and browsers read in one way: read, told with its place, refused when nothing is
/// tolerated, and never read in a request.
@Suite struct OddResponsesTests {
    private static func trace(_ input: Bytes, _ tolerances: Tolerances = .standard) -> WireTrace {
        var scenario = WireScenario(.response, closes: true)
        scenario.tolerances = tolerances
        return decode(input, scenario)
    }

    private static func answer(_ fields: String, _ body: String = "") -> Bytes {
        Bytes("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(body)")
    }

    // MARK: - Status lines

    @Test(
        arguments: [
            ("HTTP/1.1  200 OK", .http11, "OK", [Quirk(.repeatedStatusSpace, offset: 9, length: 1)]),
            (
                "HTTP/1.1     200", .http11, "",
                [Quirk(.repeatedStatusSpace, offset: 9, length: 4), Quirk(.missingReasonSpace, offset: 16, length: 0)]
            ),
            ("http/1.1 200 OK", .http11, "OK", [Quirk(.oddVersion, offset: 0, length: 8)]),
            ("hTTp/1.0 200 OK", .http10, "OK", [Quirk(.oddVersion, offset: 0, length: 8)]),
            ("HTTP/2.0 200 OK", .http11, "OK", [Quirk(.oddVersion, offset: 0, length: 8)]),
            (
                "http/2.0 200OK", .http11, "OK",
                [
                    Quirk(.oddVersion, offset: 0, length: 8), Quirk(.missingReasonSpace, offset: 12, length: 0),
                ]
            ),
            ("HTTP/2 200 OK", .http10, "OK", [Quirk(.oddVersion, offset: 0, length: 6)]),
            ("HTTP/1.1 200 O\u{1}K\u{7F}", .http11, "O\u{1}K\u{7F}", [Quirk(.controlInValue, offset: 14, length: 3)]),
        ] as [(String, HTTPVersion, Bytes, [Quirk])])
    func aStatusLineIsReadAsItIsMeant(line: String, version: HTTPVersion, reason: Bytes, quirks: [Quirk]) throws {
        let input = Bytes(line + "\r\nContent-Length: 2\r\n\r\nab")
        let trace = Self.trace(input)
        let head = try #require(trace.responseHeads.first)
        #expect(trace.error == nil)
        #expect(trace.content == "ab")
        #expect(head.status == 200)
        #expect(head.version == version)
        #expect(head.reason == reason)
        #expect(head.quirks == quirks)
        #expect(Self.trace(input, .none).error != nil)
    }

    @Test(arguments: [
        " HTTP/1.1 200 OK", "HTTP/1.1\t200 OK", "HTTP/1.1 \t200 OK", "HTTP/1.1200 OK", "HTTP/1 200 OK", "HTTP/3 200 OK",
        "HTTP/3.0 200 OK", "HTTP/2.1 200 OK", "HTTP/0.9 200 OK", "HTTP/1.1  2000", "HTTP/1.1  20", "HTTP/2", "HTTP/2.0",
        "ICY 200 OK", "HTTP 200 OK", "HTTP/1,1 200 OK", "HTTPS/1.1 200 OK", "HTTP/1.1 200 O\u{0}K",
        "HTTP/1.1 200\u{1}OK", "HTTP/1.1 200 O\rK",
    ])
    func whatReadersReadDifferentlyIsNoStatusLine(line: String) {
        #expect(Self.trace(Bytes(line + "\r\nContent-Length: 2\r\n\r\nab")).error != nil)
    }

    /// RFC 9112 §6.1: who finds no minor version reads HTTP/1.0, which has no chunks.
    @Test func chunksAreNotReadWhereTheVersionSaysNothingOfThem() {
        #expect(
            Self.trace("HTTP/2 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").code == .transferEncodingInHTTP10
        )
        let later = Self.trace("HTTP/2.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")
        #expect(later.content == "a")
    }

    // MARK: - Fields

    @Test(
        arguments: [
            ("X=Y: b", "X=Y", "b", Quirk(.oddFieldName, offset: 17, length: 3)),
            ("A;B: b", "A;B", "b", Quirk(.oddFieldName, offset: 17, length: 3)),
            ("A B: b", "A B", "b", Quirk(.oddFieldName, offset: 17, length: 3)),
            ("A B \t: b", "A B", "b", Quirk(.oddFieldName, offset: 17, length: 3)),
            (": b", "", "b", Quirk(.oddFieldName, offset: 17, length: 1)),
            ("A\u{1}B: b", "A\u{1}B", "b", Quirk(.oddFieldName, offset: 17, length: 3)),
            ("A\rB: b", "A\rB", "b", Quirk(.oddFieldName, offset: 17, length: 3)),
            ("A: b\u{1}c", "A", "b\u{1}c", Quirk(.controlInValue, offset: 21, length: 1)),
            ("A: b\rc\u{7F}", "A", "b\rc\u{7F}", Quirk(.controlInValue, offset: 21, length: 3)),
            ("A: b\r", "A", "b\r", Quirk(.controlInValue, offset: 21, length: 1)),
            ("A: \u{B}b", "A", "\u{B}b", Quirk(.controlInValue, offset: 20, length: 1)),
        ] as [(String, Bytes, Bytes, Quirk)])
    func anOddFieldIsReadOver(line: String, name: Bytes, value: Bytes, quirk: Quirk) throws {
        let input = Self.answer("\(line)\r\nContent-Length: 2", "ab")
        let trace = Self.trace(input)
        #expect(trace.error == nil)
        #expect(trace.content == "ab")
        let head = try #require(trace.responseHeads.first)
        #expect(head.quirks == [quirk])
        #expect(head.fields.pairs == [[name, value], ["Content-Length", "2"]])
        #expect(head.fields.lines[0].known == .other)
        #expect(Self.trace(input, .none).error != nil)
    }

    @Test(arguments: [
        "A", "A\u{0}B: b", "A: b\u{0}", "A: \u{1}\u{0}", "\r\rA: b", "A: b\r\n\rB: c", " A: b", "A: b\r\n\r\r\n",
    ])
    func whatHasNoOneReadingIsNoField(line: String) {
        #expect(Self.trace(Self.answer("\(line)\r\nContent-Length: 2", "ab")).error != nil)
    }

    /// What only looks like a framing field is none for anybody.
    @Test(arguments: [
        "Content-Length=: 1", "Content Length: 1", "Transfer-Encoding;: chunked", "Transfer Encoding: chunked",
        "Content-Length\r: 1", "X\rTransfer-Encoding: chunked", "A: b\rTransfer-Encoding: chunked",
    ])
    func anOddNameFramesNothing(line: String) {
        let trace = Self.trace(Self.answer("\(line)\r\nContent-Length: 2", "ab"))
        #expect(trace.framings == [Framing(.length(2), rule: 6)])
    }

    // MARK: - Framing

    private static let chunks = "1\r\na\r\n0\r\n\r\n"

    @Test(
        arguments: [
            ("Content-Length: 5\r\nTransfer-Encoding: chunked", [.lengthBesideChunked], Framing(.chunked, rule: 3)),
            ("Transfer-Encoding: chunked\r\nContent-Length: 0", [.lengthBesideChunked], Framing(.chunked, rule: 3)),
            (
                "Transfer-Encoding: chunked\r\nContent-Length: 5, 5", [.repeatedContentLength, .lengthBesideChunked],
                Framing(.chunked, rule: 3)
            ),
            (
                "Transfer-Encoding: gzip, chunked\r\nContent-Length: 5", [.lengthBesideChunked],
                Framing(.chunked, rule: 3)
            ),
            (
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", [.repeatedChunked],
                Framing(.chunked, rule: 4)
            ),
            (
                "Transfer-Encoding: chunked\r\nX: y\r\nTransfer-Encoding: Chunked\r\ntransfer-encoding: chunked",
                [.repeatedChunked], Framing(.chunked, rule: 4)
            ),
            ("Transfer-Encoding: identity, chunked", [.identityCoding], Framing(.chunked, rule: 4)),
            (
                "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\nContent-Length: +3",
                [.identityCoding, .lengthBesideChunked, .signedContentLength], Framing(.chunked, rule: 3)
            ),
        ] as [(String, [Quirk.Code], Framing)])
    func theChunksSayWhereItEnds(fields: String, quirks: [Quirk.Code], framing: Framing) {
        let trace = Self.trace(Self.answer(fields, Self.chunks))
        #expect(trace.error == nil)
        #expect(trace.framings == [framing])
        #expect(trace.content == "a")
        #expect(trace.quirks == quirks)
        #expect(trace.messageCount == 1)
        #expect(Self.trace(Self.answer(fields, Self.chunks), .none).error != nil)
    }

    @Test(
        arguments: [
            ("Transfer-Encoding: identity\r\nContent-Length: 2", [.identityCoding], Framing(.length(2), rule: 6)),
            ("Content-Length: 2\r\nTransfer-Encoding: IDENTITY", [.identityCoding], Framing(.length(2), rule: 6)),
            ("Transfer-Encoding: identity", [.identityCoding], Framing(.close, rule: 8)),
            ("Content-Length: +2", [.signedContentLength], Framing(.length(2), rule: 6)),
            ("Content-Length: +02", [.signedContentLength], Framing(.length(2), rule: 6)),
            (
                "Content-Length: +2\r\nContent-Length: +2", [.repeatedContentLength, .signedContentLength],
                Framing(.length(2), rule: 6)
            ),
        ] as [(String, [Quirk.Code], Framing)])
    func theLengthSaysWhereItEnds(fields: String, quirks: [Quirk.Code], framing: Framing) {
        for start in ["HTTP/1.1 200 OK", "HTTP/1.0 200 OK"] {
            let input = Bytes("\(start)\r\n\(fields)\r\n\r\nab")
            let trace = Self.trace(input)
            #expect(trace.error == nil)
            #expect(trace.framings == [framing])
            #expect(trace.content == "ab")
            #expect(trace.quirks == quirks)
            #expect(Self.trace(input, .none).error != nil)
        }
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: gzip", "Content-Length: 5\r\nTransfer-Encoding: chunked, gzip",
        "Content-Length: 5, 6\r\nTransfer-Encoding: chunked", "Content-Length: x\r\nTransfer-Encoding: chunked",
        "Content-Length: 5\r\nTransfer-Encoding: xchunked", "Content-Length: 5\r\nTransfer-Encoding:",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding: identity;a",
        "Content-Length: ++5", "Content-Length: + 5", "Content-Length: +", "Content-Length: -5", "Content-Length: 5+",
        "Content-Length: +5, 5", "Content-Length: 5\r\nContent-Length: +5", "Content-Length: +5, +6",
        "Content-Length: +9223372036854775808", "Content-Length: 5\u{1}", "Transfer-Encoding: chunked\u{1}",
    ])
    func whereReadersDifferItIsRefused(fields: String) {
        #expect(Self.trace(Self.answer(fields, Self.chunks)).error != nil)
        #expect(Self.trace(Bytes("HTTP/1.1 304 Not\r\n\(fields)\r\n\r\n")).error != nil)
    }

    /// A reader that forgets that there is no body goes by the fields, so they are told of and removed.
    @Test func responsesWithoutBodyHaveTheSameQuirks() {
        let fields = "Content-Length: 5\r\nTransfer-Encoding: chunked"
        let head = response(Self.answer(fields), to: .head)
        #expect(head.framings == [Framing(.none, rule: 1)])
        #expect(head.quirks == [.lengthBesideChunked])
        #expect(Self.trace(Bytes("HTTP/1.1 304 Not\r\n\(fields)\r\n\r\n")).quirks == [.lengthBesideChunked])
        let nothing = Self.trace(Bytes("HTTP/1.1 204 No\r\n\(fields)\r\n\r\n"))
        #expect(nothing.quirks == [.framingWithoutBody, .framingWithoutBody])
        #expect(Self.trace("HTTP/1.1 204 No\r\nTransfer-Encoding: identity\r\n\r\n").quirks == [.framingWithoutBody])
    }

    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity\r\nContent-Length: 2", "Content-Length: +2",
    ])
    func aConnectionIsNotUsedAgainWhereFramingIsDoubtful(fields: String) throws {
        let trace = Self.trace(Self.answer(fields, Self.chunks))
        let head = try #require(trace.responseHeads.first)
        #expect(!ConnectionReuse(head, try #require(trace.framings.first)).isPersistent)
    }

    /// RFC 9112 §2.5: whatever a server may get wrong, of a client it would be a way to smuggle.
    @Test(arguments: [
        "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: identity\r\nContent-Length: 0", "Transfer-Encoding: identity, chunked",
        "Content-Length: +0",
        "A B: c", ": c", "A=B: c", "A: b\u{1}", "A: b\rc", "A : b",
    ])
    func requestsAreReadStrictly(fields: String) {
        #expect(request(Bytes("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n0\r\n\r\n")).error != nil)
    }
}
