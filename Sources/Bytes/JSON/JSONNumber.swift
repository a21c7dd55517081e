/// A number of JSON by its value, exactly: `1`, `1.0`, `10e-1` are one. No digit is lost, as a Double would.
package struct JSONNumber: Hashable {
    private let isNegative: Bool
    /// Without zeros in front and behind.
    private let digits: [UInt8]
    /// The power of ten of the digit behind the last.
    private let exponent: Int

    /// - Parameter text: as the grammar of RFC 8259 §6 has it.
    package init(_ text: Bytes) {
        var digits: [UInt8] = []
        var fraction = 0
        var hasPoint = false
        var index = 0
        let isNegative = text.first == ASCII.hyphen
        if isNegative { index = 1 }
        while index < text.count, ASCII.isDigit(text[index]) || text[index] == ASCII.period {
            if text[index] == ASCII.period {
                hasPoint = true
            } else {
                digits.append(text[index])
                if hasPoint { fraction += 1 }
            }
            index += 1
        }
        var power = 0
        if index < text.count {
            let rest = text.slice((index + 1)..<text.count)
            let sign = rest.first == ASCII.hyphen ? -1 : 1
            let number = rest.first == ASCII.hyphen || rest.first == ASCII.plus ? rest.slice(1..<rest.count) : rest
            power = sign * Int(clamping: number.decimal ?? UInt64(Int32.max))
        }
        power = power.subtractingReportingOverflow(fraction).partialValue
        while digits.last == ASCII.zero {
            digits.removeLast()
            power = power.addingReportingOverflow(1).partialValue
        }
        self.digits = Array(digits.drop { $0 == ASCII.zero })
        exponent = digits.isEmpty ? 0 : power
        self.isNegative = isNegative
    }

    /// Whether a text is one, as the grammar has it and not as forgiving readers do.
    package static func isNumber(_ text: Bytes) -> Bool {
        var scan = ByteScanner(text)
        _ = scan.take(ASCII.hyphen)
        let whole = scan.run(while: ASCII.isDigit)
        guard !whole.isEmpty, whole.count == 1 || whole[0] != ASCII.zero else { return false }
        if scan.take(ASCII.period), scan.run(while: ASCII.isDigit).isEmpty { return false }
        if scan.take("e") {
            if !scan.take(ASCII.plus) { _ = scan.take(ASCII.hyphen) }
            if scan.run(while: ASCII.isDigit).isEmpty { return false }
        }
        return scan.isAtEnd
    }
}
