/// Numbers of names, by which it is known of most others that they are not among them.
package struct NameMask: Sendable {
    private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package init() {}

    package mutating func insert(_ number: UInt64) {
        let (word, bit) = Self.place(number)
        switch word {
        case 0: bits.0 |= bit
        case 1: bits.1 |= bit
        case 2: bits.2 |= bit
        default: bits.3 |= bit
        }
    }

    package func mayHave(_ number: UInt64) -> Bool {
        let (word, bit) = Self.place(number)
        switch word {
        case 0: return bits.0 & bit != 0
        case 1: return bits.1 & bit != 0
        case 2: return bits.2 & bit != 0
        default: return bits.3 & bit != 0
        }
    }

    private static func place(_ number: UInt64) -> (word: UInt64, bit: UInt64) {
        let mixed = (number &* 0x9E37_79B9_7F4A_7C15) >> 56
        return (mixed >> 6, 1 << (mixed & 63))
    }
}
