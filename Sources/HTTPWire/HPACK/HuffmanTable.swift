/// The Huffman code for strings (RFC 7541 appendix B).
///
/// The code is canonical: of one length, codes count up in the order of the symbols, and each length goes on where the
/// one before ended. So the symbols in order of their codes, with the lengths, are the whole table.
package enum HuffmanTable {
    /// A symbol's code, in the low bits.
    package struct Code: Sendable, Hashable {
        /// The bits, the last one lowest.
        package let bits: UInt32
        /// How many bits it has, 5 to 30.
        package let length: UInt8
    }

    /// The end of a string has the last code, 30 ones, which is never written whole.
    private static let endLength: UInt8 = 30

    /// The octets by the lengths of their codes, in the order of their codes.
    private static let octets: [(length: UInt8, symbols: [UInt8])] = [
        (5, [48, 49, 50, 97, 99, 101, 105, 111, 115, 116]),
        (
            6,
            [
                32, 37, 45, 46, 47, 51, 52, 53, 54, 55, 56, 57, 61, 65, 95, 98, 100, 102, 103, 104, 108, 109, 110,
                112, 114, 117,
            ]
        ),
        (
            7,
            [
                58, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 89, 106,
                107, 113, 118, 119, 120, 121, 122,
            ]
        ),
        (8, [38, 42, 44, 59, 88, 90]),
        (10, [33, 34, 40, 41, 63]),
        (11, [39, 43, 124]),
        (12, [35, 62]),
        (13, [0, 36, 64, 91, 93, 126]),
        (14, [94, 125]),
        (15, [60, 96, 123]),
        (19, [92, 195, 208]),
        (20, [128, 130, 131, 162, 184, 194, 224, 226]),
        (21, [153, 161, 167, 172, 176, 177, 179, 209, 216, 217, 227, 229, 230]),
        (
            22,
            [
                129, 132, 133, 134, 136, 146, 154, 156, 160, 163, 164, 169, 170, 173, 178, 181, 185, 186, 187, 189,
                190, 196, 198, 228, 232, 233,
            ]
        ),
        (
            23,
            [
                1, 135, 137, 138, 139, 140, 141, 143, 147, 149, 150, 151, 152, 155, 157, 158, 165, 166, 168, 174,
                175, 180, 182, 183, 188, 191, 197, 231, 239,
            ]
        ),
        (24, [9, 142, 144, 145, 148, 159, 171, 206, 215, 225, 236, 237]),
        (25, [199, 207, 234, 235]),
        (26, [192, 193, 200, 201, 202, 205, 210, 213, 218, 219, 238, 240, 242, 243, 255]),
        (27, [203, 204, 211, 212, 214, 221, 222, 223, 241, 244, 245, 246, 247, 248, 250, 251, 252, 253, 254]),
        (
            28,
            [
                2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 127,
                220, 249,
            ]
        ),
        (30, [10, 13, 22]),
    ]

    /// The code of each octet.
    package static let codes: [Code] = {
        var codes = [Code](repeating: Code(bits: 0, length: 0), count: 256)
        var next: UInt32 = 0
        var length: UInt8 = 0
        for group in octets {
            next <<= UInt32(group.length - length)
            length = group.length
            for symbol in group.symbols {
                codes[Int(symbol)] = Code(bits: next, length: length)
                next += 1
            }
        }
        return codes
    }()

    // MARK: - Decoding by nibbles

    /// What four bits do in a state. A state is a node of the code's tree; the shortest code has five bits, so that
    /// four complete at most one.
    struct Step {
        private let value: UInt32

        private static let emits: UInt32 = 1 << 24
        private static let fails: UInt32 = 1 << 25

        init(to state: Int, emitting symbol: UInt8?) {
            value = UInt32(state) | (symbol.map { UInt32($0) << 16 | Self.emits } ?? 0)
        }

        private init(value: UInt32) { self.value = value }

        /// The code of the string's end, which must not be there (RFC 7541 §5.2).
        static let failure = Step(value: fails)

        var state: Int { Int(value & 0xFFFF) }
        var emits: Bool { value & Self.emits != 0 }
        var fails: Bool { value & Self.fails != 0 }
        var symbol: UInt8 { UInt8(truncatingIfNeeded: value >> 16) }
    }

    /// Sixteen steps a state; state 0 is between two codes.
    static let steps: [Step] = {
        let tree = Tree()
        var steps: [Step] = []
        steps.reserveCapacity(tree.nodes.count * 16)
        for node in tree.nodes.indices {
            for nibble in 0..<16 { steps.append(tree.step(from: node, by: nibble)) }
        }
        return steps
    }()

    /// How many ones lead to a state, and nothing else does; nil for states that a zero leads to. Up to seven ones are
    /// padding.
    static let ones: [Int?] = {
        let tree = Tree()
        var ones = [Int?](repeating: nil, count: tree.nodes.count)
        var node = 0
        for count in 0... {
            ones[node] = count
            guard case .node(let next) = tree.nodes[node].one else { return ones }
            node = next
        }
        return ones
    }()

    private struct Tree {
        enum Child {
            case none
            case node(Int)
            case symbol(UInt8)
            case end
        }

        var nodes: [(zero: Child, one: Child)] = [(.none, .none)]

        init() {
            for (symbol, code) in codes.enumerated() {
                add(code.bits, length: code.length, .symbol(UInt8(truncatingIfNeeded: symbol)))
            }
            add((1 << UInt32(endLength)) - 1, length: endLength, .end)
        }

        private mutating func add(_ bits: UInt32, length: UInt8, _ leaf: Child) {
            var node = 0
            for place in stride(from: Int(length) - 1, to: 0, by: -1) {
                let isOne = bits >> UInt32(place) & 1 == 1
                if case .node(let next) = isOne ? nodes[node].one : nodes[node].zero {
                    node = next
                } else {
                    nodes.append((.none, .none))
                    set(.node(nodes.count - 1), at: node, isOne)
                    node = nodes.count - 1
                }
            }
            set(leaf, at: node, bits & 1 == 1)
        }

        private mutating func set(_ child: Child, at node: Int, _ isOne: Bool) {
            if isOne { nodes[node].one = child } else { nodes[node].zero = child }
        }

        func step(from start: Int, by nibble: Int) -> Step {
            var node = start
            var emitted: UInt8?
            for place in stride(from: 3, through: 0, by: -1) {
                switch nibble >> place & 1 == 1 ? nodes[node].one : nodes[node].zero {
                case .node(let next): node = next
                case .symbol(let symbol):
                    emitted = symbol
                    node = 0
                case .end, .none: return .failure
                }
            }
            return Step(to: node, emitting: emitted)
        }
    }
}
