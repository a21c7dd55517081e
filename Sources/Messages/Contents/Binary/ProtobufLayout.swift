import Bytes
import Explain

/// A message of Protocol Buffers, a line a field: by its schema with names, without one with numbers, what a number
/// would be in other types, and `?` behind what is a guess.
struct ProtobufLayout {
    private let bytes: Bytes
    private let options: LayoutOptions
    let message: ProtobufMessage

    /// - Parameter type: its full name in the schema of the options.
    init(_ bytes: Bytes, _ options: LayoutOptions) {
        self.bytes = bytes
        self.options = options
        message = ProtobufMessage(bytes, as: options.messageType, in: options.schema)
    }

    func write(to out: inout LineBuilder) {
        fields(message, 0, &out)
        if message.isCut { out.note("… and more fields, which Hark did not read") }
        out.end()
    }

    private func fields(_ message: ProtobufMessage, _ depth: Int, _ out: inout LineBuilder) {
        for field in message.fields {
            guard !out.isFull else { return }
            out.begin(depth)
            out.put(field.name, .name)
            out.put(": ", .mark)
            value(field, depth, message, &out)
        }
        guard let fault = message.fault, !out.isFull else { return }
        out.damage("byte \(fault): not a valid field.", at: depth)
        // Nested ones are shown within the whole.
        if depth == 0 {
            HexLayout(bytes.slice(min(fault, bytes.count)..<bytes.count), limit: 64, startingAt: fault).write(
                to: &out, at: depth)
        }
    }

    private func value(
        _ field: ProtobufField, _ depth: Int, _ message: ProtobufMessage, _ out: inout LineBuilder
    ) {
        switch field.value {
        case .message(let inner):
            nested(inner, depth, &out)
            note(google(inner) ?? "", &out)
        case .guessedMessage(let inner):
            nested(inner, depth, &out, field.wire == .startGroup ? "group" : "message?")
        case .text(let text): self.text(text, field, &out)
        case .guessedText(let text):
            self.text(text, field, &out)
            note("string?", &out)
        case .bytes(let content): self.bytes(content, field, depth, "", &out)
        case .guessedBytes(let content): self.bytes(content, field, depth, "bytes?", &out)
        case .packed(let values): packed(values, field, &out)
        case .enumeration(let number, let name):
            out.put(field.value.figure, name == nil ? .number : .word)
            note(name == nil ? "unknown field number" : "\(number)", &out)
        case .raw(let number):
            figure(field, &out)
            note(Self.others(number, field.wire), &out)
        case .bool:
            figure(field, &out, .word)
        case .signed, .unsigned, .float, .double: figure(field, &out)
        }
        tell(field, message, &out)
    }

    private func figure(_ field: ProtobufField, _ out: inout LineBuilder, _ role: BodyLine.Role = .number) {
        let text = Bytes(field.value.figure)
        if options.hides(Bytes(field.name), text) {
            out.put(LayoutOptions.secret, .secret)
        } else {
            out.put(text, role)
        }
    }

    private func note(_ text: String, _ out: inout LineBuilder) {
        if !text.isEmpty { out.put("  " + text, .note) }
    }

    /// What the schema has to say beyond the name.
    private func tell(_ field: ProtobufField, _ message: ProtobufMessage, _ out: inout LineBuilder) {
        if let declared = field.declared {
            if field.isMismatch {
                note("the schema has \(declared.name) here, of type \(declared.type)", &out)
            } else if let oneof = declared.oneof {
                note("oneof \(oneof)", &out)
            }
        } else if let type = message.type {
            note("not in \(type)", &out)
        }
    }

    private func nested(
        _ inner: ProtobufMessage, _ depth: Int, _ out: inout LineBuilder, _ guess: String = ""
    ) {
        out.put("{", .mark)
        if inner.fields.isEmpty, inner.fault == nil {
            out.put("}", .mark)
            return note(guess, &out)
        }
        note(guess, &out)
        fields(inner, depth + 1, &out)
        out.begin(depth)
        out.put("}", .mark)
    }

    private func text(_ text: Bytes, _ field: ProtobufField, _ out: inout LineBuilder) {
        guard !options.hides(Bytes(field.name), text) else { return out.put(LayoutOptions.secret, .secret) }
        out.put("\"", .string)
        out.put(text, .string)
        out.put("\"", .string)
        // proto3: a string is UTF-8.
        var check = TextCheck(allowsNull: true)
        unsafe text.withUnsafeBytes { unsafe check.add($0) }
        if !check.isText { out.put("  not UTF-8", .damage) }
    }

    private func bytes(
        _ content: Bytes, _ field: ProtobufField, _ depth: Int, _ guess: String, _ out: inout LineBuilder
    ) {
        guard !options.hides(Bytes(field.name), content) else { return out.put(LayoutOptions.secret, .secret) }
        out.put(Quantity.bytes(content.count), .note)
        note(guess, &out)
        HexLayout(content, limit: 64, startingAt: content.range(in: bytes)?.lowerBound ?? field.offset).write(
            to: &out, at: depth + 1)
    }

    private func packed(_ values: [ProtobufValue], _ field: ProtobufField, _ out: inout LineBuilder) {
        out.put("[", .mark)
        for (place, value) in values.enumerated() {
            if place > 0 { out.put(", ", .mark) }
            out.put(value.figure, .number)
            guard !out.isFull else { return }
        }
        out.put("]", .mark)
    }

    /// A number of no type, as it would be in others.
    private static func others(_ number: UInt64, _ wire: ProtobufWire) -> String {
        switch wire {
        case .varint:
            let signed = Int64(bitPattern: number)
            return ["varint: zigzag \(ProtobufValue.zigzag(number))"]
                .appending(signed < 0 ? "signed \(signed)" : nil)
                .appending(number < 2 ? "bool \(number == 1)" : nil).joined(separator: ", ")
        case .fixed32:
            let signed = Int32(bitPattern: UInt32(truncatingIfNeeded: number))
            return ["4 bytes: float \(Float(bitPattern: UInt32(truncatingIfNeeded: number)))"]
                .appending(signed < 0 ? "signed \(signed)" : nil).joined(separator: ", ")
        case .fixed64:
            let signed = Int64(bitPattern: number)
            return ["8 bytes: double \(Double(bitPattern: number))"]
                .appending(signed < 0 ? "signed \(signed)" : nil).joined(separator: ", ")
        case .run, .startGroup, .endGroup: return ""
        }
    }

    /// A moment in words.
    private func google(_ message: ProtobufMessage) -> String? {
        guard message.type == "google.protobuf.Timestamp" else { return nil }
        var seconds: Int64 = 0
        for field in message.fields where field.number == 1 {
            if case .signed(let number) = field.value { seconds = number }
        }
        // What the type allows: the years 1 to 9999.
        guard (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
        return Quantity.date(seconds)
    }
}

extension [String] {
    fileprivate func appending(_ text: String?) -> [String] { text.map { self + [$0] } ?? self }
}
