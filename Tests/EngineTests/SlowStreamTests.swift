import Testing

@testable import Engine

/// A stream whose receiver is slow has something waiting from its first octet to its last: what has gone is not kept.
@Suite(.timeLimit(.minutes(10))) struct SlowStreamTests {
    private static let size = 8 << 20

    @Test func aLongResponseHoldsNoMoreThanWhatWaits() throws {
        let hand = try HandDrivenStreams(Timeouts(), answer: Self.size, window: 16_384)
        hand.exchange(1)
        var most = (octets: 0, pieces: 0)
        var before = -1
        while hand.content < Self.size, hand.content > before {
            before = hand.content
            let pieces = hand.client.streams.values.first?.sending.pieces ?? []
            most.octets = max(most.octets, pieces.reduce(0) { $0 + $1.content.count })
            most.pieces = max(most.pieces, pieces.count)
            hand.takeContent()
        }
        #expect(hand.content == Self.size)
        #expect(hand.answers == 1)
        // 64 KiB wait, and what came in the turn in which these were there.
        #expect(most.octets > 0 && most.octets <= 512 << 10)
        #expect(most.pieces <= 128)
    }
}
