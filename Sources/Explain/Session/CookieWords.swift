import Bytes
import HTTPModel
import HTTPSemantics

/// The words for what user agents make of cookies; the decisions are `SetCookie`'s and `CookieJar`'s.
enum CookieWords {
    static let spec = "RFC 6265bis §5.7"

    /// What the cookie is called; a nameless one by its value.
    static func name(_ name: Bytes, value: Bytes) -> Prose {
        name.isEmpty ? "the nameless cookie \(value.shortened)" : "\(name)"
    }

    static func rejection(_ reason: SetCookie.Rejection, _ cookie: SetCookie, _ context: CookieContext) -> Prose {
        switch reason {
        case .controlCharacter: "The line has a control character, so it is ignored whole."
        case .tooLong:
            "Name and value have \(cookie.name.count + cookie.value.count) bytes; more than \(4096) are not kept."
        case .empty: "It has neither a name nor a value."
        case .domainNotASCII: "Domain has to be in ASCII; other scripts are written as \("xn--")…"
        case .publicSuffix:
            """
            Domain \(cookie.domain ?? "") is a whole top-level domain: the cookie would go to everybody's sites \
            under it.
            """
        case .foreignDomain:
            """
            Domain \(cookie.domain ?? "") is neither the host \(context.host) nor a parent of it: a site sets \
            cookies for itself only.
            """
        case .secureOverPlain: "It is Secure, and it came over plain http: anybody on the way could have written it."
        case .hidesSecure: "It is not Secure, and would hide a Secure cookie of the same name that is stored already."
        case .crossSite: "It came with an answer to another site's page, and is not \("SameSite=None")."
        case .sameSiteNoneWithoutSecure: "\("SameSite=None") needs Secure."
        case .securePrefix: "A name that begins with \("__Secure-") needs Secure."
        case .hostPrefix: "A name that begins with \("__Host-") needs Secure and \("Path=/"), and no Domain."
        case .disguisedPrefix: "It has no name, and a value that a server would take for a name with a prefix."
        case .partitionedWithoutSecure: "Partitioned needs Secure."
        }
    }

    static func hindrance(_ reason: CookieHindrance, _ cookie: CookieJar.Cookie, _ context: CookieContext) -> Prose {
        switch reason {
        case .hostOnly: "It was set without Domain, so it goes to \(cookie.domain) alone, not to \(context.host)."
        case .domain: "Its domain is \(cookie.domain), which \(context.host) does not lie in."
        case .path: "Its path is \(cookie.path), which \(context.path) does not lie in."
        case .secure: "It is Secure, and this connection is not."
        case .sameSite: "The request comes from another site's page, and the cookie is \(sameSite(cookie.sameSite))."
        case .expired: "Its time has run out."
        }
    }

    private static func sameSite(_ site: SetCookie.SameSite) -> Prose {
        switch site {
        case .strict: "\("SameSite=Strict")"
        case .lax: "\("SameSite=Lax")"
        case .none: "\("SameSite=None")"
        case .unspecified: "without SameSite, which counts as Lax"
        }
    }

    /// Until when it is kept.
    static func lifetime(_ cookie: SetCookie, now: Int64) -> Prose {
        guard let expiry = cookie.storedExpiry(now: now) else {
            return "It is a session cookie: kept until the browser ends."
        }
        if expiry <= now { return "Its time is over already, which removes the cookie." }
        let capped: Prose = expiry == cookie.expiry(now: now) ? "" : ", the 400 days that are the most any cookie gets"
        return "It is kept for \(Quantity.span(expiry - now)), until \(Quantity.date(expiry))" + capped + "."
    }

    static func meaning(_ attribute: SetCookie.Attribute, of cookie: SetCookie, now: Int64) -> Prose {
        switch attribute.meaning {
        case .expires(let date): expires(date, cookie)
        case .maxAge(let seconds): maxAge(seconds)
        case .domain(let domain):
            domain.isEmpty
                ? "Empty: the cookie goes back to this very host alone."
                : "It goes to \(domain) and every host below it."
        case .path(let path):
            if let path {
                "It goes with requests whose path is \(path) or lies below it."
            } else {
                "Empty, or without a slash in front: the path of the request, up to its last slash, is used."
            }
        case .secure: "It goes over https alone."
        case .httpOnly: "Scripts cannot read it: \("document.cookie") leaves it out."
        case .partitioned: "Embedded in other sites, it is kept apart for each of them (CHIPS; not in RFC 6265bis)."
        case .sameSite(let site): meaning(site)
        case .obsolete: obsolete(attribute.name)
        case .unknown: "No user agent knows it by the standard; it is ignored."
        case .tooLong: "Its value has more than \(1024) bytes, so the attribute is ignored."
        }
    }

    private static func expires(_ date: Int64?, _ cookie: SetCookie) -> Prose {
        guard let date else { return "This cannot be read as a date, so the attribute is ignored." }
        if cookie.maxAge != nil { return "\(Quantity.date(date)); Max-Age is there too and counts instead." }
        return "It is kept until \(Quantity.date(date)), but for 400 days at most."
    }

    private static func maxAge(_ seconds: Int64?) -> Prose {
        guard let seconds else { return "This is no whole number, so the attribute is ignored." }
        if seconds <= 0 { return "Zero or less removes the cookie." }
        return "It is kept for \(seconds) seconds (\(Quantity.span(seconds))), but for 400 days at most."
    }

    private static func meaning(_ site: SetCookie.SameSite) -> Prose {
        switch site {
        case .strict: "It goes only with requests that the site's own pages make."
        case .lax: "From other sites' pages it goes along only when a person follows a link."
        case .none: "It goes with requests that other sites' pages make, too."
        case .unspecified: "This is none of Strict, Lax and None, so it counts as if it were not there: as Lax."
        }
    }

    private static func obsolete(_ name: Bytes) -> Prose {
        let was: Prose =
            if name.equalsIgnoringCase("comment") {
                "It said what the cookie is for"
            } else if name.equalsIgnoringCase("commenturl") {
                "It said where to read what the cookie is for"
            } else if name.equalsIgnoringCase("version") {
                "It said which cookie standard is meant"
            } else if name.equalsIgnoringCase("port") {
                "It listed the ports the cookie may go to"
            } else {
                "It asked to drop the cookie when the browser ends"
            }
        return was + " (RFC 2965, obsolete since 2011); it is ignored."
    }
}
