import ArgumentParser
import Bytes
import Explain
import Flow
import HTTPSemantics
import Platform
import Registry
import Views

/// A word to look up in the registry: `status 425`, `header Vary`, `method PUT`, or a name whose kind is not said.
struct DictionaryQuestion {
    /// The kind as it was asked for; nil when it was not said.
    let asked: String?
    /// Where to look.
    let kinds: [Vocabulary]

    /// The question that words ask whose first one is a kind.
    static func kind(of words: [String]) -> DictionaryQuestion? {
        guard let first = words.first, let kinds = Self.kinds(called: first) else { return nil }
        return DictionaryQuestion(asked: first, kinds: kinds)
    }

    /// What the words of a command line ask for, and of which name; nil when they name a file, or nothing.
    static func asked(by words: [String]) -> (DictionaryQuestion, String)? {
        if let question = kind(of: words) { return (question, words.dropFirst().joined(separator: " ")) }
        // A name alone is looked up when no file is called so.
        guard let word = words.first, word != "-", access(word, F_OK) != 0 else { return nil }
        return any(word).map { ($0, word) }
    }

    /// The question for a name alone, when one of the tables has it or something like it.
    static func any(_ word: String) -> DictionaryQuestion? {
        let question = DictionaryQuestion(asked: nil, kinds: Vocabulary.allCases)
        let name = DictionaryName(word)
        if question.kinds.contains(where: { name.term(in: $0) != nil }) { return question }
        // What looks like a path is a file that is not there.
        let isPath = word.utf8.contains { $0 == ASCII.slash || $0 == ASCII.period }
        return isPath || question.similar(name).isEmpty ? nil : question
    }

    /// The tables of a kind, by its word; people say field as well as header, and coding of both kinds of coding.
    static func kinds(called word: String) -> [Vocabulary]? {
        switch word {
        case "field": return [.fields]
        case "directive": return [.responseDirectives, .requestDirectives]
        case "response-directive": return [.responseDirectives]
        case "coding": return [.contentCodings, .transferCodings]
        case "content-coding": return [.contentCodings]
        default: return Vocabulary.allCases.first { $0.word == word }.map { [$0] }
        }
    }

    // MARK: Answers

    func answer(_ word: String, _ output: ExplainOutputOptions) throws {
        guard !word.isEmpty else {
            let kind = asked ?? ""
            throw UsageFailure.said(
                "missing name after '\(kind)', for example: hark explain \(kind) \(example) (for a file of this "
                    + "name: ./\(kind))"
            )
        }
        let name = DictionaryName(word)
        if kinds == [.statuses] {
            guard name.text.utf8.count == 3, let number = name.number, number >= 100 else {
                throw UsageFailure.said(
                    "'\(word.terminalEscaped)' is not a status code (expected three digits, 100 or more)")
            }
        }
        let found = kinds.compactMap { kind in name.term(in: kind).map { (kind, $0) } }
        if output.json { json(found, name) } else { page(found, name) }
        if found.isEmpty { throw UsageFailure.notFound }
    }

    private var example: String {
        kinds.first?.terms.first.map { $0.number.map { "\($0)" } ?? $0.name } ?? ""
    }

    private func page(_ found: [(Vocabulary, Term)], _ name: DictionaryName) {
        ExplainPage.print { style, width in
            var view = DictionaryView(style: style, width: width)
            for (place, (kind, term)) in found.enumerated() {
                if place > 0 { view.page.newline() }
                view.show(term, of: kind)
                if let value = name.value(in: kind) { view.show(value: value.text, of: value.field, in: value.kind) }
            }
            if found.isEmpty { missing(name, &view) }
            return view.page.take()
        }
    }

    private func missing(_ name: DictionaryName, _ view: inout DictionaryView) {
        if kinds == [.statuses], let number = name.number {
            view.show(StatusClass(number), of: number)
        } else {
            let what = asked == nil ? "file or word" : kinds.first?.phrase ?? "word"
            view.showNothing(what, name.text, similar: similar(name))
            // A field that nobody registered has a value all the same.
            if kinds == [.fields], let value = name.value(in: .fields) {
                view.show(value: value.text, of: value.field, in: value.kind)
            }
        }
    }

    /// Names that may have been meant, with their kind when none was asked for.
    private func similar(_ name: DictionaryName) -> [String] {
        let names = kinds.flatMap { kind in
            kind.terms.map { (asked == nil ? "\(kind.word) " : "", $0.name) }
        }
        return Similar.places(of: name.text, among: names.map(\.1)).map { names[$0].0 + names[$0].1 }
    }

    private func json(_ found: [(Vocabulary, Term)], _ name: DictionaryName) {
        Report.json { writer in
            if found.count == 1 {
                DictionaryJSON.write(found[0].1, of: found[0].0, name, &writer)
            } else if found.isEmpty {
                DictionaryJSON.writeNothing(kinds, name, similar: similar(name), &writer)
            } else {
                writer.beginArray()
                for (kind, term) in found { DictionaryJSON.write(term, of: kind, name, &writer) }
                writer.endArray()
            }
        }
    }
}

/// Words that may have been meant.
enum Similar {
    private static let most = 6

    /// Where those stand that are a slip of the finger away, have the same beginning, or a part in common.
    static func places(of word: String, among all: [String]) -> [Int] {
        let asked = Bytes(word).lowercased.text.prefix(64)
        guard !asked.isEmpty else { return [] }
        let scored = all.enumerated().compactMap { place, candidate -> (score: Int, place: Int)? in
            let name = Bytes(candidate).lowercased.text
            let common = zip(name, asked).prefix { $0 == $1 }.count
            if isSlip(Array(name.utf8), Array(asked.utf8)) { return (200 + common, place) }
            if name.contains(asked) || (name.count > 2 && asked.contains(name)) { return (100 + common, place) }
            return common >= 3 && common * 2 >= asked.count ? (common, place) : nil
        }
        let sorted = scored.sorted { $0.score == $1.score ? $0.place < $1.place : $0.score > $1.score }
        return sorted.prefix(most).map(\.place)
    }

    /// Whether one letter too many, too few or another, or two that changed places, make one of the other.
    private static func isSlip(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard other.count >= 4, abs(one.count - other.count) <= 1 else { return false }
        let common = zip(one, other).prefix { $0 == $1 }.count
        let (rest, otherRest) = (one.dropFirst(common), other.dropFirst(common))
        if one.count != other.count {
            return one.count > other.count
                ? rest.dropFirst().elementsEqual(otherRest) : otherRest.dropFirst().elementsEqual(rest)
        }
        if rest.dropFirst().elementsEqual(otherRest.dropFirst()) { return true }
        return rest.count >= 2 && rest.dropFirst(2).elementsEqual(otherRest.dropFirst(2))
            && rest.prefix(2).reversed().elementsEqual(otherRest.prefix(2))
    }
}
