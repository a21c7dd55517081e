package import Bytes

/// A JSON value of a message, as it was read or as it will be written. Members keep their order.
package indirect enum RPCValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// Any other number, as it was written.
    case number(Bytes)
    case string(String)
    case array([RPCValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: RPCValue

        package init(_ name: String, _ value: RPCValue) {
            self.name = name
            self.value = value
        }
    }

    /// The member of this name; nil when there is none, or this is no object.
    package subscript(name: String) -> RPCValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    package var elements: [RPCValue]? { if case .array(let elements) = self { elements } else { nil } }

    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// The same object with one more member; what is no object stays as it is.
    package func adding(_ name: String, _ value: RPCValue) -> RPCValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name, value)])
    }
}

extension RPCValue {
    init(_ node: JSONNode, in file: Bytes) {
        switch node.value {
        case .null, .tooDeep: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let range):
            let digits = file.slice(range)
            let isWhole = digits.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.hyphen }
            self = isWhole ? node.integer(in: file).map { .integer($0) } ?? .number(digits) : .number(digits)
        case .string(let text): self = .string(text.bytes(in: file).text)
        case .array(let elements): self = .array(elements.map { RPCValue($0, in: file) })
        case .object(let members):
            self = .object(members.map { Member($0.key.bytes(in: file).text, RPCValue($0.value, in: file)) })
        }
    }

    /// The whole of a text that is JSON (RFC 8259); nil when it is not.
    package init?(json bytes: Bytes) {
        let tree = bytes.withUnsafeBytes { raw -> JSONNode? in
            raw.withMemoryRebound(to: UInt8.self) { raw in
                var parser = JSONParser(raw)
                guard let tree = try? parser.tree() else { return nil }
                parser.skipWhitespace()
                return parser.next == nil ? tree : nil
            }
        }
        guard let tree else { return nil }
        // The parser forgives what a message may not have.
        var isStrict = true
        var check = JSONGrammarCheck()
        check.add(bytes) { _, _ in isStrict = false }
        check.end { _, _ in isStrict = false }
        guard isStrict else { return nil }
        self.init(tree, in: bytes)
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        case .integer(let value): writer.integer(value)
        case .number(let digits): writer.number(digits)
        case .string(let text): writer.string(text)
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(escaping: member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// As JSON, in one line.
    package var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.withBytes { Array($0) }
    }
}

extension RPCValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: RPCValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, RPCValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
