import Filter
import Views

/// What the parser of the command line says of a mistake, in the words of the rest of Hark: what is wrong, and what
/// would be right, then how the command is used. Pure.
struct UsageWords {
    /// What is wrong; nil where help or a version was asked for. It may have more lines, which show a place.
    let mistake: String?
    /// How the command is used, no line wider than the terminal unless a word is; or all of the text, where nothing is
    /// wrong.
    let usage: String

    /// - Parameters:
    ///   - text: all that the parser has to say: `Error: …`, perhaps `Help: …`, then the usage.
    ///   - subcommands: of the command that was given, for a word that is none of them.
    ///   - options: of the command, for one that it does not have.
    ///   - words: the command line.
    ///   - width: columns of the terminal.
    init(
        _ text: String, subcommands: [String] = [], options: [String] = [], words: [String] = [], width: Int = 80
    ) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix(Self.mark) else {
            mistake = nil
            usage = Self.wrapped(lines, width)
            return
        }
        let end = lines.dropFirst().firstIndex { $0.hasPrefix("Usage: ") || $0.hasPrefix("Help:  ") } ?? lines.count
        let said = String(first.dropFirst(Self.mark.count))
        // What the option or argument is for is a part of the sentence, not a line beside it.
        let help = lines[end...].first.flatMap { $0.hasPrefix("Help:  ") ? $0 : nil }
        let more = lines[1..<end].map { $0 }
        if let sentence = Self.sentence(
            said, values: Self.listed(more), help.flatMap(Self.purpose), subcommands, options, words)
        {
            mistake = Self.begun(sentence)
        } else {
            mistake = ([Self.begun(said)] + more).joined(separator: "\n")
        }
        usage = Self.wrapped(Array(lines[(help == nil ? end : end + 1)...]), width)
    }

    private static let mark = "Error: "

    /// A sentence as it stands behind the program's name.
    private static func begun(_ sentence: String) -> String {
        let second = sentence.dropFirst().first
        guard second?.isLowercase == true || second == " " else { return sentence }
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    // MARK: The usage

    /// Lines that are too wide, broken between options.
    private static func wrapped(_ lines: [String], _ width: Int) -> String {
        lines.map { line in
            guard line.count > width, line.hasPrefix("Usage: ") || line.hasPrefix("USAGE: ") else { return line }
            let pieces = pieces(of: line)
            let words = pieces.prefix { !$0.hasPrefix("[") && !$0.hasPrefix("<") && !$0.hasPrefix("-") }.map { $0 }
            var start = words.joined(separator: " ")
            let indent = String(repeating: " ", count: start.count)
            var broken: [String] = []
            for piece in pieces.dropFirst(words.count) {
                if start.count + 1 + piece.count > width, start.count > indent.count {
                    broken.append(start)
                    start = indent
                }
                start += " " + piece
            }
            return (broken + [start]).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// Words, but for what stands in brackets, and for the value of an option, which stay with it.
    private static func pieces(of line: String) -> [String] {
        var pieces: [String] = []
        var depth = 0
        for word in line.split(separator: " ") {
            let isValue = word.hasPrefix("<") && pieces.last?.hasPrefix("--") == true
            if depth > 0 || isValue || word == "..." {
                pieces[pieces.count - 1] += " " + word
            } else {
                pieces.append(String(word))
            }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        return pieces
    }

    // MARK: The sentence

    /// What to say when an option is missing that a command cannot do without.
    private static let required = [
        "--format": "choose a format, for example --format har",
        "--to": "choose a server, for example --to https://example.com",
    ]

    /// nil for a sentence that is ours already.
    private static func sentence(
        _ said: String, values: [String], _ purpose: String?, _ subcommands: [String], _ options: [String],
        _ words: [String]
    ) -> String? {
        let purpose = purpose.map { " (\($0))" } ?? ""
        if let name = quoted(said, after: "Missing expected argument ") {
            return required[name.option] ?? "missing \(name)\(purpose)"
        }
        if let name = quoted(said, after: "Missing value for ") {
            let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
            return "missing value for \(parts[0])" + (parts.count > 1 ? " (expected \(parts[1]))" : "")
        }
        if said.hasPrefix("The value '"), let middle = said.firstRange(of: "' is invalid for '") {
            let value = String(said[said.index(said.startIndex, offsetBy: 11)..<middle.lowerBound])
            let rest = said[middle.upperBound...]
            guard let end = rest.firstIndex(of: "'") else { return nil }
            let reason = String(rest[rest.index(after: end)...])
            let start = "invalid value '\(value.terminalEscaped)' for \(String(rest[..<end]).option)"
            if reason.hasPrefix(". Please provide one of ") {
                return start + choice(value, values.isEmpty ? quotations(in: reason) : values)
            }
            return start + (reason.isEmpty ? purpose : reason)
        }
        if let name = quoted(said, after: "Unknown option ") {
            let nearest =
                OtherNames.hint(for: name, among: options) ?? self.nearest(to: name, among: options)
                ?? (options.isEmpty ? quoted(said, after: "Unknown option '\(name)'. Did you mean ") : nil)
            return "unknown option \(name.terminalEscaped)" + (nearest.map { "; did you mean \($0)?" } ?? "")
        }
        if let word = quoted(said, after: "Unexpected argument ") {
            if let wrong = OptionalValue.wrong(word, in: words) { return wrong }
            guard !subcommands.isEmpty else { return "unexpected argument '\(word.terminalEscaped)'" }
            return "unknown subcommand '\(word.terminalEscaped)'" + choice(word, subcommands)
        }
        if let list = said.firstRange(of: " unexpected arguments: ") {
            return "unexpected arguments: \(String(said[list.upperBound...]).terminalEscaped)"
        }
        return nil
    }

    /// The option that somebody mistyped, or began.
    private static func nearest(to name: String, among options: [String]) -> String? {
        guard name.hasPrefix("--"), name.count > 3 else { return nil }
        let begun = options.filter { $0.hasPrefix(name) }
        return begun.count == 1 ? begun[0] : NearestName.find(name.lowercased(), among: options)
    }

    /// The options that a command's help lists.
    static func options(in help: String) -> [String] {
        var found: [String] = []
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            let names = line.split { " ,/[]<>".contains($0) }.prefix { $0.hasPrefix("-") }
            found += names.map { String($0.prefix { $0 != "=" }) }
        }
        return found
    }

    /// The name that is nearest to a word, or all there are: the end of a sentence.
    private static func choice(_ word: String, _ names: [String]) -> String {
        if let nearest = NearestName.find(word.lowercased(), among: names) { return "; did you mean '\(nearest)'?" }
        let others = names.dropLast().joined(separator: ", ")
        return " (expected \(others.isEmpty ? "" : others + " or ")\(names.last ?? "nothing"))"
    }

    /// The names of a list beneath the sentence.
    private static func listed(_ lines: [String]) -> [String] {
        lines.compactMap { $0.hasPrefix("  - ") ? String($0.dropFirst(4)) : nil }
    }

    private static func quotations(in text: String) -> [String] {
        text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// What stands in quotes behind a beginning.
    private static func quoted(_ text: String, after beginning: String) -> String? {
        guard text.hasPrefix(beginning + "'") else { return nil }
        let rest = text.dropFirst(beginning.count + 1)
        return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
    }

    /// `Help:  <n>  Numbers of flows.` is: numbers of flows
    private static func purpose(_ line: String) -> String? {
        let words = line.dropFirst("Help:  ".count)
        guard let gap = words.firstRange(of: "  ") else { return nil }
        // What an option is for does not say how its value is written.
        if words.hasPrefix("-"), words[..<gap.lowerBound].hasSuffix(" <n>") { return "expected a number" }
        var text = String(words[gap.upperBound...])
        // Where a word is all capitals, as HAR is, its first letter stays.
        if text.dropFirst().first?.isUppercase == false { text = text.prefix(1).lowercased() + text.dropFirst() }
        while text.last == "." { text.removeLast() }
        return text.isEmpty || text.contains(". ") ? nil : text
    }
}

extension String {
    /// `--only <topic>` without its value; `<n>` as it is.
    fileprivate var option: String { hasPrefix("-") ? String(prefix { $0 != " " }) : self }
}
