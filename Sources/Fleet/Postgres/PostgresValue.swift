package import Bytes

/// The value of a parameter in the binary form of its type (PostgreSQL sources, `src/backend/utils/adt`: the functions
/// `…recv`), or text for a type without one here.
package struct PostgresValue: Sendable, Hashable {
    /// The number of the type in `pg_type`; 0 leaves it to the server.
    let type: UInt32
    /// nil for NULL.
    package let bytes: Bytes?
    let isBinary: Bool

    /// Microseconds from 1970-01-01 to 2000-01-01, from which PostgreSQL counts.
    static let epoch: Int64 = 946_684_800_000_000
    /// Days between the two.
    static let epochDays: Int64 = 10_957

    private init(_ type: UInt32, _ bytes: Bytes?, isBinary: Bool = true) {
        self.type = type
        self.bytes = bytes
        self.isBinary = isBinary
    }

    package static func text(_ text: Bytes?) -> PostgresValue { PostgresValue(25, text) }
    package static func text(_ text: String) -> PostgresValue { PostgresValue(25, Bytes(text)) }
    package static func bytes(_ bytes: Bytes?) -> PostgresValue { PostgresValue(17, bytes) }
    package static func integer(_ number: Int64?) -> PostgresValue {
        PostgresValue(20, number.map { Bytes(big(UInt64(bitPattern: $0), 8)) })
    }
    /// - Parameter time: microseconds since 1970.
    package static func time(_ time: Int64?) -> PostgresValue {
        PostgresValue(1184, time.map { Bytes(big(UInt64(bitPattern: shifted($0)), 8)) })
    }
    /// Written as a person would; the statement casts it.
    package static func written(_ text: String) -> PostgresValue { PostgresValue(0, Bytes(text), isBinary: false) }

    // MARK: Arrays

    package static func texts(_ texts: [Bytes?]) -> PostgresValue { array(1009, of: 25, texts) }
    static func byteStrings(_ values: [Bytes?]) -> PostgresValue { array(1001, of: 17, values) }
    package static func integers(_ numbers: [Int64?]) -> PostgresValue {
        array(1016, of: 20, numbers.map { $0.map { UInt64(bitPattern: $0) } }, width: 8)
    }
    package static func booleans(_ values: [Bool?]) -> PostgresValue {
        array(1000, of: 16, values.map { $0.map { $0 ? 1 : 0 } }, width: 1)
    }
    static func floats(_ values: [Float?]) -> PostgresValue {
        array(1021, of: 700, values.map { $0.map { UInt64($0.bitPattern) } }, width: 4)
    }
    /// - Parameter times: microseconds since 1970.
    package static func times(_ times: [Int64?]) -> PostgresValue {
        array(1185, of: 1184, times.map { $0.map { UInt64(bitPattern: shifted($0)) } }, width: 8)
    }
    /// - Parameter days: since 1970-01-01.
    package static func days(_ days: [Int64]) -> PostgresValue {
        array(1182, of: 1082, days.map { UInt64(UInt32(bitPattern: Int32(clamping: $0 - epochDays))) }, width: 4)
    }

    /// `array_recv`: dimensions, whether there are NULLs, the type of the elements; size and first index; then length
    /// and value of each.
    private static func array(_ type: UInt32, of element: UInt32, _ values: [Bytes?]) -> PostgresValue {
        var bytes = opening(
            element, values.count, hasNull: values.contains { $0 == nil },
            size: values.reduce(0) { $0 + ($1?.count ?? 0) })
        for value in values {
            put(UInt64(UInt32(bitPattern: value.map { Int32(clamping: $0.count) } ?? -1)), 4, to: &bytes)
            if let value { bytes.append(contentsOf: value) }
        }
        return PostgresValue(type, Bytes(bytes))
    }

    /// The same of numbers that have so many octets each.
    private static func array(
        _ type: UInt32, of element: UInt32, _ values: [UInt64?], width: Int
    ) -> PostgresValue {
        var bytes = opening(
            element, values.count, hasNull: values.contains { $0 == nil }, size: values.count * width)
        for value in values {
            put(value == nil ? UInt64(UInt32.max) : UInt64(width), 4, to: &bytes)
            if let value { put(value, width, to: &bytes) }
        }
        return PostgresValue(type, Bytes(bytes))
    }

    private static func opening(_ element: UInt32, _ count: Int, hasNull: Bool, size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + 4 * count + size)
        put(count == 0 ? 0 : 1, 4, to: &bytes)
        put(hasNull ? 1 : 0, 4, to: &bytes)
        put(UInt64(element), 4, to: &bytes)
        if count > 0 {
            put(UInt64(UInt32(clamping: count)), 4, to: &bytes)
            put(1, 4, to: &bytes)
        }
        return bytes
    }

    /// Big-endian.
    private static func put(_ value: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        var shift = 8 * count
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    private static func shifted(_ time: Int64) -> Int64 { time.subtractingReportingOverflow(epoch).partialValue }

    private static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }
}
