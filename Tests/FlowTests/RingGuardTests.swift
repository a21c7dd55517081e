import Bytes
import Flow
import Testing

@Suite struct RingGuardTests {
    private static let head: Bytes = "GET / HTTP/1.1\r\n\r\n"

    /// How many requests pass before one is taken for the end of a ring; nil: all of 200.
    private static func passed(_ change: (inout RingGuard, Int) -> Void = { _, _ in }) -> Int? {
        var ring = RingGuard()
        for index in 0..<200 {
            if ring.arrived(head, now: UInt64(index + 1) * 1_000) { return index }
            ring.forwarded(head)
            change(&ring, index)
        }
        return nil
    }

    @Test func aChainOfTheSameRequestIsARing() {
        #expect(Self.passed() == RingGuard.limit)
    }

    @Test func whatIsAnsweredIsNone() {
        #expect(Self.passed { ring, index in if index % 50 == 0 { ring.answered(Self.head) } } == nil)
    }

    @Test func manyClientsAtOnceAreNone() {
        // The next arrives before the one before it was sent on.
        #expect(
            Self.passed { ring, index in
                if index % 10 == 0 { _ = ring.arrived(Self.head, now: UInt64(index + 1) * 1_000 + 1) }
            } == nil)
    }

    @Test func otherRequestsNeitherBreakAChainNorMakeOne() {
        let amid = Self.passed { ring, index in
            if index > 2 { _ = ring.arrived(Bytes("GET /\(index)"), now: UInt64(index + 1) * 1_000) }
        }
        #expect(amid == RingGuard.limit)
        var ring = RingGuard()
        for index in 0..<200 {
            let isRing = ring.arrived(Bytes("GET /\(index)"), now: UInt64(index + 1))
            #expect(!isRing)
            ring.forwarded(Bytes("GET /\(index)"))
        }
    }

    @Test func whoAsksAgainNowAndThenIsNone() {
        var ring = RingGuard()
        for index in 0..<200 {
            let isRing = ring.arrived(Self.head, now: UInt64(index + 1) * 2_000_000_000)
            #expect(!isRing)
            ring.forwarded(Self.head)
        }
    }
}
