/// A condition of a WHERE clause with the values for its parameters, in their order.
struct SQLCondition: Sendable {
    /// nil: nothing can be said, every row is let through.
    let sql: String?
    var bindings: [FilterValue] = []
    /// Holds for exactly the flows that are meant; else it may hold for more, never for fewer.
    let isExact: Bool

    static let unknown = SQLCondition(sql: nil, isExact: false)

    init(sql: String?, bindings: [FilterValue] = [], isExact: Bool) {
        self.sql = sql
        self.bindings = bindings
        self.isExact = isExact
    }

    init(_ sql: String, _ bindings: [FilterValue] = []) {
        self.init(sql: sql, bindings: bindings, isExact: true)
    }

    /// The same condition, known to hold for too many.
    var widened: SQLCondition { SQLCondition(sql: sql, bindings: bindings, isExact: false) }

    /// Also for rows of which the condition can say nothing.
    func or(_ unless: String?) -> SQLCondition {
        guard let unless, let sql else { return self }
        return SQLCondition(sql: "(\(sql) OR \(unless))", bindings: bindings, isExact: false)
    }

    /// NULL, as comparisons with what is not there give it, counts as false, so its negation is true.
    var negated: SQLCondition {
        guard isExact, let sql else { return .unknown }
        return SQLCondition("(\(sql)) IS NOT TRUE", bindings)
    }

    /// A conjunction of those that can say something.
    static func all(_ parts: [SQLCondition]) -> SQLCondition {
        let known = parts.filter { $0.sql != nil }
        return SQLCondition(
            sql: known.isEmpty ? nil : joined(known.compactMap(\.sql)[...], "AND"), bindings: known.flatMap(\.bindings),
            isExact: parts.allSatisfy(\.isExact))
    }

    static func any(_ parts: [SQLCondition]) -> SQLCondition {
        guard parts.allSatisfy({ $0.sql != nil }), !parts.isEmpty else { return .unknown }
        return SQLCondition(
            sql: joined(parts.compactMap(\.sql)[...], "OR"), bindings: parts.flatMap(\.bindings),
            isExact: parts.allSatisfy(\.isExact))
    }

    /// By halves: SQLite bounds the depth of expressions, and reads a chain of operators as one within the other.
    private static func joined(_ parts: ArraySlice<String>, _ sign: String) -> String {
        guard parts.count > 1 else { return parts.first ?? "1" }
        let middle = parts.startIndex + parts.count / 2
        return "(\(joined(parts[..<middle], sign)) \(sign) \(joined(parts[middle...], sign)))"
    }
}
