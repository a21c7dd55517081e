package import Bytes

extension JSONWriter {
    /// `fields` of a message, as a member of the object that is being written: what travels exactly, what the schema
    /// has for it, and guesses as such.
    package mutating func protobufFields(_ message: ProtobufMessage) {
        beginArray("fields")
        for field in message.fields {
            beginObject()
            self.field(field)
            endObject()
            spoolIfLarge()
        }
        endArray()
        if let fault = message.fault { member("malformedAt", fault) }
        if message.isCut { member("fieldsOmitted", true) }
    }

    private mutating func field(_ field: ProtobufField) {
        member("number", field.number)
        member("wire", field.wire.name)
        if let declared = field.declared {
            member("name", Bytes(declared.name))
            member("type", Bytes(declared.type))
            if let oneof = declared.oneof { member("oneof", Bytes(oneof)) }
            if field.isMismatch { member("mismatch", true) }
        }
        member(field.value)
    }

    private mutating func member(_ value: ProtobufValue) {
        switch value {
        case .message(let message): return protobufFields(message)
        case .guessedMessage(let message):
            member("guess", "message" as StaticString)
            return protobufFields(message)
        case .guessedText:
            member("guess", "string" as StaticString)
        case .guessedBytes:
            member("guess", "bytes" as StaticString)
        case .enumeration(_, let name?):
            member("valueName", Bytes(name))
        case .raw, .signed, .unsigned, .bool, .float, .double, .enumeration, .text, .bytes, .packed: break
        }
        key("value")
        self.value(value)
    }

    private mutating func value(_ value: ProtobufValue) {
        switch value {
        case .raw(let number), .unsigned(let number): whole(number < 1 << 53, "\(number)")
        case .signed(let number), .enumeration(let number, _): whole(number.magnitude < 1 << 53, "\(number)")
        case .bool(let isTrue): boolean(isTrue)
        case .float(let number): decimal(number.isFinite, "\(number)")
        case .double(let number): decimal(number.isFinite, "\(number)")
        case .text(let text), .guessedText(let text): string(text)
        case .bytes(let bytes), .guessedBytes(let bytes): base64(bytes)
        case .packed(let values):
            beginArray()
            for value in values { self.value(value) }
            endArray()
        // They have fields in place of a value.
        case .message, .guessedMessage: null()
        }
    }

    /// Many readers of JSON round whole numbers beyond 2^53: these are strings, as in the JSON of Protocol Buffers.
    private mutating func whole(_ isSmall: Bool, _ text: String) {
        if isSmall { number(Bytes(text)) } else { string(Bytes(text)) }
    }

    private mutating func decimal(_ isFinite: Bool, _ text: String) {
        if isFinite { number(Bytes(text)) } else { string(Bytes(text)) }
    }
}
