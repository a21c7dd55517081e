import Bytes

// The same tests as conditions of SQLite. A condition on NULL is NULL, which counts as false.
extension ValueTest {
    /// - Parameter value: the expression that is tested; texts in lower case where case does not count.
    func condition(_ value: String) -> SQLCondition {
        switch self {
        case .present: return SQLCondition("\(value) IS NOT NULL")
        case .isSet: return SQLCondition("\(value) > 0")
        case .integer(let comparison, let range): return Self.condition(value, comparison, range)
        case .integers(let ranges): return Self.membership(value, ranges)
        case .equals(let text, let isNegated):
            return SQLCondition("\(value) \(isNegated ? "<>" : "=") ?", [.text(text)])
        case .isMember(let members):
            let places = members.map { _ in "?" }.joined(separator: ", ")
            return SQLCondition("\(value) IN (\(places))", members.map { .text($0) })
        case .mediaTypes(let names, let isNegated):
            let any = SQLCondition.any(
                names.map { name in
                    name.contains(ASCII.slash)
                        ? SQLCondition("\(value) = ?", [.text(name)]) : Self.call(.mediaType, value, name)
                })
            return isNegated ? .all([SQLCondition("\(value) IS NOT NULL"), any.negated]) : any
        case .contains(let part): return SQLCondition("instr(\(value), ?) > 0", [.text(part)])
        case .like(let pattern, let isNegated):
            let fits = Self.call(.glob, value, Bytes(pattern.text))
            return isNegated ? fits.within("NOT ", "") : fits
        case .matches(let expression):
            return Self.call(expression.foldsCase ? .findsAnyCase : .finds, value, Bytes(expression.text))
        }
    }

    /// What holds for numbers of which one passes, told by the least and the greatest of them.
    ///
    /// - Parameters:
    ///   - value: the expression for one of the two.
    ///   - any: holds when a condition does for one of the two.
    func condition(between value: String, _ any: (SQLCondition) -> SQLCondition) -> SQLCondition {
        func meets(_ range: ClosedRange<Int64>) -> SQLCondition {
            .all([
                any(Self.condition(value, .greaterOrEqual, range)), any(Self.condition(value, .lessOrEqual, range)),
            ])
        }
        return switch self {
        case .integer(.equal, let range): meets(range)
        case .integers(let ranges): .any(ranges.map(meets))
        case .integer(.unequal, _): .unknown
        case .present, .isSet, .integer: any(condition(value))
        case .equals, .isMember, .mediaTypes, .contains, .like, .matches: .unknown
        }
    }

    private static func call(_ function: SQLFunction, _ value: String, _ argument: Bytes) -> SQLCondition {
        SQLCondition("\(function.rawValue)(\(value), ?)", [.text(argument)])
    }

    /// An index cannot tell which values pass: each has to be looked at.
    var looksAtValues: Bool {
        switch self {
        case .contains, .like, .matches: true
        case .mediaTypes(let names, let isNegated): isNegated || names.contains { !$0.contains(ASCII.slash) }
        case .present, .isSet, .integer, .integers, .equals, .isMember: false
        }
    }

    /// It holds when something is not so.
    var isNegation: Bool {
        switch self {
        case .integer(.unequal, _), .equals(_, true), .mediaTypes(_, true), .like(_, true): true
        case .present, .isSet, .integer, .integers, .equals, .isMember, .mediaTypes, .contains, .like, .matches: false
        }
    }

    /// What has to occur in a text that passes; nil when nothing is sure to.
    var wording: Bytes? {
        switch self {
        case .equals(let text, false), .contains(let text): text
        case .equals, .present, .isSet, .integer, .integers, .isMember, .mediaTypes, .like, .matches: nil
        }
    }

    private static func condition(
        _ value: String, _ comparison: FieldTest.Comparison, _ range: ClosedRange<Int64>
    ) -> SQLCondition {
        let isOne = range.count == 1
        let both: [FilterValue] = [.integer(range.lowerBound), .integer(range.upperBound)]
        return switch comparison {
        case .equal where isOne: SQLCondition("\(value) = ?", [both[0]])
        case .unequal where isOne: SQLCondition("\(value) <> ?", [both[0]])
        case .equal: SQLCondition("\(value) BETWEEN ? AND ?", both)
        case .unequal: SQLCondition("\(value) NOT BETWEEN ? AND ?", both)
        case .less: SQLCondition("\(value) < ?", [both[0]])
        case .lessOrEqual: SQLCondition("\(value) <= ?", [both[1]])
        case .greater: SQLCondition("\(value) > ?", [both[1]])
        case .greaterOrEqual: SQLCondition("\(value) >= ?", [both[0]])
        }
    }

    private static func membership(_ value: String, _ ranges: [ClosedRange<Int64>]) -> SQLCondition {
        let single = ranges.filter { $0.lowerBound == $0.upperBound }
        var parts = ranges.filter { $0.lowerBound != $0.upperBound }.map { condition(value, .equal, $0) }
        if !single.isEmpty {
            let places = single.map { _ in "?" }.joined(separator: ", ")
            parts.append(SQLCondition("\(value) IN (\(places))", single.map { .integer($0.lowerBound) }))
        }
        return .any(parts)
    }
}
