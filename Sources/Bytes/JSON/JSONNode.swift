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
        let place = unsafe file.withUnsafeBytes { file in
            unsafe Self.place(of: name, in: members, UnsafeRawBufferPointer(file))
        }
        return place.map { members[$0].value }
    }

    /// Without a slice of the file for each name: entries have many members, and are asked for many.
    private static func place(
        of name: StaticString, in members: [Member], _ file: UnsafeRawBufferPointer
    ) -> Int? {
        let count = name.utf8CodeUnitCount
        return name.withUTF8Buffer { name in
            var place = members.count
            while place > 0 {
                place -= 1
                let range = members[place].key.range
                if members[place].key.hasEscapes {
                    let key = unsafe JSONString.unescaped(UnsafeRawBufferPointer(rebasing: file[range]))
                    if unsafe key.elementsEqual(name) { return place }
                } else if range.count == count {
                    var index = 0
                    while index < count, unsafe file[range.lowerBound &+ index] == name[index] { index &+= 1 }
                    if index == count { return place }
                }
            }
            return nil
        }
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
        let digits = file.slice(range)
        return Self.short(digits) ?? Double(digits.text)
    }

    /// Up to fifteen digits with a point among them at most, as nearly all numbers are: the digits and the power of ten
    /// are both exact, so that what one division makes of them is the nearest there is.
    private static func short(_ text: Bytes) -> Double? {
        guard text.count <= 16 else { return nil }
        return text.withSpan { span in
            var (value, power) = (0, 1)
            var (digits, hasPoint) = (0, false)
            let start = span.count > 0 && span[0] == UInt8(ascii: "-") ? 1 : 0
            for index in start..<span.count {
                let byte = span[index]
                if byte == UInt8(ascii: "."), !hasPoint {
                    hasPoint = true
                    continue
                }
                guard ASCII.isDigit(byte) else { return nil }
                value = value &* 10 &+ Int(byte &- ASCII.zero)
                if hasPoint { power = power &* 10 }
                digits += 1
            }
            guard digits > 0, digits <= 15 else { return nil }
            let double = Double(value) / Double(power)
            return start == 1 ? -double : double
        }
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
