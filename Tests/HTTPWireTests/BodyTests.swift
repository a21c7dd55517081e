import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

@Suite struct BodyTests {
    private static let chunkedHead = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func chunked(_ body: String) -> WireTrace {
        request(Bytes(chunkedHead + body))
    }

    @Test func aLengthIsCountedAndTheNextRequestFollows() {
        let trace = request(
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(trace.content == "hello")
        #expect(trace.messageCount == 2)
        #expect(trace.wireSizes == [5, 0])
    }

    @Test func aBodyCutOffIsTruncated() {
        let trace = decode(
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel", WireScenario(.request, closes: true))
        #expect(trace.content == "hel")
        #expect(trace.error == WireError(.truncatedBody, offset: 3, length: 0))
    }

    @Test func untilTheCloseIsAllThereIs() {
        let trace = response("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
        #expect(trace.content == "HTTP/1.1 200 OK\r\n\r\n")
        #expect(trace.parts.last == .end)
        #expect(trace.error == nil)
        #expect(trace.wireSizes == [19])
    }

    @Test func chunksKeepTheirBoundaries() throws {
        let trace = Self.chunked("5;a=b\r\nhello\r\n06 ; c\r\n world\r\n0\r\n\r\n")
        #expect(
            trace.chunks == [
                Chunk(offset: 0, size: 5, extension: ";a=b"), try #require(Chunk(offset: 14, line: "06 ; c")),
                Chunk(offset: 30, size: 0),
            ])
        #expect(trace.content == "hello world")
        #expect(trace.trailers.map(\.raw) == ["\r\n"])
        #expect(trace.messageCount == 1)
        #expect(trace.wireSizes == [35])
        #expect(
            trace.parts.dropFirst() == [
                .chunkStarted(trace.chunks[0]), .content, .chunkEnded, .chunkStarted(trace.chunks[1]), .content,
                .chunkEnded, .chunkStarted(trace.chunks[2]), .trailers(Trailers(trace.trailers[0])), .end,
            ])
    }

    @Test func trailersAreFieldsOfTheirOwn() {
        let trace = Self.chunked("0\r\nA: b\r\nExpires:  c \r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(trace.trailers.map(\.pairs) == [[["A", "b"], ["Expires", "c"]]])
        #expect(trace.trailers.first?.lines.map(\.known) == [.other, .expires])
        #expect(trace.trailers.first?.raw == "A: b\r\nExpires:  c \r\n\r\n")
        #expect(trace.messageCount == 2)
    }

    @Test(
        arguments: [
            ("a", 10), ("A", 10), ("000a", 10), ("000000000000000a", 10), ("7FFFFFFFFFFFFFFF", UInt64(Int64.max)),
        ] as [(String, UInt64)])
    func sizesAreHexadecimal(text: String, size: UInt64) {
        #expect(Self.chunked("\(text)\r\n").chunks.map(\.size) == [size])
    }

    // RFC 9112 §7.1: what some readers take for a size.
    @Test(
        arguments: [
            ("+5\r\n", .malformedChunkSize, 0), ("-5\r\n", .malformedChunkSize, 0), (" 5\r\n", .malformedChunkSize, 0),
            ("\t5\r\n", .malformedChunkSize, 0), ("0x5\r\n", .malformedChunkSize, 1),
            ("5g\r\n", .malformedChunkSize, 1),
            ("g\r\n", .malformedChunkSize, 0), ("\r\n5\r\n", .malformedChunkSize, 0),
            (";a\r\n", .malformedChunkSize, 0),
            ("5,5\r\n", .malformedChunkSize, 1), ("5\u{0}\r\n", .malformedChunkSize, 1),
            ("\u{FF15}\r\n", .malformedChunkSize, 0),
            ("5 \r\n", .malformedChunkExtension, 1), ("5 5\r\n", .malformedChunkExtension, 1),
            ("5\t\r\n", .malformedChunkExtension, 1), ("5;\r\n", .malformedChunkExtension, 2),
            ("5; \r\n", .malformedChunkExtension, 3), ("5;a;\r\n", .malformedChunkExtension, 4),
            ("5;a=\r\n", .malformedChunkExtension, 4), ("5;=b\r\n", .malformedChunkExtension, 2),
            ("5;a b\r\n", .malformedChunkExtension, 3), ("5;a=b c\r\n", .malformedChunkExtension, 5),
            ("5;a=\"b\r\n", .malformedChunkExtension, 4), ("5;a=\"b\\\"\r\n", .malformedChunkExtension, 4),
            ("5;a=\"b\\\r\n", .malformedChunkExtension, 6), ("5;a=\"\u{1}\"\r\n", .malformedChunkExtension, 5),
            ("5;a=\"b\"c\r\n", .malformedChunkExtension, 7), ("5;a\u{0}\r\n", .malformedChunkExtension, 3),
            ("5;a=b \r\n", .malformedChunkExtension, 5),
            ("5\nhello", .bareLineFeed, 1), ("5\rX\nhello", .bareCarriageReturn, 1), ("5;a\nb\r\n", .bareLineFeed, 3),
            ("5\r\r\n", .bareCarriageReturn, 1),
            ("8000000000000000\r\n", .chunkTooLarge, 0), ("ffffffffffffffff\r\n", .chunkTooLarge, 0),
            ("00000000000000005\r\n", .chunkTooLarge, 0), ("fffffffffffffffff\r\n", .chunkTooLarge, 0),
            ("10000000000000000\r\n", .chunkTooLarge, 0),
            ("5\r\nhelloworld", .missingChunkEnd, 8), ("5\r\nhello\n0\r\n", .missingChunkEnd, 8),
            ("5\r\nhello\r0\r\n", .missingChunkEnd, 9), ("5\r\nhello\r\r\n", .missingChunkEnd, 9),
        ] as [(String, WireError.Code, Int)])
    func badChunksAreRefusedWhereTheyGoWrong(body: String, code: WireError.Code, offset: Int) {
        let error = Self.chunked(body).error
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [";a", ";a=b", ";a=\"b\"", ";a=\"b;\\\"c\"", ";a;b=c;d=\"\"", " ;a", ";\ta", " ; a = b ; c"])
    func extensionsFollowTheGrammar(text: String) {
        let trace = Self.chunked("1\(text)\r\nx\r\n0\(text)\r\n\r\n")
        #expect(trace.error == nil)
        #expect(trace.chunks.map(\.extension) == [Bytes(text), Bytes(text)])
        #expect(trace.messageCount == 1)
    }

    @Test(
        arguments: [
            ("A : b\r\n\r\n", .spaceBeforeColon, 4), (" A: b\r\n\r\n", .foldedLine, 3),
            ("A: b\r\n c\r\n\r\n", .foldedLine, 9),
            ("A\r\n\r\n", .missingColon, 3), ("A: b\u{0}\r\n\r\n", .malformedFieldValue, 7),
            ("A: b\n\r\n", .bareLineFeed, 7),
            ("\n", .bareLineFeed, 3), ("\rX", .bareCarriageReturn, 3),
        ] as [(String, WireError.Code, Int)])
    func badTrailersOfARequestAreRefused(trailers: String, code: WireError.Code, offset: Int) {
        let error = Self.chunked("0\r\n\(trailers)").error
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test(
        arguments: [
            (" A: b\r\n\r\n", .foldedLine, 3), ("A\r\n\r\n", .missingColon, 3),
            ("A: b\u{0}\r\n\r\n", .malformedFieldValue, 7), ("\rX", .bareCarriageReturn, 3),
        ] as [(String, WireError.Code, Int)])
    func badTrailersOfAResponseAreRefused(trailers: String, code: WireError.Code, offset: Int) {
        let reply = response(Bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\(trailers)")).error
        #expect(reply?.code == code)
        #expect(reply?.offset == offset)
    }

    @Test(arguments: [
        "", "5", "5\r\n", "5\r\nhel", "5\r\nhello", "5\r\nhello\r", "5\r\nhello\r\n", "0\r\n", "0\r\nA: b\r\n",
    ])
    func aChunkedBodyCutOffIsTruncatedEverywhere(body: String) {
        let trace = decode(Bytes(Self.chunkedHead + body), WireScenario(.request, closes: true))
        #expect(trace.error == WireError(.truncatedBody, offset: body.utf8.count, length: 0))
        #expect(trace.messageCount == 0)
    }

    @Test func afterAnErrorThereIsOnlyTheError() {
        var decoder = HTTP1Decoder(role: .request)
        let bad = Array("G@T".utf8) + [10]
        let good = Array("GET / HTTP/1.0\r\n\r\n".utf8)
        #expect(throws: WireError.self) { try decoder.decode(bad.span) }
        #expect(throws: WireError.self) { try decoder.decode(good.span) }
        decoder.startNextMessage()
        #expect(throws: WireError.self) { try decoder.endOfInput(unread: 0) }
    }

    @Test func afterTheEndNothingIsReadUntilTheNextMessageIsWanted() throws {
        var decoder = HTTP1Decoder(role: .request)
        let input = Array("GET / HTTP/1.0\r\n\r\n".utf8)
        #expect(try decoder.decode(input.span)?.consumed == input.count)
        #expect(!decoder.isBetweenMessages)
        let nothing: [UInt8] = []
        #expect(try decoder.decode(nothing.span) == Decoded(.end, consumed: 0))
        #expect(try decoder.decode(input.span) == nil)
        #expect(try decoder.endOfInput(unread: 0) == nil)
        decoder.startNextMessage()
        #expect(decoder.isBetweenMessages)
        #expect(try decoder.decode(input.span)?.consumed == input.count)
    }

    /// Leading zeros, letter case and white space: a size line is kept to the byte.
    @Test(arguments: ["5", "05", "0000000000000005", "a", "A", "aB", "00Ff", "1 ;x", "1;x=\"y\"", "7FFFFFFFFFFFFFFF"])
    func sizeLinesAreKeptExactly(line: String) {
        #expect(Self.chunked("\(line)\r\n").chunks.map(\.line) == [Bytes(line)])
        #expect(Chunk(offset: 0, line: Bytes(line))?.line == Bytes(line))
    }

    @Test(arguments: ["", " 5", "x", "00000000000000005", ";a"] as [Bytes])
    func whatHasNoSizeIsNoChunk(line: Bytes) {
        #expect(Chunk(offset: 0, line: line) == nil)
    }

    @Test(arguments: [(0, "0"), (9, "9"), (10, "a"), (255, "ff"), (.max, "ffffffffffffffff")] as [(UInt64, Bytes)])
    func aMadeChunkIsWrittenInTheShortestWay(size: UInt64, line: Bytes) {
        #expect(Chunk(offset: 0, size: size).line == line)
        #expect(Chunk(offset: 0, size: size) == Chunk(offset: 0, line: line))
        #expect(Chunk(offset: 0, size: size) != Chunk(offset: 0, line: line == "0" ? "00" : "x"))
    }

    /// Quirks of trailers are told like any other, counted from the message's first byte.
    @Test func trailersHaveQuirks() throws {
        let trace = Self.chunked("0\r\nA: \u{E9}\r\nHost: b\r\n\r\n")
        let trailers = try #require(
            trace.parts.compactMap { if case .trailers(let trailers) = $0 { trailers } else { nil } }.first)
        let start = Self.chunkedHead.utf8.count + 3
        #expect(
            trailers.quirks == [
                Quirk(.obsoleteText, offset: start + 3, length: 2),
                Quirk(.forbiddenTrailer, offset: start + 7, length: 4),
            ])
        #expect(trailers.omittedQuirks == 0)
    }
}
