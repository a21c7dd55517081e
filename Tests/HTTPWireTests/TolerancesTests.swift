import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What servers get wrong and everyone reads is read, told and, with nothing tolerated, refused. Requests are read
/// strictly.
@Suite struct TolerancesTests {
    private static func trace(_ input: Bytes, _ tolerances: Tolerances = .standard) -> WireTrace {
        var scenario = WireScenario(.response, closes: true)
        scenario.tolerances = tolerances
        return decode(input, scenario)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\nContent-Length: 2\n\nab", 15), ("HTTP/1.1 200 OK\r\nContent-Length: 2\n\r\nab", 34),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\nab", 36), ("HTTP/1.1 200 OK\nContent-Length: 2\r\n\r\nab", 15),
            ("HTTP/1.1 200 OK\nA: b\nContent-Length:\n 2\n\nab", 15),
        ] as [(Bytes, Int)])
    func aLineFeedEndsALineOfAResponse(input: Bytes, offset: Int) throws {
        let trace = Self.trace(input)
        #expect(trace.error == nil)
        #expect(trace.content == "ab")
        #expect(trace.framings == [Framing(.length(2), rule: 6)])
        let head = try #require(trace.responseHeads.first)
        #expect(head.quirks.filter { $0.code == .bareLineFeed } == [Quirk(.bareLineFeed, offset: offset, length: 1)])
        #expect(head.reason == "OK")
        #expect(head.raw == input.slice(0..<input.count - 2))
        #expect(Self.trace(input, Tolerances.standard.subtracting(.bareLineFeeds)).error?.code == .bareLineFeed)
        #expect(Self.trace(input, .none).error?.offset == offset)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\rContent-Length: 2\n\nab", .bareCarriageReturn),
            ("HTTP/1.1 200 OK\r\r\n\r\n", .bareCarriageReturn),
            ("\nHTTP/1.1 200 OK\r\n\r\n", .malformedStatusLine), ("HTTP/1.1 200 OK\n A: b\n\n", .foldedLine),
            ("HTTP/1.1 200 OK\nA\n\n", .missingColon),
        ] as [(Bytes, WireError.Code)])
    func whatHasTwoReadingsIsRefusedStill(input: Bytes, code: WireError.Code) {
        #expect(Self.trace(input).code == code)
    }

    @Test(arguments: ["GET / HTTP/1.0\n\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"])
    func requestsAreReadStrictly(input: Bytes) {
        #expect(request(input).error != nil)
    }

    @Test(arguments: ["", "OK"])
    func theSpaceBehindAStatusCodeMayBeMissing(reason: String) {
        let input = Bytes("HTTP/1.1 200\(reason)\r\nContent-Length: 0\r\n\r\n")
        #expect(Self.trace(input).quirks == [.missingReasonSpace])
        let error = Self.trace(input, .none).error
        #expect(error?.code == .malformedStatusLine)
        #expect(error?.offset == 12)
        // The space without a phrase is as the grammar has it.
        #expect(Self.trace("HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", .none).messageCount == 1)
    }

    /// RFC 9110 §2.5
    @Test(arguments: ["HTTP/1.2", "HTTP/1.9"])
    func aLaterMinorVersionIsReadAsHTTP11(version: String) {
        let input = Bytes("\(version) 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        #expect(Self.trace(input).quirks == [.higherMinorVersion])
        #expect(Self.trace(input).framings == [Framing(.chunked, rule: 4)])
        #expect(Self.trace(input, .none).code == .unsupportedVersion)
    }

    @Test(
        arguments: [
            "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 103 Hints\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204 No\r\n\r\n",
            "HTTP/1.1 101 Other\r\nContent-Length: 5\r\n\r\n",
        ] as [Bytes])
    func framingWithoutABodyIsAQuirk(input: Bytes) {
        #expect(Self.trace(input).quirks == [.framingWithoutBody])
        #expect(Self.trace(input).error == nil)
        #expect(Self.trace(input, .none).code == .framingWithoutBody)
    }

    /// RFC 9110 §8.6 lets these speak of what another request would have got.
    @Test(
        arguments: ["HTTP/1.1 304 Not\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 204 No\r\nContent-Type: a\r\n\r\n"]
            as [Bytes])
    func whereNothingIsWrongNothingIsTold(input: Bytes) {
        #expect(Self.trace(input, .none).quirks.isEmpty)
        #expect(Self.trace(input, .none).error == nil)
    }

    @Test func aForbiddenTrailerIsAQuirk() {
        let input: Bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\nContent-Length: 9\r\n\r\n"
        #expect(Self.trace(input).error == nil)
        let error = Self.trace(input, .none).error
        #expect(error?.code == .forbiddenTrailer)
        #expect(error?.offset == 9)
    }

    /// What follows a response that cannot have a body and speaks of one may be that body.
    @Test(arguments: [("5", false), ("0", true), ("0, 0", true)])
    func aConnectionIsNotTrustedAfterABodyThatCannotBe(length: String, persists: Bool) throws {
        let trace = Self.trace(Bytes("HTTP/1.1 204 No\r\nContent-Length: \(length)\r\n\r\n"))
        let head = try #require(trace.responseHeads.first)
        #expect(ConnectionReuse(head, try #require(trace.framings.first)).isPersistent == persists)
    }
}
