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
    package func value(of subject: FilterSubject) -> FilterValue {
        switch reading {
        case .integer(_, let read), .derived(_, let read): read(subject).map { .integer($0) } ?? .null
        case .text(_, let read): read(subject).map { .text(folded($0)) } ?? .null
        case .list, .named, .contents: .null
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
