import Bytes

/// Goes through a filter that is not finished, up to where its text ends, and tells what is being written there. It
/// takes whatever it finds: mistakes are the parser's matter.
struct FilterWalk {
    enum Place: Equatable {
        /// A test begins, or `not`; after another test, `and` and `or` as well.
        case test
        case operation(FilterField)
        case value(FilterField)
        case listEnd
        /// Inside of a quoted text, or where nothing is known.
        case nothing
    }

    private var scanner: FilterScanner
    /// The last word, which ends where the text ends; empty after a space.
    private(set) var range: Range<Int>
    private(set) var written = ""
    /// A test is complete before the place, so that another may be joined to it.
    private(set) var hasTestBefore = false

    init(_ text: String) {
        scanner = FilterScanner(text)
        range = scanner.bytes.count..<scanner.bytes.count
    }

    mutating func run() -> Place {
        while true {
            scanner.skipSpace()
            guard let byte = scanner.peek else { return .test }
            if byte == ASCII.openParenthesis || byte == ASCII.exclamation || byte == ASCII.comma {
                _ = scanner.take("(") || scanner.take("!") || scanner.take(",")
                hasTestBefore = false
            } else if byte == ASCII.closeParenthesis {
                _ = scanner.take(")")
                hasTestBefore = true
            } else if scanner.take("&&") || scanner.take("||") {
                hasTestBefore = false
            } else if byte == ASCII.quote || byte == ASCII.apostrophe {
                guard (try? scanner.quoted()) != nil else { return .nothing }
                hasTestBefore = true
            } else if let place = word() {
                return place
            }
        }
    }

    /// nil: go on behind it.
    private mutating func word() -> Place? {
        let range = scanner.word()
        let word = scanner.text(range)
        if range.isEmpty {
            // The sign of an operator without a field: step over it.
            _ = scanner.take("=") || scanner.take("<") || scanner.take(">") || scanner.take("~")
            return nil
        }
        if scanner.isAtEnd { return stop(.test, range) }
        switch word.lowercased() {
        case "and", "or", "not":
            hasTestBefore = false
            return nil
        default: break
        }
        hasTestBefore = true
        guard case .field(let field, _) = FilterFields.find(word) else { return nil }
        return operation(field)
    }

    private mutating func operation(_ field: FilterField) -> Place? {
        scanner.skipSpace()
        if scanner.isAtEnd { return .operation(field) }
        let signs: [StaticString] = ["=~", "==", "!=", "!~", "<=", ">=", "=", "<", ">", "~"]
        for sign in signs where scanner.take(sign) { return value(field) }
        var ahead = scanner
        let range = ahead.word()
        if ahead.isAtEnd, !range.isEmpty {
            let word = ahead.text(range).lowercased()
            if "contains".hasPrefix(word) || "in".hasPrefix(word) { return stop(.operation(field), range) }
        }
        if scanner.take(word: "contains") { return value(field) }
        return scanner.take(word: "in") ? list(field) : nil
    }

    private mutating func value(_ field: FilterField) -> Place? {
        scanner.skipSpace()
        if scanner.isAtEnd { return .value(field) }
        if scanner.peek == ASCII.quote || scanner.peek == ASCII.apostrophe {
            let start = scanner.position
            if (try? scanner.quoted()) == nil { return stop(.value(field), start..<scanner.bytes.count) }
            return nil
        }
        let range = scanner.value()
        return scanner.isAtEnd ? stop(.value(field), range) : nil
    }

    private mutating func list(_ field: FilterField) -> Place? {
        scanner.skipSpace()
        guard scanner.take("(") else { return scanner.isAtEnd ? .nothing : nil }
        while true {
            let before = scanner.position
            if let place = value(field) { return place }
            scanner.skipSpace()
            if scanner.isAtEnd { return .listEnd }
            if scanner.take(")") { return nil }
            if !scanner.take(","), scanner.position == before { return nil }
        }
    }

    private mutating func stop(_ place: Place, _ range: Range<Int>) -> Place {
        self.range = range
        written = scanner.text(range)
        return place
    }
}
