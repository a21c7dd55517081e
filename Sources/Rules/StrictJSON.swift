import Bytes

/// JSON texts as rules need them: exactly RFC 8259, with places.
enum StrictJSON {
    struct Fault: Error {
        let offset: Int
        let message: String
    }

    static func node(_ text: Bytes) -> JSONNode? {
        text.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            return try? parser.tree()
        }
    }

    /// Where the value that begins at `start` ends.
    static func end(_ text: Bytes, from start: Int = 0) -> Result<Int, Fault> {
        var scan = Scan(text: text, position: start)
        do throws(Fault) {
            try scan.value(depth: 0)
            return .success(scan.position)
        } catch {
            return .failure(error)
        }
    }

    /// Nothing but one value stands there.
    static func isValue(_ text: Bytes) -> Bool {
        guard case .success(var end) = end(text) else { return false }
        while end < text.count, Scan.isSpace(text[end]) { end += 1 }
        return end == text.count
    }

    /// Steps over values and forgives nothing: what goes out as JSON is read by others.
    private struct Scan {
        let text: Bytes
        var position: Int

        var peek: UInt8? { position < text.count ? text[position] : nil }

        static func isSpace(_ byte: UInt8) -> Bool {
            ASCII.isWhitespace(byte) || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
        }

        mutating func skipSpace() {
            while let byte = peek, Self.isSpace(byte) { position += 1 }
        }

        mutating func value(depth: Int) throws(Fault) {
            skipSpace()
            guard depth < 100 else { throw fault("JSON can be at most 100 brackets deep") }
            switch peek {
            case ASCII.openBrace?: try list(ASCII.closeBrace, depth, hasKeys: true)
            case ASCII.openBracket?: try list(ASCII.closeBracket, depth, hasKeys: false)
            case ASCII.quote?: try string()
            default: try word()
            }
        }

        private func fault(_ message: String) -> Fault { Fault(offset: position, message: message) }

        private mutating func list(_ close: UInt8, _ depth: Int, hasKeys: Bool) throws(Fault) {
            position += 1
            skipSpace()
            if peek == close {
                position += 1
                return
            }
            while true {
                if hasKeys {
                    skipSpace()
                    guard peek == ASCII.quote else { throw fault("expected a name in quotes") }
                    try string()
                    skipSpace()
                    guard peek == ASCII.colon else { throw fault("expected ':'") }
                    position += 1
                }
                try value(depth: depth + 1)
                skipSpace()
                if peek == close {
                    position += 1
                    return
                }
                guard peek == ASCII.comma else {
                    throw fault("expected a comma or '\(close == ASCII.closeBrace ? "}" : "]")'")
                }
                position += 1
            }
        }

        private mutating func string() throws(Fault) {
            let start = position
            position += 1
            while let byte = peek, byte != ASCII.quote {
                guard byte >= ASCII.space else { throw fault("a JSON string cannot contain a control character") }
                if byte == ASCII.backslash {
                    position += 1
                    guard let escaped = peek, "\"\\/bfnrtu".utf8.contains(escaped) else {
                        throw fault("this is not a JSON escape")
                    }
                    if escaped == UInt8(ascii: "u") {
                        let end = min(position + 5, text.count)
                        guard end == position + 5,
                            text.slice((position + 1)..<end).allSatisfy({ ASCII.hexValue($0) != nil })
                        else { throw fault("\\u needs four digits") }
                    }
                }
                position += 1
            }
            guard peek == ASCII.quote else {
                throw Fault(offset: start, message: "this string has no closing \"")
            }
            position += 1
        }

        private mutating func word() throws(Fault) {
            let start = position
            while let byte = peek, ASCII.isAlpha(byte) || ASCII.isDigit(byte) || "+-.".utf8.contains(byte) {
                position += 1
            }
            let word = text.slice(start..<position)
            if word == "true" || word == "false" || word == "null" || JSONNumber.isNumber(word) { return }
            position = start
            throw fault("expected a JSON value: {…}, […], \"text\", a number, true, false or null")
        }
    }
}
