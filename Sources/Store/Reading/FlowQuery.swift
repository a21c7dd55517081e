import Flow

/// Which flows of a session are wanted, and in which order.
package struct FlowQuery: Sendable {
    /// SQL over `flow`.
    package var condition: String
    package var bindings: [SQLValue]
    package var isNewestFirst: Bool
    /// At most so many; nil: all.
    package var limit: Int?
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

    /// The number behind which the next page begins.
    var position: Int64?

    /// Makes it the query for what follows `last`; false when that is nothing.
    mutating func goOn(behind last: StoredFlow, _ count: Int) -> Bool {
        position = Int64(bitPattern: last.record.id.number)
        guard let limit else { return true }
        self.limit = limit - count
        return limit > count
    }
}
