/// The name that somebody may have meant who wrote another.
package enum NearestName {
    /// The name that takes the fewest changes, and few enough to have been meant: a third of its letters, at least one.
    ///
    /// A word of more than 64 letters is near nothing, so that the work is bounded.
    package static func find(_ word: String, among names: [String]) -> String? {
        let letters = Array(word)
        guard letters.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let distance = distance(letters, Array(name))
            if distance <= max(1, name.count / 3), distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
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
