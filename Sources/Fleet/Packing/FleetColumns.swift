import Bytes
import Filter

/// The columns of one flow, by kind, each in the order of `FleetColumn.all`.
struct FleetColumns {
    private(set) var texts: [Bytes?] = []
    private(set) var integers: [Int64?] = []
    private(set) var flags: [Bool?] = []
    /// A value is not what the record says.
    private(set) var isLossy = false

    private static let readings: [(column: FleetColumn, reading: FilterField.ColumnReading)] =
        FleetColumn.all.compactMap { column in
            FilterFields.column(column.name)?.columnReading.map { (column, $0) }
        }

    init(_ subject: FilterSubject) {
        for (column, reading) in Self.readings {
            let value = reading.value(of: subject)
            switch column.kind {
            case .text: texts.append(text(value, column))
            case .integer: integers.append(Self.integer(value))
            case .flag: flags.append(Self.integer(value).map { $0 > 0 })
            }
        }
    }

    private mutating func text(_ value: FilterValue, _ column: FleetColumn) -> Bytes? {
        guard case .text(let bytes) = value else { return nil }
        let text = StorableText(bytes)
        if text.exact != nil, bytes.count <= column.limit { return bytes }
        isLossy = true
        return StorableText.cut(text.nearest, column.limit)
    }

    private static func integer(_ value: FilterValue) -> Int64? {
        if case .integer(let number) = value { number } else { nil }
    }
}
