/// Small grammars that several fields and URLs share.
extension Bytes {
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
}
