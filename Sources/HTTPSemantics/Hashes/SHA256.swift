/// SHA-256 (FIPS 180-4 §6.2), for Digest authentication, Content-Digest and the style sheet's hash. A pure function.
package enum SHA256 {
    private static let primes: [UInt32] = {
        var found: [UInt32] = []
        var candidate: UInt32 = 2
        while found.count < 64 {
            if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
            candidate += 1
        }
        return found
    }()

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (§4.2.2).
    private static let constants = primes.map { fractionOfRoot(of: $0, power: 3) }
    /// The same of the square roots of the first 8 (§5.3.3).
    private static let initial = primes.prefix(8).map { fractionOfRoot(of: $0, power: 2) }

    package static func digest(_ message: [UInt8]) -> [UInt8] {
        var state = initial
        let padded = HashPadding.pad(message, bigEndian: true)
        var words = [UInt32](repeating: 0, count: 64)
        for start in stride(from: 0, to: padded.count, by: 64) {
            for index in 0..<16 {
                words[index] = (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[start + index * 4 + $1]) }
            }
            for index in 16..<64 {
                let before = words[index - 15]
                let after = words[index - 2]
                let first = turn(before, 7) ^ turn(before, 18) ^ before >> 3
                let second = turn(after, 17) ^ turn(after, 19) ^ after >> 10
                words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
            }
            compress(words, into: &state)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - $0 * 8)) } }
    }

    private static func compress(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for step in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let first = h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[step] &+ words[step]
            let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() {
            state[index] &+= value
        }
    }

    private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// floor(2^32 · prime^(1/power)) modulo 2^32, found by bisection in whole numbers: exact, unlike floating point.
    private static func fractionOfRoot(of prime: UInt32, power: Int) -> UInt32 {
        // The root scaled by 2^32 is below 2^37: the largest prime is 311, whose square root is below 18.
        var low: UInt64 = 0
        var high: UInt64 = 1 << 37
        while high - low > 1 {
            let middle = (low + high) / 2
            if isAtMost(middle, prime: prime, power: power) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    /// Whether root^power ≤ prime · 2^(32·power).
    private static func isAtMost(_ root: UInt64, prime: UInt32, power: Int) -> Bool {
        var product = UInt128(root)
        for _ in 1..<power { product *= UInt128(root) }
        return product <= UInt128(prime) << UInt128(32 * power)
    }
}
