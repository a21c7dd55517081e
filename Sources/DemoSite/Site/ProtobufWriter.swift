import Bytes

/// Writes a message of Protocol Buffers, field by field. What has its standard value is left out, as in proto3.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    mutating func integer(_ field: UInt64, _ value: Int) {
        guard value != 0 else { return }
        varint(field << 3)
        varint(UInt64(bitPattern: Int64(value)))
    }

    /// Small negative numbers in few bytes.
    mutating func signed(_ field: UInt64, _ value: Int) {
        integer(field, (value << 1) ^ (value >> 63))
    }

    mutating func double(_ field: UInt64, _ value: Double) {
        guard value != 0 else { return }
        varint(field << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
        }
    }

    mutating func text(_ field: UInt64, _ value: String) {
        if !value.isEmpty { run(field, Array(value.utf8)) }
    }

    mutating func message(_ field: UInt64, _ write: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        write(&inner)
        run(field, inner.bytes)
    }

    /// Numbers in one run.
    mutating func packed(_ field: UInt64, _ values: [Int]) {
        guard !values.isEmpty else { return }
        var inner = ProtobufWriter()
        for value in values { inner.varint(UInt64(bitPattern: Int64(value))) }
        run(field, inner.bytes)
    }

    private mutating func run(_ field: UInt64, _ content: [UInt8]) {
        varint(field << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var left = value
        while left >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
            left >>= 7
        }
        bytes.append(UInt8(left))
    }
}
