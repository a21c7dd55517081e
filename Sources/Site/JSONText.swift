import Bytes

/// Strings as JSON writes them (RFC 8259 §7). A pure function.
enum JSONText {
    static func quote(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case let control where control.value < 0x20 || control.value == 0x7F:
                result += "\\u" + Hex.number(Int(control.value), width: 4)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
