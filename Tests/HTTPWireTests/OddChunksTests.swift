import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Chunks of a response that are not as the grammar has them, and what goes on in their place.
@Suite struct OddChunksTests {
    private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func chunked(_ body: String, _ tolerances: Tolerances = .standard) -> WireTrace {
        var scenario = WireScenario(.response)
        scenario.tolerances = tolerances
        return decode(Bytes(head + body), scenario)
    }

    /// The body as it goes on, and what was told, with the input cut into pieces of this size.
    private static func forwarded(_ body: String, pieces: Int) -> (text: String, quirks: [Quirk], error: WireError?) {
        var decoder = HTTP1Decoder(role: .response)
        var (unread, sent, quirks): ([UInt8], [UInt8], [Quirk]) = ([], [], [])
        var rest = Array((head + body).utf8)[...]
        do throws(WireError) {
            while !rest.isEmpty {
                unread += rest.prefix(pieces)
                rest = rest.dropFirst(pieces)
                while let decoded = try decoder.decode(unread.span) {
                    switch decoded.part {
                    case .responseHead, .end: break
                    case .trailers(let trailers): quirks += trailers.quirks
                    default: sent += decoded.repair?.bytes.array ?? Array(unread.prefix(decoded.consumed))
                    }
                    quirks += decoded.repair?.quirks ?? []
                    unread.removeFirst(decoded.consumed)
                }
            }
        } catch {
            return (Bytes(sent).text, quirks, error)
        }
        return (Bytes(sent).text, quirks, nil)
    }

    @Test(
        arguments: [
            ("5   \r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.paddedChunkSize, offset: 47, length: 4)]),
            ("5\t \t\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.paddedChunkSize, offset: 47, length: 4)]),
            ("  5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.paddedChunkSize, offset: 47, length: 3)]),
            (
                " 00A \r\n0123456789\r\n0   \r\n\r\n", "a\r\n0123456789\r\n0\r\n",
                [Quirk(.paddedChunkSize, offset: 47, length: 5)]
            ),
            ("5\r\nhello\r\n0   \r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.paddedChunkSize, offset: 57, length: 4)]),
            ("5\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.bareLineFeed, offset: 48, length: 1)]),
            ("5\r\nhello\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.bareLineFeed, offset: 55, length: 1)]),
            (
                "5\nhello\n0\n\n", "5\r\nhello\r\n0\r\n",
                [
                    Quirk(.bareLineFeed, offset: 48, length: 1), Quirk(.bareLineFeed, offset: 57, length: 1),
                ]
            ),
            ("5;\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.oddChunkExtension, offset: 48, length: 1)]),
            (
                "5; \r\nhello\r\n0;\r\n\r\n", "5\r\nhello\r\n0\r\n",
                [
                    Quirk(.paddedChunkSize, offset: 47, length: 3), Quirk(.oddChunkExtension, offset: 48, length: 2),
                ]
            ),
            ("5 ;\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.oddChunkExtension, offset: 48, length: 2)]),
            ("5;;a\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n", [Quirk(.oddChunkExtension, offset: 48, length: 3)]),
            (
                "5;a=\"b\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n",
                [Quirk(.oddChunkExtension, offset: 48, length: 5)]
            ),
            (
                "5;a=b  \r\nhello\r\n0\r\n\r\n", "5;a=b\r\nhello\r\n0\r\n",
                [
                    Quirk(.paddedChunkSize, offset: 47, length: 7)
                ]
            ),
            // As it should be: leading zeros, capitals and extensions go on to the byte.
            ("05;a=b\r\nhello\r\n000\r\n\r\n", "05;a=b\r\nhello\r\n000\r\n", []),
            ("A ; a\r\n0123456789\r\n0\r\n\r\n", "A ; a\r\n0123456789\r\n0\r\n", []),
        ] as [(String, String, [Quirk])])
    func aChunkGoesOnAsItShouldHaveCome(body: String, expected: String, quirks: [Quirk]) {
        for size in [1, 2, 3, 7, 1000] {
            let found = Self.forwarded(body, pieces: size)
            #expect(found.error == nil)
            #expect(found.text == expected)
            #expect(found.quirks == quirks)
        }
        let trace = Self.chunked(body)
        #expect(trace.error == nil)
        #expect(trace.messageCount == 1)
        // What goes on is as strict as anybody could want it.
        let again = Self.chunked(expected + "\r\n", .none)
        #expect(again.error == nil)
        #expect(again.content == trace.content)
        #expect((Self.chunked(body, .none).error != nil) == !quirks.isEmpty)
    }

    @Test(
        arguments: [
            ("\r\n", .malformedChunkSize, 0), ("   \r\n", .malformedChunkSize, 3), ("  g\r\n", .malformedChunkSize, 2),
            ("5 5\r\n", .malformedChunkExtension, 1), ("5 a\r\n", .malformedChunkExtension, 1),
            ("+5\r\n", .malformedChunkSize, 0), (" -5\r\n", .malformedChunkSize, 1),
            ("0x5\r\n", .malformedChunkSize, 1),
            ("5,\r\n", .malformedChunkSize, 1), (";a\r\n", .malformedChunkSize, 0),
            ("5\u{B}\r\n", .malformedChunkSize, 1),
            ("5\u{0}\r\n", .malformedChunkSize, 1), ("5;\u{0}\r\n", .malformedChunkExtension, 2),
            ("5;a\u{1}\r\n", .malformedChunkExtension, 3), ("5;\rx\r\n", .bareCarriageReturn, 2),
            ("5\r\r\n", .bareCarriageReturn, 1), ("5 \rx", .bareCarriageReturn, 2),
            (" 00000000000000005\r\n", .chunkTooLarge, 1), (" 8000000000000000\r\n", .chunkTooLarge, 1),
            ("5\r\nhello5\r\n", .missingChunkEnd, 8), ("5\r\nhello\rX", .missingChunkEnd, 9),
            ("5\r\nhello \r\n", .missingChunkEnd, 8), ("5\r\nhello\n\n0\r\n\r\n", .malformedChunkSize, 9),
        ] as [(String, WireError.Code, Int)])
    func whatIsNoSizeIsRefused(body: String, code: WireError.Code, offset: Int) {
        let error = Self.chunked(body).error
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    /// A line without an end is refused at its limit, white space and all.
    @Test(arguments: [" ", "\t"])
    func paddingIsBounded(blank: String) {
        let padding = String(repeating: blank, count: 257)
        #expect(Self.chunked(padding).code == .chunkExtensionTooLong)
        #expect(Self.chunked("5" + padding).code == .chunkExtensionTooLong)
        #expect(Self.chunked("\(padding.dropLast())5\(padding.dropLast())\r\n").chunks.map(\.size) == [5])
    }

    @Test(
        arguments: [
            ("A: b\nC: d\n\n", [["A", "b"], ["C", "d"]], [.bareLineFeed]),
            ("A: b\r\n\n", [["A", "b"]], [.bareLineFeed]), ("A B: c\r\n\r\n", [["A B", "c"]], [.oddFieldName]),
            ("A: b\u{1}\r\n\r\n", [["A", "b\u{1}"]], [.controlInValue]),
            ("A : b\r\n\r\n", [["A", "b"]], [.spaceBeforeColon]),
            ("A: b\rc\r\n\r\n", [["A", "b\rc"]], [.controlInValue]),
        ] as [(String, [[Bytes]], [Quirk.Code])])
    func trailersAreReadAsAHeadIs(trailers: String, fields: [[Bytes]], quirks: [Quirk.Code]) {
        let trace = Self.chunked("0\r\n" + trailers)
        #expect(trace.error == nil)
        #expect(trace.trailers.map(\.pairs) == [fields])
        #expect(Self.forwarded("0\r\n" + trailers, pieces: 1).quirks.map(\.code) == quirks)
    }

    @Test(arguments: [
        "5 \r\n", " 5\r\n", "5;\r\n", "5\nhello\r\n", "5\r\nhello\n", "0\nA: b\r\n\r\n", "0\r\nA: b\n\r\n", "0\r\n\n",
        "0\r\nA B: c\r\n\r\n", "0\r\nA : b\r\n\r\n",
    ])
    func chunksOfRequestsAreReadStrictly(body: String) {
        #expect(
            request(Bytes("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body)).error != nil)
    }
}
