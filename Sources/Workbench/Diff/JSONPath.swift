import Bytes

/// Where a value stands in JSON, as people write it: `$.items[3]["odd key"]`. A value.
struct JSONPath {
    private(set) var text: [UInt8] = [ASCII.dollar]

    var bytes: Bytes { Bytes(text) }

    func member(_ name: Bytes, occurrence: Int) -> JSONPath {
        var path = self
        let isPlain =
            !name.isEmpty && !ASCII.isDigit(name[0])
            && name.allSatisfy { ASCII.isDigit($0) || ASCII.isAlpha($0) || $0 == ASCII.underscore }
        if isPlain {
            path.text.append(ASCII.period)
            path.text += name
        } else {
            path.text += [ASCII.openBracket, ASCII.quote]
            for byte in name {
                if byte == ASCII.quote || byte == ASCII.backslash { path.text.append(ASCII.backslash) }
                path.text.append(byte)
            }
            path.text += [ASCII.quote, ASCII.closeBracket]
        }
        // RFC 8259 §4: a name may come twice, and then it is not known which of them counts.
        if occurrence > 0 { path.text += " (\(occurrence + 1))".utf8 }
        return path
    }

    func element(_ index: Int) -> JSONPath {
        var path = self
        path.text += "[\(index)]".utf8
        return path
    }
}
