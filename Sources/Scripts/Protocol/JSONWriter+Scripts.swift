import Bytes
import JSON
import Rules

// The parts of the lines that scripts get.
extension JSONWriter {
    /// What was written, as a line of its own; forgets it.
    mutating func line() -> Bytes {
        put(ASCII.lineFeed)
        defer { removeAll() }
        return withBytes { Bytes(Array($0)) }
    }

    /// Microseconds, as seconds with three decimals.
    mutating func seconds(_ microseconds: Int64) {
        let (seconds, rest) = (microseconds / 1_000_000, microseconds % 1_000_000 / 1_000)
        let digits = String(rest.magnitude)
        number(Bytes("\(seconds)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits))
    }

    /// A string, or what it is in base64 where it is not UTF-8.
    mutating func text(_ bytes: Bytes) {
        if bytes.isText { return string(bytes) }
        beginObject()
        key("base64")
        base64(bytes)
        endObject()
    }

    mutating func fields(_ fields: [RuleAnswer.Field]) {
        key("headers")
        beginArray()
        for field in fields {
            beginArray()
            text(field.name)
            text(field.value)
            endArray()
        }
        endArray()
    }

    mutating func body(_ body: ScriptBody) {
        switch body {
        case .absent: return
        case .content(let bytes):
            key("body")
            beginObject()
            if bytes.isText, !bytes.isLongAsJSON {
                key("text")
                string(bytes)
            } else {
                key("base64")
                base64(bytes)
            }
            endObject()
        case .omitted(let reason):
            key("body")
            null()
            key("omitted")
            string(reason.rawValue)
        }
    }
}

extension Bytes {
    /// What a string of JSON escapes makes it longer than base64 is.
    fileprivate var isLongAsJSON: Bool {
        withUnsafeBytes { raw in
            var more = 0
            for byte in raw {
                switch byte {
                case ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab, ASCII.quote, ASCII.backslash: more += 1
                case ..<ASCII.space: more += 5
                default: break
                }
            }
            return more > raw.count / 3 + 1_024
        }
    }

    /// Valid UTF-8.
    var isText: Bool {
        var check = TextCheck(allowsNull: true)
        withUnsafeBytes { check.add($0) }
        return check.isText
    }
}
