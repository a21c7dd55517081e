import Bytes
import Testing

@testable import Flow

/// Nonces of Digest: what proves nothing costs no memory, and nothing is good twice.
@Suite struct DigestNoncesTests {
    private let secret = Bytes([UInt8](repeating: 7, count: 32))

    @Test func eachCountOfANonceIsGoodOnce() {
        var nonces = DigestNonces(secret: secret)
        let nonce = nonces.issue(now: 10, salt: 1)
        #expect(nonces.spend(nonce, count: 1, now: 11) == .fresh)
        #expect(nonces.spend(nonce, count: 1, now: 11) == .stale)
        // Requests sent at once may overtake each other.
        #expect(nonces.spend(nonce, count: 4, now: 12) == .fresh)
        #expect(nonces.spend(nonce, count: 3, now: 12) == .fresh)
        #expect(nonces.spend(nonce, count: 3, now: 12) == .stale)
        #expect(nonces.spend(nonce, count: 4, now: 12) == .stale)
        #expect(nonces.spend(nonce, count: .max, now: 12) == .fresh)
        #expect(nonces.spend(nonce, count: 5, now: 12) == .stale, "further back than what is remembered")
        #expect(nonces.spend(nonce, count: 0, now: 12) == .stale, "counts begin with 1")
    }

    @Test func aNonceEndsWithItsTime() {
        var nonces = DigestNonces(secret: secret)
        let nonce = nonces.issue(now: 10, salt: 1)
        #expect(nonces.spend(nonce, count: 1, now: 10 + DigestNonces.lifetime) == .fresh)
        #expect(nonces.spend(nonce, count: 2, now: 11 + DigestNonces.lifetime) == .stale)
        #expect(nonces.spend(nonces.issue(now: 20, salt: 1), count: 1, now: 19) == .stale, "made later than now")
    }

    @Test func whatWasNotMadeHereIsNoNonce() {
        var nonces = DigestNonces(secret: secret)
        let nonce = nonces.issue(now: 10, salt: 1)
        for index in 0..<nonce.count {
            var changed = nonce.array
            changed[index] = changed[index] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            #expect(nonces.spend(Bytes(changed), count: 1, now: 10) == .stale, "changed at \(index)")
            #expect(nonces.spend(nonce.slice(0..<index), count: 1, now: 10) == .stale)
        }
        let other = DigestNonces(secret: Bytes([UInt8](repeating: 8, count: 32)))
        #expect(nonces.spend(other.issue(now: 10, salt: 1), count: 1, now: 10) == .stale)
        #expect(nonces.inUse == 0)
        #expect(nonces.spend(nonce, count: 1, now: 10) == .fresh, "what others try takes nothing from it")
    }

    @Test func whoOnlyAsksCostsNoMemoryAndWhoUsesManyABoundedOne() {
        var nonces = DigestNonces(secret: secret)
        let first = nonces.issue(now: 0, salt: 0)
        #expect(nonces.spend(first, count: 1, now: 0) == .fresh)
        for salt in 1...UInt64(3 * DigestNonces.mostInUse) {
            let now = Int64(salt) / 100
            _ = nonces.spend(nonces.issue(now: now, salt: salt), count: 1, now: now)
            #expect(nonces.inUse <= DigestNonces.mostInUse)
        }
        // Its counts were forgotten to make room, so it must not be good again.
        #expect(nonces.spend(first, count: 1, now: 130) == .stale)
        let last = nonces.issue(now: 140, salt: 1)
        #expect(nonces.spend(last, count: 1, now: 140) == .fresh)
    }

    @Test func manyInOneSecondEndUpWithNoneThatIsGoodTwice() {
        var nonces = DigestNonces(secret: secret)
        let all = (0...UInt64(DigestNonces.mostInUse)).map { nonces.issue(now: 5, salt: $0) }
        let used = all.filter { nonces.spend($0, count: 1, now: 5) == .fresh }
        #expect(used.count == DigestNonces.mostInUse)
        #expect(used.allSatisfy { nonces.spend($0, count: 1, now: 5) == .stale })
    }
}
