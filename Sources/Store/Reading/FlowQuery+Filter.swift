package import Filter

extension FlowQuery {
    /// The flows that a filter may mean. `FilterSQL.isExact` says whether it does.
    package init(_ filter: FilterSQL, isNewestFirst: Bool = false, limit: Int? = nil) {
        self.init(
            where: filter.where, filter.bindings.map { $0.stored }, isNewestFirst: isNewestFirst, limit: limit)
        blocks = filter.blocks.map { ($0.where, $0.bindings.map { $0.stored }) }
        closer = filter.closer.map { ($0.where, $0.bindings.map { $0.stored }) }
    }
}

extension FilterValue {
    fileprivate var stored: SQLValue {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let bytes): .characters(bytes)
        }
    }
}
