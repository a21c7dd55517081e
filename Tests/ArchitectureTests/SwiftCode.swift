/// Swift source with its comments and the text of its string literals blanked out, lines kept, so that a search finds
/// code alone. Interpolations are blanked out too: a rule may miss something there, but never accuses a sentence.
enum SwiftCode {
    static func only(_ source: String) -> String {
        var scanner = Scanner(characters: Array(source.unicodeScalars))
        return scanner.run()
    }

    /// A string literal as it is written, with `…` in place of what is interpolated.
    struct Literal {
        /// Of its opening quote, from 1.
        let line: Int
        let text: String
    }

    /// The string literals in order; those within an interpolation come before the one around them.
    static func literals(_ source: String) -> [Literal] {
        var scanner = Scanner(characters: Array(source.unicodeScalars))
        _ = scanner.run()
        return scanner.literals
    }

    private struct Scanner {
        let characters: [Unicode.Scalar]
        var position = 0
        var output = String.UnicodeScalarView()
        var literals: [Literal] = []
        private var line = 1

        init(characters: [Unicode.Scalar]) {
            self.characters = characters
        }

        mutating func run() -> String {
            while position < characters.count {
                if starts("//") {
                    while position < characters.count, characters[position] != "\n" { blank() }
                } else if starts("/*") {
                    skipBlockComment()
                } else if characters[position] == "\"" || startsRawString {
                    skipString()
                } else {
                    if characters[position] == "\n" { line += 1 }
                    output.append(characters[position])
                    position += 1
                }
            }
            return String(output)
        }

        private func starts(_ text: String, at offset: Int = 0) -> Bool {
            var index = position + offset
            for scalar in text.unicodeScalars {
                guard index < characters.count, characters[index] == scalar else { return false }
                index += 1
            }
            return true
        }

        private var startsRawString: Bool {
            var index = position
            while index < characters.count, characters[index] == "#" { index += 1 }
            return index > position && index < characters.count && characters[index] == "\""
        }

        private mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where position < characters.count {
                if characters[position] == "\n" { line += 1 }
                output.append(characters[position] == "\n" ? "\n" : " ")
                position += 1
            }
        }

        private mutating func skipBlockComment() {
            var depth = 0
            repeat {
                if starts("/*") {
                    depth += 1
                    blank(2)
                } else if starts("*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < characters.count
        }

        private mutating func skipString() {
            var hashes = ""
            while characters[position] == "#" {
                hashes += "#"
                blank()
            }
            let quote = starts("\"\"\"") ? "\"\"\"" : "\""
            let start = line
            var text = String.UnicodeScalarView()
            blank(quote.count)
            while position < characters.count, !starts(quote + hashes) {
                if starts("\\" + hashes + "(") {
                    blank(2 + hashes.count)
                    skipInterpolation()
                    text.append("…")
                } else {
                    let count = starts("\\" + hashes) ? 2 + hashes.count : 1
                    text += characters[position..<min(position + count, characters.count)]
                    blank(count)
                }
            }
            literals.append(Literal(line: start, text: String(text)))
            blank(quote.count + hashes.count)
        }

        private mutating func skipInterpolation() {
            var depth = 1
            while depth > 0, position < characters.count {
                if characters[position] == "\"" || startsRawString {
                    skipString()
                    continue
                }
                if characters[position] == "(" { depth += 1 }
                if characters[position] == ")" { depth -= 1 }
                blank()
            }
        }
    }
}
