/// An option as the parser's help lists it: its names and value, then its words, perhaps over several lines. Pure.
struct HelpOption {
    /// `--listen`.
    let name: String
    var lines: [String]

    /// Where the words begin.
    private static let indent = 26

    init(_ line: String) {
        let names = line.split { " ,/".contains($0) }.prefix { $0.hasPrefix("-") }
        name = names.first { $0.hasPrefix("--") }.map(String.init) ?? ""
        lines = [line]
    }

    /// The option in a line: up to the first stop, with the default where it fits. The rest is in the whole help.
    func brief(columns: Int) -> [String] {
        let (names, words) = parted
        let start = "  " + names.joined(separator: " ")
        let text = words.joined(separator: " ")
        let width = columns - max(Self.indent, start.count + 1)
        var short = Self.firstClause(text)
        if short.count < text.count, text.hasSuffix(")"), let place = text.ranges(of: " (default: ").last {
            let long = short + text[place.lowerBound...]
            if long.count < width { short = long }
        }
        return Self.listed(
            start, short + (".)".contains(short.last ?? ".") && text.hasSuffix(short) ? "" : "."), columns)
    }

    /// The names with the value, and the words.
    private var parted: (names: [Substring], words: [Substring]) {
        let all = lines.flatMap { $0.split(separator: " ") }
        var count = all.prefix { $0.hasPrefix("-") }.count
        if count < all.count, all[count].hasPrefix("<") || all[count].hasPrefix("[") {
            let end = all[count...].firstIndex { ">]".contains($0.last ?? " ") } ?? count
            count = end + 1
        }
        return (Array(all.prefix(count)), Array(all.dropFirst(count)))
    }

    /// Up to the first `. ` or `; ` outside of brackets, without the stop.
    private static func firstClause(_ text: String) -> String {
        var depth = 0
        var previous: Character = " "
        for (place, character) in zip(text.indices, text) {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == " ", depth == 0, ".;".contains(previous) {
                return String(text[..<text.index(before: place)])
            }
            previous = character
        }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// A term with its words beside it, or from the next line on where the term leaves no room.
    static func listed(_ term: String, _ text: String, _ columns: Int, indent: Int = indent) -> [String] {
        var lines: [String] = []
        var line = term.count < indent ? term.padding(to: indent) : term + " "
        var isEmpty = true
        for word in text.split(separator: " ") {
            if !isEmpty || line.count > indent, line.count + (isEmpty ? 0 : 1) + word.count > columns {
                lines.append(line.trimmed)
                line = String(repeating: " ", count: indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - self.count))
    }

    /// Without spaces at its end.
    fileprivate var trimmed: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
