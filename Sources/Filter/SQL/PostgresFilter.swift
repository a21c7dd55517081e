package import Bytes
import HTTPSemantics

/// A filter as the WHERE clause of PostgreSQL: of flows whose columns say what their records do. Every text is a
/// parameter; numbers and days stand in the clause, where partitions are chosen by them.
package struct PostgresFilter: Sendable {
    /// With parameters `$1`, `$2`, …; `TRUE` when nothing can be said.
    package let `where`: String
    package let bindings: [FilterValue]
    /// The clause holds for exactly the flows that the filter means; else for more, and each is to be asked with
    /// `FilterMatcher`.
    package let isExact: Bool

    /// Where the database keeps what filters ask.
    package struct Schema: Sendable {
        /// Expressions with one value each, by `FilterField.column`; flags as numbers.
        let values: [String: String]
        /// What follows FROM, and has `list`, `kind` and `value`: lists of values that many flows share, and the
        /// expression that gives a flow's list.
        let lists: (from: String, list: String, names: Set<String>)
        /// The start of a flow, and its day in UTC.
        let time: (start: String, day: String)
        /// Holds at least for all flows in whose URL, heads or texts a word occurs; it has three bytes or more, and is
        /// in lower case.
        let words: @Sendable (Bytes) -> String
        /// Begins and ends a condition on the label of this name that a flow's run has, and its value between them; nil
        /// when it can say nothing.
        let label: @Sendable (String) -> (before: String, value: String, behind: String)?

        package init(
            values: [String: String], lists: (from: String, list: String, names: Set<String>),
            time: (start: String, day: String), words: @escaping @Sendable (Bytes) -> String,
            label: @escaping @Sendable (String) -> (before: String, value: String, behind: String)? = { _ in nil }
        ) {
            self.values = values
            self.lists = lists
            self.time = time
            self.words = words
            self.label = label
        }
    }

    package init(_ filter: FlowFilter, _ clock: FilterClock, _ schema: Schema) {
        let condition = Self.condition(filter.expression, clock, schema)
        var clause = ""
        var number = 0
        for character in condition.may?.sql ?? "TRUE" {
            guard character == "?" else {
                clause.append(character)
                continue
            }
            number += 1
            clause += "$\(number)"
        }
        self.where = clause
        bindings = condition.may?.bindings ?? []
        isExact = condition.isExact
    }

    private static func condition(
        _ expression: FilterExpression, _ clock: FilterClock, _ schema: Schema
    ) -> SQLCondition {
        switch expression {
        case .test(let test): return condition(test, clock, schema)
        case .search(let text, _): return words(Bytes(text), schema)
        case .not(let inner): return condition(inner, clock, schema).negated
        case .all(let parts): return .all(parts.map { condition($0, clock, schema) })
        case .any(let parts): return .any(parts.map { condition($0, clock, schema) })
        }
    }

    private static func words(_ text: Bytes, _ schema: Schema) -> SQLCondition {
        let text = text.lowercased
        return text.count < 3 ? .unknown : SQLCondition(schema.words(text)).widened
    }

    private static func condition(_ test: FieldTest, _ clock: FilterClock, _ schema: Schema) -> SQLCondition {
        let value = ValueTest(test, clock)
        switch test.field.reading {
        case .integer("time", _): return time(value, schema)
        case .integer(let column, _), .text(let column, _):
            return schema.values[column].map { value.postgres($0) } ?? .unknown
        case .derived(let expression, _):
            guard let status = schema.values["status"] else { return .unknown }
            return value.postgres("(\(expression.replacing("status", with: "(\(status))")))")
        case .list(let column, _):
            guard schema.lists.names.contains(column) else { return .unknown }
            let lists = schema.lists
            return value.postgres("value").within(
                "\(lists.list) IN (SELECT list FROM \(lists.from) WHERE kind = '\(column)' AND (", "))")
        case .named where test.field.name == "label":
            guard let name = test.name, let place = schema.label(name) else { return .unknown }
            return value.postgres(place.value).within(place.before, place.behind)
        case .named:
            guard let name = test.name, test.field.isMentioned else { return .unknown }
            let texts = [Bytes(name), value.mentioned].compactMap { $0 }.filter { text in
                text.allSatisfy { $0 > ASCII.space && $0 < ASCII.delete }
            }
            return SQLCondition.all(texts.map { words($0, schema) }).widened
        case .contents: return .unknown
        }
    }

    // MARK: Time

    /// By the start, and by the day, so that partitions of other days are not looked at.
    private static func time(_ value: ValueTest, _ schema: Schema) -> SQLCondition {
        let (start, day) = schema.time
        func from(_ moment: Int64, _ sign: String) -> SQLCondition {
            let days = sign.hasPrefix(">") ? ">=" : "<="
            return SQLCondition(
                "(\(start) \(sign) \(Self.literal(moment)) AND \(day) \(days) DATE '\(Self.date(moment))')")
        }
        func within(_ range: ClosedRange<Int64>) -> SQLCondition {
            .all([from(range.lowerBound, ">="), from(range.upperBound, "<=")])
        }
        switch value {
        case .integer(let comparison, let range):
            switch comparison {
            case .equal: return within(range)
            case .unequal: return within(range).negated
            case .less: return from(range.lowerBound, "<")
            case .lessOrEqual: return from(range.upperBound, "<=")
            case .greater: return from(range.upperBound, ">")
            case .greaterOrEqual: return from(range.lowerBound, ">=")
            }
        case .integers(let ranges): return .any(ranges.map(within))
        case .present, .isSet: return SQLCondition("TRUE")
        case .equals, .isMember, .mediaTypes, .contains, .like, .matches: return .unknown
        }
    }

    /// In UTC; what is outside of the years 1970 to 9999 is their end.
    private static func literal(_ moment: Int64) -> String {
        let held = held(moment)
        let time = CivilTime(secondsSince1970: held / 1_000_000)
        let clock = [time.hour, time.minute, time.second].map { padded($0, 2) }.joined(separator: ":")
        return "TIMESTAMPTZ '\(date(moment)) \(clock).\(padded(Int(held % 1_000_000), 6))+00'"
    }

    private static func date(_ moment: Int64) -> String {
        let time = CivilTime(secondsSince1970: held(moment) / 1_000_000)
        return "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
    }

    private static func held(_ moment: Int64) -> Int64 { min(max(moment, 0), 253_402_300_799_999_999) }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension FilterField {
    /// Its names and values stand in heads as they are compared.
    fileprivate var isMentioned: Bool {
        ["request.header", "response.header", "header", "cookie", "set-cookie"].contains(name)
    }
}

extension ValueTest {
    /// What has to occur in a text that passes; nil when nothing is sure to.
    fileprivate var mentioned: Bytes? {
        switch self {
        case .equals(let text, false), .contains(let text): text
        case .equals, .present, .isSet, .integer, .integers, .isMember, .mediaTypes, .like, .matches: nil
        }
    }

    /// The test in PostgreSQL's words. Texts are compared byte by byte, as their columns are `COLLATE "C"`.
    ///
    /// - Parameter value: the expression that is tested; texts in lower case where case does not count.
    fileprivate func postgres(_ value: String) -> SQLCondition {
        switch self {
        case .present: return SQLCondition("\(value) IS NOT NULL")
        case .isSet: return SQLCondition("\(value) > 0")
        case .integer(let comparison, let range): return Self.numbers(value, comparison, range)
        case .integers(let ranges): return .any(ranges.map { Self.numbers(value, .equal, $0) })
        case .equals(let text, let isNegated): return Self.text(value, isNegated ? "<>" : "=", text)
        case .isMember(let members):
            return members.isEmpty ? SQLCondition("FALSE") : .any(members.map { Self.text(value, "=", $0) })
        case .mediaTypes(let names, let isNegated):
            let any = SQLCondition.any(names.map { Self.mediaType(value, $0) })
            return isNegated ? .all([SQLCondition("\(value) IS NOT NULL"), any.negated]) : any
        case .contains(let part):
            return part.contains(0) ? .unknown : SQLCondition("strpos(\(value), ?) > 0", [.text(part)])
        case .like(let pattern, let isNegated):
            return Self.text(value, isNegated ? "NOT LIKE" : "LIKE", pattern.like)
        case .matches: return SQLCondition("\(value) IS NOT NULL").widened
        }
    }

    /// A text with NUL is in no column.
    private static func text(_ value: String, _ sign: String, _ text: Bytes) -> SQLCondition {
        text.contains(0)
            ? SQLCondition("\(value) IS NOT NULL").widened : SQLCondition("\(value) \(sign) ?", [.text(text)])
    }

    private static func numbers(
        _ value: String, _ comparison: FieldTest.Comparison, _ range: ClosedRange<Int64>
    ) -> SQLCondition {
        switch comparison {
        case .equal: SQLCondition("\(value) BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        case .unequal: SQLCondition("\(value) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)")
        case .less: SQLCondition("\(value) < \(range.lowerBound)")
        case .lessOrEqual: SQLCondition("\(value) <= \(range.upperBound)")
        case .greater: SQLCondition("\(value) > \(range.upperBound)")
        case .greaterOrEqual: SQLCondition("\(value) >= \(range.lowerBound)")
        }
    }

    /// As `isMediaType` says it.
    private static func mediaType(_ value: String, _ name: Bytes) -> SQLCondition {
        if name.contains(ASCII.slash) { return text(value, "=", name) }
        let literal = GlobPattern.escaped(name)
        let patterns = [literal + "/%", "%/" + literal, "%/%+" + literal]
        return .any([text(value, "=", name)] + patterns.map { text(value, "LIKE", Bytes($0)) })
    }
}

extension GlobPattern {
    /// The same as a pattern of LIKE: `%` for any characters, `_` for one, a backslash before what is neither.
    fileprivate var like: Bytes {
        var pattern: [UInt8] = []
        for token in tokens {
            switch token {
            case .any: pattern.append(ASCII.percent)
            case .one: pattern.append(UInt8(ascii: "_"))
            case .literal(let byte): Self.append(byte, to: &pattern)
            }
        }
        return Bytes(pattern)
    }

    fileprivate static func escaped(_ text: Bytes) -> String {
        var pattern: [UInt8] = []
        for byte in text { append(byte, to: &pattern) }
        return String(decoding: pattern, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to pattern: inout [UInt8]) {
        if byte == ASCII.percent || byte == UInt8(ascii: "_") || byte == ASCII.backslash {
            pattern.append(ASCII.backslash)
        }
        pattern.append(byte)
    }
}
