/// Bytes written as pairs of hexadecimal digits.
enum Hex {
    static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined(separator: separator)
    }
}
