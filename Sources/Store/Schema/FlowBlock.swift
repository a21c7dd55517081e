/// 256 flows whose numbers follow one another, and what some of them have in a column: in place of an index, of which
/// each flow would be an entry. Rows of `block` and `block_value`.
///
/// A block is closed while its values are those of its flows; any flow of another one may have any value. So what is
/// looked for is looked for in the blocks that have it and in those that are not closed.
enum FlowBlock: String, CaseIterable {
    case status, duration, time, host, method, type
    case search
    case clientTLS = "client_tls"
    case upstreamTLS = "upstream_tls"
    case changes, notes, worst, messages
    case unjudged

    /// Two of its flows have numbers that differ in their lower bits.
    private static let bits: Int64 = 8

    /// The number of the block that has a flow.
    static func number(of flow: Int64) -> Int64 { flow >> bits }

    /// The flows that a block has.
    static func flows(_ block: Int64) -> ClosedRange<Int64> {
        let first = block << bits
        return first...(first | (1 << bits - 1))
    }

    /// Of numbers that differ from flow to flow the least and the greatest are kept alone.
    var isBounds: Bool {
        switch self {
        case .duration, .time, .messages: true
        default: false
        }
    }

    var isText: Bool {
        switch self {
        case .host, .method, .type, .worst: true
        default: false
        }
    }

    // MARK: SQL

    /// What follows FROM, for flows by their blocks.
    static let join = """
        block CROSS JOIN flow NOT INDEXED
        ON flow.id BETWEEN block.id * \(1 << bits) AND block.id * \(1 << bits) + \(1 << bits - 1)
        """
    /// A block whose flows may have anything.
    static let isOpen = "NOT block.is_closed"

    /// What follows FROM for the values of a block, with a WHERE.
    ///
    /// - Parameter tables: what they are joined with.
    static func values(_ columns: FlowBlock..., joining tables: String = "") -> String {
        let names = columns.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return "block_value \(tables) WHERE block_value.block = block.id AND block_value.name IN (\(names))"
    }

    static let value = "block_value.value"

    /// A query for how many flows there are: closed blocks know how many they have.
    ///
    /// - Parameter version: of the schema.
    static func count(version: Int64) -> String {
        guard version >= 5 else { return "SELECT count(*) FROM flow" }
        return """
            SELECT (SELECT ifnull(sum(max(0, min(flows, \(1 << bits)))), 0) FROM block WHERE is_closed)
            + (SELECT count(*) FROM \(join) WHERE \(isOpen))
            """
    }

    /// A query that gives, as `value`, every value of a column, and perhaps some that no flow has any more.
    var everyValue: String {
        // From one to the next by the index, without a look at the blocks between.
        let known = "FROM block_value WHERE name = '\(rawValue)'"
        return """
            WITH RECURSIVE step(value) AS (SELECT min(value) \(known) UNION ALL
            SELECT (SELECT min(value) \(known) AND value > step.value) FROM step WHERE step.value IS NOT NULL)
            SELECT value FROM step WHERE value IS NOT NULL UNION SELECT flow.\(rawValue)
            FROM \(Self.join) WHERE \(Self.isOpen) AND flow.\(rawValue) IS NOT NULL
            """
    }
}
