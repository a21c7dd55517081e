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
