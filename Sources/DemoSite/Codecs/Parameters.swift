import Bytes

/// `name=token` and `name="quoted \" string"` in a field value (RFC 9110 §5.6.6 and §11.2). Pure functions.
enum Parameters {
    /// The pairs of `text`, separated by semicolons, commas or spaces; what has no `=` is passed over. Names in lower
    /// case.
    static func all(in text: Bytes) -> [(name: String, value: [UInt8])] {
        var pairs: [(name: String, value: [UInt8])] = []
        var index = 0
        while index < text.count {
            var name: [UInt8] = []
            while index < text.count, !isSeparator(text[index]), text[index] != ASCII.equals {
                name.append(ASCII.lowercase(text[index]))
                index += 1
            }
            guard index < text.count, text[index] == ASCII.equals else {
                index += 1
                continue
            }
            index += 1
            let value = value(in: text, at: &index)
            pairs.append((String(decoding: name, as: UTF8.self), value))
        }
        return pairs
    }

    /// The first value of this name; `name` in lower case.
    static func value(_ name: String, in text: Bytes) -> [UInt8]? {
        all(in: text).first { $0.name == name }?.value
    }

    private static func value(in text: Bytes, at index: inout Int) -> [UInt8] {
        var value: [UInt8] = []
        guard index < text.count, text[index] == ASCII.quote else {
            while index < text.count, !isSeparator(text[index]) {
                value.append(text[index])
                index += 1
            }
            return value
        }
        index += 1
        while index < text.count, text[index] != ASCII.quote {
            if text[index] == ASCII.backslash, index + 1 < text.count { index += 1 }
            value.append(text[index])
            index += 1
        }
        index += 1
        return value
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == ASCII.semicolon || byte == ASCII.comma || ASCII.isWhitespace(byte)
    }
}
