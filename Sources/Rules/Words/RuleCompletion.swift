import Bytes
package import Filter

/// What can come next in a rule that is being written. A value.
package struct RuleCompletion: Sendable {
    /// The bytes of the text that a candidate takes the place of.
    package let range: Range<Int>
    package let candidates: [FilterCompletion.Candidate]
    /// What the action at this place takes; nil where no action stands.
    package let usage: String?
    /// Bytes of the text before the line that is meant.
    package let lineStart: Int
    /// That line, whole.
    package let line: String
    /// Counted from 1.
    package let lineNumber: Int

    /// - Parameters:
    ///   - text: a rule, or a text of many.
    ///   - cursor: bytes before the place; what stands behind it in its line does not count.
    package init(_ text: String, at cursor: Int? = nil) {
        let bytes = Array(text.utf8)
        let place = text.prefix(ofUTF8: cursor ?? .max).utf8.count
        let start = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        line = String(decoding: bytes[start..<end], as: UTF8.self)
        lineStart = start
        lineNumber = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
        let found = RuleParser.place(in: String(decoding: bytes[start..<place], as: UTF8.self))
        let within: Range<Int>
        switch found {
        case .name(let range), .nothing(let range): (within, candidates, usage) = (range, [], nil)
        case .opening(let range, let written):
            (within, usage) = (range, nil)
            candidates = Self.fitting(written, Self.openings)
        case .filter(let first, let written):
            let completion = FilterCompletion(written)
            within = (first + completion.range.lowerBound)..<(first + completion.range.upperBound)
            let last = written.split(separator: " ").last.map { String($0) } ?? ""
            let ends = written.hasSuffix(" ") ? Self.turns : Self.fitting(last, Self.turns)
            (candidates, usage) = (completion.candidates + (written.isEmpty ? [] : ends), nil)
        case .action(let range, let written, let isRaw):
            (within, usage) = (range, nil)
            let entries = isRaw ? ActionTable.raw : ActionTable.all
            candidates = Self.fitting(
                written, entries.map { .init(text: $0.name, words: $0.meaning) } + (isRaw ? [] : Self.words))
        case .argument(let range, let written, let name):
            let entry = ActionTable.byName[name]
            within = range
            usage = entry.map { $0.usage.isEmpty ? $0.name : "\($0.name) \($0.usage)" }
            candidates = Self.fitting(written, Self.choices(entry?.usage ?? ""))
        }
        range = (start + within.lowerBound)..<(start + within.upperBound)
    }

    private static let openings: [FilterCompletion.Candidate] = [
        .init(text: "when", words: "which messages match"), .init(text: "do", words: "with every message"),
    ]

    private static let words: [FilterCompletion.Candidate] = [
        .init(text: ActionTable.rawWord, words: "sends what the action writes, even if it is malformed"),
        .init(text: "final", words: "prevents later rules from acting"),
    ]

    private static let turns: [FilterCompletion.Candidate] = [
        .init(text: "do", words: "what to do with them"), .init(text: "chance", words: "some of them: chance 30%"),
        .init(text: "first", words: "the first ones: first 3"), .init(text: "after", words: "later ones: after 3"),
        .init(text: "every", words: "every third: every 3"),
    ]

    /// The words that an action takes one of: `request|response|both`.
    private static func choices(_ usage: String) -> [FilterCompletion.Candidate] {
        let words = usage.split { " []".contains($0) }.filter { $0.contains("|") }.flatMap { $0.split(separator: "|") }
        return words.filter { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } }
            .map { .init(text: String($0), words: "") }
    }

    private static func fitting(
        _ written: String, _ all: [FilterCompletion.Candidate]
    ) -> [FilterCompletion.Candidate] {
        let first = all.filter { $0.text.hasPrefix(written) && $0.text != written }
        guard written.utf8.count >= 3 else { return first }
        return first + all.filter { !$0.text.hasPrefix(written) && $0.text.contains(written) }
    }
}
