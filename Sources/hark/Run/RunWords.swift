import ArgumentParser

/// `hark run curl -sv URL`: the options up to the first other word are Hark's, the rest is the command's, as with sudo
/// and env. Pure.
enum RunWords {
    /// These words with `--` before the command that `run` is to run; as they are where it is there, or no command is.
    ///
    /// - Parameter help: all options of `run` as its help lists them, asked for only where it matters.
    static func parted(_ words: [String], help: () -> String) -> [String] {
        guard words.first == "run", words.count > 1, words[1] != "--" else { return words }
        let valued = words[1].hasPrefix("-") ? valuedOptions(in: help()) : []
        var place = 1
        while place < words.count, words[place].hasPrefix("-") {
            if words[place] == "--" { return words }
            // A value that is written with its option is no word of its own.
            place += valued.contains(words[place]) ? 2 : 1
        }
        guard place < words.count else { return words }
        var parted = words
        parted.insert("--", at: place)
        return parted
    }

    /// Those after which a value follows.
    static func valuedOptions(in help: String) -> Set<String> {
        var found: Set<String> = []
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            let words = line.split { " ,/".contains($0) }
            let names = words.prefix { $0.hasPrefix("-") }
            guard words.dropFirst(names.count).first?.hasPrefix("<") == true else { continue }
            found.formUnion(names.map(String.init))
        }
        return found
    }
}
