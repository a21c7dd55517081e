import Bytes

/// Reads the text of a table.
///
///     425 Too Early | RFC 8470 §5.2 | trait trait
///     What it means, a sentence, on as many lines as it needs.
///     = What to do.
///     ! What goes wrong.
///     > An example
///     + Field | RFC 9110 §10.2.3 | what its absence means.
///     @ Field | RFC 9110 §11.6.1 | the same of a field that must be there.
///
/// A row begins at a line with a bar and without a mark before it. Its traits may hold a standing (`provisional`,
/// `obsolete`, `unregistered`); without one it is permanent.
struct TableReader {
    private enum Part { case meaning, advice, mistake, example }

    private(set) var terms: [Term.Row] = []
    private(set) var faults: [String] = []
    private let isNumbered: Bool
    private var part = Part.meaning

    init(isNumbered: Bool) {
        self.isNumbered = isNumbered
    }

    mutating func read(_ text: String) {
        for bytes in text.utf8.split(separator: ASCII.lineFeed) {
            let rest = Substring(bytes.dropFirst(2))
            switch (bytes.first, bytes.dropFirst().first) {
            case (ASCII.equals, ASCII.space): begin(.advice, rest)
            case (ASCII.exclamation, ASCII.space): begin(.mistake, rest)
            case (ASCII.greaterThan, ASCII.space): begin(.example, rest)
            case (ASCII.plus, ASCII.space): need(rest, isRequired: false)
            case (ASCII.at, ASCII.space): need(rest, isRequired: true)
            default:
                if bytes.contains(ASCII.bar) { row(Substring(bytes)) } else { append(Substring(bytes)) }
            }
        }
    }

    private mutating func begin(_ part: Part, _ text: Substring) {
        self.part = part
        append(text)
    }

    /// Adds a line to the part of the last row that is being read.
    private mutating func append(_ line: Substring) {
        guard !terms.isEmpty else { return faults.append(String(line)) }
        let last = terms.count - 1
        switch part {
        case .meaning: Self.join(&terms[last].meaning, line)
        case .advice: Self.join(&terms[last].advice, line)
        case .mistake: Self.join(&terms[last].mistake, line)
        case .example: Self.join(&terms[last].example, line)
        }
    }

    private static func join(_ text: inout String, _ line: Substring) {
        if !text.isEmpty { text += " " }
        text += line
    }

    private mutating func row(_ line: Substring) {
        let columns = Self.columns(line)
        var name = columns[0]
        var number: Int?
        if isNumbered, let blank = name.firstIndex(of: " ") {
            number = Int(name[..<blank])
            name = name[name.index(after: blank)...]
        }
        if isNumbered != (number != nil) { faults.append(String(line)) }
        var standing = Standing.permanent
        var traits = Traits()
        guard columns.count == 3 else { return faults.append(String(line)) }
        for word in columns[2].split(separator: " ") {
            if let trait = Trait(word: word) {
                traits.insert(trait)
            } else if let found = Standing(rawValue: String(word)) {
                // What is in no registry stays so, also when nobody uses it any more.
                if standing != .unregistered { standing = found }
            } else {
                faults.append("\(name): \(word)")
            }
        }
        terms.append(
            Term.Row(
                name: String(name), number: number, reference: Reference(String(columns[1])), standing: standing,
                traits: traits))
        part = .meaning
    }

    private mutating func need(_ line: Substring, isRequired: Bool) {
        let columns = Self.columns(line)
        guard columns.count == 3, !terms.isEmpty else { return faults.append(String(line)) }
        terms[terms.count - 1].needs.append(
            FieldNeed(
                field: String(columns[0]), isRequired: isRequired, use: String(columns[2]),
                reference: Reference(String(columns[1]))))
    }

    /// What stands between bars, white space around it removed.
    private static func columns(_ line: Substring) -> [Substring] {
        line.utf8.split(separator: ASCII.bar, omittingEmptySubsequences: false).map { column in
            var column = column
            while column.first == ASCII.space { column.removeFirst() }
            while column.last == ASCII.space { column.removeLast() }
            return Substring(column)
        }
    }
}
