import Filter

/// What the parser of the command line says of a mistake, in the words of the rest of Hark: what is wrong, and what
/// would be right. Its own usage lines stay as they are. Pure.
enum UsageWords {
    /// - Parameters:
    ///   - text: all that the parser has to say: `Error: …`, perhaps `Help: …`, then the usage.
    ///   - subcommands: of the command that was given, for a word that is none of them.
    static func ours(_ text: String, subcommands: [String] = []) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix(mark) else { return text }
        let said = String(first.dropFirst(mark.count))
        // What the option or argument is for is a part of the sentence, not a line beside it.
        let hint = lines.count > 1 && lines[1].hasPrefix("Help:  ") ? purpose(lines[1]) : nil
        guard let sentence = sentence(said, hint, subcommands) else { return text }
        if hint != nil { lines.remove(at: 1) }
        lines[0] = mark + sentence
        return lines.joined(separator: "\n")
    }

    private static let mark = "Error: "

    /// nil for a sentence that is ours already.
    private static func sentence(_ said: String, _ hint: String?, _ subcommands: [String]) -> String? {
        let purpose = hint.map { " (\($0))" } ?? ""
        if let name = quoted(said, after: "Missing expected argument ") { return "\(name) is missing\(purpose)." }
        if let name = quoted(said, after: "Missing value for ") {
            let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
            return "\(parts[0]) needs a value" + (parts.count > 1 ? ", \(parts[1])" : "") + purpose + "."
        }
        if said.hasPrefix("The value '"), let middle = said.firstRange(of: "' is invalid for '") {
            let value = said[said.index(said.startIndex, offsetBy: 11)..<middle.lowerBound]
            let rest = said[middle.upperBound...]
            guard let end = rest.firstIndex(of: "'") else { return nil }
            let reason = rest[rest.index(after: end)...]
            return "'\(String(value).shown)' does not fit \(rest[..<end])"
                + (reason.isEmpty ? purpose + "." : String(reason))
        }
        if let name = quoted(said, after: "Unknown option ") {
            guard let nearest = quoted(said, after: "Unknown option '\(name)'. Did you mean ") else {
                return "There is no option \(name.shown) here."
            }
            return "There is no option \(name.shown) here. Did you mean \(nearest)?"
        }
        if let word = quoted(said, after: "Unexpected argument ") {
            guard let nearest = NearestName.find(word.lowercased(), among: subcommands) else {
                return "'\(word.shown)' is too much here."
            }
            return "There is no '\(word.shown)' here. Did you mean '\(nearest)'?"
        }
        if let list = said.firstRange(of: " unexpected arguments: ") {
            return "These are too much here: \(String(said[list.upperBound...]).shown)."
        }
        return nil
    }

    /// What stands in quotes behind a beginning.
    private static func quoted(_ text: String, after beginning: String) -> String? {
        guard text.hasPrefix(beginning + "'") else { return nil }
        let rest = text.dropFirst(beginning.count + 1)
        return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
    }

    /// `Help:  <n>  Numbers of flows.` says: numbers of flows
    private static func purpose(_ line: String) -> String? {
        let words = line.dropFirst("Help:  ".count)
        guard let gap = words.firstRange(of: "  ") else { return nil }
        var text = String(words[gap.upperBound...])
        // Where a word is all capitals, as HAR is, its first letter stays.
        if text.dropFirst().first?.isUppercase == false { text = text.prefix(1).lowercased() + text.dropFirst() }
        while text.last == "." { text.removeLast() }
        return text.isEmpty || text.contains(". ") ? nil : text
    }
}
