package import Bytes

/// Bytes in rows of sixteen: place, hexadecimal, and as ASCII. Two rows of eight where there is less room is up to
/// nobody: a row has 76 columns.
package struct HexLayout {
    private let bytes: Bytes
    private let limit: Int
    /// Where the first byte stands.
    private let start: Int

    package init(_ bytes: Bytes, limit: Int = .max, startingAt start: Int = 0) {
        self.bytes = bytes
        self.limit = limit
        self.start = start
    }

    private static let row = 16

    /// All of it as lines of their own.
    package var lines: [BodyLine] {
        var out = LineBuilder(lineLimit: bytes.count / Self.row + 2)
        write(to: &out)
        out.end()
        return out.lines
    }

    func write(to out: inout LineBuilder, at depth: Int = 0) {
        var index = 0
        while index < min(bytes.count, limit), !out.isFull {
            let part = bytes.slice(index..<min(index + Self.row, bytes.count))
            out.begin(depth)
            out.put(Hex.number(start + index, width: 8) + "  ", .mark)
            out.put(Self.hexadecimal(part), .plain)
            out.put(Bytes(part.map { $0 &- ASCII.space < 0x5F ? $0 : ASCII.period }), .string)
            index += Self.row
        }
        if index < bytes.count, !out.isFull { out.note("… \(bytes.count - index) more bytes", at: depth) }
        out.end()
    }

    /// With a gap in the middle, and to the full width.
    private static func hexadecimal(_ part: Bytes) -> Bytes {
        var text: [UInt8] = []
        for place in 0..<row {
            if place == row / 2 { text.append(ASCII.space) }
            if place < part.count {
                for nibble in [part[place] >> 4, part[place] & 15] {
                    text.append(nibble < 10 ? ASCII.zero + nibble : UInt8(ascii: "a") - 10 + nibble)
                }
            } else {
                text += [ASCII.space, ASCII.space]
            }
            text.append(ASCII.space)
        }
        text.append(ASCII.space)
        return Bytes(text)
    }
}
