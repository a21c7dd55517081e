/// Writes the fields of a message of Protocol Buffers, in the order in which they are put. A value.
///
/// What has its default (zero, nothing) is left out, as senders of version 3 do; `always` puts it all the same.
package struct ProtobufWriter: Sendable {
    /// The message so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// A number of type uint32, uint64, int64, enum or bool.
    package mutating func number(_ field: UInt32, _ value: UInt64, always: Bool = false) {
        guard value != 0 || always else { return }
        key(field, .varint)
        varint(value)
    }

    /// A number of type fixed64.
    package mutating func fixed64(_ field: UInt32, _ value: UInt64, always: Bool = false) {
        guard value != 0 || always else { return }
        key(field, .fixed64)
        littleEndian(value, 8)
    }

    /// A number of type fixed32.
    package mutating func fixed32(_ field: UInt32, _ value: UInt32) {
        guard value != 0 else { return }
        key(field, .fixed32)
        littleEndian(UInt64(value), 4)
    }

    /// A number of type int32 or int64.
    package mutating func integer(_ field: UInt32, _ value: Int) { number(field, UInt64(bitPattern: Int64(value))) }

    /// A number of type sint32 or sint64: small negative ones in few bytes.
    package mutating func signed(_ field: UInt32, _ value: Int) { integer(field, (value << 1) ^ (value >> 63)) }

    package mutating func double(_ field: UInt32, _ value: Double, always: Bool = false) {
        guard value != 0 || always else { return }
        key(field, .fixed64)
        littleEndian(value.bitPattern, 8)
    }

    package mutating func text(_ field: UInt32, _ value: String, always: Bool = false) {
        guard !value.isEmpty || always else { return }
        run(field, Array(value.utf8))
    }

    package mutating func bytes(_ field: UInt32, _ value: some Collection<UInt8>) {
        guard !value.isEmpty else { return }
        run(field, Array(value))
    }

    /// A message, also an empty one.
    package mutating func message(_ field: UInt32, _ write: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        write(&inner)
        run(field, inner.bytes)
    }

    /// Numbers of eight bytes, one behind the other (`packed`).
    package mutating func packed(_ field: UInt32, _ values: some Sequence<UInt64>) {
        var inner = ProtobufWriter()
        for value in values { inner.littleEndian(value, 8) }
        guard !inner.bytes.isEmpty else { return }
        run(field, inner.bytes)
    }

    /// Numbers of type int32 or int64, one behind the other.
    package mutating func packed(_ field: UInt32, integers: [Int]) {
        guard !integers.isEmpty else { return }
        var inner = ProtobufWriter()
        for value in integers { inner.varint(UInt64(bitPattern: Int64(value))) }
        run(field, inner.bytes)
    }

    /// Fields that were written elsewhere.
    package mutating func append(_ fields: [UInt8]) { bytes += fields }

    private mutating func run(_ field: UInt32, _ value: [UInt8]) {
        key(field, .run)
        varint(UInt64(value.count))
        bytes += value
    }

    private mutating func key(_ field: UInt32, _ wire: ProtobufWire) {
        varint(UInt64(field) << 3 | UInt64(wire.rawValue))
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func littleEndian(_ value: UInt64, _ count: Int) {
        for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }
}
