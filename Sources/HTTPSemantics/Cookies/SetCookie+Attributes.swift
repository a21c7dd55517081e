public import Bytes

extension SetCookie {
    /// What one attribute means (RFC 6265bis §5.6.1 to §5.6.7). Told apart by length first: most lines have several.
    static func meaning(_ name: Bytes, _ value: Bytes) -> Meaning {
        // §5.6 step 6.
        if value.count > attributeLimit { return .tooLong }
        switch name.count {
        case 4:
            // §5.6.4: empty, or not beginning with a slash: the default path.
            if name.equalsIgnoringCase("path") { return .path(value.first == ASCII.slash ? value : nil) }
            if name.equalsIgnoringCase("port") { return .obsolete }
        case 6:
            // §5.6.5, §5.6.6: whatever the value.
            if name.equalsIgnoringCase("secure") { return .secure }
            // §5.6.3: one leading dot is dropped; letters become lower case.
            if name.equalsIgnoringCase("domain") {
                return .domain((value.first == ASCII.period ? value.slice(1..<value.count) : value).lowercased)
            }
        case 7:
            if name.equalsIgnoringCase("expires") { return .expires(CookieDate.parse(value)) }
            if name.equalsIgnoringCase("max-age") { return .maxAge(maxAge(value)) }
            if isOneOf("comment", "version", "discard", name) { return .obsolete }
        case 8:
            if name.equalsIgnoringCase("httponly") { return .httpOnly }
            if name.equalsIgnoringCase("samesite") { return .sameSite(sameSite(value)) }
        case 10:
            if name.equalsIgnoringCase("commenturl") { return .obsolete }
        case 11:
            if name.equalsIgnoringCase("partitioned") { return .partitioned }
        default: break
        }
        return .unknown
    }

    private static func isOneOf(_ first: StaticString, _ second: StaticString, _ third: StaticString, _ name: Bytes)
        -> Bool
    {
        name.equalsIgnoringCase(first) || name.equalsIgnoringCase(second) || name.equalsIgnoringCase(third)
    }

    /// §5.6.2: digits, or `-` and digits. A number too large to hold is as good as the largest.
    private static func maxAge(_ value: Bytes) -> Int64? {
        guard let first = value.first, first == ASCII.hyphen || ASCII.isDigit(first) else { return nil }
        let digits = first == ASCII.hyphen ? value.slice(1..<value.count) : value
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        if first == ASCII.hyphen { return -1 }
        return digits.decimal.flatMap { Int64(exactly: $0) } ?? .max
    }

    private static func sameSite(_ value: Bytes) -> SameSite {
        if value.equalsIgnoringCase("strict") { return .strict }
        if value.equalsIgnoringCase("lax") { return .lax }
        if value.equalsIgnoringCase("none") { return SameSite.none }
        return .unspecified
    }

    /// Whether a host lies in a cookie's domain (RFC 6265bis §5.1.3): the same, or below it. Addresses only the same.
    /// `domain` in lower case.
    public static func host(_ host: Bytes, matches domain: Bytes) -> Bool {
        if host.isEqual(ignoringCase: domain) { return true }
        guard host.count > domain.count + 1, host[host.count - domain.count - 1] == ASCII.period else { return false }
        let tail = host.slice((host.count - domain.count)..<host.count)
        return tail.isEqual(ignoringCase: domain) && !isAddress(host)
    }

    /// An IPv4 address has only digits and dots; an IPv6 address has colons. No host name of either kind can be
    /// registered.
    private static func isAddress(_ host: Bytes) -> Bool {
        host.contains(ASCII.colon) || host.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.period }
    }
}
