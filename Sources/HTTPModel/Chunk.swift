public import Bytes

/// One chunk's size line (RFC 9112 §7.1), with every byte of it.
public struct Chunk: Sendable, Hashable {
    /// Bytes on the wire between the end of the head and the first byte of this size line.
    public let offset: UInt64
    /// How many bytes of data follow.
    public let size: UInt64
    /// Everything between the size and the line end, the first `;` included; empty when there is no extension.
    public let `extension`: Bytes
    /// How many digits the size is written with.
    private let digitCount: UInt8
    /// Which of the digits are capital letters: bit 0 is the last digit.
    private let capitals: UInt16

    /// More digits than these are no size.
    private static let digitLimit = 16

    /// A chunk whose size is written in the shortest way, in lower case.
    public init(offset: UInt64, size: UInt64, extension: Bytes = Bytes()) {
        self.offset = offset
        self.size = size
        self.extension = `extension`
        digitCount = UInt8(max(1, (UInt64.bitWidth - size.leadingZeroBitCount + 3) / 4))
        capitals = 0
    }

    /// The chunk of a received size line, `line` without its line end; nil when it does not begin with a size of at
    /// most 16 digits.
    public init?(offset: UInt64, line: Bytes) {
        let digits = line.firstIndex { ASCII.hexValue($0) == nil } ?? line.count
        guard digits > 0, digits <= Self.digitLimit else { return nil }
        var size: UInt64 = 0
        for digit in line.slice(0..<digits) { size = size &<< 4 | UInt64(ASCII.hexValue(digit) ?? 0) }
        let rest = line.slice(digits..<line.count)
        self = line.slice(0..<digits).withSpan { span in
            span.withUnsafeBufferPointer { Chunk(offset: offset, size: size, digits: $0, extension: rest) }
        }
    }

    /// For whoever has read the size already: `digits` are what it was read from, 1 to 16 of them.
    package init(offset: UInt64, size: UInt64, digits: UnsafeBufferPointer<UInt8>, extension: Bytes) {
        self.offset = offset
        self.size = size
        self.extension = `extension`
        digitCount = UInt8(min(digits.count, Self.digitLimit))
        var capitals: UInt16 = 0
        for digit in digits { capitals = capitals &<< 1 | (UInt8(ascii: "A")...UInt8(ascii: "F") ~= digit ? 1 : 0) }
        self.capitals = capitals
    }

    /// The chunk of size 0 that ends the content.
    public var isLast: Bool { size == 0 }

    /// The size line exactly as received, with leading zeros and letter case, without its line end.
    public var line: Bytes {
        var line: [UInt8] = []
        line.reserveCapacity(Int(digitCount) + `extension`.count)
        for place in (0..<Int(digitCount)).reversed() {
            let value = UInt8(truncatingIfNeeded: size &>> (4 * UInt64(place)) & 15)
            let letter: UInt8 = capitals &>> UInt16(place) & 1 == 1 ? UInt8(ascii: "A") : UInt8(ascii: "a")
            line.append(value < 10 ? ASCII.zero + value : letter + value - 10)
        }
        line.append(contentsOf: `extension`)
        return Bytes(line)
    }
}
