import Bytes
import HTTPSemantics
import Registry

/// One cookie to be stored, with its attributes (RFC 6265bis §4.1).
enum SetCookieValues {
    private static let spec = "draft-ietf-httpbis-rfc6265bis §4.1.1"

    // set-cookie-string = BWS cookie-pair *( BWS ";" OWS cookie-av )
    static func setCookie(_ scan: inout SpanScanner) {
        // The reader of cookies decides where the parts are and what they mean, so that both never disagree.
        let cookie = SetCookie(scan.rest)
        if !cookie.pair.isEmpty {
            scan.within(cookie.pair, "cookie-pair", spec) {
                CookieValues.pair(CookiePairs.Pair(name: cookie.name, value: cookie.value), isSet: true, &$0)
            }
        }
        let attributes = cookie.attributes(most: .max)
        let last = lastPlaces(attributes)
        for (place, found) in attributes.enumerated() where !scan.isFull {
            introduce(to: scan.start(of: found.name), &scan)
            let end = found.value ?? found.name
            let isOverridden = last[ruleName(found.name.lowercased).0].map { $0 > place } ?? false
            scan.within(scan.start(of: end) + end.count, "cookie-av", spec) { attribute(found, isOverridden, &$0) }
            scan.bws()
        }
        introduce(to: scan.end, &scan)
    }

    /// For each kind of attribute that counts once the place of the last one, which browsers use (RFC 6265bis §5.7).
    private static func lastPlaces(_ attributes: [SetCookie.Attribute]) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, attribute) in attributes.enumerated() {
            switch attribute.meaning {
            case .expires(.some), .maxAge(.some), .domain, .path, .sameSite:
                places[ruleName(attribute.name.lowercased).0] = place
            // Ignored, or the same however often they come.
            case .expires, .maxAge, .secure, .httpOnly, .partitioned, .obsolete, .unknown, .tooLong: break
            }
        }
        return places
    }

    private static func introduce(to place: Int, _ scan: inout SpanScanner) {
        scan.separators(to: place, ASCII.semicolon) { $0.name("\";\"", spec, "Introduces an attribute.") }
    }

    private static func attribute(
        _ found: SetCookie.Attribute, _ isOverridden: Bool, _ scan: inout SpanScanner
    ) {
        let rule = ruleName(found.name.lowercased)
        scan.begin()
        if found.name.isEmpty {
            scan.advanceToEnd()
            scan.expected("cookie-av", spec, "the name of an attribute")
            return scan.finish(
                "cookie-av", spec,
                "An attribute without a name, which browsers ignore.", malformed: true)
        }
        scan.advance(over: found.name)
        scan.name("attribute-name", spec, "The attribute's name: \(abbreviating: found.name).")
        if let written = found.value {
            scan.bws()
            _ = scan.sign(ASCII.equals, spec, "Separates the attribute's name from its value.")
            scan.bws()
            scan.within(written, "attribute-value", spec) { value(found.meaning, &$0) }
        }
        let (text, isIgnored) = sentence(found)
        let words: Wording = isOverridden ? "Without effect: browsers use the last \(abbreviating: found.name)." : text
        scan.finish(rule.0, rule.1, words, malformed: isIgnored, lone: .isGroup)
    }

    private static func value(_ meaning: SetCookie.Meaning, _ scan: inout SpanScanner) {
        if case .expires(let date?) = meaning, HTTPDate.parse(scan.rest, now: date) != nil {
            // RFC 6265bis §4.1.1 asks servers for an IMF-fixdate; what else user agents read has no grammar.
            return Dates.date(&scan, at: date) { "Expires at \($0)." }
        }
        scan.advanceToEnd()
        switch meaning {
        case .expires(let date):
            guard let date else {
                return scan.expected(
                    "sane-cookie-date", "draft-ietf-httpbis-rfc6265bis §5.1.1", "a readable date")
            }
            scan.name(
                "sane-cookie-date", "draft-ietf-httpbis-rfc6265bis §5.1.1",
                "Browsers read this date as \(Quantity.moment(date)), although it is not in HTTP's format."
            )
        case .maxAge(let seconds):
            guard seconds != nil else {
                return scan.expected(
                    "max-age-value", "draft-ietf-httpbis-rfc6265bis §4.1.1", "a whole number of seconds")
            }
            scan.name(
                "max-age-value", "draft-ietf-httpbis-rfc6265bis §4.1.1",
                "The number of seconds: \(abbreviating: scan.seen)."
            )
        case .domain:
            scan.name("domain-value", "draft-ietf-httpbis-rfc6265bis §4.1.1", "The domain: \(abbreviating: scan.seen).")
        case .path:
            scan.name("path-value", "draft-ietf-httpbis-rfc6265bis §4.1.1", "The path: \(abbreviating: scan.seen).")
        case .sameSite(let site):
            guard site != .unspecified else {
                return scan.expected("samesite-value", "draft-ietf-httpbis-rfc6265bis §4.1.1", "Strict, Lax or None")
            }
            scan.name(
                "samesite-value", "draft-ietf-httpbis-rfc6265bis §4.1.1", "The value: \(abbreviating: scan.seen).")
        case .secure, .httpOnly, .partitioned, .obsolete, .unknown, .tooLong:
            scan.name("av-octet", "draft-ietf-httpbis-rfc6265bis §4.1.1", "The value: \(abbreviating: scan.seen).")
        }
    }

    private static func ruleName(_ name: Bytes) -> (String, String) {
        switch name.text {
        case "expires": ("expires-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.1")
        case "max-age": ("max-age-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.2")
        case "domain": ("domain-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.3")
        case "path": ("path-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.4")
        case "secure": ("secure-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.5")
        case "httponly": ("httponly-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.6")
        case "samesite": ("samesite-av", "draft-ietf-httpbis-rfc6265bis §4.1.2.7")
        case "partitioned": ("partitioned-av", "CHIPS §2.1")
        case "comment", "commenturl", "version", "port", "discard": ("cookie-av", "RFC 2965 §3.2.2")
        default: ("extension-av", "draft-ietf-httpbis-rfc6265bis §4.1.1")
        }
    }

    /// What the attribute does, and whether user agents ignore it.
    private static func sentence(_ attribute: SetCookie.Attribute) -> (Wording, Bool) {
        switch attribute.meaning {
        case .expires(let date):
            guard let date else { return ("An unreadable date: browsers ignore the attribute.", true) }
            // No browser knew cookies of such a time: what is long past deletes (RFC 6265bis §5.7).
            if date < Dates.longPast {
                return ("A time in the past: the browser deletes the cookie, unless Max-Age is present.", false)
            }
            return ("The cookie expires at \(Quantity.moment(date)), unless Max-Age is present.", false)
        case .maxAge(let seconds):
            guard let seconds else { return ("Not a number of seconds: browsers ignore the attribute.", true) }
            if seconds <= 0 { return ("The browser deletes the cookie at once.", false) }
            return (
                """
                Asks browsers to keep the cookie for \(Quantity.seconds(UInt64(seconds))), whatever Expires says.
                """, false
            )
        case .domain(let domain):
            return domain.isEmpty
                ? ("An empty domain: the browser returns the cookie only to this host.", false)
                // RFC 6265bis §5.1.3.
                : HostName.isAddress(domain)
                    ? (
                        """
                        Asks browsers to send the cookie only to \(abbreviating: domain): an IP address has no \
                        subdomains.
                        """, false
                    )
                    : ("Asks browsers to send the cookie to \(abbreviating: domain) and all its subdomains.", false)
        case .path(let path):
            guard let path else { return ("Not an absolute path: browsers use the default path of the request.", true) }
            return ("The browser sends the cookie for paths at and below \(abbreviating: path).", false)
        case .secure: return ("The browser sends the cookie only over secure connections.", false)
        case .httpOnly: return ("Scripts cannot read the cookie.", false)
        case .partitioned:
            return ("Each site that embeds this one gets a separate cookie.", false)
        case .sameSite(.strict):
            return (
                """
                The browser sends the cookie only with requests that start on this site.
                """, false
            )
        case .sameSite(.lax):
            return ("From other sites, the browser sends the cookie only when the user follows a link.", false)
        case .sameSite(SetCookie.SameSite.none):
            return ("The browser sends the cookie with requests from any site. It must also be Secure.", false)
        case .sameSite(.unspecified):
            return ("Unknown value: browsers act as if SameSite were missing; most then use Lax.", true)
        // What only some browsers read, or read once, is in the dictionary.
        case .obsolete, .unknown:
            guard let term = Vocabulary.cookieAttributes[attribute.name] else {
                return ("\(quoting: attribute.name) is not a known attribute; browsers ignore it.", false)
            }
            return (Wording("Not in the standard: \(term.name) \(term.meaning)"), false)
        case .tooLong: return ("Longer than 1024 bytes: browsers ignore the attribute.", true)
        }
    }
}

extension SetCookieValues {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "set-cookie",
            samples: [
                "SID=31d4; Path=/; Domain=example.com; Secure; HttpOnly; Max-Age=3600; SameSite=Lax; Partitioned",
                "lang=en-US; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Comment=hi; Priority=High",
            ], setCookie)
    ]
}
