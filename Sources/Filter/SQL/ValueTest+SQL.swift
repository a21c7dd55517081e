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
            let any = SQLCondition.any(names.map { Self.mediaType(value, $0) })
            return isNegated ? .all([SQLCondition("\(value) IS NOT NULL"), any.negated]) : any
        case .contains(let part): return SQLCondition("instr(\(value), ?) > 0", [.text(part)])
        case .like(let pattern, let isNegated):
            guard let glob = pattern.sqlite else { return SQLCondition("\(value) IS NOT NULL").widened }
            return SQLCondition("\(value) \(isNegated ? "NOT GLOB" : "GLOB") ?", [.text(Bytes(glob))])
        case .matches: return SQLCondition("\(value) IS NOT NULL").widened
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

    private static func mediaType(_ value: String, _ name: Bytes) -> SQLCondition {
        if name.contains(ASCII.slash) { return SQLCondition("\(value) = ?", [.text(name)]) }
        let word = name.text
        let patterns = [word, word + "/*", "*/" + word, "*/*+" + word]
        guard GlobPattern.isPlain(word) else { return SQLCondition("\(value) IS NOT NULL").widened }
        return .any(patterns.map { SQLCondition("\(value) GLOB ?", [.text(Bytes($0))]) })
    }
}

extension GlobPattern {
    /// In the form of SQLite's GLOB, where brackets mean something and a backslash does not; nil when it has many
    /// stars, for each of which SQLite tries all places anew.
    fileprivate var sqlite: String? {
        guard tokens.filter({ $0 == .any }).count <= 4 else { return nil }
        var bytes: [UInt8] = []
        for token in tokens {
            switch token {
            case .any: bytes.append(ASCII.asterisk)
            case .one: bytes.append(ASCII.question)
            case .literal(let byte) where [ASCII.asterisk, ASCII.question, ASCII.openBracket].contains(byte):
                bytes += [ASCII.openBracket, byte, ASCII.closeBracket]
            case .literal(0): return nil
            case .literal(let byte): bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nothing in it means anything to GLOB.
    fileprivate static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || "-._".utf8.contains($0) }
    }
}
