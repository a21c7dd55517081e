import Bytes

/// Bytes from the wire as text of programming languages: whatever they are, they stay one value. Pure functions.
enum CodeText {
    /// A word of a shell: in single quotes, or as `$'…'` (bash, zsh, ksh) when it has more than printable ASCII in it.
    /// A shell's word cannot hold a zero byte: who has one writes it elsewhere.
    static func shell(_ bytes: Bytes) -> String {
        var text: [UInt8] = []
        if bytes.allSatisfy({ isPrintable($0) && $0 != ASCII.apostrophe && $0 != ASCII.backslash }) {
            return "'" + String(decoding: bytes, as: UTF8.self) + "'"
        }
        for byte in bytes {
            switch byte {
            case ASCII.apostrophe, ASCII.backslash: text += [ASCII.backslash, byte]
            case ASCII.lineFeed: text += Array("\\n".utf8)
            case ASCII.carriageReturn: text += Array("\\r".utf8)
            case ASCII.tab: text += Array("\\t".utf8)
            // An interactive shell would look for it in its history.
            case ASCII.exclamation: text += octal(byte)
            case _ where isPrintable(byte): text.append(byte)
            default: text += octal(byte)
            }
        }
        return "$'" + String(decoding: text, as: UTF8.self) + "'"
    }

    /// The inside of a string in double quotes whose letters are bytes: `\xNN` in Python's bytes, JavaScript and Go.
    static func string(_ bytes: Bytes) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            case ASCII.quote, ASCII.backslash: text += [ASCII.backslash, byte]
            case ASCII.lineFeed: text += Array("\\n".utf8)
            case ASCII.carriageReturn: text += Array("\\r".utf8)
            case ASCII.tab: text += Array("\\t".utf8)
            case _ where isPrintable(byte): text.append(byte)
            default: text += Array("\\x\(Hex.number(Int(byte), width: 2))".utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// A string of Swift with the characters that the bytes are in UTF-8.
    static func swift(_ bytes: Bytes) -> String {
        var text = "\""
        for scalar in bytes.text.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case " "..."~": text.unicodeScalars.append(scalar)
            default: text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text + "\""
    }

    /// What may stand in a comment to the end of its line: printable ASCII, anything else percent-encoded.
    static func comment(_ bytes: Bytes, limit: Int = 200) -> String {
        var text = ""
        for byte in bytes.prefix(limit) {
            if isPrintable(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + Hex.number(Int(byte), width: 2).uppercased()
            }
        }
        return bytes.count > limit ? text + "…" : text
    }

    /// Pieces of a long value that stand on lines of their own: up to a line feed, or to the limit.
    static func lines(_ bytes: Bytes, limit: Int = 80) -> [Bytes] {
        var lines: [Bytes] = []
        var start = 0
        for index in 0..<bytes.count where bytes[index] == ASCII.lineFeed || index - start + 1 >= limit {
            lines.append(bytes.slice(start..<index + 1))
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes.slice(start..<bytes.count)) }
        return lines
    }

    static func isPrintable(_ byte: UInt8) -> Bool { byte >= ASCII.space && byte < ASCII.delete }

    private static func octal(_ byte: UInt8) -> [UInt8] {
        [ASCII.backslash, ASCII.zero + (byte >> 6), ASCII.zero + (byte >> 3 & 7), ASCII.zero + (byte & 7)]
    }
}
