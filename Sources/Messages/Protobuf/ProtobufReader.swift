import Bytes

/// Reads one message. Each level looks through its bytes once to see whether they are fields, so the time is bounded by
/// the depth times the bytes.
struct ProtobufReader {
    static let deepest = 64
    static let mostFields = 100_000

    private let bytes: Bytes
    private let schema: ProtoSchema?
    private var left = mostFields
    private var wasCut = false

    init(_ bytes: Bytes, _ schema: ProtoSchema?) {
        self.bytes = bytes
        self.schema = schema
    }

    mutating func read(as type: String?) -> ProtobufMessage {
        var cursor = ProtobufCursor(bytes)
        var message = fields(&cursor, type.flatMap { schema?.message($0) }, 0, closing: nil)
        message.isCut = wasCut
        return message
    }

    /// - Parameter closing: the number of the group whose end is awaited.
    private mutating func fields(
        _ cursor: inout ProtobufCursor, _ type: ProtoMessage?, _ depth: Int, closing: UInt32?
    ) -> ProtobufMessage {
        var message = ProtobufMessage(type: type?.name)
        while !cursor.isAtEnd {
            let start = cursor.index
            guard left > 0 else {
                wasCut = true
                cursor.skipToEnd()
                return message
            }
            guard let tag = cursor.tag() else { return damaged(message, start, &cursor) }
            if tag.wire == .endGroup {
                guard tag.number == closing else { return damaged(message, start, &cursor) }
                return message
            }
            left -= 1
            let declared = type?.fields[tag.number]
            guard let value = value(tag.number, tag.wire, declared, &cursor, depth) else {
                return damaged(message, start, &cursor)
            }
            message.fields.append(
                ProtobufField(number: tag.number, offset: start, wire: tag.wire, declared: declared, value: value))
        }
        if closing != nil, !wasCut { message.fault = cursor.index }
        return message
    }

    private func damaged(
        _ message: ProtobufMessage, _ place: Int, _ cursor: inout ProtobufCursor
    ) -> ProtobufMessage {
        var message = message
        message.fault = place
        cursor.skipToEnd()
        return message
    }

    /// nil when the bytes end before it does.
    private mutating func value(
        _ number: UInt32, _ wire: ProtobufWire, _ declared: ProtoField?, _ cursor: inout ProtobufCursor, _ depth: Int
    ) -> ProtobufValue? {
        switch wire {
        case .varint:
            guard let raw = cursor.varint() else { return nil }
            return declared.flatMap { varint(raw, $0.kind) } ?? .raw(raw)
        case .fixed32:
            guard let raw = cursor.fixed32() else { return nil }
            return declared.flatMap { Self.fixed32(raw, $0.kind) } ?? .raw(UInt64(raw))
        case .fixed64:
            guard let raw = cursor.fixed64() else { return nil }
            return declared.flatMap { Self.fixed64(raw, $0.kind) } ?? .raw(raw)
        case .run:
            guard let range = cursor.run() else { return nil }
            return declared.flatMap { run(range, $0, depth) } ?? guess(range, depth)
        case .startGroup:
            guard depth < Self.deepest else { return nil }
            guard let name = declared?.kind.messageName, let type = schema?.message(name) else {
                return .guessedMessage(fields(&cursor, nil, depth + 1, closing: number))
            }
            return .message(fields(&cursor, type, depth + 1, closing: number))
        case .endGroup: return nil
        }
    }

    // MARK: By the schema; nil when it says something else

    private func varint(_ raw: UInt64, _ kind: ProtoField.Kind) -> ProtobufValue? {
        switch kind {
        case .int32: return .signed(Int64(Int32(truncatingIfNeeded: raw)))
        case .int64: return .signed(Int64(bitPattern: raw))
        case .uint32: return .unsigned(UInt64(UInt32(truncatingIfNeeded: raw)))
        case .uint64: return .unsigned(raw)
        case .sint32: return .signed(ProtobufValue.zigzag(UInt64(UInt32(truncatingIfNeeded: raw))))
        case .sint64: return .signed(ProtobufValue.zigzag(raw))
        case .bool: return .bool(raw != 0)
        case .enumeration(let name):
            let number = Int64(Int32(truncatingIfNeeded: raw))
            return .enumeration(number, schema?.enumeration(name)?.names[number])
        case .double, .float, .fixed32, .fixed64, .sfixed32, .sfixed64, .string, .bytes, .message, .group: return nil
        }
    }

    private static func fixed32(_ raw: UInt32, _ kind: ProtoField.Kind) -> ProtobufValue? {
        switch kind {
        case .fixed32: .unsigned(UInt64(raw))
        case .sfixed32: .signed(Int64(Int32(bitPattern: raw)))
        case .float: .float(Float(bitPattern: raw))
        case .double, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed64, .sfixed64, .bool, .string, .bytes,
            .message, .group, .enumeration:
            nil
        }
    }

    private static func fixed64(_ raw: UInt64, _ kind: ProtoField.Kind) -> ProtobufValue? {
        switch kind {
        case .fixed64: .unsigned(raw)
        case .sfixed64: .signed(Int64(bitPattern: raw))
        case .double: .double(Double(bitPattern: raw))
        case .float, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed32, .sfixed32, .bool, .string, .bytes,
            .message, .group, .enumeration:
            nil
        }
    }

    private mutating func run(_ range: Range<Int>, _ declared: ProtoField, _ depth: Int) -> ProtobufValue? {
        switch declared.kind {
        case .string: return .text(bytes.slice(range))
        case .bytes: return .bytes(bytes.slice(range))
        case .message(let name), .group(let name):
            guard depth < Self.deepest, let type = schema?.message(name) else { return nil }
            var cursor = ProtobufCursor(bytes, range)
            return .message(fields(&cursor, type, depth + 1, closing: nil))
        case .double, .float, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed32, .fixed64, .sfixed32,
            .sfixed64, .bool, .enumeration:
            // Whoever reads takes numbers in either form, whatever the schema says of packing.
            return declared.isRepeated ? packed(range, declared.kind) : nil
        }
    }

    private mutating func packed(_ range: Range<Int>, _ kind: ProtoField.Kind) -> ProtobufValue? {
        var cursor = ProtobufCursor(bytes, range)
        var values: [ProtobufValue] = []
        while !cursor.isAtEnd {
            guard left > 0 else {
                wasCut = true
                break
            }
            left -= 1
            let value: ProtobufValue?
            switch kind.wire {
            case .fixed32: value = cursor.fixed32().flatMap { Self.fixed32($0, kind) }
            case .fixed64: value = cursor.fixed64().flatMap { Self.fixed64($0, kind) }
            case .varint: value = cursor.varint().flatMap { varint($0, kind) }
            case .run, .startGroup, .endGroup: value = nil
            }
            guard let value else { return nil }
            values.append(value)
        }
        return .packed(values)
    }

    // MARK: Without a schema

    /// A text when it is one, a message when it can be read as one, else bytes. A line feed is also the tag of a first
    /// field, so what has some is a message before it is a text.
    private mutating func guess(_ range: Range<Int>, _ depth: Int) -> ProtobufValue {
        let content = bytes.slice(range)
        let text = Self.text(content)
        if text == .plain { return .guessedText(content) }
        if depth < Self.deepest, isMessage(range) {
            var cursor = ProtobufCursor(bytes, range)
            return .guessedMessage(fields(&cursor, nil, depth + 1, closing: nil))
        }
        return text == .inLines ? .guessedText(content) : .guessedBytes(content)
    }

    private enum TextForm { case plain, inLines, none }

    private static func text(_ content: Bytes) -> TextForm {
        var check = TextCheck()
        unsafe content.withUnsafeBytes { unsafe check.add($0) }
        guard check.isText else { return .none }
        var form = TextForm.plain
        for byte in content where byte < ASCII.space || byte == ASCII.delete {
            guard byte == ASCII.lineFeed || byte == ASCII.tab || byte == ASCII.carriageReturn else { return .none }
            form = .inLines
        }
        return form
    }

    /// Whether fields can be read up to the end, and all groups end.
    private func isMessage(_ range: Range<Int>) -> Bool {
        var cursor = ProtobufCursor(bytes, range)
        var groups: [UInt32] = []
        while !cursor.isAtEnd {
            guard let tag = cursor.tag() else { return false }
            switch tag.wire {
            case .varint: guard cursor.varint() != nil else { return false }
            case .fixed32: guard cursor.fixed32() != nil else { return false }
            case .fixed64: guard cursor.fixed64() != nil else { return false }
            case .run: guard cursor.run() != nil else { return false }
            case .startGroup:
                guard groups.count < Self.deepest else { return false }
                groups.append(tag.number)
            case .endGroup: guard groups.popLast() == tag.number else { return false }
            }
        }
        return groups.isEmpty
    }
}

extension ProtobufValue {
    /// Small negative numbers in few bytes: 0, -1, 1, -2 as 0, 1, 2, 3.
    package static func zigzag(_ raw: UInt64) -> Int64 { Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1) }
}
