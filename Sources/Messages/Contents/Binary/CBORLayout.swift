import Bytes

/// CBOR (RFC 8949) laid out in its diagnostic notation (§8), as far as that is JSON.
struct CBORLayout: ItemLayout {
    var reader: BinaryReader
    let options: LayoutOptions

    init(_ bytes: Bytes, _ options: LayoutOptions) {
        reader = BinaryReader(bytes)
        self.options = options
    }

    /// §3.2.1: "break".
    mutating func takesEnd() -> Bool {
        guard reader.peek == 0xFF else { return false }
        return reader.skip(1)
    }

    mutating func item(at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard depth <= Self.deepest, let first = reader.byte() else { return false }
        let (major, detail) = (first >> 5, first & 0x1F)
        if major == 7 { return simple(detail, &out) }
        guard let argument = argument(detail) else { return false }
        switch (major, argument) {
        case (0, .value(let number)): return put(number, &out)
        case (1, .value(let number)):
            // §3.1: -1 minus the argument, which may be one more than fits.
            if number == .max { return put(word: "-18446744073709551616", &out) }
            out.put("-\(number + 1)", .number)
            return true
        case (2, .value(let count)): return bytes(count, at: depth, &out)
        case (3, .value(let count)): return text(count, &out)
        case (2, .open), (3, .open): return pieces(at: depth, &out)
        case (4, .value(let count)): return list(count, isMap: false, at: depth, &out)
        case (5, .value(let count)): return list(count, isMap: true, at: depth, &out)
        case (4, .open): return container(nil, isMap: false, at: depth, &out)
        case (5, .open): return container(nil, isMap: true, at: depth, &out)
        case (6, .value(let tag)):
            out.put("\(tag)(", .note)
            // Tags may stand within tags, as deep as anything.
            guard item(at: depth + 1, &out) else { return false }
            out.put(")", .note)
            return true
        default: return false
        }
    }

    private enum Argument {
        case value(UInt64)
        /// Of no length that is said.
        case open
    }

    private mutating func argument(_ detail: UInt8) -> Argument? {
        switch detail {
        case 0...23: .value(UInt64(detail))
        case 24...27: reader.bigEndian(1 << Int(detail - 24)).map { .value($0) }
        case 31: .open
        default: nil
        }
    }

    private mutating func list(_ count: UInt64, isMap: Bool, at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard let count = Int(exactly: count) else { return false }
        return container(count, isMap: isMap, at: depth, &out)
    }

    /// §3.2.3: a string in pieces, none of which is open itself.
    private mutating func pieces(at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard depth < Self.deepest else { return false }
        out.put("(_", .mark)
        while !out.isFull {
            if takesEnd() {
                out.put(")", .mark)
                return true
            }
            out.put(" ", .mark)
            guard item(at: depth + 1, &out) else { return false }
        }
        return true
    }

    /// §3.3.
    private mutating func simple(_ detail: UInt8, _ out: inout LineBuilder) -> Bool {
        switch detail {
        case 20: return put(word: "false", &out)
        case 21: return put(word: "true", &out)
        case 22: return put(word: "null", &out)
        case 23: return put(word: "undefined", &out)
        case 0...19: return put(word: "simple(\(detail))", &out)
        case 24: return reader.byte().map { put(word: "simple(\($0))", &out) } ?? false
        case 25: return reader.bigEndian(2).map { put(Self.half(UInt16(truncatingIfNeeded: $0)), &out) } ?? false
        case 26:
            return reader.bigEndian(4).map { put(Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))), &out) }
                ?? false
        case 27: return reader.bigEndian(8).map { put(Double(bitPattern: $0), &out) } ?? false
        default: return false
        }
    }

    /// Appendix D: half precision.
    private static func half(_ bits: UInt16) -> Double {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        let size: Double =
            switch exponent {
            case 0: fraction / 16_777_216
            case 31: fraction == 0 ? .infinity : .nan
            default: (fraction + 1024) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
            }
        return bits & 0x8000 == 0 ? size : -size
    }
}
