import Bytes
import HTTPModel
import HTTPSemantics
import Registry

/// The words for what user agents make of cookies; the decisions are `SetCookie`'s and `CookieJar`'s.
enum CookieWords {
    static let spec = "draft-ietf-httpbis-rfc6265bis §5.7"

    /// What the cookie is called; a nameless one by its value.
    static func name(_ name: Bytes, value: Bytes) -> Prose {
        guard name.isEmpty else { return "“\(name)”" }
        return value.isEmpty ? "the cookie without a name and value" : "the nameless cookie \(value.abbreviated)"
    }

    static func rejection(_ reason: SetCookie.Rejection, _ cookie: SetCookie, _ context: CookieContext) -> Prose {
        switch reason {
        case .controlCharacter: "The line contains a control character, so browsers ignore all of it."
        case .tooLong:
            "Name and value have \(cookie.name.count + cookie.value.count) bytes; browsers store no more than \(4096)."
        case .empty: "It has neither a name nor a value."
        case .domainNotASCII: "Domain is not ASCII; write names in other scripts as \("xn--")…"
        case .publicSuffix:
            """
            Domain \(cookie.domain ?? "") is a public suffix\(listWords), where anyone can register a name: every site \
            there would get the cookie.
            """
        case .foreignDomain:
            """
            Domain \(cookie.domain ?? "") is neither the host \(context.host) nor a parent of it: a site can set \
            cookies only for itself.
            """
        case .secureOverPlain: "It is Secure but came over plain http, where anyone on the network could have set it."
        case .hidesSecure: "It is not Secure, and would hide a stored Secure cookie of the same name."
        case .crossSite where cookie.sameSite == .unspecified:
            """
            It came in a response to a page of another site, and has no SameSite. Chrome and Edge treat it as Lax and \
            ignore it here; Firefox and Safari store it.
            """
        case .crossSite: "It came in a response to a page of another site, and is not \("SameSite=None")."
        case .sameSiteNoneWithoutSecure: "\("SameSite=None") requires Secure."
        case .securePrefix: "A name with the prefix \("__Secure-") requires Secure."
        case .hostPrefix: "A name with the prefix \("__Host-") requires Secure and \("Path=/"), and no Domain."
        case .disguisedPrefix: "It has no name, and its value looks like a name with a prefix."
        case .partitionedWithoutSecure: "Partitioned requires Secure."
        }
    }

    static func doubt(_ doubt: SetCookie.Doubt, _ cookie: SetCookie) -> Prose {
        switch doubt {
        case .host: "Only \(cookie.domain ?? "") and hosts below it can set it, and the host is unknown here."
        case .browser: "Browsers differ: some accept an IPv6 address in Domain with brackets, some without."
        }
    }

    static func hindrance(_ reason: CookieHindrance, _ cookie: CookieJar.Cookie, _ context: CookieContext) -> Prose {
        switch reason {
        case .hostOnly: "It was set without Domain, so it is only for \(cookie.domain), not for \(context.host)."
        case .domain: "Its domain is \(cookie.domain), which does not include \(context.host)."
        case .path: "Its path is \(cookie.path), which does not include \(context.path)."
        case .secure: "It is Secure, but this connection is not."
        case .sameSite:
            "A page of another site sends the request" + occasion(cookie, context) + ", and the cookie is "
                + sameSite(cookie.sameSite) + "."
        case .expired: "It has expired."
        }
    }

    private static func sameSite(_ site: SetCookie.SameSite) -> Prose {
        switch site {
        case .strict: "\("SameSite=Strict")"
        case .lax: "\("SameSite=Lax")"
        case .none: "\("SameSite=None")"
        case .unspecified: "without SameSite, which Chrome and Edge treat as Lax"
        }
    }

    /// Why a link's leave does not count: SameSite=Lax lets cookies go with navigations by a safe method
    /// (RFC 6265bis §5.6.7.1).
    private static func occasion(_ cookie: CookieJar.Cookie, _ context: CookieContext) -> Prose {
        switch cookie.sameSite {
        case .strict, .none: ""
        case .lax where context.isNavigation, .unspecified where context.isNavigation:
            " by \(context.method.name), which is not a link"
        case .lax, .unspecified: " and is not a navigation"
        }
    }

    /// Until when it is kept.
    static func lifetime(until expiry: Int64?, isCapped: Bool, now: Int64) -> Prose {
        guard let expiry else { return "It is a session cookie, stored until the browser closes." }
        let capped: Prose = isCapped ? ", the longest time that browsers allow" : ""
        return "It is stored for \(Quantity.span(expiry - now)), until \(Quantity.date(expiry))" + capped + "."
    }

    /// How a cookie of a request stands to the jar.
    ///
    /// - Parameter since: exchanges before this one are not all known.
    static func sending(
        _ sending: CookieSending, in context: CookieContext, hasCookies: Bool, since: UInt64? = nil
    ) -> Prose {
        switch sending.reason {
        case .due(let cookie) where sending.isSent:
            return "\(flow: cookie.setBy) set it; its host, path and security match."
        case .due(let cookie):
            let why: Prose =
                hasCookies
                ? "The client did not store it, deleted it, or did not send it."
                : "The request has no cookies at all: the client stores none, or was configured to send none."
            return "\(flow: cookie.setBy) set it, and its attributes allow it here. " + why
        case .otherValue(let cookie):
            let why: Prose =
                cookie.isHTTPOnly
                ? "It is HttpOnly, so no script changed it: the client missed the newer value, or sets its own."
                : "A script may have changed it, or the client missed the newer value."
            return "It belongs here, but \(flow: cookie.setBy) set the value to \(cookie.value.abbreviated). " + why
        case .ifAsked(let cookie):
            return
                """
                \(flow: cookie.setBy) set it. A script requested another origin, and browsers then send cookies only \
                if the script asks for credentials.
                """
        case .held(let cookie, .sameSite) where sending.isExpected == nil:
            return """
                \(flow: cookie.setBy) set it without SameSite, and a page of another site sends the request. This \
                browser does not treat that as Lax, or the cookie is younger than two minutes. Set SameSite for the \
                same behaviour everywhere.
                """
        case .held(let cookie, let hindrance):
            return (sending.isSent ? "It should not have been sent. " : "This is correct. ")
                + self.hindrance(hindrance, cookie, context)
        case .rejected(_, let entry):
            return "\(flow: entry) sent this value in a line that clients must ignore, but this client did not."
        case .expired(let entry):
            return "\(flow: entry) deleted it, or set an expiry time that has passed. The client sent it anyway."
        case .neverSet:
            if let since {
                return """
                    Unknown before \(flow: since): earlier exchanges are not in this session, and none since then set \
                    it.
                    """
            }
            return "Nothing in this recording set it: it was set earlier, or by a script."
        case .another(let cookie, let hindrance):
            return
                """
                \(flow: cookie.setBy) set a cookie of this name with another value, which does not belong here. This \
                one was set before the recording began, or by a script. 
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
                \(flow: entry) deleted a cookie of this name. This one was set before the recording began. It may be \
                another cookie, with another path or domain.
                """
        case .evicted: return "A full cookie store would have evicted it; this client stores more."
        }
    }

    static func meaning(_ attribute: SetCookie.Attribute, of cookie: SetCookie, now: Int64) -> Prose {
        switch attribute.meaning {
        case .expires(let date): expires(date, cookie, now)
        case .maxAge(let seconds): maxAge(seconds, cookie, now)
        case .domain(let domain):
            domain.isEmpty
                ? "Empty: the browser returns the cookie only to this host."
                : HostName.isAddress(domain)
                    ? "Asks browsers to send it only to \(domain): an IP address has no subdomains."
                    : "Asks browsers to send it to \(domain) and all its subdomains."
        case .path(let path):
            if let path {
                "The browser sends it for \(path) and the paths below."
            } else {
                "Empty, or without a leading slash: browsers use the request's path up to its last slash."
            }
        case .secure: "The browser sends it only over https."
        case .httpOnly: "Scripts cannot read it: \("document.cookie") does not include it."
        case .partitioned: "Each site that embeds this one gets a separate copy (CHIPS, not in the cookie standard)."
        case .sameSite(let site): meaning(site)
        case .obsolete, .unknown:
            // What only some browsers read is in the dictionary.
            Vocabulary.cookieAttributes[attribute.name].map {
                "Not in the standard: it " + Prose(stringLiteral: $0.meaning)
            } ?? "It is not in the standard; browsers ignore it."
        case .tooLong: "Its value has more than \(1024) bytes, so browsers ignore the attribute."
        }
    }

    private static func expires(_ date: Int64?, _ cookie: SetCookie, _ now: Int64) -> Prose {
        guard let date else { return "This is not a date, so browsers ignore the attribute." }
        if cookie.maxAge != nil { return "\(Quantity.date(date)); Max-Age is also present and overrides it." }
        return "It is stored until \(Quantity.date(date))" + limit(cookie, now) + "."
    }

    private static func maxAge(_ seconds: Int64?, _ cookie: SetCookie, _ now: Int64) -> Prose {
        guard let seconds else { return "This is not a whole number, so browsers ignore the attribute." }
        if seconds <= 0 { return "Zero or less deletes the cookie." }
        return "It is stored for \(Quantity.seconds(UInt64(seconds)))" + limit(cookie, now) + "."
    }

    /// Nothing is kept longer (RFC 6265bis §5.5), which is said where it matters.
    private static func limit(_ cookie: SetCookie, _ now: Int64) -> Prose {
        cookie.storedExpiry(now: now) == cookie.expiry(now: now)
            ? ""
            : """
            ; browsers store no cookie for more than 400 days
            """
    }

    private static func meaning(_ site: SetCookie.SameSite) -> Prose {
        switch site {
        case .strict: "The browser sends it only with requests from pages of the same site."
        case .lax: "From pages of other sites, the browser sends it only when the user follows a link."
        case .none: "The browser also sends it with requests from pages of other sites."
        case .unspecified: "Neither Strict nor Lax nor None, so browsers ignore the attribute."
        }
    }

    /// By which list of public suffixes, as it may be older than today's.
    private static var listWords: Prose {
        PublicSuffixes.dateText.map { " (according to the list of \($0))" } ?? ""
    }
}
