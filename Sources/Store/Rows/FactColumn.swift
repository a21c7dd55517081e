import Filter

/// The columns of `flow` that say of it what filters and figures ask, besides those that a record is read from. Most
/// have the name of a field's column, and the value that the field reads from the record.
enum FactColumn: Int32, CaseIterable {
    case scheme = 0
    case host, port, path, query, fragment, version, reason, type, requestType
    case redirect, redirectTo, cache, age, lifetime, stream, tls, error, time
    case dns, connect, handshake, wait, receive
    /// The row of `search` that has the grams of its texts.
    case search
    case send, cacheable, changed, replayed, redirectHop
    /// The list in `listed` of what was changed, and by which rules.
    case changes
    /// What checks find, and how many messages came: where that is known when the row is written.
    case unjudged, worst, notes, messages

    static let names = allCases.map { SnakeCase.name("\($0)") }
    /// Of few flows something is in these. None of them has a default.
    static let rare = [
        FactColumn.fragment, .requestType, .redirectTo, .error, .dns, .connect, .handshake, .redirectHop,
        .messages,
    ].map { SnakeCase.name("\($0)") }

    /// Those of `RecordColumn` that are facts, too: reading a record again gives them from what they come of.
    static let recorded: [RecordColumn] = [.method, .url, .status, .duration]

    /// The version of the schema that added it.
    var since: Int64 { rawValue <= FactColumn.search.rawValue ? 2 : 3 }

    /// It is given with the row, as what other tables have; the others are read from the record.
    var isLink: Bool {
        switch self {
        case .search, .changes, .unjudged, .worst, .notes, .messages: true
        default: false
        }
    }

    private static let readings: [(place: Int32, reading: FilterField.ColumnReading)] = {
        let others = allCases.filter { !$0.isLink }.map { ($0.place, SnakeCase.name("\($0)")) }
        let known = recorded.map { ($0.rawValue, SnakeCase.name("\($0)")) }
        return (known + others).compactMap { place, name in
            FilterFields.column(name)?.columnReading.map { (place, $0) }
        }
    }()

    /// In a statement that begins with the columns of a record.
    var place: Int32 { Int32(RecordColumn.allCases.count) + rawValue }

    static func bind(_ subject: FilterSubject, to row: Prepared) {
        for (place, reading) in readings { bind(reading.value(of: subject), to: row, place) }
        row.bind(FactColumn.send.place, subject.sendTime)
        if subject.isWorthCaching { row.bind(FactColumn.cacheable.place, 1) }
    }

    static func bind(_ value: FilterValue, to row: Prepared, _ place: Int32) {
        switch value {
        case .integer(let number): row.bind(place, number)
        case .text(let bytes): row.bind(place, text: bytes)
        case .null: break
        }
    }

    // MARK: Files that were made before these were kept

    /// The statement that fills these columns of a flow, and what comes of a record and was not kept before the second
    /// version.
    static func update(_ columns: [FactColumn]) -> String {
        let names = columns.map { SnakeCase.name("\($0)") } + recorded.map { SnakeCase.name("\($0)") }
        return "UPDATE flow SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE id = ?"
    }

    /// For the statement `update`.
    static func bind(_ columns: [FactColumn], _ subject: FilterSubject, _ id: Int64, to row: Prepared) {
        for (place, column) in columns.enumerated() {
            if column == .send {
                row.bind(Int32(place), subject.sendTime)
            } else if column == .cacheable {
                row.bind(Int32(place), subject.isWorthCaching ? 1 : nil)
            } else {
                bind(named: SnakeCase.name("\(column)"), subject, to: row, Int32(place))
            }
        }
        for (place, column) in recorded.enumerated() {
            bind(named: SnakeCase.name("\(column)"), subject, to: row, Int32(columns.count + place))
        }
        row.bind(Int32(columns.count + recorded.count), id)
    }

    private static func bind(named name: String, _ subject: FilterSubject, to row: Prepared, _ place: Int32) {
        if let field = FilterFields.column(name) { bind(field.value(of: subject), to: row, place) }
    }
}
