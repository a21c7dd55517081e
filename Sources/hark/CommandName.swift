import Views

/// The first word of the command line, when it names no command: what to say of it. Pure.
enum CommandName {
    /// Commands that the documents name and this version does not have.
    private static let planned: Set = [
        "flows", "diff", "stats", "delete", "judge", "replay", "send",
        "export", "import", "check", "rules", "held", "page", "screen",
    ]

    /// A sentence about a word that names no command; nil when there is nothing to say: flags come first, and then it
    /// is `hark proxy` that they are meant for.
    ///
    /// - Parameters:
    ///   - arguments: of the command line, without the program's name.
    ///   - known: the names of all commands.
    static func mistake(in arguments: [String], known: [String]) -> String? {
        guard let word = arguments.first, !word.hasPrefix("-"), !known.contains(word) else { return nil }
        if planned.contains(word) {
            return "there is no command '\(word)' yet. There are: \(known.joined(separator: ", "))."
        }
        guard let nearest = nearest(to: word, among: known) else {
            return "there is no command '\(word.shown)'. There are: \(known.joined(separator: ", "))."
        }
        return "there is no command '\(word.shown)'. Did you mean 'hark \(nearest)'?"
    }

    /// The known word that takes the fewest changes, and few enough to have been meant.
    static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { ($0, distance(Array(word.lowercased()), Array($0))) }.sorted { $0.1 < $1.1 }
        guard let (name, count) = ranked.first, count <= max(1, name.count / 3) else { return nil }
        return name
    }

    /// How many letters are to be put in, taken out, exchanged or swapped with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var rows = [Array(0...right.count)]
        for (index, letter) in left.enumerated() {
            var row = [index + 1]
            for (other, candidate) in right.enumerated() {
                var least = min(rows[index][other + 1] + 1, row[other] + 1)
                least = min(least, rows[index][other] + (letter == candidate ? 0 : 1))
                if index > 0, other > 0, letter == right[other - 1], left[index - 1] == candidate {
                    least = min(least, rows[index - 1][other - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
