import Bytes
import HTTPModel
import HTTPSemantics

/// Says what a filter means, in English: so that a person sees whether it was read as it was meant.
package enum FilterWords {
    /// `Flows where the status is 400 or more and the host is like *.example.com.`
    package static func sentence(_ filter: FlowFilter) -> String {
        if filter.expression == .all([]) { return "All flows." }
        return "Flows where \(clause(filter.expression))."
    }

    /// What in a filter is probably not meant so; empty for nearly all.
    package static func doubts(_ filter: FlowFilter) -> [String] {
        filter.expression.tests.compactMap { test in
            guard test.field.name == "method", case .compares(_, let operand) = test.condition,
                Method(Bytes(operand.spelling)).isUnknown, !Method(Bytes(operand.spelling.uppercased())).isUnknown
            else { return nil }
            return "methods are case-sensitive: '\(operand.spelling)' is not \(operand.spelling.uppercased())"
        }
    }

    private static func clause(_ expression: FilterExpression) -> String {
        switch expression {
        case .all(let parts): return parts.map { inner($0, isAny: true) }.joined(separator: " and ")
        case .any(let parts): return parts.map { inner($0, isAny: false) }.joined(separator: " or ")
        case .not(let part):
            if case .test(let test) = part, test.field.kind == .flag, let words = flag(test, isNegated: true) {
                return words
            }
            if case .test(let test) = part, case .present = test.condition { return "\(subject(test)) is missing" }
            if case .search(let text, _) = part { return "nothing contains '\(text)'" }
            return "not (\(clause(part)))"
        case .search(let text, _): return "the URL, a head or a text body contains '\(text)'"
        case .test(let test): return clause(test)
        }
    }

    /// A part in brackets where it would be read otherwise without.
    private static func inner(_ expression: FilterExpression, isAny: Bool) -> String {
        switch expression {
        case .any where isAny, .all where !isAny: "(\(clause(expression)))"
        case .any, .all, .not, .search, .test: clause(expression)
        }
    }

    private static func clause(_ test: FieldTest) -> String {
        if test.field.kind == .flag, let words = flag(test, isNegated: false) { return words }
        let subject = subject(test)
        switch test.condition {
        case .present: return "\(subject) is present"
        case .contains(let text): return "\(subject) contains '\(text)'"
        case .isLike(let pattern, let isNegated):
            return "\(subject) \(isNegated ? "does not match" : "matches") \(pattern.text)"
        case .matches(let expression): return "\(subject) matches the expression \(expression.text)"
        case .isIn(let members):
            let words = members.map { value($0, test.field) }
            let most = 8
            if words.count == 1 { return "\(subject) is \(words[0])" }
            if words.count > most {
                return
                    "\(subject) is \(words.prefix(most).joined(separator: ", ")) or one of \(words.count - most) others"
            }
            return "\(subject) is \(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1])"
        case .compares(let comparison, let operand):
            return "\(subject) is \(relation(comparison, operand, test.field))"
        }
    }

    private static func subject(_ test: FieldTest) -> String {
        test.name.map { "\(test.field.noun) \($0)" } ?? test.field.noun
    }

    /// A flag and what it says when it is not so.
    private static func flag(_ test: FieldTest, isNegated: Bool) -> String? {
        let words = test.field.noun.split(separator: "|").map(String.init)
        guard words.count == 2 else { return nil }
        switch test.condition {
        case .present: return isNegated ? words[1] : words[0]
        case .compares(let comparison, let operand):
            guard !isNegated, case .flag(let isSet) = operand.meaning else { return nil }
            return isSet == (comparison == .equal) ? words[0] : words[1]
        case .isIn, .contains, .isLike, .matches: return nil
        }
    }

    private static func relation(
        _ comparison: FieldTest.Comparison, _ operand: FilterOperand, _ field: FilterField
    ) -> String {
        let value = value(operand, field)
        if field.kind == .time {
            return switch comparison {
            case .equal: value
            case .unequal: "not \(value)"
            case .less: "before \(value)"
            case .lessOrEqual: "\(value) or before"
            case .greater: "after \(value)"
            case .greaterOrEqual: "\(value) or after"
            }
        }
        return switch comparison {
        case .equal: value
        case .unequal: "other than \(value)"
        case .less: field.kind.isNamed ? "below \(value)" : "less than \(value)"
        case .lessOrEqual: field.kind.isNamed ? "\(value) or below" : "\(value) or less"
        case .greater: field.kind.isNamed ? "above \(value)" : "more than \(value)"
        case .greaterOrEqual: field.kind.isNamed ? "\(value) or above" : "\(value) or more"
        }
    }

    private static func value(_ operand: FilterOperand, _ field: FilterField) -> String {
        switch operand.meaning {
        case .text(let text): return text.isEmpty ? "empty" : text
        case .integers(let range):
            return range.count > 1 && field.kind == .status
                ? "\(range.lowerBound) to \(range.upperBound)" : operand.spelling
        case .flag(let isSet): return isSet ? "so" : "not so"
        case .choice(let index):
            guard case .choice(let choice) = field.kind else { return operand.spelling }
            return choice.names[index].name
        case .time(.ago(let span)):
            return span == 0 ? "now" : "\(operand.spelling.dropFirst()) ago"
        case .time(.today): return "\(operand.spelling) today"
        case .time(.absolute), .time(.local): return operand.spelling
        }
    }
}

extension FieldKind {
    /// Its values are names in an order, not amounts.
    fileprivate var isNamed: Bool {
        switch self {
        case .choice, .statusClass: true
        case .text, .name, .mediaType, .number, .status, .size, .duration, .time, .flag, .content: false
        }
    }
}

extension Method {
    fileprivate var isUnknown: Bool {
        if case .other = self { true } else { false }
    }
}
