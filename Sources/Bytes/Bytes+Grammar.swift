/// Small grammars that several fields and URLs share.
extension Bytes {
    /// Whether there is a control character in it, tab and DEL too (RFC 5234 B.1, CTL).
    package var hasControl: Bool {
        unsafe withUnsafeBytes { bytes in
            guard bytes.count >= 8 else { return unsafe bytes.contains(where: ASCII.isControl) }
            var index = 0
            while index &+ 8 <= bytes.count {
                if Self.hasControl(unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return true }
                index &+= 8
            }
            // The rest with bytes before it that were looked at already.
            return Self.hasControl(unsafe bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self))
        }
    }

    /// Eight at a time: taking a space's number away borrows where there was less, and of DEL, turned to zero, where
    /// one is taken away. A borrow reaches those above it only where there is one.
    @inline(__always)
    private static func hasControl(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = (word &- ones &* 0x20) & ~word
        let delete = word ^ (ones &* 0x7F)
        return (low | ((delete &- ones) & ~delete)) & (ones << 7) != 0
    }

    /// A `qvalue` in thousandths (RFC 9110 §12.4.2): 0 or 1, or with a point and at most three digits; nil for
    /// anything else, also above 1.
    public var thousandths: Int? {
        guard let first, first == ASCII.zero || first == ASCII.zero + 1, count <= 5 else { return nil }
        var value = Int(first - ASCII.zero) * 1000
        if count == 1 { return value }
        guard self[1] == ASCII.period else { return nil }
        var place = 100
        for index in 2..<count {
            guard ASCII.isDigit(self[index]) else { return nil }
            value += Int(self[index] - ASCII.zero) * place
            place /= 10
        }
        return value <= 1000 ? value : nil
    }

    /// Whether it is an `IPv4address` (RFC 3986 §3.2.2): four numbers up to 255 without leading zeros.
    public var isIPv4Address: Bool {
        guard count >= 7, count <= 15 else { return false }
        var parts = 0
        var start = 0
        while start <= count {
            let end = firstIndex(of: ASCII.period, from: start) ?? count
            let part = slice(start..<end)
            guard let value = part.decimal, value <= 255, part.count == 1 || part[0] != ASCII.zero else { return false }
            parts += 1
            start = end + 1
        }
        return parts == 4
    }

    /// Whether it is an `IPv6address` (RFC 3986 §3.2.2): eight groups of one to four hexadecimal digits; a single `::`
    /// replaces one or more; the last two may be IPv4.
    public var isIPv6Address: Bool {
        guard count >= 2, count <= 45 else { return false }
        let parts = split(separator: ASCII.colon, omittingEmptySubsequences: false).map { Bytes(Array($0)) }
        guard parts.count >= 3, parts.count <= 9 else { return false }
        var groups = 0
        var gaps = 0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if part.isEmpty {
                // An empty part at an end has to belong to a `::` there.
                let isOuter = index == 0 ? parts[1].isEmpty : isLast ? parts[index - 1].isEmpty : true
                guard isOuter else { return false }
                if index > 0, !isLast { gaps += 1 }
            } else if isLast, part.isIPv4Address {
                groups += 2
            } else {
                guard part.count <= 4, part.allSatisfy({ ASCII.hexValue($0) != nil }) else { return false }
                groups += 1
            }
        }
        return gaps == 0 ? groups == 8 : gaps == 1 && groups < 8
    }

    /// Whether it is a `token68` (RFC 9110 §11.2): letters, digits and `-._~+/`, with `=` only at the end.
    public var isToken68: Bool {
        let digits = prefix(while: OctetClass.token68.contains).count
        return digits > 0 && dropFirst(digits).allSatisfy { $0 == ASCII.equals }
    }
}
