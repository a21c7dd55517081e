import Bytes
import Testing

@testable import Formats

/// Secrets that are known are found wherever they stand, in time that is linear in what is searched.
@Suite struct KnownSecretsTests {
    /// Every place that any of these covers.
    private static func naive(_ secrets: [Bytes], in text: Bytes) -> Set<Int> {
        var covered: Set<Int> = []
        for secret in secrets where secret.count <= text.count {
            for start in 0...text.count - secret.count where text.slice(start..<start + secret.count) == secret {
                covered.formUnion(start..<start + secret.count)
            }
        }
        return covered
    }

    private static func covered(_ secrets: [Bytes], in text: Bytes) -> (places: Set<Int>, work: Int) {
        var known = KnownSecrets()
        for secret in secrets { known.add(secret) }
        var found: [Secret] = []
        var work = 0
        known.find(in: text, into: &found, work: &work)
        for (one, next) in zip(found, found.dropFirst()) { #expect(one.range.upperBound <= next.range.lowerBound) }
        return (found.reduce(into: Set<Int>()) { $0.formUnion($1.range) }, work)
    }

    /// Random secrets over few letters, so that they begin, end and lie in one another alike.
    @Test(arguments: 0..<60)
    func theSameIsFoundAsByTrying(seed: UInt64) {
        var random = LinearRandom(state: seed)
        let letters = Array("aB1.".utf8)
        func word(_ lengths: ClosedRange<Int>) -> Bytes {
            let unit = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                letters[Int.random(in: 0..<4, using: &random)]
            }
            let length = Int.random(in: lengths, using: &random)
            return Bytes(
                (0..<length).map { place in
                    place % 7 == 6 ? letters[Int.random(in: 0..<4, using: &random)] : unit[place % unit.count]
                })
        }
        let secrets = (0..<12).map { _ in word(seed % 2 == 0 ? 8...40 : 8...200) }.filter {
            var known = KnownSecrets()
            known.add($0)
            var found: [Secret] = []
            known.find(in: $0, into: &found)
            return !found.isEmpty
        }
        var text: [UInt8] = []
        for _ in 0..<40 {
            text += (secrets.randomElement(using: &random) ?? Bytes()).array
            text += word(0...12).array
        }
        let wanted = Self.naive(secrets, in: Bytes(text))
        let (places, _) = Self.covered(secrets, in: Bytes(text))
        // Nothing of a secret is left; what begins and ends like a long one may be taken for it.
        #expect(wanted.isSubset(of: places))
        if secrets.allSatisfy({ $0.count < KnownSecrets.telling }) { #expect(places == wanted) }
    }

    /// What took a minute: a body that is one secret, and an answer that repeats its shape.
    @Test(arguments: [
        "eyJ.", "aB1", "A1", "eyJhbGciOiJIUzI1NiJ9.a1b2C3d4.", "0123456789abcdefABCDEF", "a1",
    ])
    func theWorkIsLinear(unit: String) {
        func work(_ count: Int) -> Int {
            let secret = Bytes(String(repeating: unit, count: count))
            let text = Bytes(String(repeating: unit, count: count * 2))
            // Every secret that ends in it too.
            let secrets = [secret] + stride(from: 8, to: min(secret.count, 10_000), by: 97).map { secret.slice(0..<$0) }
            let (places, work) = Self.covered(secrets, in: text)
            #expect(places.count > text.count - 256 || places.isEmpty)
            return work
        }
        let (small, large) = (work(500), work(4_000))
        #expect(large <= small * 10)
        #expect(large <= unit.utf8.count * 8_000 * (8 + KnownSecrets.telling * 34))
    }

    /// Thousands of lengths of what ends alike: whichever stands there, none of it is left.
    @Test func manyThatEndAlikeAreHidden() {
        let tail = String(repeating: "tA1l", count: 20)
        let secrets = (0..<3_000).map { Bytes("h3aD" + String(repeating: "x", count: $0) + tail) }
        let text = Bytes("before " + secrets[1_234].text + " behind " + secrets[0].text + " end")
        let (places, work) = Self.covered(secrets, in: text)
        #expect(Self.naive([secrets[1_234], secrets[0]], in: text).isSubset(of: places))
        #expect(!places.contains(text.count - 1))
        #expect(work < text.count * 100)
    }

    @Test func whatOnlyEndsLikeASecretStays() {
        let secret = Bytes("S3cret" + String(repeating: "abcdefgh1", count: 20))
        let other = Bytes("0ther!" + String(repeating: "abcdefgh1", count: 20))
        #expect(Self.covered([secret], in: Bytes("a " + other.text)).places.isEmpty)
        #expect(Self.covered([secret], in: secret.slice(1..<secret.count)).places.isEmpty)
        #expect(Self.covered([], in: secret).places.isEmpty)
    }
}

/// The same numbers in each run.
private struct LinearRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
