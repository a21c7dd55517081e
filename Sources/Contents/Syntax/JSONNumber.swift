import Bytes

/// The grammar of numbers (RFC 8259 §6). Pure functions.
enum JSONNumber {
    static func isNumber(_ text: Bytes) -> Bool {
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
