package import Bytes

/// The rows that a statement gave, each value as the server's binary form of its type has it.
package struct PostgresRows: Sendable {
    /// nil for NULL.
    package let rows: [[Bytes?]]
    /// Rows that the statement changed.
    package let changed: Int

    package init(_ rows: [[Bytes?]] = [], changed: Int = 0) {
        self.rows = rows
        self.changed = changed
    }

    package var count: Int { rows.count }

    package subscript(row: Int) -> PostgresRow { PostgresRow(values: rows[row]) }

    package var first: PostgresRow? { rows.first.map { PostgresRow(values: $0) } }

    package func map<Result>(_ body: (PostgresRow) -> Result) -> [Result] { rows.map { body(PostgresRow(values: $0)) } }
}

/// One row; a column that is NULL, missing or of another type gives nil.
package struct PostgresRow: Sendable {
    let values: [Bytes?]

    private func value(_ column: Int) -> Bytes? { column < values.count ? values[column] : nil }

    package func bytes(_ column: Int) -> Bytes? { value(column) }

    package func text(_ column: Int) -> String? { value(column)?.text }

    /// Of `smallint`, `integer` and `bigint`, and of times: microseconds since 2000-01-01 as they are.
    package func integer(_ column: Int) -> Int64? {
        guard let bytes = value(column) else { return nil }
        switch bytes.count {
        case 2: return Int64(Int16(truncatingIfNeeded: Self.number(bytes)))
        case 4: return Int64(Int32(truncatingIfNeeded: Self.number(bytes)))
        case 8: return Int64(truncatingIfNeeded: Self.number(bytes))
        default: return nil
        }
    }

    package func boolean(_ column: Int) -> Bool? { value(column).map { $0.first == 1 } }

    /// Of `timestamptz`: microseconds since 1970.
    package func time(_ column: Int) -> Int64? {
        integer(column).map { $0.addingReportingOverflow(PostgresValue.epoch).partialValue }
    }

    /// Of `bigint[]`, without NULLs.
    package func integers(_ column: Int) -> [Int64]? {
        elements(column)?.map { Int64(truncatingIfNeeded: Self.number($0)) }
    }

    /// The elements of an array of one dimension that are not NULL.
    private func elements(_ column: Int) -> [Bytes]? {
        guard let bytes = value(column), bytes.count >= 12 else { return nil }
        // Dimensions, whether there are NULLs, the type; of each dimension size and first index; length and value of
        // each element, -1 for NULL.
        guard Self.number(bytes.slice(0..<4)) == 1, bytes.count >= 20 else { return [] }
        var found: [Bytes] = []
        var place = 20
        while place + 4 <= bytes.count {
            let length = Int(Int32(truncatingIfNeeded: Self.number(bytes.slice(place..<place + 4))))
            place += 4
            guard length >= 0 else { continue }
            guard length <= bytes.count - place else { return nil }
            found.append(bytes.slice(place..<place + length))
            place += length
        }
        return found
    }

    /// Big-endian.
    private static func number(_ bytes: Bytes) -> UInt64 {
        unsafe bytes.withUnsafeBytes { bytes in
            var number: UInt64 = 0
            for index in bytes.indices { number = unsafe number << 8 | UInt64(bytes[index]) }
            return number
        }
    }
}
