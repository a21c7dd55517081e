import Bytes
import Views

/// Whatever comes over the wire, what is written of it commands no terminal, turns no text, and keeps its width.
enum TerminalTarget {
    static func run(_ input: Bytes) {
        let limit = Int(input.first ?? 0)
        for limit in [limit, .max] {
            var out: [UInt8] = []
            let columns = TerminalText.append(input, to: &out, limit: limit)
            check(columns <= limit, "\(columns) columns of \(limit)")
            guard let text = String(validating: out, as: UTF8.self) else {
                return check(false, "what is written is no UTF-8")
            }
            for scalar in text.unicodeScalars {
                switch scalar.value {
                case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                    check(false, "U+\(String(scalar.value, radix: 16)) is written")
                default: break
                }
            }
        }
    }
}
