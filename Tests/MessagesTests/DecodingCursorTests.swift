import Bytes
import Flow
import HTTPSemantics
import Synchronization
import Testing

@testable import Messages

/// Windows into decoded content: the same octets as decoding the whole gives, without decoding it for each.
@Suite struct DecodingCursorTests {
    private static let plain = Array("hello hello hello hello\n".utf8)
    private static let gzip = "H4sIAAAAAAACA8tIzcnJV8hAJ7kAAIhZCxgAAAA="
    private static let brotli = "GxcA+I2Ubt5EVYbWCiBsb0oReeKArhY="
    private static let zstd = "KLUv/SQYbQAAOGhlbGxvIAoBAJlLEah8Lqg="
    private static let brotliOfGzip = "Cw6AH4sIAAAAAAAAA8tIzcnJV8hAJ7kAAIhZCxgAAAAD"
    /// 40 MiB of zeros.
    private static let zeros =
        "y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/5//+HfwIgDgsAdO//AA=="

    private static let samples: [([ContentCoding], String)] = [
        ([.gzip], gzip), ([.brotli], brotli), ([.zstd], zstd), ([.gzip, .brotli], brotliOfGzip),
    ]

    private func content(_ base64: String) throws -> ContentRef {
        .inline(Bytes(try #require(Base64.decode(Bytes(base64)))))
    }

    /// 12 MiB without a period. Made once, four at a time, as a debug build takes its time with each.
    private static let all: [UInt8] = (0..<3 << 20).map { UInt32(truncatingIfNeeded: $0) &* 2_654_435_761 }
        .withUnsafeBytes { Array($0) }

    private func octets(_ range: Range<Int>) -> Bytes { Bytes(Array(Self.all[range])) }

    /// Deflate in stored blocks (RFC 1951 §3.2.4), which any program can make.
    private func stored(_ count: Int) -> CountedContent {
        var coded: [UInt8] = []
        var start = 0
        while start < count {
            let length = min(count - start, 60_000)
            let (low, high) = (UInt8(length & 0xFF), UInt8(length >> 8))
            coded += [start + length == count ? 1 : 0, low, high, ~low, ~high]
            coded += Self.all[start..<start + length]
            start += length
        }
        return CountedContent(coded)
    }

    @Test(arguments: samples)
    func windowsAreThoseOfTheWholeAtEveryCut(codings: [ContentCoding], base64: String) throws {
        let content = try content(base64)
        for first in 0...Self.plain.count + 1 {
            for count in 0...Self.plain.count + 1 {
                let cursor = DecodingCursor(codings)
                _ = cursor.read(content, from: 0, count: first)
                let start = min(first, Self.plain.count)
                let expected = Self.plain[start..<min(start + count, Self.plain.count)]
                #expect(Array(cursor.read(content, from: first, count: count)) == Array(expected))
            }
        }
    }

    @Test(arguments: samples)
    func whereItIsCutOffTheWindowEnds(codings: [ContentCoding], base64: String) throws {
        let whole = try #require(content(base64).bytes)
        for count in 0..<whole.count {
            let cursor = DecodingCursor(codings)
            let read = cursor.read(.inline(whole.slice(0..<count)), from: 0, count: 1000)
            #expect(Self.plain.starts(with: Array(read)))
            #expect(cursor.read(.inline(whole.slice(0..<count)), from: read.count, count: 10).isEmpty)
        }
    }

    @Test func theNextWindowIsDecodedFromWhereTheLastEnded() {
        let content = stored(12 << 20)
        let cursor = DecodingCursor([.deflate])
        for first in stride(from: 0, to: 12 << 20, by: 256 << 10) {
            let read = cursor.read(.spooled(content), from: first, count: 256 << 10)
            #expect(read == octets(first..<first + 256 << 10))
            #expect(cursor.heldCount <= DecodingCursor.heldLimit)
        }
        // Each piece is read once, and once more by the window that begins inside of it.
        #expect(content.read < 2 * content.count)
    }

    @Test func whoGoesBackALittleFindsItHeldAndFurtherBackItBeginsAnew() {
        let content = stored(12 << 20)
        let cursor = DecodingCursor([.deflate])
        _ = cursor.read(.spooled(content), from: 11 << 20, count: 64 << 10)
        let read = content.read
        let near = (11 << 20) - 100_000
        #expect(cursor.read(.spooled(content), from: near, count: 1000) == octets(near..<near + 1000))
        #expect(content.read == read, "was held")
        #expect(cursor.read(.spooled(content), from: 5, count: 1000) == octets(5..<1005))
        #expect(content.read > read && content.read < read + (1 << 20), "and no further than was asked")
        let end = cursor.read(.spooled(content), from: (12 << 20) - 3, count: 1000)
        #expect(end == octets((12 << 20) - 3..<12 << 20))
    }

    /// A few octets stand for more than is held.
    @Test func whatIsVeryDenseIsNotHeld() throws {
        let content = try content(Self.zeros)
        let cursor = DecodingCursor([.brotli])
        for first in [0, 9 << 20, 39 << 20, 1 << 20, (40 << 20) - 1000] {
            let read = cursor.read(content, from: first, count: 1000)
            #expect(read.count == 1000 && read.allSatisfy { $0 == 0 })
            #expect(cursor.heldCount <= DecodingCursor.heldLimit)
        }
        #expect(cursor.read(content, from: 40 << 20, count: 1000).isEmpty)
        #expect(cursor.read(content, from: 0, count: .max).count == DecodingCursor.heldLimit)
        #expect(cursor.read(content, from: DecodingCursor.reach, count: 10).isEmpty)
        #expect(cursor.read(content, from: -1, count: 10).isEmpty)
    }

    @Test func piecesStopWhenNobodyWantsThem() throws {
        var (count, calls) = (0, 0)
        ContentDecoder.forEachPiece(of: try content(Self.zeros), [.brotli]) { piece in
            count += piece.count
            return true
        }
        #expect(count == 40 << 20)
        ContentDecoder.forEachPiece(of: try content(Self.zeros), [.brotli]) { _ in
            calls += 1
            return false
        }
        #expect(calls == 1)
    }
}

/// Content that counts how much of it was read.
private final class CountedContent: SpooledContent {
    private let bytes: Bytes
    private let counter = Atomic(0)

    init(_ bytes: [UInt8]) { self.bytes = Bytes(bytes) }

    var count: Int { bytes.count }

    /// Octets handed out so far.
    var read: Int { counter.load(ordering: .relaxed) }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        forEachPiece(from: 0, of: pieceSize, body)
    }

    func forEachPiece(from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        ContentRef.inline(bytes).forEachPiece(from: first, of: pieceSize) { piece in
            counter.wrappingAdd(piece.count, ordering: .relaxed)
            return body(piece)
        }
    }
}
