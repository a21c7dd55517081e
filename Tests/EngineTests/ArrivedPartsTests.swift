import Bytes
import HTTPModel
import Testing

@testable import Engine

/// What waits on a stream comes out as it went in, costs about what it holds, and is gone once it has had its turn.
@Suite struct ArrivedPartsTests {
    private typealias Part = HTTP2ServerStream.Part

    private static func piece(_ offset: Int, _ size: Int, padding: Int? = nil) -> Part {
        .piece(Chunk(offset: UInt64(offset), size: UInt64(size)), padding: padding)
    }

    private static func content(_ offset: Int, _ size: Int) -> Bytes {
        Bytes((offset..<offset + size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    }

    /// Frames of so many octets each; answers what the queue says that they had around them.
    private static func fill(
        _ parts: inout ArrivedParts<Part>, _ count: Int, size: Int, padding: Int? = nil
    ) -> Int {
        var around = 0
        for place in 0..<count {
            around += parts.append(piece(place * size, size, padding: padding))
            if size > 0 { around += parts.append(.content(content(place * size, size))) }
        }
        return around
    }

    /// Everything that waits, as pieces that adjoin one another; nil where a piece has not what it says.
    private static func drain(_ parts: inout ArrivedParts<Part>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var left = 0
        while let part = parts.popFirst() {
            if let (chunk, _) = part.asPiece {
                guard left == 0, chunk.offset == UInt64(bytes.count) else { return nil }
                left = Int(chunk.size)
            } else if let content = part.asContent {
                guard content.count == left else { return nil }
                bytes += content.array
                left = 0
            }
        }
        return left == 0 && parts.isEmpty ? bytes : nil
    }

    @Test func aFewComeOutAsTheyCame() {
        var parts = ArrivedParts<Part>()
        #expect(Self.fill(&parts, 100, size: 3) == 0)
        #expect(parts.count == 200)
        for place in 0..<100 {
            #expect(parts.popFirst()?.asPiece?.chunk == Chunk(offset: UInt64(place * 3), size: 3))
            #expect(parts.popFirst()?.asContent == Self.content(place * 3, 3))
        }
        #expect(parts.isEmpty && parts.popFirst() == nil)
    }

    @Test(arguments: [1, 7, 255, 256, 300, 1_000])
    func manyAreJoinedAndNothingIsLost(size: Int) {
        var parts = ArrivedParts<Part>()
        let count = min(20_000, 500_000 / size)
        let around = Self.fill(&parts, count, size: size)
        // Two parts for each half of what a joined one may have, at most.
        #expect(parts.count <= 256 + 2 + count * size / (ArrivedParts<Part>.joined / 2) * 2)
        #expect(around == (count - parts.count / 2) * 9)
        #expect(Self.drain(&parts) == Self.content(0, count * size).array)
    }

    @Test func whatIsLargeStaysAsItCame() {
        var parts = ArrivedParts<Part>()
        #expect(Self.fill(&parts, 1_000, size: 600) == 0)
        #expect(parts.count == 2_000)
    }

    @Test func paddingOfWhatIsJoinedIsCounted() {
        var parts = ArrivedParts<Part>()
        let around = Self.fill(&parts, 1_000, size: 1, padding: 4)
        let joined = 1_000 - parts.count / 2
        #expect(joined > 500 && around == joined * (9 + 5))
    }

    /// Frames without content say nothing; among others they keep none from being joined.
    @Test func emptyFramesDoNotAddUp() {
        var parts = ArrivedParts<Part>()
        var around = Self.fill(&parts, 128, size: 1)
        #expect(around == 0)
        for place in 128..<5_000 {
            around += parts.append(Self.piece(place, 1))
            around += parts.append(.content(Self.content(place, 1)))
            around += parts.append(Self.piece(place + 1, 0))
        }
        #expect(parts.count <= 256 + 2 * 5_000 / 256 + 4)
        #expect(Self.drain(&parts) == Self.content(0, 5_000).array)
    }

    /// An end, a reset: what is no content is never joined with any, and keeps its place.
    @Test func whatIsNoContentKeepsItsPlace() {
        var parts = ArrivedParts<Part>()
        _ = Self.fill(&parts, 1_000, size: 1)
        _ = parts.append(.end)
        #expect(parts.contains { if case .end = $0 { true } else { false } })
        var last: Part?
        while let part = parts.popFirst() { last = part }
        guard case .end? = last else {
            Issue.record("the end is not the last")
            return
        }
    }

    /// A queue that is never empty holds what waits, and nothing of what passed.
    @Test func whatHasHadItsTurnIsLetGo() {
        final class Probe {}
        struct Tracked: ArrivedPart {
            var probe: Probe?
            static func piece(_ chunk: Chunk, padding: Int?) -> Tracked { Tracked() }
            static func content(_ bytes: Bytes) -> Tracked { Tracked() }
            var asPiece: (chunk: Chunk, padding: Int?)? { nil }
            var asContent: Bytes? { nil }
        }
        struct Watch {
            weak var probe: Probe?
        }
        var parts = ArrivedParts<Tracked>()
        var watches: [Watch] = []
        for place in 0..<500 {
            let probe = Probe()
            watches.append(Watch(probe: probe))
            _ = parts.append(Tracked(probe: probe))
            if place >= 3 { _ = parts.popFirst() }
        }
        #expect(parts.count == 3)
        #expect(watches.count { $0.probe != nil } == 3)
    }
}
