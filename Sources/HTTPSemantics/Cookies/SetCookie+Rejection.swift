public import Bytes

extension SetCookie {
    /// Why a user agent ignores the whole line, with the section.
    public enum Rejection: Sendable, Hashable, CaseIterable {
        /// A control character other than tab (§5.6 step 1).
        case controlCharacter
        /// Name and value together are longer than 4096 bytes (§5.6 step 5).
        case tooLong
        /// Neither name nor value (§5.7 step 2).
        case empty
        /// Domain has bytes above 0x7F: names go in their ASCII form (§5.7 step 8).
        case domainNotASCII
        /// Domain is a name under which anyone can register, such as `com` or `co.uk` (§5.7 step 9).
        case publicSuffix
        /// Domain is not the host or a parent of it (§5.7 step 10).
        case foreignDomain
        /// Secure, but the connection is not (§5.7 step 13).
        case secureOverPlain
        /// Not Secure and over a plain connection, and it would hide a Secure cookie (§5.7 step 16). The jar finds it.
        case hidesSecure
        /// Set by a response to a page of another site, and not SameSite=None (§5.7 step 18). The jar finds it.
        case crossSite
        /// SameSite=None without Secure (§5.7 step 19).
        case sameSiteNoneWithoutSecure
        /// The name begins with `__Secure-` but Secure is missing (§5.7 step 20, §4.1.3.1).
        case securePrefix
        /// The name begins with `__Host-` but Secure, Path=/ and no Domain are not all there (§5.7 step 21, §4.1.3.2).
        case hostPrefix
        /// A cookie without a name whose value imitates a prefix (§5.7 step 22).
        case disguisedPrefix
        /// Partitioned without Secure (the CHIPS draft, not 6265bis).
        case partitionedWithoutSecure

        /// The step that decides, as the document numbers it: of §5.6 what it reads, of §5.7 what it stores.
        public var step: StaticString {
            switch self {
            case .controlCharacter: "5.6 step 1"
            case .tooLong: "5.6 step 5"
            case .empty: "5.7 step 2"
            case .domainNotASCII: "5.7 step 8"
            case .publicSuffix: "5.7 step 9"
            case .foreignDomain: "5.7 step 10"
            case .secureOverPlain: "5.7 step 13"
            case .hidesSecure: "5.7 step 16"
            case .crossSite: "5.7 step 18"
            case .sameSiteNoneWithoutSecure: "5.7 step 19"
            case .securePrefix: "5.7 step 20"
            case .hostPrefix: "5.7 step 21"
            case .disguisedPrefix: "5.7 step 22"
            case .partitionedWithoutSecure: "CHIPS"
            }
        }
    }

    /// Why it is ignored for any request; see also `rejection(host:isSecure:)`.
    public var rejection: Rejection? {
        if let syntaxRejection { return syntaxRejection }
        if name.isEmpty, value.isEmpty { return .empty }
        if let domain, !domain.allSatisfy({ $0 < 0x80 }) { return .domainNotASCII }
        return lateRejection(host: nil)
    }

    /// Why it is ignored when it comes from this host (a name or an address, without port), over a secure connection or
    /// not: the first step of §5.7 that rejects it.
    public func rejection(host: Bytes, isSecure isSecureConnection: Bool) -> Rejection? {
        if let syntaxRejection { return syntaxRejection }
        // Step 2.
        if name.isEmpty, value.isEmpty { return .empty }
        if let domain {
            // Step 8.
            if !domain.allSatisfy({ $0 < 0x80 }) { return .domainNotASCII }
            // Steps 9 and 10: a host that is a public suffix itself may name itself, to no effect.
            if !host.equalsIgnoringCase(domain), !Self.isSameAddress(host, domain) {
                if Self.isPublicSuffix(domain) { return .publicSuffix }
                if !Self.host(host, matches: domain) { return .foreignDomain }
            }
        }
        // Step 13.
        if isSecure, !isSecureConnection { return .secureOverPlain }
        return lateRejection(host: host)
    }

    /// Steps 19 to 22, and the rule of Partitioned. Without a host, a Domain of one label does not count as none.
    private func lateRejection(host: Bytes?) -> Rejection? {
        if sameSite == SameSite.none, !isSecure { return .sameSiteNoneWithoutSecure }
        if let first = name.first, first == ASCII.underscore {
            // Steps 20 and 21: prefixes are compared without case.
            if name.hasPrefix(ignoringCase: "__secure-"), !isSecure { return .securePrefix }
            if name.hasPrefix(ignoringCase: "__host-") {
                let isHostOnly =
                    domain.map { host?.equalsIgnoringCase($0) == true && Self.isPublicSuffix($0) } ?? true
                if !isSecure || !isHostOnly || path != "/" { return .hostPrefix }
            }
        }
        if name.isEmpty, value.hasPrefix(ignoringCase: "__secure-") || value.hasPrefix(ignoringCase: "__host-") {
            return .disguisedPrefix
        }
        if isPartitioned, !isSecure { return .partitionedWithoutSecure }
        return nil
    }

    /// Whether both are the same IPv6 address, whichever of them has brackets.
    static func isSameAddress(_ host: Bytes, _ domain: Bytes) -> Bool {
        func bare(_ text: Bytes) -> Bytes {
            let hasBrackets = text.count > 2 && text.first == ASCII.openBracket && text.last == ASCII.closeBracket
            return hasBrackets ? text.slice(1..<text.count - 1) : text
        }
        let address = bare(host)
        return address.contains(ASCII.colon) && address.equalsIgnoringCase(bare(domain))
    }

    /// An IPv6 address in Domain: Chrome takes the form with brackets, Firefox the one without, each for its own host.
    var hasIPv6Domain: Bool { domain?.contains(ASCII.colon) == true }

    /// The name of a cookie that the line seems to hold after a comma: servers and proxies that join field lines make
    /// such lines, and no client splits them (RFC 9110 §5.3). nil where there is none. Dates and values have commas,
    /// too: what follows has to be a name and an equals sign, in a value of the cookie after a space.
    package var joinedName: Bytes? {
        if let name = Self.name(afterCommaIn: value, needsSpace: true) { return name }
        return attributes(most: 32).lazy.compactMap { attribute in
            attribute.value.flatMap { Self.name(afterCommaIn: $0, needsSpace: false) }
        }.first
    }

    /// The same in a value of Cookie, whose separator is the semicolon.
    package static func name(afterCommaIn value: Bytes, needsSpace: Bool) -> Bytes? {
        var place = 0
        while let comma = value.firstIndex(of: ASCII.comma, in: place..<value.count) {
            place = comma + 1
            var start = place
            while start < value.count, ASCII.isWhitespace(value[start]) { start += 1 }
            var end = start
            while end < value.count, OctetClass.token.contains(value[end]) { end += 1 }
            if end > start, end < value.count, value[end] == ASCII.equals, !needsSpace || start > place {
                return value.slice(start..<end)
            }
        }
        return nil
    }

    /// Whether it is a name under which anyone can register (§5.7 step 9).
    public static func isPublicSuffix(_ domain: Bytes) -> Bool { PublicSuffixes.contains(domain) }
}
