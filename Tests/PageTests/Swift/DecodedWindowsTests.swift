import Bytes
import FilterTestKit
import Flow
import Testing

@testable import Page

/// Bodies that are looked at in windows, several at once.
@Suite struct DecodedWindowsTests {
    /// Deflate in one stored block (RFC 1951 §3.2.4).
    private func body(_ number: UInt64, _ text: String) throws -> CodedBody {
        var record = MadeFlow.make(
            "GET http://shop.test/ HTTP/1.1\nHost: shop.test", "HTTP/1.1 200 OK\nContent-Encoding: deflate",
            content: "", number: number)
        let count = UInt8(text.utf8.count)
        record.response.content.kept = .inline(Bytes([1, count, 0, ~count, 0xFF] + Array(text.utf8)))
        return try #require(CodedBody(record, .response))
    }

    private func read(_ windows: DecodedWindows, _ body: CodedBody, _ range: Range<Int>) -> String {
        String(decoding: windows.read(body, from: range.lowerBound, count: range.count), as: UTF8.self)
    }

    @Test func flowsAreNotMixed() throws {
        let windows = DecodedWindows()
        let (one, other) = (try body(1, "abcdefgh"), try body(2, "ABCDEFGH"))
        #expect(read(windows, one, 0..<3) == "abc" && read(windows, other, 3..<6) == "DEF")
        #expect(read(windows, one, 3..<6) == "def" && read(windows, other, 0..<2) == "AB")
        #expect(windows.count == 2)
        // The same as without remembering anything.
        for first in 0...9 {
            #expect(windows.read(one, from: first, count: 4) == FreshWindows().read(one, from: first, count: 4))
        }
    }

    /// Content that still arrives is another one when there is more of it.
    @Test func whatHasGrownIsReadAnew() throws {
        let windows = DecodedWindows()
        #expect(read(windows, try body(1, "abc"), 0..<9) == "abc")
        #expect(read(windows, try body(1, "abcdef"), 0..<9) == "abcdef")
    }

    @Test func noMoreThanFourAreRemembered() throws {
        let windows = DecodedWindows()
        for number in 1...9 {
            #expect(read(windows, try body(UInt64(number), "body \(number)"), 0..<9) == "body \(number)")
            #expect(windows.count <= DecodedWindows.mostBodies)
        }
        #expect(read(windows, try body(1, "body 1"), 5..<9) == "1")
    }

    @Test func readFromManyThreadsEachHasItsOwn() async throws {
        let windows = DecodedWindows()
        let bodies = try (1...6).map { try body(UInt64($0), String(repeating: "\($0)", count: 200)) }
        await withTaskGroup(of: Bool.self) { group in
            for round in 0..<60 {
                group.addTask {
                    let number = round % 6
                    let text = windows.read(bodies[number], from: round, count: 50)
                    return text.count == 50 && text.allSatisfy { $0 == UInt8(ascii: "1") + UInt8(number) }
                }
            }
            for await isOwn in group { #expect(isOwn) }
        }
    }
}
