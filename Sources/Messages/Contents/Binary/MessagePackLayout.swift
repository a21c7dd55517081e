import Bytes
import HTTPSemantics

/// MessagePack (its specification of 2013, with timestamps) laid out as JSON is.
struct MessagePackLayout: ItemLayout {
    var reader: BinaryReader
    let options: LayoutOptions

    init(_ bytes: Bytes, _ options: LayoutOptions) {
        reader = BinaryReader(bytes)
        self.options = options
    }

    /// Every container has a count.
    mutating func takesEnd() -> Bool { false }

    mutating func item(at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard let first = reader.byte() else { return false }
        switch first {
        case 0x00...0x7F: return put(first, &out)
        case 0x80...0x8F: return container(Int(first & 0x0F), isMap: true, at: depth, &out)
        case 0x90...0x9F: return container(Int(first & 0x0F), isMap: false, at: depth, &out)
        case 0xA0...0xBF: return text(UInt64(first & 0x1F), &out)
        case 0xC0: return put(word: "null", &out)
        case 0xC2: return put(word: "false", &out)
        case 0xC3: return put(word: "true", &out)
        case 0xE0...0xFF: return put(Int8(bitPattern: first), &out)
        case 0xC4...0xC6: return sized(first - 0xC4, &out) { $0.bytes($1, at: depth, &$2) }
        case 0xC7...0xC9: return sized(first - 0xC7, &out) { $0.extended($1, at: depth, &$2) }
        case 0xCA:
            return number(4, &out) { $0.put(Double(Float(bitPattern: UInt32(truncatingIfNeeded: $1))), &$2) }
        case 0xCB: return number(8, &out) { $0.put(Double(bitPattern: $1), &$2) }
        case 0xCC...0xCF: return number(1 << Int(first - 0xCC), &out) { $0.put($1, &$2) }
        case 0xD0...0xD3:
            let size = 1 << Int(first - 0xD0)
            return number(size, &out) { layout, value, out in
                // The sign is in the highest of the bits that there are.
                let shift = UInt64(64 - size * 8)
                return layout.put(Int64(bitPattern: value << shift) >> Int64(shift), &out)
            }
        case 0xD4...0xD8: return extended(1 << UInt64(first - 0xD4), at: depth, &out)
        case 0xD9...0xDB: return sized(first - 0xD9, &out) { $0.text($1, &$2) }
        case 0xDC, 0xDD: return sized(first - 0xDC + 1, &out) { $0.list($1, isMap: false, at: depth, &$2) }
        case 0xDE, 0xDF: return sized(first - 0xDE + 1, &out) { $0.list($1, isMap: true, at: depth, &$2) }
        default: return false
        }
    }

    private mutating func list(_ count: UInt64, isMap: Bool, at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard let count = Int(exactly: count) else { return false }
        return container(count, isMap: isMap, at: depth, &out)
    }

    /// Reads a count of 1, 2 or 4 bytes, then what it counts.
    private mutating func sized(
        _ power: UInt8, _ out: inout LineBuilder, _ body: (inout Self, UInt64, inout LineBuilder) -> Bool
    ) -> Bool {
        number(1 << Int(power), &out, body)
    }

    private mutating func number(
        _ size: Int, _ out: inout LineBuilder, _ body: (inout Self, UInt64, inout LineBuilder) -> Bool
    ) -> Bool {
        guard let value = reader.bigEndian(size) else { return false }
        return body(&self, value, &out)
    }

    private mutating func extended(_ count: UInt64, at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard let kind = reader.byte() else { return false }
        // -1 is a time: seconds, with or without nanoseconds before them.
        if kind == 0xFF, let seconds = timestamp(count) {
            out.put(HTTPDate.format(seconds).text, .string)
            return true
        }
        out.put("ext \(Int8(bitPattern: kind)) ", .note)
        return bytes(count, at: depth, &out)
    }

    private mutating func timestamp(_ count: UInt64) -> Int64? {
        switch count {
        case 4: return reader.bigEndian(4).map { Int64($0) }
        // 30 bits of nanoseconds, then 34 of seconds.
        case 8: return reader.bigEndian(8).map { Int64($0 & 0x3_FFFF_FFFF) }
        case 12:
            guard reader.left >= 12, reader.skip(4) else { return nil }
            return reader.bigEndian(8).map { Int64(bitPattern: $0) }
        default: return nil
        }
    }
}
