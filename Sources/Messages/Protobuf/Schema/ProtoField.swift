/// A field of a type of message.
package struct ProtoField: Sendable, Hashable {
    /// What it has.
    enum Kind: Sendable, Hashable {
        case double, float
        case int32, int64, uint32, uint64, sint32, sint64
        case fixed32, fixed64, sfixed32, sfixed64
        case bool, string, bytes
        /// The full names of types.
        case message(String)
        case group(String)
        case enumeration(String)

        /// By the word in a `.proto` text.
        static let scalars: [String: Kind] = [
            "double": .double, "float": .float, "int32": .int32, "int64": .int64, "uint32": .uint32, "uint64": .uint64,
            "sint32": .sint32, "sint64": .sint64, "fixed32": .fixed32, "fixed64": .fixed64, "sfixed32": .sfixed32,
            "sfixed64": .sfixed64, "bool": .bool, "string": .string, "bytes": .bytes,
        ]

        /// By the number in a descriptor; nil for those that need a name.
        static let numbered: [UInt64: Kind] = [
            1: .double, 2: .float, 3: .int64, 4: .uint64, 5: .int32, 6: .fixed64, 7: .fixed32, 8: .bool, 9: .string,
            12: .bytes, 13: .uint32, 15: .sfixed32, 16: .sfixed64, 17: .sint32, 18: .sint64,
        ]

        /// How one value travels by itself.
        var wire: ProtobufWire {
            switch self {
            case .int32, .int64, .uint32, .uint64, .sint32, .sint64, .bool, .enumeration: .varint
            case .fixed64, .sfixed64, .double: .fixed64
            case .fixed32, .sfixed32, .float: .fixed32
            case .string, .bytes, .message: .run
            case .group: .startGroup
            }
        }

        var messageName: String? {
            switch self {
            case .message(let name), .group(let name): name
            case .double, .float, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed32, .fixed64, .sfixed32,
                .sfixed64, .bool, .string, .bytes, .enumeration:
                nil
            }
        }

        var name: String {
            switch self {
            case .message(let name), .group(let name), .enumeration(let name): name
            case .double, .float, .int32, .int64, .uint32, .uint64, .sint32, .sint64, .fixed32, .fixed64, .sfixed32,
                .sfixed64, .bool, .string, .bytes:
                // Cases are spelled as the words are.
                "\(self)"
            }
        }
    }

    let number: UInt32
    package let name: String
    let kind: Kind
    let isRepeated: Bool
    /// It is a map: each value is a pair.
    package let isMap: Bool
    /// Of the fields of one name at most one is there.
    package let oneof: String?

    /// The type as a `.proto` text spells it: `repeated int32`.
    package var type: String { isMap ? "map" : isRepeated ? "repeated \(kind.name)" : kind.name }
}
