/// `hark -q run curl …`: options of a command may be before its name. Pure but for what commands say of their options.
enum LeadingOptions {
    /// These words with the name of the command first; as they are where no command follows the options, or one of
    /// them is none of its own.
    static func moved(
        _ words: [String], commands: [String], options: (String) -> [CommandOption]
    ) -> [String] {
        guard words.first?.hasPrefix("-") == true else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        for place in words.indices.prefix(end) where commands.contains(words[place]) {
            guard isList(words[..<place], of: options(words[place])) else { continue }
            return [words[place]] + words[..<place] + words[(place + 1)...]
        }
        return words
    }

    /// Nothing but these options, each with its value.
    private static func isList(_ words: ArraySlice<String>, of options: [CommandOption]) -> Bool {
        func option(_ spelling: String) -> CommandOption? { options.first { $0.spellings.contains(spelling) } }
        var rest = words
        while let word = rest.popFirst() {
            let spelling = String(word.prefix { $0 != "=" })
            if spelling.hasPrefix("--no-"), option("--" + spelling.dropFirst(5))?.kind == .flag { continue }
            if let one = option(spelling) {
                if one.kind != .flag, spelling == word, rest.popFirst() == nil { return false }
                continue
            }
            // `-qk`
            guard !word.hasPrefix("--"), word.count > 2,
                word.dropFirst().allSatisfy({ option("-\($0)")?.kind == .flag })
            else { return false }
        }
        return true
    }
}
