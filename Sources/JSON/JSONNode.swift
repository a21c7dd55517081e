package import Bytes

/// A value read from JSON (RFC 8259), with its place. Strings and numbers are ranges of the file: nothing is copied
/// until it is asked for.
package struct JSONNode {
    package enum Value {
        case null
        case boolean(Bool)
        case number(Range<Int>)
        case string(JSONString)
        case array([JSONNode])
        case object([Member])
        /// An array or object deeper than the limit; it was passed over.
        case tooDeep
    }

    package struct Member {
        package let key: JSONString
        package let value: JSONNode
    }

    /// Where it begins in the file.
    package let offset: Int
    package let value: Value

    /// What kind of value this is, for a sentence.
    package var kind: String {
        switch value {
        case .null: "null"
        case .boolean: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        case .tooDeep: "nested too deeply"
        }
    }

    package var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// The member of this name; of several the last, as JavaScript reads it.
    package func member(_ name: StaticString, in file: Bytes) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.last { $0.key.isEqual(to: name, in: file) }?.value
    }

    package func string(in file: Bytes) -> Bytes? {
        guard case .string(let string) = value else { return nil }
        return string.bytes(in: file)
    }

    package var elements: [JSONNode]? {
        guard case .array(let elements) = value else { return nil }
        return elements
    }

    package var boolean: Bool? {
        guard case .boolean(let value) = value else { return nil }
        return value
    }

    package func double(in file: Bytes) -> Double? {
        guard case .number(let range) = value, range.count <= 64 else { return nil }
        return Double(file.slice(range).text)
    }

    /// A whole number; `12.0` is one too, as some recorders write it.
    package func integer(in file: Bytes) -> Int64? {
        guard case .number(let range) = value else { return nil }
        let digits = file.slice(range)
        if digits.first == UInt8(ascii: "-") {
            if let value = digits.slice(1..<digits.count).decimal { return Int64(exactly: value).map { -$0 } }
        } else if let value = digits.decimal {
            return Int64(exactly: value)
        }
        return double(in: file).flatMap { Int64(exactly: $0) }
    }
}
