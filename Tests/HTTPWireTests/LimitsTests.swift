import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Every limit lets through what is as large as it says, and stops one byte more, at that byte and no later.
@Suite struct LimitsTests {
    private static func trace(_ input: String, _ limits: Limits, _ role: HTTP1Decoder.Role = .request) -> WireTrace {
        decode(Bytes(input), WireScenario(role, limits: limits))
    }

    @Test func theDefaultsAreThoseOfTheManual() {
        let limits = Limits()
        #expect(limits.startLine == 65_536)
        #expect(limits.head == 262_144)
        #expect(limits.fields == 1000)
        #expect(limits.chunkExtension == 256)
        #expect(limits.trailers == 65_536)
        #expect(limits.emptyLines == 4)
        #expect(limits.chunkOverhead == 262_144)
        #expect(limits.quirks == 100)
        #expect(limits.interimResponses == 256)
    }

    @Test func aStartLineIsStoppedAtItsLimit() {
        let line = "GET /aaaaa HTTP/1.0"  // 19 bytes
        #expect(Self.trace(line + "\r\n\r\n", Limits(startLine: 19)).messageCount == 1)
        let error = Self.trace(line + "\r\n\r\n", Limits(startLine: 18)).error
        #expect(error?.code == .startLineTooLong)
        #expect(error?.offset == 18)
        #expect(error?.status == 414)
        // It does not wait for the end of a line that is too long already.
        #expect(Self.trace("GET /aaaaa", Limits(startLine: 9)).code == .startLineTooLong)
        #expect(Self.trace("HTTP/1.1 200 a\r\n", Limits(startLine: 13), .response).code == .startLineTooLong)
    }

    @Test func aHeadIsStoppedAtItsLimit() {
        let head = "GET / HTTP/1.0\r\nA: b\r\n\r\n"  // 24 bytes
        #expect(Self.trace(head, Limits(head: 24)).messageCount == 1)
        for limit in [23, 22, 18, 17, 16] {
            let error = Self.trace(head, Limits(head: limit)).error
            #expect(error?.code == .headTooLarge)
            #expect(error?.status == 431)
        }
        #expect(Self.trace("GET / HTTP/1.0\r\nA: bbbbbbbbbb", Limits(head: 20)).code == .headTooLarge)
        #expect(Self.trace("GET / HTTP/1.0\r\nA:", Limits(head: 8)).code == .headTooLarge)
    }

    @Test func fieldLinesAreCounted() {
        let three = "GET / HTTP/1.0\r\nA: b\r\nA: b\r\nA: b\r\n\r\n"
        #expect(Self.trace(three, Limits(fields: 3)).messageCount == 1)
        let error = Self.trace(three, Limits(fields: 2)).error
        #expect(error?.code == .tooManyFields)
        #expect(error?.offset == 28)
        #expect(error?.status == 431)
    }

    /// A head of folds alone is as much work, and as long in the record, as one of fields.
    @Test func foldsCountAsLines() {
        let head = "HTTP/1.1 204 \r\nA: b\r\n c\r\n d\r\n\r\n"
        #expect(Self.trace(head, Limits(fields: 3), .response).messageCount == 1)
        let error = Self.trace(head, Limits(fields: 2), .response).error
        #expect(error?.code == .tooManyFields)
        #expect(error?.offset == 25)
    }

    @Test func quirksBeyondTheLimitAreCounted() throws {
        let lines = (0..<30).map { "A\($0): \u{E9}\r\n" }.joined()
        let head = try #require(
            Self.trace("HTTP/1.1 204\r\n\(lines)\r\n", Limits(quirks: 7), .response).responseHeads.first)
        // What a head can have once is always kept.
        #expect(head.quirks.map(\.code) == Array(repeating: .obsoleteText, count: 7) + [.missingReasonSpace])
        #expect(head.omittedQuirks == 23)
        let all = try #require(Self.trace("HTTP/1.1 204\r\n\(lines)\r\n", Limits(), .response).responseHeads.first)
        #expect(all.quirks.count == 31)
        #expect(all.omittedQuirks == 0)
    }

    @Test func emptyLinesAreCounted() {
        let request = "GET / HTTP/1.0\r\n\r\n"
        #expect(Self.trace("\r\n\r\n" + request, Limits(emptyLines: 2)).messageCount == 1)
        #expect(Self.trace("\r\n\r\n\r\n", Limits(emptyLines: 2)).code == .malformedRequestLine)
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func aChunkExtensionIsStoppedAtItsLimit() {
        let limits = Limits(chunkExtension: 4)
        #expect(Self.trace(Self.chunked + "1;abc\r\nx\r\n", limits, .response).content == "x")
        for line in ["1;abcd\r\n", "1;abcd", "1;abc=", "1;\"\r\"\n\"", "1     "] {
            let error = Self.trace(Self.chunked + line, limits, .response).error
            #expect(error?.code == (line.contains("\r\"") ? .bareCarriageReturn : .chunkExtensionTooLong), "\(line)")
        }
        // The limit is a chunk's: several chunks may have one each.
        #expect(Self.trace(Self.chunked + "1;abc\r\nx\r\n1;abc\r\ny\r\n", limits, .response).content == "xy")
    }

    /// A body of tiny chunks keeps a reader busy with lines that are no content.
    @Test func framingMayNotOutweighTheContent() {
        let limits = Limits(chunkOverhead: 50)
        let chunks = Array(repeating: "1\r\nx\r\n", count: 40)
        let error = Self.trace(Self.chunked + chunks.joined(), limits, .response).error
        #expect(error?.code == .chunkOverheadTooLarge)
        // 5 bytes frame each byte of content: with the eleventh size line it is more than 50, and more than three times
        // as much.
        #expect(error?.offset == 60)
        #expect(error?.status == 400)
        #expect(
            Self.trace(Self.chunked + chunks.prefix(10).joined() + "0\r\n\r\n", limits, .response).messageCount == 1)
        let extended = Array(repeating: "1;a=bcdefghijkl\r\nx\r\n", count: 4).joined()
        #expect(Self.trace(Self.chunked + extended, limits, .response).code == .chunkOverheadTooLarge)
        // Where a quarter of the bytes is content there is no limit.
        let larger = Array(repeating: "2\r\nxy\r\n", count: 200).joined() + "0\r\n\r\n"
        #expect(Self.trace(Self.chunked + larger, limits, .response).messageCount == 1)
    }

    @Test func trailersAreStoppedAtTheirLimit() {
        let trailers = "A: b\r\nA: b\r\n\r\n"  // 14 bytes
        #expect(Self.trace(Self.chunked + "0\r\n" + trailers, Limits(trailers: 14), .response).messageCount == 1)
        let error = Self.trace(Self.chunked + "0\r\n" + trailers, Limits(trailers: 13), .response).error
        #expect(error?.code == .trailersTooLarge)
        #expect(Self.trace(Self.chunked + "0\r\nA: bbbbbb", Limits(trailers: 8), .response).code == .trailersTooLarge)
        #expect(Self.trace(Self.chunked + "0\r\n" + trailers, Limits(fields: 1), .response).code == .tooManyFields)
    }

    @Test func absurdLimitsAreBroughtIntoProportion() {
        let limits = Limits(
            startLine: -1, head: .max, fields: .max, chunkExtension: -5, trailers: .max, emptyLines: .min)
        #expect(limits.startLine == 0)
        #expect(limits.head == 1 << 30)
        #expect(Self.trace("G", limits).code == .startLineTooLong)
        #expect(Self.trace("\r\n", Limits(head: 0)).error == nil)
        #expect(Self.trace("G", Limits(startLine: 0, head: 0)).code == .startLineTooLong)
    }
}
