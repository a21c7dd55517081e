import Bytes
import HTTPModel
import HTTPSemantics
import Registry

/// The words for what user agents make of cookies; the decisions are `SetCookie`'s and `CookieJar`'s.
enum CookieWords {
    static let spec = "draft-ietf-httpbis-rfc6265bis §5.7"

    /// What the cookie is called; a nameless one by its value.
    static func name(_ name: Bytes, value: Bytes) -> Prose {
        guard name.isEmpty else { return "\(name)" }
        return value.isEmpty ? "the cookie without name and value" : "the nameless cookie \(value.abbreviated)"
    }

    static func rejection(_ reason: SetCookie.Rejection, _ cookie: SetCookie, _ context: CookieContext) -> Prose {
        switch reason {
        case .controlCharacter: "The line has a control character, so all of it is ignored."
        case .tooLong:
            "Name and value have \(cookie.name.count + cookie.value.count) bytes; more than \(4096) are not stored."
        case .empty: "It has neither a name nor a value."
        case .domainNotASCII: "Domain is not ASCII; names in other scripts are written as \("xn--")…"
        case .publicSuffix:
            """
            Domain \(cookie.domain ?? "") is a public suffix\(listWords), under which anyone can register: the cookie \
            would go to every site there.
            """
        case .foreignDomain:
            """
            Domain \(cookie.domain ?? "") is neither the host \(context.host) nor a parent of it: a site sets \
            cookies only for itself.
            """
        case .secureOverPlain: "It is Secure but came over plain http, where anybody on the way could have written it."
        case .hidesSecure: "It is not Secure, and would hide a stored Secure cookie of the same name."
        case .crossSite where cookie.sameSite == .unspecified:
            """
            It came with an answer to another site's page, and has no SameSite: Chrome and Edge take it for Lax and \
            ignore it here, Firefox and Safari keep it.
            """
        case .crossSite: "It came with an answer to another site's page, and is not \("SameSite=None")."
        case .sameSiteNoneWithoutSecure: "\("SameSite=None") needs Secure."
        case .securePrefix: "A name that begins with \("__Secure-") needs Secure."
        case .hostPrefix: "A name that begins with \("__Host-") needs Secure and \("Path=/"), and no Domain."
        case .disguisedPrefix: "It has no name, and its value looks to a server like a name with a prefix."
        case .partitionedWithoutSecure: "Partitioned needs Secure."
        }
    }

    static func hindrance(_ reason: CookieHindrance, _ cookie: CookieJar.Cookie, _ context: CookieContext) -> Prose {
        switch reason {
        case .hostOnly: "It was set without Domain, so it goes only to \(cookie.domain), not to \(context.host)."
        case .domain: "Its domain is \(cookie.domain), and \(context.host) is not in it."
        case .path: "Its path is \(cookie.path), and \(context.path) is not below it."
        case .secure: "It is Secure, and this connection is not."
        case .sameSite:
            "The request comes from another site's page" + occasion(cookie, context) + ", and the cookie is "
                + sameSite(cookie.sameSite) + "."
        case .expired: "Its time has run out."
        }
    }

    private static func sameSite(_ site: SetCookie.SameSite) -> Prose {
        switch site {
        case .strict: "\("SameSite=Strict")"
        case .lax: "\("SameSite=Lax")"
        case .none: "\("SameSite=None")"
        case .unspecified: "without SameSite, which Chrome and Edge take for Lax"
        }
    }

    /// Why a link's leave does not count: SameSite=Lax lets cookies go with navigations by a safe method
    /// (RFC 6265bis §5.6.7.1).
    private static func occasion(_ cookie: CookieJar.Cookie, _ context: CookieContext) -> Prose {
        switch cookie.sameSite {
        case .strict, .none: ""
        case .lax where context.isNavigation, .unspecified where context.isNavigation:
            " by \(context.method.name), which is no link"
        case .lax, .unspecified: " and is no navigation"
        }
    }

    /// Until when it is kept.
    static func lifetime(until expiry: Int64?, isCapped: Bool, now: Int64) -> Prose {
        guard let expiry else { return "It is a session cookie: kept until the browser closes." }
        let capped: Prose = isCapped ? ": the 400 days that are the most any cookie gets" : ""
        return "It is kept for \(Quantity.span(expiry - now)), until \(Quantity.date(expiry))" + capped + "."
    }

    /// How a cookie of a request stands to the jar.
    ///
    /// - Parameter since: exchanges before this one are not all known.
    static func sending(
        _ sending: CookieSending, in context: CookieContext, hasCookies: Bool, since: UInt64? = nil
    ) -> Prose {
        switch sending.reason {
        case .due(let cookie) where sending.isSent:
            return "\(flow: cookie.setBy) set it; host, path and security allow it."
        case .due(let cookie):
            let why: Prose =
                hasCookies
                ? "The client did not keep it, dropped it, or left it out."
                : "The request has no cookies at all: the client keeps none, or was told to send none."
            return "\(flow: cookie.setBy) set it, and nothing keeps it from this request. " + why
        case .otherValue(let cookie):
            let why: Prose =
                cookie.isHTTPOnly
                ? "It is HttpOnly, so no script changed it: the client missed the newer value, or sets its own."
                : "A script may have changed it, or the client missed the newer value."
            return "It is due, but \(flow: cookie.setBy) set the value to \(cookie.value.abbreviated). " + why
        case .ifAsked(let cookie):
            return
                """
                \(flow: cookie.setBy) set it. A script asked another origin, and cookies go along only when it asks \
                for credentials.
                """
        case .held(let cookie, .sameSite) where sending.isExpected == nil:
            return """
                \(flow: cookie.setBy) set it without SameSite, and another site's page asks: this browser does not \
                take that for Lax, or the cookie is younger than two minutes. Say SameSite to have one behaviour.
                """
        case .held(let cookie, let hindrance):
            return (sending.isSent ? "It should have stayed behind. " : "Rightly left out. ")
                + self.hindrance(hindrance, cookie, context)
        case .rejected(_, let entry):
            return "\(flow: entry) sent this value in a line that clients must ignore, and this one did not."
        case .expired(let entry):
            return "\(flow: entry) set its end, which is over, or removed it; the client sent it all the same."
        case .neverSet:
            if let since {
                return "Unknown before \(flow: since): earlier exchanges are not here, and none since then set it."
            }
            return "Nothing in this recording set it: it was set before the recording began, or by a script."
        case .another(let cookie, let hindrance):
            return
                """
                \(flow: cookie.setBy) set a cookie of this name with another value, which does not go here. This one \
                was set before the recording began, or by a script. 
                """ + self.hindrance(hindrance, cookie, context)
        case .besideRejected(let entry):
            return
                """
                \(flow: entry) tried to set another value, in a line that clients ignore. This one was set before the \
                recording began, or by a script.
                """
        case .besideRemoved(let entry):
            return
                """
                \(flow: entry) removed a cookie of this name. This one was set before the recording began; it may have \
                another path or domain, and is then another cookie.
                """
        case .evicted: return "A full jar would have dropped it; this client keeps more."
        }
    }

    static func meaning(_ attribute: SetCookie.Attribute, of cookie: SetCookie, now: Int64) -> Prose {
        switch attribute.meaning {
        case .expires(let date): expires(date, cookie, now)
        case .maxAge(let seconds): maxAge(seconds, cookie, now)
        case .domain(let domain):
            domain.isEmpty
                ? "Empty: the cookie goes back only to this host."
                : HostName.isAddress(domain)
                    ? "It is for \(domain) only: no host is below an address."
                    : "It is for \(domain) and every host below it."
        case .path(let path):
            if let path {
                "It is for requests of \(path) and what is below it."
            } else {
                "Empty, or without a leading slash: the request's path up to its last slash is used."
            }
        case .secure: "It goes only over https."
        case .httpOnly: "Scripts cannot read it: \("document.cookie") leaves it out."
        case .partitioned: "Embedded in other sites, each of them gets its own (CHIPS, not in the cookie standard)."
        case .sameSite(let site): meaning(site)
        case .obsolete, .unknown:
            // What only some browsers read is in the dictionary.
            Vocabulary.cookieAttributes[attribute.name].map {
                "Not in the standard: it " + Prose(stringLiteral: $0.meaning)
            } ?? "The standard does not know it; browsers ignore it."
        case .tooLong: "Its value has more than \(1024) bytes, so the attribute is ignored."
        }
    }

    private static func expires(_ date: Int64?, _ cookie: SetCookie, _ now: Int64) -> Prose {
        guard let date else { return "This is no date, so the attribute is ignored." }
        if cookie.maxAge != nil { return "\(Quantity.date(date)); Max-Age is there too, and counts instead." }
        return "It is kept until \(Quantity.date(date))" + limit(cookie, now) + "."
    }

    private static func maxAge(_ seconds: Int64?, _ cookie: SetCookie, _ now: Int64) -> Prose {
        guard let seconds else { return "This is no whole number, so the attribute is ignored." }
        if seconds <= 0 { return "Zero or less removes the cookie." }
        return "It is kept for \(Quantity.seconds(UInt64(seconds)))" + limit(cookie, now) + "."
    }

    /// Nothing is kept longer (RFC 6265bis §5.5), which is said where it matters.
    private static func limit(_ cookie: SetCookie, _ now: Int64) -> Prose {
        cookie.storedExpiry(now: now) == cookie.expiry(now: now) ? "" : "; browsers keep no cookie longer than 400 days"
    }

    private static func meaning(_ site: SetCookie.SameSite) -> Prose {
        switch site {
        case .strict: "It goes only with requests from the site's own pages."
        case .lax: "From other sites' pages it goes along only when someone follows a link."
        case .none: "It also goes with requests from other sites' pages."
        case .unspecified: "Neither Strict nor Lax nor None, so it counts as missing."
        }
    }

    /// By which list of public suffixes, as it may be older than today's.
    private static var listWords: Prose {
        PublicSuffixes.dateText.map { " (by the list of \($0))" } ?? ""
    }
}
