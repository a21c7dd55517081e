import Bytes
import HTTPSemantics

// What follows a field: an operator and its value, or nothing.
extension FilterParser {
    mutating func condition(_ field: FilterField) throws(FilterError) -> FieldTest.Condition {
        let start = scanner.position
        if scanner.take("=~") { return .matches(try expression(field, start)) }
        if scanner.take("!~") { return .isLike(try glob(field, start), isNegated: true) }
        if scanner.take("~") { return .isLike(try glob(field, start), isNegated: false) }
        if scanner.take(word: "contains") { return .contains(try substring(field, start)) }
        if scanner.take(word: "in") { return .isIn(try list(field, start)) }
        guard let comparison = comparison() else {
            return .present
        }
        if comparison.isOrdering, !field.kind.isOrdered {
            throw refusal(field, start)
        }
        let value = try value(field)
        return .compares(comparison, try operand(value, field))
    }

    private mutating func comparison() -> FieldTest.Comparison? {
        // The longer ones first; `==` is what many languages write.
        if scanner.take("==") { return .equal }
        if scanner.take("!=") { return .unequal }
        if scanner.take("<=") { return .lessOrEqual }
        if scanner.take(">=") { return .greaterOrEqual }
        if scanner.take("<") { return .less }
        if scanner.take(">") { return .greater }
        return scanner.take("=") ? .equal : nil
    }

    private func refusal(_ field: FilterField, _ start: Int) -> FilterError {
        let sign = scanner.text(start..<scanner.position)
        let known = field.kind.operators.joined(separator: " ")
        let what = field.kind == .flag ? "is only yes or no" : "is a \(field.kind.title)"
        return FilterError(
            start..<scanner.position, "'\(sign)' cannot be used with \(field.title), which \(what); expected: \(known)")
    }

    /// A value as it was written: the text, where it stands, and where its own first byte does.
    struct Written {
        let text: String
        let range: Range<Int>
        let isQuoted: Bool

        var place: SourcePlace { SourcePlace(range) }
        var first: Int { isQuoted ? range.lowerBound + 1 : range.lowerBound }
    }

    private mutating func value(_ field: FilterField) throws(FilterError) -> Written {
        scanner.skipSpace()
        if scanner.peek == ASCII.quote || scanner.peek == ASCII.apostrophe {
            let (text, range) = try scanner.quoted()
            return Written(text: text, range: range, isQuoted: true)
        }
        let range = scanner.value()
        guard !range.isEmpty else { throw missing(field.kind.expected) }
        return Written(text: scanner.text(range), range: range, isQuoted: false)
    }

    private func operand(_ value: Written, _ field: FilterField) throws(FilterError) -> FilterOperand {
        if field.isHost {
            let host = try host(value)
            return FilterOperand(meaning: .text(host), spelling: value.text, place: value.place)
        }
        guard let meaning = FilterValues.read(value.text, as: field.kind) else {
            throw FilterError(value.range, FilterValues.complaint(value.text, field))
        }
        return FilterOperand(meaning: meaning, spelling: value.text, place: value.place)
    }

    private mutating func list(_ field: FilterField, _ start: Int) throws(FilterError) -> [FilterOperand] {
        guard field.kind != .flag else { throw refusal(field, start) }
        scanner.skipSpace()
        let open = scanner.position
        guard scanner.take("(") else { throw missing("a list, such as (\(example(field))),") }
        var members: [FilterOperand] = []
        while true {
            scanner.skipSpace()
            try countMember(scanner.position)
            members.append(try operand(try value(field), field))
            scanner.skipSpace()
            if scanner.take(")") { return members }
            guard scanner.take(",") else {
                if scanner.isAtEnd {
                    throw FilterError(open..<(open + 1), "this list is not closed: a ')' is missing")
                }
                throw missing("a comma or the closing bracket of the list")
            }
        }
    }

    private func example(_ field: FilterField) -> String {
        if case .choice(let choice) = field.kind { return choice.names.prefix(2).map(\.name).joined(separator: ", ") }
        return "a, b"
    }

    private mutating func glob(_ field: FilterField, _ start: Int) throws(FilterError) -> GlobPattern {
        guard field.kind.isText else { throw refusal(field, start) }
        let value = try value(field)
        try checkLength(value)
        return GlobPattern(field.isHost ? try host(value) : value.text)
    }

    /// As hosts are compared; what can match none is refused with the reason. A recording may have a host that is no
    /// name at all: what has signs that no URL has is taken as it is.
    private func host(_ value: Written) throws(FilterError) -> String {
        do throws(HostName.PatternProblem) {
            return try HostName.pattern(value.text).text
        } catch {
            // Brackets are those of an IPv6 address (RFC 3986 §3.2.2): what they hold is none.
            let isBracketed = value.text.hasPrefix("[") && value.text.hasSuffix("]")
            let isOdd = value.text.utf8.contains { !OctetClass.pathOrQuery.contains($0) && $0 < 0x80 }
            if isOdd, !isBracketed, !value.text.contains("://") { return Self.compared(value.text) }
            throw FilterError(value.range, "'\(value.text)' cannot match any host: \(error.text)")
        }
    }

    /// In the form that stays as it is when it is read again: `a b..` loses both dots.
    private static func compared(_ text: String) -> String {
        var host = Bytes(text)
        while true {
            let next = HostName.compared(host)
            guard next != host else { return host.text }
            host = next
        }
    }

    private mutating func substring(_ field: FilterField, _ start: Int) throws(FilterError) -> String {
        guard field.kind.isText else { throw refusal(field, start) }
        let value = try value(field)
        guard !value.text.isEmpty else { throw FilterError(value.range, "the empty text is in every text") }
        return value.text
    }

    private mutating func expression(_ field: FilterField, _ start: Int) throws(FilterError) -> RegularExpression {
        guard field.kind.isText else { throw refusal(field, start) }
        scanner.skipSpace()
        // Brackets belong to the expression, but end a word.
        let value = try value(field)
        if !value.isQuoted, scanner.peek == ASCII.openParenthesis {
            throw error(at: scanner.position, 1, "put an expression with brackets in quotes")
        }
        try checkLength(value)
        do {
            return try RegularExpression(value.text, foldsCase: field.kind.foldsCase)
        } catch {
            let end = value.range.upperBound
            let lower = min(value.first + error.range.lowerBound, end)
            throw FilterError(lower..<min(max(lower, value.first + error.range.upperBound), end), error.message)
        }
    }

    private func checkLength(_ value: Written) throws(FilterError) {
        guard value.text.utf8.count <= FilterLimits.pattern else {
            throw FilterError(value.range, "a pattern can have at most \(FilterLimits.pattern) bytes")
        }
    }
}
