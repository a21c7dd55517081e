/// Swift source with its comments and the text of its string literals blanked out, lines kept, so that a search finds
/// code alone. Interpolations are blanked out too: a rule may miss something there, but never accuses a sentence.
struct SwiftCode {
    let code: String
    /// The string literals in order; those within an interpolation come before the one around them.
    let literals: [Literal]

    init(_ source: String) {
        var scanner = Scanner(bytes: Array(source.utf8))
        scanner.run()
        code = String(decoding: scanner.output, as: UTF8.self)
        literals = scanner.literals
    }

    /// A string literal as it is written, with `…` in place of what is interpolated.
    struct Literal {
        /// Of its opening quote, from 1.
        let line: Int
        let text: String
    }

    /// Byte by byte: it reads all code of the repository.
    private struct Scanner {
        let bytes: [UInt8]
        var position = 0
        var output: [UInt8] = []
        var literals: [Literal] = []
        private var line = 1

        private static let newline = UInt8(ascii: "\n")
        private static let quote = UInt8(ascii: "\"")
        private static let hash = UInt8(ascii: "#")
        private static let slash = UInt8(ascii: "/")
        private static let star = UInt8(ascii: "*")
        private static let backslash = UInt8(ascii: "\\")

        init(bytes: [UInt8]) {
            self.bytes = bytes
            output.reserveCapacity(bytes.count)
        }

        mutating func run() {
            while position < bytes.count {
                let byte = bytes[position]
                if byte == Self.slash, next == Self.slash {
                    while position < bytes.count, bytes[position] != Self.newline { blank() }
                } else if byte == Self.slash, next == Self.star {
                    skipBlockComment()
                } else if byte == Self.quote || startsRawString {
                    skipString()
                } else {
                    if byte == Self.newline { line += 1 }
                    output.append(byte)
                    position += 1
                }
            }
        }

        private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

        private func starts(_ text: [UInt8]) -> Bool {
            position + text.count <= bytes.count && bytes[position..<position + text.count].elementsEqual(text)
        }

        private var startsRawString: Bool {
            var index = position
            while index < bytes.count, bytes[index] == Self.hash { index += 1 }
            return index > position && index < bytes.count && bytes[index] == Self.quote
        }

        /// A character of more bytes than one is one blank.
        private mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where position < bytes.count {
                let byte = bytes[position]
                if byte == Self.newline { line += 1 }
                if byte & 0xC0 != 0x80 { output.append(byte == Self.newline ? byte : UInt8(ascii: " ")) }
                position += 1
            }
        }

        private mutating func skipBlockComment() {
            var depth = 0
            repeat {
                if bytes[position] == Self.slash, next == Self.star {
                    depth += 1
                    blank(2)
                } else if bytes[position] == Self.star, next == Self.slash {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < bytes.count
        }

        private mutating func skipString() {
            var hashes = 0
            while bytes[position] == Self.hash {
                hashes += 1
                blank()
            }
            let marks = [UInt8](repeating: Self.hash, count: hashes)
            let quotes = starts([Self.quote, Self.quote, Self.quote]) ? 3 : 1
            let end = [UInt8](repeating: Self.quote, count: quotes) + marks
            let escape = [Self.backslash] + marks
            let start = line
            var text: [UInt8] = []
            blank(quotes)
            while position < bytes.count, bytes[position] != Self.quote || !starts(end) {
                let isEscape = bytes[position] == Self.backslash && starts(escape)
                let after = position + escape.count
                if isEscape, after < bytes.count, bytes[after] == UInt8(ascii: "(") {
                    blank(escape.count + 1)
                    skipInterpolation()
                    text += Array("…".utf8)
                } else {
                    let count = isEscape ? escape.count + 1 : 1
                    text += bytes[position..<min(position + count, bytes.count)]
                    blank(count)
                }
            }
            literals.append(Literal(line: start, text: String(decoding: text, as: UTF8.self)))
            blank(quotes + hashes)
        }

        private mutating func skipInterpolation() {
            var depth = 1
            while depth > 0, position < bytes.count {
                if bytes[position] == Self.quote || startsRawString {
                    skipString()
                    continue
                }
                if bytes[position] == UInt8(ascii: "(") { depth += 1 }
                if bytes[position] == UInt8(ascii: ")") { depth -= 1 }
                blank()
            }
        }
    }
}
