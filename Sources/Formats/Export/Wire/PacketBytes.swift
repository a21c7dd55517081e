/// Numbers of packets as bytes, in either order.
struct PacketBytes {
    var bytes: [UInt8] = []

    /// As networks write them.
    mutating func big(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
    }

    /// As the file's header says that it is written.
    mutating func little(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func set(_ value: UInt16, at offset: Int) {
        bytes[offset] = UInt8(truncatingIfNeeded: value >> 8)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: value)
    }

    /// Up to the next multiple of four bytes.
    mutating func pad() {
        while bytes.count % 4 != 0 { bytes.append(0) }
    }

    /// RFC 1071: the sum of all words, with what it carries over, turned round.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        var sum: UInt32 = 0
        var index = 0
        while index < bytes.count {
            let low = index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0
            sum &+= UInt32(bytes[index]) << 8 | low
            index += 2
        }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + sum >> 16 }
        return ~UInt16(truncatingIfNeeded: sum)
    }
}
