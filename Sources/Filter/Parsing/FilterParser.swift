import Bytes

/// Reads a filter: `not` binds before `and`, `and` before `or`; tests side by side are joined by `and`.
struct FilterParser {
    var scanner: FilterScanner
    private var depth = 0
    private var terms = 0
    private var members = 0

    init(_ text: String) throws(FilterError) {
        guard text.utf8.count <= FilterLimits.text else {
            throw FilterError(
                FilterLimits.text..<FilterLimits.text,
                "this filter is longer than \(FilterLimits.text) bytes")
        }
        scanner = FilterScanner(text)
    }

    mutating func parse() throws(FilterError) -> FilterExpression {
        scanner.skipSpace()
        if scanner.isAtEnd { return .all([]) }
        let expression = try disjunction()
        guard scanner.isAtEnd else {
            // Only a closing bracket or a comma ends an expression early.
            if scanner.peek == ASCII.comma { throw unexpected(scanner.position) }
            throw error(at: scanner.position, 1, "missing '(' for this ')'")
        }
        return expression
    }

    private mutating func disjunction() throws(FilterError) -> FilterExpression {
        var parts = [try conjunction()]
        while takeOperator("or", "||") { parts.append(try conjunction()) }
        return .disjunction(parts)
    }

    private mutating func conjunction() throws(FilterError) -> FilterExpression {
        var parts = [try negation()]
        while true {
            if takeOperator("and", "&&") {
                parts.append(try negation())
            } else if beginsTerm {
                parts.append(try negation())
            } else {
                return .conjunction(parts)
            }
        }
    }

    private mutating func negation() throws(FilterError) -> FilterExpression {
        scanner.skipSpace()
        let start = scanner.position
        if takeOperator("not", "!") {
            try descend(start)
            defer { depth -= 1 }
            return .not(try negation())
        }
        guard scanner.take("(") else { return try term() }
        try descend(start)
        defer { depth -= 1 }
        scanner.skipSpace()
        if scanner.peek == ASCII.closeParenthesis {
            throw error(at: start, scanner.position + 1 - start, "these brackets are empty")
        }
        let inner = try disjunction()
        guard scanner.take(")") else {
            throw FilterError(start..<(start + 1), "this bracket is not closed: a ')' is missing")
        }
        scanner.skipSpace()
        return inner
    }

    /// Another test follows without `and` between.
    private var beginsTerm: Bool {
        guard let byte = scanner.peek else { return false }
        return byte != ASCII.closeParenthesis && byte != ASCII.comma && !scanner.starts(withWord: "or")
            && !scanner.starts(with: "||")
    }

    /// Steps over an operator between tests, with the space around it.
    private mutating func takeOperator(_ word: StaticString, _ sign: StaticString) -> Bool {
        scanner.skipSpace()
        guard scanner.take(word: word) || scanner.take(sign) else { return false }
        scanner.skipSpace()
        return true
    }

    private mutating func descend(_ start: Int) throws(FilterError) {
        depth += 1
        guard depth <= FilterLimits.depth else {
            throw FilterError(
                start..<(start + 1),
                "brackets and negations can be nested at most \(FilterLimits.depth) deep")
        }
    }

    // MARK: Tests

    private mutating func term() throws(FilterError) -> FilterExpression {
        let start = scanner.position
        terms += 1
        guard terms <= FilterLimits.terms else {
            throw FilterError(
                start..<start, "a filter can have at most \(FilterLimits.terms) tests")
        }
        guard let byte = scanner.peek else { throw missing("a test, such as status >= 400") }
        if byte == ASCII.quote || byte == ASCII.apostrophe {
            let (text, range) = try scanner.quoted()
            scanner.skipSpace()
            return try search(text, range)
        }
        if let search = try explicitSearch() { return search }
        let range = scanner.word()
        guard !range.isEmpty else { throw unexpected(start) }
        let word = scanner.text(range)
        if ["and", "or", "in", "contains"].contains(word.lowercased()) {
            throw FilterError(range, "missing test before '\(word)'; to search for the word, put it in quotes")
        }
        return try term(word, range)
    }

    private mutating func term(_ word: String, _ range: Range<Int>) throws(FilterError) -> FilterExpression {
        switch FilterFields.find(word) {
        case .field(let field, let name):
            return try test(field, name, from: range.lowerBound)
        case .nameless(let field):
            // `cookie."a b"`: a name that is no word.
            let isOpen = word.hasSuffix(".") && (scanner.peek == ASCII.quote || scanner.peek == ASCII.apostrophe)
            guard isOpen else {
                throw FilterError(
                    range,
                    "\(field.name) needs a name, as in '\(field.example)'; to search for the word, put it in quotes")
            }
            let name = try scanner.quoted()
            guard !name.text.isEmpty else { throw FilterError(name.range, "this name is empty") }
            return try test(field, name.text, from: range.lowerBound)
        case .nothing: break
        }
        scanner.skipSpace()
        if hasOperator { throw unknown(word, range) }
        if let colon = word.firstIndex(of: ":"), case .field(let field, _) = FilterFields.find(String(word[..<colon])) {
            let value = word[word.index(after: colon)...]
            throw FilterError(
                range,
                "write \(field.name) as '\(field.name) = \(value)'; to search for '\(word)', put it in quotes")
        }
        return try search(word, range)
    }

    /// What a text search begins with that cannot be taken for anything else: `text:error`, `text:"not found"`.
    static let textPrefix = "text"

    private mutating func explicitSearch() throws(FilterError) -> FilterExpression? {
        let start = scanner.position
        guard scanner.take(folded: "text:") else { return nil }
        let isQuoted = scanner.peek == ASCII.quote || scanner.peek == ASCII.apostrophe
        let text = isQuoted ? try scanner.quoted().text : scanner.text(scanner.value())
        let range = start..<scanner.position
        scanner.skipSpace()
        guard !text.isEmpty else {
            throw FilterError(range, "the text to search for is missing after 'text:', such as text:error")
        }
        return try search(text, range)
    }

    private func search(_ text: String, _ range: Range<Int>) throws(FilterError) -> FilterExpression {
        guard !text.isEmpty else { throw FilterError(range, "the text to search for is empty") }
        return .search(text, SourcePlace(range))
    }

    /// An operator is next: what stands before it was meant as a field.
    private var hasOperator: Bool {
        switch scanner.peek {
        case ASCII.equals?, ASCII.lessThan?, ASCII.greaterThan?, ASCII.tilde?: true
        case ASCII.exclamation?: scanner.peek(1) == ASCII.equals || scanner.peek(1) == ASCII.tilde
        default: scanner.starts(withWord: "contains") || scanner.starts(withWord: "in")
        }
    }

    private func unknown(_ word: String, _ range: Range<Int>) -> FilterError {
        if word.lowercased() == Self.textPrefix {
            return FilterError(range, "unknown field 'text'; to search for a text: text:error")
        }
        if let nearest = FilterFields.nearest(to: word) {
            return FilterError(range, "unknown field '\(word)'. Did you mean '\(nearest)'?")
        }
        // `request.headers.accept`: the beginning is what was mistyped.
        if let dot = word.lastIndex(of: "."), let nearest = FilterFields.nearest(to: String(word[..<dot])),
            FilterFields.byName[nearest + "."] != nil
        {
            return FilterError(
                range, "unknown field '\(word)'. Did you mean '\(nearest)\(word[dot...])'?")
        }
        return FilterError(
            range, "unknown field '\(word)'; 'hark help filter' lists the fields. Put a text to search for in quotes")
    }

    private mutating func test(
        _ field: FilterField, _ name: String?, from start: Int
    ) throws(FilterError) -> FilterExpression {
        scanner.skipSpace()
        let isNegated = takeNegatedWord()
        let condition = try condition(field)
        let place = SourcePlace(start..<scanner.position)
        scanner.skipSpace()
        let test = FilterExpression.test(FieldTest(field: field, name: name, condition: condition, place: place))
        return isNegated ? .not(test) : test
    }

    /// `not in`, `not contains`: what is left is the operator.
    private mutating func takeNegatedWord() -> Bool {
        var ahead = scanner
        guard ahead.take(word: "not") else { return false }
        ahead.skipSpace()
        guard ahead.starts(withWord: "in") || ahead.starts(withWord: "contains") else { return false }
        scanner = ahead
        return true
    }

    mutating func countMember(_ start: Int) throws(FilterError) {
        members += 1
        guard members <= FilterLimits.members else {
            throw FilterError(
                start..<start, "the lists of a filter can have at most \(FilterLimits.members) members")
        }
    }

    // MARK: Errors

    func error(at start: Int, _ length: Int, _ message: String) -> FilterError {
        FilterError(start..<min(start + length, max(start, scanner.bytes.count)), message)
    }

    /// The text ends, or a bracket closes, where something had to be.
    func missing(_ what: String) -> FilterError {
        FilterError(scanner.position..<scanner.position, "missing \(what)")
    }

    private func unexpected(_ start: Int) -> FilterError {
        switch scanner.bytes[start] {
        case ASCII.closeParenthesis: missing("a test, such as status >= 400")
        case ASCII.comma:
            error(at: start, 1, "a comma is only valid in the list of 'in (a, b)'; join tests with 'and'")
        default: error(at: start, 1, "missing field before '\(sign(at: start))'")
        }
    }

    func sign(at position: Int) -> String { scanner.text(position..<(position + 1)) }
}
