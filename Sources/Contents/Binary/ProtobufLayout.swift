import Bytes
import JSON

/// A message of Protocol Buffers without its schema: numbers of fields, and values as far as the bytes tell them. What
/// is in a field of a length is a guess: a text when it is one, a message when it can be read as one, else bytes.
struct ProtobufLayout {
    private let bytes: Bytes
    /// Each level may be looked through once more to see whether it is a message.
    private static let deepest = 16

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    func write(to out: inout LineBuilder) {
        message(0..<bytes.count, 0, &out)
        out.end()
    }

    private func message(_ range: Range<Int>, _ depth: Int, _ out: inout LineBuilder) {
        var reader = BinaryReader(bytes, range)
        while !reader.isAtEnd, !out.isFull {
            let start = reader.index
            guard let field = Self.field(&reader) else {
                out.damage("byte \(start): no field of a message can be read here.", at: depth)
                HexLayout(bytes.slice(start..<range.upperBound), limit: 64, startingAt: start).write(
                    to: &out, at: depth)
                return
            }
            out.begin(depth)
            out.put("\(field.number)", .name)
            out.put(": ", .mark)
            value(field, depth, &out)
        }
    }

    private struct Field {
        enum Value {
            case varint(UInt64)
            case fixed64(UInt64)
            case fixed32(UInt64)
            case run(Range<Int>)
        }

        let number: UInt64
        let value: Value
    }

    /// nil when there is none; groups, which nobody writes any more, are none.
    private static func field(_ reader: inout BinaryReader) -> Field? {
        guard let key = varint(&reader), key >> 3 > 0, key >> 3 < 1 << 29 else { return nil }
        let value: Field.Value
        switch key & 7 {
        case 0:
            guard let number = varint(&reader) else { return nil }
            value = .varint(number)
        case 1:
            guard let number = reader.littleEndian(8) else { return nil }
            value = .fixed64(number)
        case 2:
            guard let length = varint(&reader).flatMap({ Int(exactly: $0) }), length <= reader.left else { return nil }
            let start = reader.index
            guard reader.skip(length) else { return nil }
            value = .run(start..<start + length)
        case 5:
            guard let number = reader.littleEndian(4) else { return nil }
            value = .fixed32(number)
        default: return nil
        }
        return Field(number: key >> 3, value: value)
    }

    private static func varint(_ reader: inout BinaryReader) -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = reader.byte() else { return nil }
            if shift == 63, byte > 1 { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    private func value(_ field: Field, _ depth: Int, _ out: inout LineBuilder) {
        switch field.value {
        case .varint(let number):
            out.put("\(number)", .number)
            let signed = Int64(bitPattern: number)
            if signed < 0 { out.put("  or \(signed)", .note) }
        case .fixed64(let number):
            out.put("\(number)", .number)
            out.put("  or \(Double(bitPattern: number)) as a double", .note)
        case .fixed32(let number):
            out.put("\(number)", .number)
            out.put("  or \(Float(bitPattern: UInt32(truncatingIfNeeded: number))) as a float", .note)
        case .run(let range):
            run(range, depth, &out)
        }
    }

    private func run(_ range: Range<Int>, _ depth: Int, _ out: inout LineBuilder) {
        let content = bytes.slice(range)
        if content.isEmpty {
            out.put("\"\"", .string)
        } else if content.isReadable {
            out.put("\"", .string)
            out.put(content, .string)
            out.put("\"", .string)
        } else if depth < Self.deepest, isMessage(range) {
            out.put("{", .mark)
            message(range, depth + 1, &out)
            out.begin(depth)
            out.put("}", .mark)
        } else {
            out.put("\(content.count) bytes", .note)
            HexLayout(content, limit: 64, startingAt: range.lowerBound).write(to: &out, at: depth + 1)
        }
    }

    /// Whether fields can be read up to the end.
    private func isMessage(_ range: Range<Int>) -> Bool {
        var reader = BinaryReader(bytes, range)
        while !reader.isAtEnd {
            guard Self.field(&reader) != nil else { return false }
        }
        return true
    }
}

extension Bytes {
    /// Text that people can read: UTF-8 without control characters but those that lay it out.
    var isReadable: Bool {
        var check = TextCheck()
        withUnsafeBytes { check.add($0) }
        return check.isText && !contains { $0 < ASCII.space && !Self.isSpace($0) || $0 == ASCII.delete }
    }
}
