import Filter

/// The columns of `flow` that say of it what filters ask, besides those that a record is read from: each has the name
/// of a field's column, and the value that the field reads from the record.
enum FactColumn: Int32, CaseIterable {
    case scheme = 0
    case host, port, path, query, fragment, version, reason, type, requestType
    case redirect, redirectTo, cache, age, lifetime, stream, tls, error, time
    case dns, connect, handshake, wait, receive
    /// The row of `search` that has the grams of its texts.
    case search

    static let names = allCases.map { SnakeCase.name("\($0)") }

    /// Those of `RecordColumn` that are facts, too: reading a record again gives them from what they come of.
    static let recorded: [RecordColumn] = [.method, .url, .status, .duration]

    private static let fields: [(place: Int32, field: FilterField)] = {
        let others = allCases.map { ($0.place, SnakeCase.name("\($0)")) }
        let known = recorded.map { ($0.rawValue, SnakeCase.name("\($0)")) }
        return (known + others).compactMap { place, name in FilterFields.column(name).map { (place, $0) } }
    }()

    /// In a statement that begins with the columns of a record.
    var place: Int32 { Int32(RecordColumn.allCases.count) + rawValue }

    static func bind(_ subject: FilterSubject, to row: Prepared) {
        for (place, field) in fields {
            switch field.value(of: subject) {
            case .integer(let number): row.bind(place, number)
            case .text(let bytes): row.bind(place, text: bytes)
            case .null: break
            }
        }
    }

    // MARK: Files that were made before these were kept

    private static let filled = recorded.map { SnakeCase.name("\($0)") } + names.filter { $0 != "search" }
    static let fill = "UPDATE flow SET \(filled.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"

    /// For the statement `fill`.
    static func bindFilling(_ subject: FilterSubject, _ id: Int64, to row: Prepared) {
        for (place, name) in filled.enumerated() {
            switch FilterFields.column(name)?.value(of: subject) {
            case .integer(let number)?: row.bind(Int32(place), number)
            case .text(let bytes)?: row.bind(Int32(place), text: bytes)
            case .null?, nil: break
            }
        }
        row.bind(Int32(filled.count), id)
    }
}
