package import Bytes
package import Filter

/// A column that lists of flows may show: a field of the filter language, which is also what they are sorted by.
package struct RowColumn: Sendable {
    /// How its values are laid out.
    package enum Kind: String, Sendable {
        case number, size, duration, time, status, text, flag
    }

    package let name: String
    package let title: String
    /// The member of a row that shows it; nil when a row has none.
    package let member: String?
    package let field: FilterField

    package var kind: Kind {
        switch field.kind {
        case .number: .number
        case .size: .size
        case .duration: .duration
        case .time: .time
        case .status, .statusClass: .status
        case .flag: .flag
        case .text, .name, .mediaType, .choice, .content: .text
        }
    }

    private init?(_ name: String, _ title: String, _ member: String?) {
        guard let field = FilterFields.all.first(where: { $0.name == name && !$0.takesName }) else { return nil }
        self.name = name
        self.title = title
        self.member = member
        self.field = field
    }

    /// The columns, in the order in which they are offered.
    package static let all: [RowColumn] = [
        ("id", "#", "id"), ("time", "start", "start"), ("method", "method", "method"), ("url", "URL", "url"),
        ("host", "host", nil), ("path", "path", nil), ("status", "status", "status"),
        ("outcome", "outcome", "outcome"), ("type", "type", "type"), ("request.size", "sent", "requestSize"),
        ("response.size", "size", "responseSize"), ("duration", "duration", "duration"), ("wait", "wait", nil),
        ("client", "client", "client"), ("upstream", "server", "upstream"), ("connection", "connection", "connection"),
        ("cache", "cache", "cache"), ("worst", "notes", "worst"), ("comment", "comment", nil),
    ].compactMap { RowColumn($0.0, $0.1, $0.2) }

    package static func named(_ name: String) -> RowColumn? { all.first { $0.name == name } }
}

extension JSONWriter {
    /// The columns, as an array.
    package mutating func rowColumns() {
        beginArray()
        for column in RowColumn.all {
            beginObject()
            member("name", column.name)
            member("title", column.title)
            member("words", column.field.meaning)
            member("kind", column.kind.rawValue)
            key("row")
            if let member = column.member { string(member) } else { null() }
            endObject()
        }
        endArray()
    }
}
