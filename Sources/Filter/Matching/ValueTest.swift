import Bytes

/// What one value has to be: a test made ready, without the field.
enum ValueTest: Sendable {
    /// It is there.
    case present
    /// It is a number above 0.
    case isSet
    case integer(FieldTest.Comparison, ClosedRange<Int64>)
    case integers([ClosedRange<Int64>])
    case equals(Bytes, isNegated: Bool)
    case isMember(Set<Bytes>)
    /// Media types: a whole one, or a type, subtype or suffix.
    case mediaTypes([Bytes], isNegated: Bool)
    case contains(Bytes)
    case like(GlobPattern, isNegated: Bool)
    case matches(RegularExpression)

    init(_ test: FieldTest, _ clock: FilterClock) {
        let field = test.field
        switch test.condition {
        case .present: self = field.kind == .flag ? .isSet : .present
        case .contains(let text): self = .contains(field.folded(Bytes(text)))
        case .isLike(let pattern, let isNegated):
            self = .like(
                field.kind.foldsCase ? GlobPattern(pattern.text.asciiLowercased) : pattern, isNegated: isNegated)
        case .matches(let expression): self = .matches(expression)
        case .compares(let comparison, let operand): self = Self.comparison(field, comparison, operand, clock)
        case .isIn(let members): self = Self.membership(field, members, clock)
        }
    }

    private static func comparison(
        _ field: FilterField, _ comparison: FieldTest.Comparison, _ operand: FilterOperand, _ clock: FilterClock
    ) -> ValueTest {
        switch operand.meaning {
        case .integers(let range): return .integer(comparison, range)
        case .flag(let isSet): return .integer(comparison, isSet ? 1...1 : 0...0)
        case .time(let time):
            // What was written stands for all of its minute or day: after it is after its end.
            return .integer(comparison, time.range(clock))
        case .text(let text):
            let value = field.folded(Bytes(text))
            if field.kind == .mediaType { return .mediaTypes([value], isNegated: comparison == .unequal) }
            return .equals(value, isNegated: comparison == .unequal)
        case .choice(let index):
            guard case .choice(let choice) = field.kind else { return .isMember([]) }
            if let names = choice.names(comparison, index) { return .isMember(Set(names.map { Bytes($0) })) }
            return .equals(Bytes(choice.names[index].name), isNegated: true)
        }
    }

    private static func membership(
        _ field: FilterField, _ members: [FilterOperand], _ clock: FilterClock
    ) -> ValueTest {
        var ranges: [ClosedRange<Int64>] = []
        var texts: [Bytes] = []
        for member in members {
            switch comparison(field, .equal, member, clock) {
            case .integer(_, let range): ranges.append(range)
            case .equals(let value, _): texts.append(value)
            case .mediaTypes(let values, _): texts += values
            case .isMember(let names): texts += names
            case .present, .isSet, .integers, .contains, .like, .matches: break
            }
        }
        if !ranges.isEmpty { return .integers(ranges) }
        return field.kind == .mediaType ? .mediaTypes(texts, isNegated: false) : .isMember(Set(texts))
    }

    func holds(integer value: Int64) -> Bool {
        switch self {
        case .present: true
        case .isSet: value > 0
        case .integer(let comparison, let range):
            switch comparison {
            case .equal: range.contains(value)
            case .unequal: !range.contains(value)
            case .less: value < range.lowerBound
            case .lessOrEqual: value <= range.upperBound
            case .greater: value > range.upperBound
            case .greaterOrEqual: value >= range.lowerBound
            }
        case .integers(let ranges): ranges.contains { $0.contains(value) }
        // Not made for numbers.
        case .equals, .isMember, .mediaTypes, .contains, .like, .matches: false
        }
    }

    /// - Parameter value: in lower case where case does not count.
    func holds(text value: Bytes) -> Bool {
        switch self {
        case .present: true
        case .equals(let other, let isNegated): (value == other) != isNegated
        case .isMember(let members): members.contains(value)
        case .mediaTypes(let names, let isNegated):
            names.contains { Self.isMediaType(value, $0) } != isNegated
        case .contains(let part): value.contains(part, foldsCase: false)
        case .like(let pattern, let isNegated): pattern.matches(value) != isNegated
        case .matches(let expression): expression.matches(value)
        // Not made for texts.
        case .isSet, .integer, .integers: false
        }
    }

    /// `text/html` is `text/html`, `html` and `text`; `application/problem+json` is `json` too (RFC 6838 §4.2.8).
    static func isMediaType(_ value: Bytes, _ name: Bytes) -> Bool {
        if value == name { return true }
        if name.contains(ASCII.slash) || value.count <= name.count { return false }
        if value.starts(with: name), value[name.count] == ASCII.slash { return true }
        let start = value.count - name.count
        guard value.slice(start..<value.count) == name else { return false }
        if value[start - 1] == ASCII.slash { return true }
        return value[start - 1] == ASCII.plus && value.slice(0..<(start - 1)).contains(ASCII.slash)
    }
}

extension String {
    /// ASCII letters in lower case; no others are touched.
    var asciiLowercased: String { Bytes(self).lowercased.text }
}
