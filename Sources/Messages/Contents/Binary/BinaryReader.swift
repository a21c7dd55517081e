import Bytes

/// Reads binary formats from left to right; never steps outside of its bytes.
struct BinaryReader {
    let bytes: Bytes
    private(set) var index: Int
    let end: Int

    init(_ bytes: Bytes, _ range: Range<Int>? = nil) {
        self.bytes = bytes
        index = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    var isAtEnd: Bool { index >= end }
    var left: Int { end - index }
    var peek: UInt8? { index < end ? bytes[index] : nil }

    mutating func byte() -> UInt8? {
        guard index < end else { return nil }
        defer { index += 1 }
        return bytes[index]
    }

    mutating func take(_ count: Int) -> Bytes? {
        guard count >= 0, count <= left else { return nil }
        defer { index += count }
        return bytes.slice(index..<index + count)
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    /// An unsigned number of up to eight bytes, the most significant first.
    mutating func bigEndian(_ count: Int) -> UInt64? {
        take(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// The same, the least significant first.
    mutating func littleEndian(_ count: Int) -> UInt64? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// Of one byte each, for sizes in headers of images.
    mutating func number(_ count: Int) -> Int? { bigEndian(count).flatMap { Int(exactly: $0) } }
    mutating func smallFirst(_ count: Int) -> Int? { littleEndian(count).flatMap { Int(exactly: $0) } }
}
