package import Filter

extension FlowQuery {
    /// The flows that a filter may mean. `FilterSQL.isExact` says whether it does.
    package init(_ filter: FilterSQL, isNewestFirst: Bool = false, limit: Int? = nil) {
        let bindings = filter.bindings.map { value -> SQLValue in
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let bytes): .characters(bytes)
            }
        }
        self.init(where: filter.where, bindings, isNewestFirst: isNewestFirst, limit: limit)
    }
}
