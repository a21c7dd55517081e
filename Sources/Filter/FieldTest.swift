import Bytes

/// One test of a filter: a field, and what its value has to be.
package struct FieldTest: Sendable, Hashable {
    package let field: FilterField
    /// Of a field that takes a name, `accept` of `request.header.accept`, as written.
    package let name: String?
    package let condition: Condition
    package let place: SourcePlace

    package enum Condition: Sendable, Hashable {
        /// The field alone: it is there, or is true.
        case present
        case compares(Comparison, FilterOperand)
        case isIn([FilterOperand])
        case contains(String)
        /// `~`, and `!~` when negated.
        case isLike(GlobPattern, isNegated: Bool)
        case matches(RegularExpression)
    }

    package enum Comparison: String, Sendable, CaseIterable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        /// Whether it asks for an order, not only for equality.
        var isOrdering: Bool {
            switch self {
            case .equal, .unequal: false
            case .less, .lessOrEqual, .greater, .greaterOrEqual: true
            }
        }
    }

    /// The field as it is written in a filter.
    var fieldText: String {
        guard let name else { return field.name }
        let isPlain = !name.isEmpty && name.utf8.allSatisfy(FilterScanner.isFieldByte)
        return field.name + "." + (isPlain ? name : FilterPrinter.quoted(name))
    }
}
