import Filter

/// What is looked for in the page that is read, and where it was found last. A value.
struct TextFinder: Sendable {
    /// What is being written; nil: nothing.
    var line: FindLine?
    private(set) var text = ""
    /// The line that was gone to last.
    private var place: Int?

    /// What is looked for, as cells have it: a character each, in lower case.
    var wanted: [String] { text.map { $0.lowercased() } }

    mutating func begin() { line = FindLine(text) }

    /// What was written is what is looked for now.
    mutating func finish() {
        text = line?.editor.text ?? ""
        line = nil
        place = nil
    }

    /// The next line that has it, from what is seen on, and which of them it is.
    ///
    /// - Parameters:
    ///   - step: 1 or -1.
    ///   - seen: the lines that are seen.
    mutating func next(_ step: Int, in page: TextPage, _ look: ScreenLook, seen: Range<Int>) -> (
        line: Int, words: String
    )? {
        let lines = page.lines(with: wanted, look)
        guard !lines.isEmpty else { return nil }
        let from = place.flatMap { seen.contains($0) ? $0 : nil } ?? (step > 0 ? seen.lowerBound - 1 : seen.upperBound)
        let found =
            step > 0
            ? lines.firstIndex { $0 > from } ?? 0 : lines.lastIndex { $0 < from } ?? lines.count - 1
        place = lines[found]
        return (lines[found], "\(found + 1) of \(lines.count) \(lines.count == 1 ? "line" : "lines") with it")
    }
}

/// The text to look for while it is written. A value.
struct FindLine: Sendable, WrittenLine {
    var editor: LineEditor

    init(_ text: String) {
        editor = LineEditor(text)
    }

    var error: FilterError? { nil }
    var sentence: String { "Enter finds it; n and N go to the next and previous match." }
    var candidates: [FilterCompletion.Candidate] { [] }
}

extension TextPage {
    /// The lines in which these characters stand next to each other.
    func lines(with wanted: [String], _ look: ScreenLook) -> [Int] {
        wanted.isEmpty ? [] : (0..<count).filter { !Self.matches(wanted, in: line($0, look)).isEmpty }
    }

    /// Where they stand in a line.
    static func matches(_ wanted: [String], in cells: [Cell]) -> [Range<Int>] {
        guard let first = wanted.first else { return [] }
        // Behind a wide character stands an empty cell, which is no character.
        let places = cells.indices.filter { cells[$0].width > 0 }
        let texts = places.map { cells[$0].text.lowercased() }
        var found: [Range<Int>] = []
        var at = 0
        while at + wanted.count <= texts.count {
            if texts[at] == first, texts[at..<(at + wanted.count)].elementsEqual(wanted) {
                let end = at + wanted.count
                found.append(places[at]..<(end < places.count ? places[end] : cells.count))
                at = end
            } else {
                at += 1
            }
        }
        return found
    }
}
