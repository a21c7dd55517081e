/// Every field of the filter language, in the order in which help lists them, and the way to find one.
package enum FilterFields {
    package static let all: [FilterField] = request + response + inside + connection + timing + judgement + fleet

    /// The fields by group, as help shows them.
    package static let groups: [(title: String, fields: [FilterField])] = [
        ("The request", request), ("The response", response), ("The messages inside", inside),
        ("The connection", connection), ("Times", timing),
        ("Outcome and marks", judgement), ("Where it was recorded", fleet),
    ]

    /// By name; those that take a name with the dot before it, as `query` and `query.NAME` are two fields.
    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.takesName ? $0.name + "." : $0.name, $0) })

    /// What a word of a filter names.
    enum Found: Equatable {
        case field(FilterField, name: String?)
        /// A field that takes a name, without it.
        case nameless(FilterField)
        case nothing
    }

    /// The field that a word names, written in any case. What follows the dot of a field that takes a name is that
    /// name: `request.header.x.y` asks for the field `x.y`.
    static func find(_ word: String) -> Found {
        let lower = aliases[word.lowercased()] ?? word.lowercased()
        if let field = byName[lower] { return field.takesName ? .nameless(field) : .field(field, name: nil) }
        if let field = byName[lower + "."] { return .nameless(field) }
        var end = lower.startIndex
        while let dot = lower[end...].firstIndex(of: ".") {
            if let field = byName[String(lower[...dot])] {
                let name = word.dropFirst(field.name.count + 1)
                return name.isEmpty ? .nameless(field) : .field(field, name: String(name))
            }
            end = lower.index(after: dot)
        }
        return .nothing
    }

    /// What lists call two of the fields: each name means one thing in filters, columns and orders.
    private static let aliases = ["start": "time", "size": "response.size"]

    /// The field that somebody may have meant.
    static func nearest(to word: String) -> String? {
        NearestName.find(word.lowercased(), among: all.map(\.name))
    }
}
