import Bytes

/// Reads a message's fields from left to right; never steps outside of its bytes.
struct ProtobufCursor {
    private let bytes: Bytes
    private(set) var index: Int
    private let end: Int

    init(_ bytes: Bytes, _ range: Range<Int>? = nil) {
        self.bytes = bytes
        index = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    var isAtEnd: Bool { index >= end }

    mutating func skipToEnd() { index = end }

    /// nil when there is no number and no way of travelling that exist.
    mutating func tag() -> (number: UInt32, wire: ProtobufWire)? {
        guard let key = varint(), let number = UInt32(exactly: key >> 3), (1..<1 << 29).contains(number),
            let wire = ProtobufWire(rawValue: UInt8(key & 7))
        else { return nil }
        return (number, wire)
    }

    /// At most ten bytes, of which the last has one bit.
    mutating func varint() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard index < end else { return nil }
            let byte = bytes[index]
            index += 1
            if shift == 63, byte > 1 { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    mutating func fixed32() -> UInt32? { littleEndian(4).map { UInt32(truncatingIfNeeded: $0) } }

    mutating func fixed64() -> UInt64? { littleEndian(8) }

    /// Bytes behind their length.
    mutating func run() -> Range<Int>? {
        guard let length = varint().flatMap({ Int(exactly: $0) }), length <= end - index else { return nil }
        defer { index += length }
        return index..<index + length
    }

    private mutating func littleEndian(_ count: Int) -> UInt64? {
        guard count <= end - index else { return nil }
        defer { index += count }
        return bytes.slice(index..<index + count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
