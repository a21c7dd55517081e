import Bytes

/// Writes a filter so that reading it again gives the same.
package enum FilterPrinter {
    static func text(_ expression: FilterExpression) -> String {
        switch expression {
        case .all(let parts): parts.map { bracketed($0, isInner: $0.isDisjunction) }.joined(separator: " and ")
        case .any(let parts): parts.map { bracketed($0, isInner: $0.isConjunction) }.joined(separator: " or ")
        case .not(let inner):
            "not " + bracketed(inner, isInner: inner.isConjunction || inner.isDisjunction)
        case .search(let text, _): quoted(text)
        case .test(let test): self.text(test)
        }
    }

    static func text(_ test: FieldTest) -> String {
        let field = test.fieldText
        return switch test.condition {
        case .present: field
        case .compares(let comparison, let operand): "\(field) \(comparison.rawValue) \(value(operand.spelling))"
        case .isIn(let members): "\(field) in (\(members.map { value($0.spelling) }.joined(separator: ", ")))"
        case .contains(let text): "\(field) contains \(value(text))"
        case .isLike(let pattern, let isNegated): "\(field) \(isNegated ? "!~" : "~") \(value(pattern.text))"
        case .matches(let pattern): "\(field) =~ \(quoted(pattern.text))"
        }
    }

    private static func bracketed(_ expression: FilterExpression, isInner: Bool) -> String {
        isInner ? "(\(text(expression)))" : text(expression)
    }

    private static func value(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                FilterScanner.isFieldByte($0) || $0 == ASCII.asterisk || $0 == ASCII.slash || $0 == ASCII.colon
                    || $0 == ASCII.plus
            }
        return isPlain ? text : quoted(text)
    }

    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension FilterExpression {
    fileprivate var isConjunction: Bool {
        if case .all = self { true } else { false }
    }

    var isDisjunction: Bool {
        if case .any = self { true } else { false }
    }
}
