public import Bytes

/// Why a value cannot be written as a Structured Field (RFC 9651 §4.1).
public enum StructuredValueError: String, Error, Sendable, CaseIterable {
    /// A key that is empty or has characters other than lower-case letters, digits and `_-.*`.
    case key
    /// A token that does not begin with a letter or `*`, or has a forbidden character.
    case token
    /// A string with a character outside printable ASCII.
    case string
    /// An integer or a date with more than fifteen digits.
    case integer
}

extension StructuredField {
    /// The value in its canonical form; empty for an empty list or dictionary, which is not sent (RFC 9651 §4.1).
    public func serialized() throws(StructuredValueError) -> Bytes {
        var output = StructuredFieldSerializer()
        switch self {
        case .item(let item):
            try output.append(item)
        case .list(let members):
            for (place, member) in members.enumerated() {
                if place > 0 { output.append(", ") }
                try output.append(member)
            }
        case .dictionary(let map):
            // RFC 9651 §4.1.2
            for (place, entry) in map.entries.enumerated() {
                if place > 0 { output.append(", ") }
                try output.appendKey(entry.key)
                if case .item(let item) = entry.value, item.bare == .boolean(true) {
                    try output.append(item.parameters)
                } else {
                    output.append("=")
                    try output.append(entry.value)
                }
            }
        }
        return Bytes(output.bytes)
    }
}

/// Writes the canonical form, by the algorithms of RFC 9651 §4.1.
struct StructuredFieldSerializer {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ text: String) {
        bytes += text.utf8
    }

    mutating func append(_ member: StructuredMember) throws(StructuredValueError) {
        switch member {
        case .item(let item):
            try append(item)
        case .innerList(let items, let parameters):
            // RFC 9651 §4.1.1.1
            append("(")
            for (place, item) in items.enumerated() {
                if place > 0 { append(" ") }
                try append(item)
            }
            append(")")
            try append(parameters)
        }
    }

    mutating func append(_ item: StructuredItem) throws(StructuredValueError) {
        try append(item.bare)
        try append(item.parameters)
    }

    // RFC 9651 §4.1.1.2
    mutating func append(_ parameters: StructuredMap<BareItem>) throws(StructuredValueError) {
        for entry in parameters.entries {
            append(";")
            try appendKey(entry.key)
            if entry.value == .boolean(true) { continue }
            append("=")
            try append(entry.value)
        }
    }

    // RFC 9651 §4.1.1.3
    mutating func appendKey(_ key: Bytes) throws(StructuredValueError) {
        guard let first = key.first, StructuredOctet.beginsKey(first), key.allSatisfy(StructuredOctet.isKey) else {
            throw .key
        }
        bytes += key
    }

    mutating func append(_ item: BareItem) throws(StructuredValueError) {
        switch item {
        case .integer(let value):
            try appendInteger(value)
        case .decimal(let value):
            append(value.description)
        case .string(let text):
            // RFC 9651 §4.1.6
            guard text.allSatisfy(StructuredOctet.isPrintable) else { throw .string }
            append("\"")
            for byte in text {
                if byte == ASCII.quote || byte == ASCII.backslash { bytes.append(ASCII.backslash) }
                bytes.append(byte)
            }
            append("\"")
        case .token(let text):
            // RFC 9651 §4.1.7
            guard let first = text.first, StructuredOctet.beginsToken(first),
                text.allSatisfy(StructuredOctet.isToken)
            else { throw .token }
            bytes += text
        case .byteSequence(let octets):
            append(":")
            Base64.append(octets, to: &bytes)
            append(":")
        case .boolean(let value):
            append(value ? "?1" : "?0")
        case .date(let seconds):
            append("@")
            try appendInteger(seconds)
        case .displayString(let text):
            appendDisplayString(text)
        }
    }

    // RFC 9651 §4.1.4
    private mutating func appendInteger(_ value: Int64) throws(StructuredValueError) {
        guard value.magnitude <= 999_999_999_999_999 else { throw .integer }
        append(String(value))
    }

    // RFC 9651 §4.1.11
    private mutating func appendDisplayString(_ text: String) {
        append("%\"")
        for byte in text.utf8 {
            if byte == ASCII.percent || byte == ASCII.quote || !StructuredOctet.isPrintable(byte) {
                append("%")
                append(byte < 16 ? "0" : "")
                append(String(byte, radix: 16))
            } else {
                bytes.append(byte)
            }
        }
        append("\"")
    }
}
