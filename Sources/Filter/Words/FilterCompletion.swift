import Bytes
import Registry

/// What may stand at a place of a filter that is being written.
package struct FilterCompletion: Sendable {
    package struct Candidate: Sendable, Hashable {
        /// What to write, quoted where it has to be.
        package let text: String
        /// A few words about it; may be empty.
        package let words: String

        package init(text: String, words: String) {
            self.text = text
            self.words = words
        }
    }

    /// The bytes of the text that a candidate takes the place of.
    package let range: Range<Int>
    package let candidates: [Candidate]
    /// The field whose value may stand there; nil where another thing may.
    package let field: FilterField?

    /// - Parameters:
    ///   - text: what was written so far.
    ///   - cursor: bytes before the place; what stands behind it does not count.
    ///   - values: values by field beyond those that the language knows: tags, notes, hosts that occur.
    package init(_ text: String, at cursor: Int? = nil, values: [String: [String]] = [:]) {
        var walk = FilterWalk(String(text.prefix(ofUTF8: cursor ?? .max)))
        let place = walk.run()
        let written = walk.written.lowercased()
        range = walk.range
        field = if case .value(let field) = place { field } else { nil }
        let all: [Candidate] =
            switch place {
            case .test: Self.tests(written, walk.hasTestBefore)
            // A flag says all that it has to say.
            case .operation(let field) where field.kind == .flag: Self.tests(written, true)
            case .operation(let field): Self.operations(field)
            case .value(let field): Self.values(field, values[field.name] ?? [])
            case .listEnd:
                [
                    Candidate(
                        text: ",",
                        words: """
                            another value
                            """), Candidate(text: ")", words: "end of the list"),
                ]
            case .nothing: []
            }
        candidates = all.filter { candidate in
            let text = candidate.text.lowercased()
            return text != written && (text.hasPrefix(written) || text.hasPrefix("\"" + written))
        }
    }

    private static func tests(_ written: String, _ hasTestBefore: Bool) -> [Candidate] {
        for field in FilterFields.all where field.takesName && written.hasPrefix(field.name + ".") {
            guard field.name.hasSuffix("header") || field.name == "trailer" else { return [] }
            return Vocabulary.fields.terms.map {
                Candidate(text: "\(field.name).\($0.name.lowercased())", words: $0.meaning)
            }
        }
        let fields = FilterFields.all.map { field in
            Candidate(text: field.takesName ? field.name + "." : field.name, words: field.meaning)
        }
        let joints = [("and", "both"), ("or", "either")].map { Candidate(text: $0.0, words: $0.1) }
        let search = Candidate(text: "\(FilterParser.textPrefix):", words: "a text in the URL, a head or a text body")
        return (hasTestBefore ? joints : []) + [Candidate(text: "not", words: "the opposite")] + fields + [search]
    }

    private static func operations(_ field: FilterField) -> [Candidate] {
        field.kind.operators.map { Candidate(text: $0, words: words[$0] ?? "") }
            + [("and", "both"), ("or", "either")].map { Candidate(text: $0.0, words: $0.1) }
    }

    private static let words = [
        "=": "is", "!=": "is other than", "<": "less", "<=": "at most", ">": "more", ">=": "at least",
        "~": "like, with * and ?", "!~": "unlike", "=~": "matches an expression", "contains": "contains this",
        "in": "one of a list",
    ]

    private static func values(_ field: FilterField, _ more: [String]) -> [Candidate] {
        let known: [Candidate]
        switch field.kind {
        case .flag: known = [Candidate(text: "yes", words: ""), Candidate(text: "no", words: "")]
        case .choice(let choice): known = choice.names.map { Candidate(text: written($0.name), words: "") }
        case .status:
            known = Vocabulary.statuses.terms.compactMap { term in
                term.number.map { Candidate(text: String($0), words: term.name) }
            }
        case .statusClass: known = (1...5).map { Candidate(text: "\($0)xx", words: "") }
        case .size: known = ["1kB", "1KiB", "1MB", "1MiB"].map { Candidate(text: $0, words: "") }
        case .duration: known = ["100ms", "1s", "1m", "1h"].map { Candidate(text: $0, words: "") }
        case .time: known = ["-10m", "-1h", "-1d"].map { Candidate(text: $0, words: "\($0.dropFirst()) ago") }
        case .mediaType: known = ["html", "json", "javascript", "css", "image"].map { Candidate(text: $0, words: "") }
        case .text, .name, .number, .content: known = named(field)
        }
        return known
            + more.map { Candidate(text: written($0), words: "") }
    }

    /// In quotes where it needs them.
    private static func written(_ value: String) -> String {
        let isPlain =
            !value.isEmpty && value.utf8.allSatisfy { FilterScanner.isFieldByte($0) || $0 == ASCII.slash }
        return isPlain ? value : FilterPrinter.quoted(value)
    }

    private static func named(_ field: FilterField) -> [Candidate] {
        switch field.name {
        case "method": Vocabulary.methods.terms.map { Candidate(text: $0.name, words: $0.meaning) }
        case "scheme": ["http", "https"].map { Candidate(text: $0, words: "") }
        case "encoding": Vocabulary.contentCodings.terms.map { Candidate(text: $0.name, words: $0.meaning) }
        default: []
        }
    }
}
