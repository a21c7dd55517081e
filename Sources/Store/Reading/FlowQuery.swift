import Flow

/// Which flows of a session are wanted, and in which order.
package struct FlowQuery: Sendable {
    /// SQL over `flow`.
    package var condition: String
    package var bindings: [SQLValue]
    /// The other way round: the highest first.
    package var isNewestFirst: Bool
    /// At most so many; nil: all.
    package var limit: Int?
    /// An expression over `flow` that comes first in the order; what has none comes first. nil: numbers alone.
    package var order: String?
    /// The content of messages is not wanted.
    package var omitsBodies: Bool

    package init(
        where condition: String = "1", _ bindings: [SQLValue] = [],
        isNewestFirst: Bool = false, limit: Int? = nil, omitsBodies: Bool = false
    ) {
        self.condition = condition
        self.bindings = bindings
        self.isNewestFirst = isNewestFirst
        self.limit = limit
        self.omitsBodies = omitsBodies
    }

    /// The flows with higher numbers than this one.
    package init(behind number: UInt64) {
        self.init()
        position = Int64(bitPattern: number)
    }

    /// SQL over `block` that holds for those blocks whose flows the condition may hold for; nil: all.
    var blocks: (condition: String, bindings: [SQLValue])?
    /// SQL over `flow` that is asked of the flows that the condition finds, some at a time, before they are read.
    var closer: (condition: String, bindings: [SQLValue])?
    /// The number behind which the next page begins.
    var position: Int64?

    /// Makes it the query for what follows `last`; false when that is nothing. What follows lies further on: a file in
    /// which it does not would be gone through without an end.
    mutating func goOn(behind last: StoredFlow, _ count: Int) throws -> Bool {
        let number = Int64(bitPattern: last.record.id.number)
        var order = NumberOrder(self)
        try order.step(to: number)
        position = number
        guard let limit else { return true }
        self.limit = limit - count
        return limit > count
    }

    /// What is bound to the statement for a range.
    func numbersBindings(in range: Range, bound: Int64, limit: Int) -> [SQLValue] {
        let bounds: [SQLValue] =
            switch range {
            case .all: []
            case .recent, .older: [.integer(bound)]
            case .between: [.integer(Self.lowerBound(bound)), .integer(bound)]
            }
        return (usesBlocks(in: range) ? wholeBindings : bindings) + bounds + [.integer(Int64(clamping: limit))]
    }

    /// The condition is asked of the flows of these alone.
    package mutating func restrict(to numbers: [UInt64]) {
        condition = "flow.id IN (SELECT value FROM json_each(?)) AND (\(condition))"
        bindings.insert(.text("[" + numbers.map { String($0) }.joined(separator: ",") + "]"), at: 0)
        blocks = nil
    }

    // MARK: By condition

    /// What follows FROM, with its WHERE: the condition, of whatever has to be looked at for it.
    var whole: String {
        guard let blocks else { return "flow WHERE (\(condition))" }
        return "\(FlowBlock.join) WHERE (\(FlowBlock.isOpen) OR (\(blocks.condition))) AND (\(condition))"
    }

    var wholeBindings: [SQLValue] { (blocks?.bindings ?? []) + bindings }

    /// Blocks tell where those of the range are, and the newest of these come first.
    func isFoundByBlocks(in range: Range) -> Bool { range == .older && usesBlocks(in: range) }

    /// The newest are looked at one by one.
    private func usesBlocks(in range: Range) -> Bool {
        switch range {
        case .all, .older: blocks != nil
        case .recent, .between: false
        }
    }

    /// It finds all flows, in the order of their numbers.
    package var isForAll: Bool { condition == "1" && order == nil }

    /// Which numbers are looked at, one after the other.
    enum Range {
        case all
        /// The newest, one by one: most questions for some flows are answered here, whatever the condition.
        case recent
        /// The others, by an index where the condition has one.
        case older
        /// Those between two numbers, one by one whatever index there is.
        case between
    }

    var ranges: [Range] { isNewestFirst && order == nil ? [.recent, .older] : [.all] }

    /// The number behind which flows are recent, the last having this one.
    static func bound(last: Int64) -> Int64 {
        let (bound, overflow) = last.subtractingReportingOverflow(10_000)
        return overflow ? .min : bound
    }

    /// The number behind which flows are among those between, recent ones having numbers above `bound`.
    static func lowerBound(_ bound: Int64) -> Int64 {
        let (lower, overflow) = bound.subtractingReportingOverflow(90_000)
        return overflow ? .min : lower
    }

    /// Numbers alone decide on the order, and all are wanted: whoever reads them puts them in order sooner than SQLite.
    func isSortedByReader(in range: Range, limit: Int) -> Bool {
        order == nil && limit == .max && range != .recent && range != .between
    }

    /// The statement for the numbers of a range. Behind those of the condition its parameters are the bound, where
    /// there is one, and the limit.
    func numbersText(in range: Range, isSorted: Bool = true) -> String {
        let bound =
            switch range {
            case .all: ""
            case .recent: " AND flow.id > ?"
            // The sign keeps SQLite from going through the flows one by one for its sake.
            case .older: " AND +flow.id <= ?"
            case .between: " AND flow.id > ? AND flow.id <= ?"
            }
        let usesBlocks = usesBlocks(in: range)
        let table = range == .between ? "flow NOT INDEXED" : "flow"
        let from = "SELECT flow.id FROM \(usesBlocks ? whole : "\(table) WHERE (\(condition))")\(bound)"
        guard isSorted else { return "\(from) LIMIT ?" }
        let direction = isNewestFirst ? "DESC" : "ASC"
        if usesBlocks, order == nil { return "\(from) ORDER BY block.id \(direction), flow.id \(direction) LIMIT ?" }
        let first = order.map { "\($0) \(direction), " } ?? ""
        // Nor for the sake of the order: without statistics it takes sorting for dearer than going through them all.
        let last = range == .recent || range == .between ? "flow.id" : "+flow.id"
        return "\(from) ORDER BY \(first)\(last) \(direction) LIMIT ?"
    }
}
