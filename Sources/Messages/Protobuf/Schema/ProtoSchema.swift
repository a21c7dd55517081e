package import Bytes

/// Names and types by number: what `.proto` texts and descriptor sets declare.
package struct ProtoSchema: Sendable, Equatable {
    private(set) var messages: [String: ProtoMessage] = [:]
    private(set) var enumerations: [String: ProtoEnum] = [:]
    private(set) var methods: [String: ProtoMethod] = [:]

    /// The full name of what a method takes or answers; nil when nobody declared it.
    ///
    /// - Parameter service: `package.Service`.
    package func type(service: Bytes, method: Bytes, isRequest: Bool) -> String? {
        methods["\(service.text)/\(method.text)"].map { isRequest ? $0.input : $0.output }
    }

    /// Whether a message of this name is declared.
    package func declares(_ name: String) -> Bool { messages[name] != nil }

    func message(_ name: String) -> ProtoMessage? { messages[name] }

    func enumeration(_ name: String) -> ProtoEnum? { enumerations[name] }

    mutating func add(_ message: ProtoMessage) { messages[message.name] = message }

    mutating func add(_ enumeration: ProtoEnum) { enumerations[enumeration.name] = enumeration }

    mutating func add(_ method: ProtoMethod, of service: String) { methods["\(service)/\(method.name)"] = method }

    mutating func add(_ field: ProtoField, to message: String) { messages[message]?.fields[field.number] = field }

    /// Adds all of another one; gives a name that both have and mean differently.
    mutating func merge(_ other: ProtoSchema) -> String? {
        let twice =
            other.messages.first { messages[$0.key] != nil && messages[$0.key] != $0.value }?.key
            ?? other.enumerations.first { enumerations[$0.key] != nil && enumerations[$0.key] != $0.value }?.key
        messages.merge(other.messages) { $1 }
        enumerations.merge(other.enumerations) { $1 }
        methods.merge(other.methods) { $1 }
        return twice
    }
}

/// A type of message.
struct ProtoMessage: Sendable, Hashable {
    /// `package.Outer.Inner`.
    let name: String
    var fields: [UInt32: ProtoField] = [:]
    /// It stands for one pair of a map.
    var isMapEntry = false
}

/// Numbers with names.
struct ProtoEnum: Sendable, Hashable {
    let name: String
    /// Of two names for one number the first.
    var names: [Int64: String] = [:]
}

/// What a service can be asked for.
struct ProtoMethod: Sendable, Hashable {
    let name: String
    let input: String
    let output: String
}
