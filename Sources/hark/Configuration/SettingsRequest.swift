/// Which files of settings a command line asks for, and the words that are left of it. A value.
struct SettingsRequest: Equatable {
    /// `--config FILE`: read in place of the usual ones.
    private(set) var file: String?
    /// `--no-config`: no file, and no variable.
    private(set) var isOff = false
    private(set) var profile: String?
    private(set) var words: [String]

    /// Those after which a value follows.
    static let valued: Set<String> = ["--config", "--profile"]

    /// Throws when a value is missing. What comes after `--` belongs to another command.
    init(_ all: [String]) throws(SettingsProblem) {
        words = []
        guard all.contains(where: Self.isOwn) else {
            words = all
            return
        }
        var place = 0
        // The words of a command that `hark run` starts are its own.
        let end = Self.end(of: all)
        while place < all.count {
            let word = all[place]
            place += 1
            guard place <= end, word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if word == "--no-config" {
                isOff = true
            } else if Self.valued.contains(parts[0]) {
                var value = parts.count > 1 ? parts[1] : nil
                if value == nil, place < end {
                    value = all[place]
                    place += 1
                }
                guard let value, !value.isEmpty else {
                    throw SettingsProblem("missing value after \(parts[0]) (expected \(parts[0].dropFirst(2)) name)")
                }
                if parts[0] == "--config" { file = value } else { profile = value }
            } else {
                words.append(word)
            }
        }
    }

    /// The same as words, for a command that reads them itself.
    var options: [String] {
        (file.map { ["--config", $0] } ?? []) + (profile.map { ["--profile", $0] } ?? [])
            + (isOff ? ["--no-config"] : [])
    }

    /// The words ask for what no setting can change, and what has to work with a broken file.
    static func isInformation(_ words: [String]) -> Bool {
        // What a shell asks for to complete a line of its own.
        words.contains("--version") || words.first == "---completion"
            || words.first { $0.hasPrefix("--") }.map {
                $0.hasPrefix("--generate-completion-script") || $0.hasPrefix("--experimental-dump-help")
            } ?? false
    }

    /// Where the words of Hark itself end.
    private static func end(of words: [String]) -> Int {
        // `hark judge` has options of the same names, for what it checks: Hark's own come before that word.
        if let judge = place(of: "judge", in: words) { return judge }
        if let dashes = words.firstIndex(of: "--") { return dashes }
        guard let run = place(of: "run", in: words) else { return words.count }
        // `hark run` without `--`: options up to the first other word; a value after an option may be one.
        let others = CommandOption.all(of: RunCommand.self).filter { $0.kind != .flag }.flatMap(\.spellings)
        // These may be without a value.
        let valued = valued.union(others).subtracting(["--judge", "--page", "--otlp", "--metrics"])
        var place = run + 1
        while place < words.count, words[place].hasPrefix("-") {
            place += valued.contains(words[place]) ? 2 : 1
        }
        return min(place, words.count)
    }

    /// Where a command is, when nothing but options is before it.
    private static func place(of command: String, in words: [String]) -> Int? {
        words.firstIndex(of: command).flatMap { place in
            words[..<place].allSatisfy { $0.hasPrefix("-") || isValue($0, words) } ? place : nil
        }
    }

    /// `--config`, `--config=FILE`, `--profile`, `--no-config`.
    private static func isOwn(_ word: String) -> Bool {
        word == "--no-config" || valued.contains { word == $0 || word.hasPrefix($0 + "=") }
    }

    private static func isValue(_ word: String, _ words: [String]) -> Bool {
        guard let place = words.firstIndex(of: word), place > 0 else { return false }
        return valued.contains(words[place - 1])
    }
}
