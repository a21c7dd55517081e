import Bytes

/// The host of a URL as browsers read it (URL Standard §3.5): decoded, in ASCII, and numbers taken for addresses. Pure.
enum BrowserHost {
    /// As it is asked for; nil when browsers refuse it.
    static func read(_ written: Bytes) -> Bytes? {
        if written.first == ASCII.openBracket {
            guard written.count > 2, written.last == ASCII.closeBracket else { return nil }
            return IPv6Text(written.slice(1..<(written.count - 1))).map { $0.text }
        }
        let plain = PercentCoding.decode(written)
        guard let name = String(validating: plain.array, as: UTF8.self) else { return nil }
        let isASCII = plain.allSatisfy { $0 < 0x80 }
        let isEncoded = plain.lowercased.split(separator: ASCII.period).contains { $0.starts(with: "xn--".utf8) }
        // UTS 46 maps names of ASCII to their lower case alone.
        guard let host = isASCII && !isEncoded ? plain.lowercased : HostName.encoded(name) else { return nil }
        guard !host.isEmpty, !host.contains(where: isForbidden) else { return nil }
        return endsInNumber(host) ? ipv4(host) : host
    }

    /// §3.1, the code points that no domain may have.
    private static func isForbidden(_ byte: UInt8) -> Bool {
        byte <= ASCII.space || byte == ASCII.delete || forbidden.contains(byte)
    }

    private static let forbidden = Array("#/:<>?@[\\]^|%".utf8)

    // MARK: IPv4

    private static func parts(_ host: Bytes) -> [Bytes] {
        var parts = host.split(separator: ASCII.period, omittingEmptySubsequences: false).map { Bytes(Array($0)) }
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        return parts
    }

    /// §3.5: the last label is a number, so that all of it has to be an address.
    private static func endsInNumber(_ host: Bytes) -> Bool {
        guard let last = parts(host).last, !last.isEmpty else { return false }
        return last.allSatisfy(ASCII.isDigit) || number(last) != nil
    }

    /// §3.5: one to four numbers, the last of which fills what is left.
    private static func ipv4(_ host: Bytes) -> Bytes? {
        let parts = parts(host)
        guard parts.count <= 4 else { return nil }
        var numbers: [UInt64] = []
        for part in parts {
            guard let value = number(part) else { return nil }
            numbers.append(value)
        }
        guard let last = numbers.popLast(), numbers.allSatisfy({ $0 <= 255 }),
            last < UInt64(1) << (8 * UInt64(4 - numbers.count))
        else { return nil }
        var address = last
        for (place, value) in numbers.enumerated() { address += value << (8 * UInt64(3 - place)) }
        return Bytes((0..<4).map { "\(address >> (8 * UInt64(3 - $0)) & 255)" }.joined(separator: "."))
    }

    /// §3.5: hexadecimal behind `0x`, octal behind `0`, else decimal; nil when it is no number.
    private static func number(_ text: Bytes) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var digits = text
        var radix: UInt64 = 10
        if text.count > 1, text[0] == ASCII.zero {
            let isHex = text[1] | 0x20 == UInt8(ascii: "x")
            digits = text.slice((isHex ? 2 : 1)..<text.count)
            radix = isHex ? 16 : 8
        }
        var value: UInt64 = 0
        for digit in digits {
            guard let one = ASCII.hexValue(digit).map(UInt64.init), one < radix else { return nil }
            // What is larger is no address, whatever follows.
            value = min(value, UInt64(1) << 40) * radix + one
        }
        return value
    }
}
