/// Numbers that look like chance, and are the same again for the same seed (SplitMix64, Steele et al. 2014).
package struct Chance: Sendable {
    private var state: UInt64

    package init(seed: UInt64, _ key: UInt64, _ number: UInt64) {
        state = seed ^ (key &* 0x9E37_79B9_7F4A_7C15) ^ (number &* 0xD1B5_4A32_D192_ED03)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `limit`.
    package func part(of limit: UInt64) -> UInt64 {
        var copy = self
        return copy.next() % max(1, limit)
    }
}
