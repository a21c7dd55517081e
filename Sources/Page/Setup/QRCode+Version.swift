extension QRCode {
    /// A size of a code with level M, and how its content is divided (ISO/IEC 18004, tables 1, 9 and E.1).
    struct Version {
        let number: Int
        /// Bytes for the correction of errors in each block.
        private let checks: Int
        private let blocks: Int
        /// The centers of alignment patterns, in both directions.
        let alignments: [Int]

        static let all: [Version] = [
            Version(number: 1, checks: 10, blocks: 1, alignments: []),
            Version(number: 2, checks: 16, blocks: 1, alignments: [6, 18]),
            Version(number: 3, checks: 26, blocks: 1, alignments: [6, 22]),
            Version(number: 4, checks: 18, blocks: 2, alignments: [6, 26]),
            Version(number: 5, checks: 24, blocks: 2, alignments: [6, 30]),
            Version(number: 6, checks: 16, blocks: 4, alignments: [6, 34]),
            Version(number: 7, checks: 18, blocks: 4, alignments: [6, 22, 38]),
            Version(number: 8, checks: 22, blocks: 4, alignments: [6, 24, 42]),
            Version(number: 9, checks: 22, blocks: 5, alignments: [6, 26, 46]),
            Version(number: 10, checks: 26, blocks: 5, alignments: [6, 28, 50]),
        ]

        /// Bytes that are no patterns.
        private var total: Int {
            let patterns = alignments.isEmpty ? 0 : (25 * alignments.count - 10) * alignments.count - 55
            return ((16 * number + 128) * number + 64 - patterns - (number >= 7 ? 36 : 0)) / 8
        }

        private var dataCount: Int { total - checks * blocks }
        /// Of the count that stands before the bytes.
        private var countBits: Int { number < 10 ? 8 : 16 }
        /// Bytes of a text that there is room for.
        var capacity: Int { (dataCount * 8 - 4 - countBits) / 8 }

        /// The bytes with their count, filled up, divided into blocks with their checks, and interleaved.
        func codewords(of bytes: [UInt8]) -> [UInt8] {
            // Byte mode is 0100; up to four zeros end it.
            var bits = [false, true, false, false]
            func add(_ value: Int, _ count: Int) {
                for place in (0..<count).reversed() { bits.append(value >> place & 1 == 1) }
            }
            add(bytes.count, countBits)
            for byte in bytes { add(Int(byte), 8) }
            add(0, min(4, dataCount * 8 - bits.count))
            add(0, (8 - bits.count % 8) % 8)
            var data = stride(from: 0, to: bits.count, by: 8).map { start in
                bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
            }
            var fill: UInt8 = 0xEC
            while data.count < dataCount {
                data.append(fill)
                fill ^= 0xEC ^ 0x11
            }
            return interleaved(data)
        }

        private func interleaved(_ data: [UInt8]) -> [UInt8] {
            let (short, longer) = (dataCount / blocks, dataCount % blocks)
            var parts: [(data: [UInt8], checks: [UInt8])] = []
            var start = 0
            for block in 0..<blocks {
                let part = Array(data[start..<start + short + (block < blocks - longer ? 0 : 1)])
                start += part.count
                parts.append((part, ReedSolomon.checks(of: part, count: checks)))
            }
            return (0...short).flatMap { place in
                parts.compactMap { $0.data.indices.contains(place) ? $0.data[place] : nil }
            } + (0..<checks).flatMap { place in parts.map { $0.checks[place] } }
        }
    }

    /// Checks over the field with 256 elements whose polynomial is x⁸ + x⁴ + x³ + x² + 1.
    enum ReedSolomon {
        static func checks(of data: [UInt8], count: Int) -> [UInt8] {
            let divisor = divisor(count)
            var rest = [UInt8](repeating: 0, count: count)
            for byte in data {
                let factor = byte ^ rest.removeFirst()
                rest.append(0)
                for place in 0..<count { rest[place] ^= product(divisor[place], factor) }
            }
            return rest
        }

        /// (x - 1)(x - 2)(x - 4) …, without its first coefficient, which is 1.
        private static func divisor(_ degree: Int) -> [UInt8] {
            var result = [UInt8](repeating: 0, count: degree)
            result[degree - 1] = 1
            var root: UInt8 = 1
            for _ in 0..<degree {
                for place in 0..<degree {
                    result[place] = product(result[place], root)
                    if place + 1 < degree { result[place] ^= result[place + 1] }
                }
                root = product(root, 2)
            }
            return result
        }

        private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
            var result: UInt8 = 0
            for place in (0..<8).reversed() {
                result = result << 1 ^ (result >> 7) * 0x1D
                result ^= (other >> UInt8(place) & 1) * one
            }
            return result
        }
    }
}
