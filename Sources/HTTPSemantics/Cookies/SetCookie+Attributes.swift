public import Bytes

extension SetCookie {
    /// What one attribute means (RFC 6265bis §5.6.1 to §5.6.7), by where its name and value lie. Told apart by length
    /// first: most lines have several.
    static func meaning(_ name: Range<Int>, _ value: Range<Int>, in line: Bytes) -> Meaning {
        // §5.6 step 6.
        if value.count > attributeLimit { return .tooLong }
        guard !name.isEmpty else { return .unknown }
        let first = ASCII.lowercase(line[name.lowerBound])
        func isNamed(_ other: StaticString) -> Bool {
            unsafe other.utf8Start[0] == first && line.hasIgnoringCase(other, at: name.lowerBound)
        }
        switch name.count {
        case 4:
            // §5.6.4: empty, or not beginning with a slash: the default path.
            if isNamed("path") {
                return .path(value.count > 0 && line[value.lowerBound] == ASCII.slash ? line.slice(value) : nil)
            }
            if isNamed("port") { return .obsolete }
        case 6:
            // §5.6.5, §5.6.6: whatever the value.
            if isNamed("secure") { return .secure }
            // §5.6.3: one leading dot is dropped; letters become lower case.
            if isNamed("domain") {
                let domain = line.slice(value)
                return .domain((domain.first == ASCII.period ? domain.slice(1..<domain.count) : domain).lowercased)
            }
        case 7:
            if isNamed("expires") { return .expires(CookieDate.parse(line.slice(value))) }
            if isNamed("max-age") { return .maxAge(maxAge(line.slice(value))) }
            if isNamed("comment") || isNamed("version") || isNamed("discard") { return .obsolete }
        case 8:
            if isNamed("httponly") { return .httpOnly }
            if isNamed("samesite") { return .sameSite(sameSite(line.slice(value))) }
        case 10:
            if isNamed("commenturl") { return .obsolete }
        case 11:
            if isNamed("partitioned") { return .partitioned }
        default: break
        }
        return .unknown
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

    /// Whether a host matches a cookie's domain (RFC 6265bis §5.1.3): the domain itself or a subdomain; an address must
    /// be equal. `domain` in lower case.
    public static func host(_ host: Bytes, matches domain: Bytes) -> Bool {
        if host.equalsIgnoringCase(domain) { return true }
        guard host.count > domain.count + 1, host[host.count - domain.count - 1] == ASCII.period else { return false }
        let tail = host.slice((host.count - domain.count)..<host.count)
        return tail.equalsIgnoringCase(domain) && !HostName.isAddress(host)
    }
}
