/// A condition of a WHERE clause with the values for its parameters, in their order: as far as a database can tell
/// what a filter means.
struct SQLCondition: Sendable {
    /// An expression and the values for its parameters.
    struct Clause: Sendable {
        let sql: String
        var bindings: [FilterValue] = []
    }

    /// Holds for all rows that are meant, and for others, too, unless the condition is exact; nil: for every row.
    let may: Clause?
    /// Holds for no row that is not meant; nil: for none. What is negated lets the others through.
    let must: Clause?
    /// Holds for exactly the flows that are meant.
    let isExact: Bool

    static let unknown = SQLCondition(may: nil, must: nil, isExact: false)

    private init(may: Clause?, must: Clause?, isExact: Bool) {
        self.may = may
        self.must = must
        self.isExact = isExact
    }

    /// An exact condition.
    init(_ sql: String, _ bindings: [FilterValue] = []) {
        let clause = Clause(sql: sql, bindings: bindings)
        self.init(may: clause, must: clause, isExact: true)
    }

    /// The same condition, known to hold for too many.
    var widened: SQLCondition { SQLCondition(may: may, must: nil, isExact: false) }

    /// The same condition within another expression.
    func within(_ before: String, _ behind: String) -> SQLCondition {
        mapped { Clause(sql: before + $0.sql + behind, bindings: $0.bindings) }
    }

    private func mapped(_ body: (Clause) -> Clause) -> SQLCondition {
        SQLCondition(may: may.map(body), must: must.map(body), isExact: isExact)
    }

    /// Of rows for which `unless` holds the condition can say nothing.
    func or(_ unless: String?) -> SQLCondition {
        guard let unless else { return self }
        return SQLCondition(
            may: may.map { Clause(sql: "(\($0.sql) OR \(unless))", bindings: $0.bindings) },
            must: must.map { Clause(sql: "(\($0.sql) AND (\(unless)) IS NOT TRUE)", bindings: $0.bindings) },
            isExact: false)
    }

    /// NULL, as comparisons with what is not there give it, counts as false, so its negation is true.
    var negated: SQLCondition {
        func negated(_ clause: Clause?) -> Clause? {
            clause.map { Clause(sql: "(\($0.sql)) IS NOT TRUE", bindings: $0.bindings) }
        }
        return SQLCondition(may: negated(must), must: negated(may), isExact: isExact)
    }

    /// A conjunction of those that can say something.
    static func all(_ parts: [SQLCondition]) -> SQLCondition {
        SQLCondition(
            may: joined(parts.compactMap(\.may), "AND"), must: joinedWhole(parts.map(\.must), "AND"),
            isExact: parts.allSatisfy(\.isExact))
    }

    static func any(_ parts: [SQLCondition]) -> SQLCondition {
        SQLCondition(
            may: joinedWhole(parts.map(\.may), "OR"), must: joined(parts.compactMap(\.must), "OR"),
            isExact: parts.allSatisfy(\.isExact))
    }

    private static func joinedWhole(_ parts: [Clause?], _ sign: String) -> Clause? {
        let known = parts.compactMap { $0 }
        return known.count == parts.count ? joined(known, sign) : nil
    }

    private static func joined(_ parts: [Clause], _ sign: String) -> Clause? {
        guard !parts.isEmpty else { return nil }
        return Clause(sql: halved(parts.map(\.sql)[...], sign), bindings: parts.flatMap(\.bindings))
    }

    /// By halves: SQLite bounds the depth of expressions, and reads a chain of operators as one within the other.
    private static func halved(_ parts: ArraySlice<String>, _ sign: String) -> String {
        guard parts.count > 1 else { return parts.first ?? "1" }
        let middle = parts.startIndex + parts.count / 2
        return "(\(halved(parts[..<middle], sign)) \(sign) \(halved(parts[middle...], sign)))"
    }
}
