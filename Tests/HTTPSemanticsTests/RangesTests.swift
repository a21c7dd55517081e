import Bytes
import HTTPSemantics
import Testing

@Suite struct RangesTests {
    /// The examples of RFC 9110 §14.1.2, for a representation of 10000 bytes.
    @Test(
        arguments: [
            ("bytes=0-499", [0...499]), ("bytes=500-999", [500...999]), ("bytes=-500", [9500...9999]),
            ("bytes=9500-", [9500...9999]), ("bytes=0-0,-1", [0...0, 9999...9999]),
            ("bytes= 0-999, 4500-5499, -1000", [0...999, 4500...5499, 9000...9999]),
            ("bytes=500-600,601-999", [500...600, 601...999]), ("BYTES=9999-99999", [9999...9999]),
            ("bytes=10000-", [nil]), ("bytes=-0", [nil]), ("bytes=-99999", [0...9999]),
            ("bytes=0-99999999999999999999", [0...9999]),
        ] as [(Bytes, [ClosedRange<UInt64>?])])
    func rangesAreResolved(value: Bytes, expected: [ClosedRange<UInt64>?]) throws {
        #expect(try #require(RangeRequest(value)).resolved(size: 10_000) == expected)
    }

    @Test(
        arguments: ["bytes", "bytes=", "=0-1", "bytes=1", "bytes=2-1", "bytes=a-b", "bytes=-", "bytes=+1-2"] as [Bytes])
    func whatIsNoRangeIsNotRead(value: Bytes) {
        #expect(RangeRequest(value) == nil)
    }

    @Test func tooManyRangesAreNotRead() {
        let many = Bytes("bytes=" + (0..<100).map { "\($0)-\($0)" }.joined(separator: ","))
        #expect(RangeRequest(many) == nil)
        #expect(RangeRequest(many, limit: 100)?.specs.count == 100)
    }

    @Test func otherUnitsAreKnownButNotRead() throws {
        let request = try #require(RangeRequest("lines=1-2"))
        #expect(request.specs.isEmpty)
        #expect(request.unit == "lines")
    }

    @Test func anEmptyResourceHasNoRange() throws {
        #expect(try #require(RangeRequest("bytes=0-,-1")).resolved(size: 0) == [nil, nil])
    }

    /// RFC 9110 §14.4.
    @Test(
        arguments: [
            ("bytes 42-1233/1234", 42...1233, 1234, 1192), ("bytes 42-1233/*", 42...1233, nil, 1192),
            ("bytes */1234", nil, 1234, nil), ("bytes 0-499/1234", 0...499, 1234, 500),
            ("bytes 734-1233/1234", 734...1233, 1234, 500),
        ] as [(Bytes, ClosedRange<UInt64>?, UInt64?, UInt64?)])
    func contentRangesAreRead(
        value: Bytes, range: ClosedRange<UInt64>?, size: UInt64?, length: UInt64?
    ) throws {
        let content = try #require(ContentRange(value))
        #expect(content.range == range)
        #expect(content.size == size)
        #expect(content.length == length)
    }

    @Test(
        arguments: [
            "bytes 5-4/10", "bytes 0-10/10", "bytes */*", "bytes 0-1", "0-1/2", "bytes a-b/2", "bytes 0-1/x", "",
        ]
            as [Bytes])
    func invalidContentRangesAreRefused(value: Bytes) {
        #expect(ContentRange(value) == nil)
    }

    @Test func aRangeOfEveryByteThereCanBeHasNoLength() throws {
        let content = try #require(ContentRange("bytes 0-18446744073709551615/*"))
        #expect(content.length == nil)
    }
}
