import Bytes

/// Reads a compiled descriptor set (`descriptor.proto`): what `protoc --descriptor_set_out` writes.
struct DescriptorReader {
    private var schema = ProtoSchema()
    private static let deepest = 64

    /// nil when the bytes are none.
    static func schema(_ bytes: Bytes) -> ProtoSchema? {
        var reader = DescriptorReader()
        guard let set = members(bytes), !set.isEmpty else { return nil }
        for member in set {
            guard member.number == 1, let file = member.bytes, reader.file(file) else { return nil }
        }
        return reader.schema
    }

    /// A field of a descriptor.
    private struct Member {
        let number: UInt32
        let bytes: Bytes?
        let integer: UInt64
    }

    private static func members(_ bytes: Bytes) -> [Member]? {
        var cursor = ProtobufCursor(bytes)
        var found: [Member] = []
        while !cursor.isAtEnd {
            guard let tag = cursor.tag() else { return nil }
            switch tag.wire {
            case .varint:
                guard let value = cursor.varint() else { return nil }
                found.append(Member(number: tag.number, bytes: nil, integer: value))
            case .run:
                guard let range = cursor.run() else { return nil }
                found.append(Member(number: tag.number, bytes: bytes.slice(range), integer: 0))
            case .fixed32: guard cursor.fixed32() != nil else { return nil }
            case .fixed64: guard cursor.fixed64() != nil else { return nil }
            case .startGroup, .endGroup: return nil
            }
        }
        return found
    }

    private static func name(_ members: [Member], _ number: UInt32 = 1) -> String? {
        members.last { $0.number == number }?.bytes?.text
    }

    private static func integer(_ members: [Member], _ number: UInt32) -> UInt64? {
        members.last { $0.number == number && $0.bytes == nil }?.integer
    }

    private static func qualified(_ name: String, in scope: String) -> String {
        scope.isEmpty ? name : "\(scope).\(name)"
    }

    /// Types are named in full, with a dot before them.
    private static func plain(_ reference: String) -> String {
        reference.hasPrefix(".") ? String(reference.dropFirst()) : reference
    }

    private mutating func file(_ bytes: Bytes) -> Bool {
        guard let members = Self.members(bytes) else { return false }
        let package = Self.name(members, 2) ?? ""
        for member in members {
            guard let content = member.bytes else { continue }
            let isRead =
                switch member.number {
                case 4: message(content, in: package, 0)
                case 5: enumeration(content, in: package)
                case 6: service(content, in: package)
                default: true
                }
            guard isRead else { return false }
        }
        // An extension names its message, which stands in any file of the set, those before it first.
        for member in members where member.number == 7 {
            guard let content = member.bytes, extended(content) else { return false }
        }
        return true
    }

    private mutating func message(_ bytes: Bytes, in scope: String, _ depth: Int) -> Bool {
        guard depth < Self.deepest, let members = Self.members(bytes), let name = Self.name(members) else {
            return false
        }
        let full = Self.qualified(name, in: scope)
        let oneofs = members.filter { $0.number == 8 }.map { $0.bytes.flatMap { Self.members($0) } ?? [] }
        var message = ProtoMessage(name: full)
        message.isMapEntry =
            members.last { $0.number == 7 }?.bytes.flatMap { Self.members($0) }.flatMap { Self.integer($0, 7) } == 1
        // What is nested comes first: a field asks whether its type is a map's pair.
        for member in members {
            guard let content = member.bytes else { continue }
            if member.number == 3, !self.message(content, in: full, depth + 1) { return false }
            if member.number == 4, !enumeration(content, in: full) { return false }
        }
        for member in members where member.number == 2 {
            guard let content = member.bytes, let field = field(content, oneofs) else { return false }
            message.fields[field.number] = field
        }
        schema.add(message)
        return true
    }

    private func field(_ bytes: Bytes, _ oneofs: [[Member]]) -> ProtoField? {
        guard let members = Self.members(bytes), let name = Self.name(members),
            let number = Self.integer(members, 3).flatMap({ UInt32(exactly: $0) }),
            ProtoParser.numbers.contains(number), let type = Self.integer(members, 5)
        else { return nil }
        let reference = Self.name(members, 6).map { Self.plain($0) } ?? ""
        let kind: ProtoField.Kind
        switch type {
        case 10: kind = .group(reference)
        case 11: kind = .message(reference)
        case 14: kind = .enumeration(reference)
        default:
            guard let scalar = ProtoField.Kind.numbered[type] else { return nil }
            kind = scalar
        }
        // What proto3 makes of `optional` is no choice among several.
        let place = Self.integer(members, 17) == 1 ? nil : Self.integer(members, 9).flatMap { Int(exactly: $0) }
        let oneof = place.flatMap { $0 < oneofs.count ? Self.name(oneofs[$0]) : nil }
        let isMap = kind.messageName.flatMap { schema.message($0)?.isMapEntry } ?? false
        return ProtoField(
            number: number, name: name, kind: kind, isRepeated: Self.integer(members, 4) == 3, isMap: isMap,
            oneof: oneof)
    }

    private mutating func extended(_ bytes: Bytes) -> Bool {
        guard let members = Self.members(bytes), let home = Self.name(members, 2), let field = field(bytes, []) else {
            return false
        }
        schema.add(
            ProtoField(
                number: field.number, name: "[\(field.name)]", kind: field.kind, isRepeated: field.isRepeated,
                isMap: false, oneof: nil), to: Self.plain(home))
        return true
    }

    private mutating func enumeration(_ bytes: Bytes, in scope: String) -> Bool {
        guard let members = Self.members(bytes), let name = Self.name(members) else { return false }
        var enumeration = ProtoEnum(name: Self.qualified(name, in: scope))
        for member in members where member.number == 2 {
            guard let value = member.bytes.flatMap({ Self.members($0) }), let name = Self.name(value) else {
                return false
            }
            let number = Int64(Int32(truncatingIfNeeded: Self.integer(value, 2) ?? 0))
            if enumeration.names[number] == nil { enumeration.names[number] = name }
        }
        schema.add(enumeration)
        return true
    }

    private mutating func service(_ bytes: Bytes, in scope: String) -> Bool {
        guard let members = Self.members(bytes), let name = Self.name(members) else { return false }
        for member in members where member.number == 2 {
            guard let method = member.bytes.flatMap({ Self.members($0) }), let called = Self.name(method),
                let input = Self.name(method, 2), let output = Self.name(method, 3)
            else { return false }
            schema.add(
                ProtoMethod(name: called, input: Self.plain(input), output: Self.plain(output)),
                of: Self.qualified(name, in: scope))
        }
        return true
    }
}
