package import Bytes

// The values of a field, as both evaluations see them: the one on a record, and that of a database which keeps them.
extension FilterField {
    /// The name under which a database keeps it; nil for what it reads from messages.
    package var column: String? {
        switch reading {
        case .integer(let column, _), .text(let column, _), .list(let column, _): column
        case .derived, .named, .contents: nil
        }
    }

    /// What a database keeps of a flow in the column of a field with one value.
    package func value(of subject: FilterSubject) -> FilterValue { columnReading?.value(of: subject) ?? .null }

    /// How the column of a field with one value is filled; nil for other fields. For whoever fills it again and again.
    package var columnReading: ColumnReading? {
        switch reading {
        case .integer(_, let read), .derived(_, let read): .integer(read)
        case .text(_, let read): .text(read, foldsCase: kind.foldsCase)
        case .list, .named, .contents: nil
        }
    }

    /// How one column is filled.
    package enum ColumnReading: Sendable {
        case integer(@Sendable (FilterSubject) -> Int64?)
        case text(@Sendable (FilterSubject) -> Bytes?, foldsCase: Bool)

        package func value(of subject: FilterSubject) -> FilterValue {
            switch self {
            case .integer(let read): read(subject).map { .integer($0) } ?? .null
            case .text(let read, let foldsCase):
                read(subject).map { .text(foldsCase ? $0.lowercased : $0) } ?? .null
            }
        }
    }

    /// What a database keeps of a flow for a field with any number of values.
    package func values(of subject: FilterSubject) -> [Bytes] {
        guard case .list(_, let read) = reading else { return [] }
        return read(subject).map { folded($0) }
    }

    /// In lower case where case does not count.
    func folded(_ bytes: Bytes) -> Bytes { kind.foldsCase ? bytes.lowercased : bytes }
}

extension FilterFields {
    /// The field that a database keeps under this name.
    package static func column(_ name: String) -> FilterField? { byColumn[name] }

    private static let byColumn: [String: FilterField] = {
        var fields: [String: FilterField] = [:]
        for field in all {
            if let column = field.column, fields[column] == nil { fields[column] = field }
        }
        return fields
    }()
}
