import Bytes

/// Bytes from the wire as text of programming languages: whatever they are, they stay one value. Pure functions.
enum CodeText {
    /// A word of every POSIX shell (dash, bash, zsh, ksh, busybox): its text in single quotes, where nothing has a
    /// meaning but the quote that ends them (POSIX Shell Command Language §2.2.2). Bytes that no text shows (control
    /// characters, what cannot be seen, what is no UTF-8) come from `printf`, which knows octal numbers everywhere;
    /// `$'…'` does not stand in POSIX before 2024, and is no quoting in dash. A shell's word cannot hold a zero byte:
    /// who has one writes it elsewhere.
    static func shell(_ bytes: Bytes) -> String {
        var word = ""
        // Text, then octal numbers of bytes; one of them is empty.
        var (text, numbers) = ("", "")
        func endText() {
            if !text.isEmpty { word += "'\(text)'" }
            text = ""
        }
        func endNumbers() {
            if !numbers.isEmpty { word += "\"$(printf '\(numbers)')\"" }
            numbers = ""
        }
        forEachPiece(of: bytes) { scalar, bytes in
            switch scalar {
            case "'"?:
                endText()
                endNumbers()
                word += "\\'"
            case let scalar? where isSeen(scalar):
                endNumbers()
                text.unicodeScalars.append(scalar)
            case _?, nil:
                endText()
                for byte in bytes { numbers += String(decoding: octal(byte), as: UTF8.self) }
            }
        }
        endText()
        endNumbers()
        return word.isEmpty ? "''" : word
    }

    /// How many runs of bytes `shell` would leave to `printf`: a body with many of them is better sent otherwise.
    static func unseenRuns(_ bytes: Bytes, limit: Int) -> Int {
        var (count, isWithin) = (0, false)
        forEachPiece(of: bytes) { scalar, _ in
            let isUnseen = scalar.map { !isSeen($0) } ?? true
            if isUnseen, !isWithin { count = min(count + 1, limit) }
            isWithin = isUnseen
        }
        return count
    }

    /// Characters of UTF-8, and nil for each byte that belongs to none.
    private static func forEachPiece(of bytes: Bytes, _ body: (Unicode.Scalar?, Bytes) -> Void) {
        var decoder = UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var place = 0
        while true {
            switch decoder.parseScalar(from: &rest) {
            case .valid(let encoded):
                body(UTF8.decode(encoded), bytes.slice(place..<place + encoded.count))
                place += encoded.count
            case .error(let length):
                for index in place..<place + length { body(nil, bytes.slice(index..<index + 1)) }
                place += length
            case .emptyInput: return
            }
        }
    }

    /// A character that looks the same wherever it is pasted, or a line's end; a shell that is typed into takes a tab
    /// for a question.
    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "\n" || isPrintable(UInt8(truncatingIfNeeded: scalar.value)) }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return !scalar.properties.isDefaultIgnorableCodePoint
        }
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
