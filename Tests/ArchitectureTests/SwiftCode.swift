/// Swift source with its comments and the text of its string literals blanked out, lines kept, so that a search finds
/// code alone. Interpolations are blanked out too: a rule may miss something there, but never accuses a sentence.
enum SwiftCode {
    static func only(_ source: String) -> String {
        var scanner = Scanner(characters: Array(source.unicodeScalars))
        return scanner.run()
    }

    private struct Scanner {
        let characters: [Unicode.Scalar]
        var position = 0
        var output = String.UnicodeScalarView()

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
            blank(quote.count)
            while position < characters.count, !starts(quote + hashes) {
                if starts("\\" + hashes + "(") {
                    blank(2 + hashes.count)
                    skipInterpolation()
                } else {
                    blank(starts("\\" + hashes) ? 2 + hashes.count : 1)
                }
            }
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
