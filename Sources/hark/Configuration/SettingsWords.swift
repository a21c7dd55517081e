import Platform

/// A command line with what files and variables set, put before its own options, which are stronger. Pure but for what
/// `Settings` has read.
struct SettingsWords {
    let words: [String]
    /// Files in force.
    let files: [String]
    let isQuiet: Bool

    /// - Parameter words: without the options that name files of settings.
    init(_ words: [String], _ settings: Settings) throws(Settings.Failure) {
        guard !settings.isEmpty || words.contains(where: { $0.hasPrefix("--no-") }),
            let (command, count) = ConfiguredCommand.called(by: words)
        else {
            (self.words, files, isQuiet) = (words, [], false)
            return
        }
        if let problem = settings.problems.first { throw Settings.Failure(problem: problem, code: EX_CONFIG) }
        let own = Self.given(Array(words.dropFirst(count)), command.options)
        let set = try settings.settings(of: command).filter { setting in
            let name = setting.option.name
            if own.negated.contains(name) { return false }
            let excluded = Settings.exclusive.contains { group in
                group.contains(name) && !group.subtracting([name]).isDisjoint(with: own.names)
            }
            // A list adds up, except where the proxy listens.
            let isReplaced = own.names.contains(name) && (setting.option.kind != .list || name == "listen")
            return !excluded && !isReplaced
        }
        self.words = Array(words.prefix(count)) + set.flatMap(\.words) + own.words
        files = settings.readings.map(\.file.name)
        isQuiet = own.names.contains("quiet") || set.contains { $0.option.name == "quiet" && $0.values == ["true"] }
    }

    /// The options that words give, those they take back (`--no-quiet`), and the words without the latter.
    private static func given(
        _ words: [String], _ options: [CommandOption]
    ) -> (names: Set<String>, negated: Set<String>, words: [String]) {
        var (names, negated, left) = (Set<String>(), Set<String>(), [String]())
        let bySpelling = Dictionary(
            options.flatMap { option in option.spellings.map { ($0, option) } }, uniquingKeysWith: { first, _ in first }
        )
        var place = 0
        while place < words.count {
            let word = words[place]
            if word == "--" { break }
            place += 1
            let spelling = String(word.prefix { $0 != "=" })
            if bySpelling[spelling] == nil, spelling.hasPrefix("--no-"),
                let option = bySpelling["--" + spelling.dropFirst(5)], option.kind == .flag
            {
                negated.insert(option.name)
                continue
            }
            left.append(word)
            if let option = bySpelling[spelling] {
                names.insert(option.name)
                if option.kind != .flag, spelling == word, place < words.count {
                    left.append(words[place])
                    place += 1
                }
            } else if word.hasPrefix("-"), !word.hasPrefix("--") {
                for letter in word.dropFirst() { bySpelling["-\(letter)"].map { _ = names.insert($0.name) } }
            }
        }
        return (names, negated, left + words[place...])
    }
}
