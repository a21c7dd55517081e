package import Bytes

/// A message as it was read: the fields in the order in which they travel.
package struct ProtobufMessage: Sendable, Hashable {
    /// The type's full name in the schema; nil when it was read without one.
    package let type: String?
    package internal(set) var fields: [ProtobufField] = []
    /// The byte from which on no field can be read: the message is damaged, or is none.
    package internal(set) var fault: Int?
    /// There are more fields than are read.
    package internal(set) var isCut = false

    init(type: String?) {
        self.type = type
    }

    /// Reads a message; by the schema, where this has the type.
    ///
    /// - Parameter type: its full name.
    package init(_ bytes: Bytes, as type: String? = nil, in schema: ProtoSchema? = nil) {
        var reader = ProtobufReader(bytes, schema)
        self = reader.read(as: type)
    }
}

/// One field of a message.
package struct ProtobufField: Sendable, Hashable {
    package let number: UInt32
    /// Where its tag stands in the outermost message.
    package let offset: Int
    package let wire: ProtobufWire
    /// What the schema has under its number; nil without a schema, and when it has nothing.
    package let declared: ProtoField?
    package let value: ProtobufValue

    /// The schema has another type under this number, so the value was read without it.
    package var isMismatch: Bool {
        guard declared != nil else { return false }
        switch value {
        case .raw, .guessedText, .guessedBytes, .guessedMessage: return true
        case .signed, .unsigned, .bool, .float, .double, .enumeration, .text, .bytes, .message, .packed: return false
        }
    }
}

/// What a field has: by its schema, or as far as its bytes tell.
package indirect enum ProtobufValue: Sendable, Hashable {
    /// A number without a schema: a varint, four bytes or eight, as the field's wire says.
    case raw(UInt64)
    /// UTF-8 without control characters: without a schema, a text as far as one can tell.
    case guessedText(Bytes)
    /// Its bytes can be read as fields to their end.
    case guessedMessage(ProtobufMessage)
    case guessedBytes(Bytes)

    case signed(Int64)
    case unsigned(UInt64)
    case bool(Bool)
    case float(Float)
    case double(Double)
    /// The number, and its name if the schema has one.
    case enumeration(Int64, String?)
    case text(Bytes)
    case bytes(Bytes)
    case message(ProtobufMessage)
    /// Several numbers in one run.
    case packed([ProtobufValue])
}
