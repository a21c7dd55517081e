import Bytes
import HTTPModel
package import HTTPSemantics

/// The words for redirects; the rules are `Redirect`'s.
package enum RedirectWords {
    /// The section of a status.
    static func spec(_ status: Int) -> String {
        switch status {
        case 301: "RFC 9110 §15.4.2"
        case 302: "RFC 9110 §15.4.3"
        case 303: "RFC 9110 §15.4.4"
        case 307: "RFC 9110 §15.4.8"
        case 308: "RFC 9110 §15.4.9"
        default: "RFC 9110 §15.4"
        }
    }

    /// - Parameter use: what a browser's cache makes of the answer; nil when that is not known.
    package static func permanence(_ redirect: Redirect, _ use: Freshness.Use?) -> Prose {
        switch redirect.status {
        case 301, 308: "Permanent: update links to the new URL" + remembered(redirect, use)
        case 303: "The result is another resource, at Location."
        default: "Temporary: keep using the old URL."
        }
    }

    /// Whether the browser asks the old URL again (RFC 9111 §3, §4).
    private static func remembered(_ redirect: Redirect, _ use: Freshness.Use?) -> Prose {
        switch use {
        case .fresh?, .leftToTheCache?, .staleWhileRevalidated?:
            redirect.method == .get || redirect.method == .head
                ? ", and browsers remember the new URL." : ". Browsers remember it for GET only."
        case .notKept(let why)?:
            ". Browsers do not remember it, so they request the old URL again each time: "
                + CachePhrases.obstacle(why, status: redirect.status, method: redirect.method) + "."
        case .uncheckable?, .checkedAlways?, .stale?: ". Browsers request the old URL again each time."
        case .undated?, nil: "."
        }
    }

    /// Why no HTTP request follows: browsers hand other schemes to programs, or refuse (Fetch §4.4, HTML "navigate").
    static func elsewhere(_ redirect: Redirect) -> Prose {
        let scheme = redirect.target.bytes(redirect.target.scheme) ?? Bytes()
        let refused: [Bytes] = ["javascript", "data", "file", "about", "blob"]
        let verb: Prose =
            refused.contains { scheme.equalsIgnoringCase($0) }
            ? "browsers refuse to follow a redirect to \(scheme):"
            : "browsers open another program for a \(scheme): URL, or stop"
        return "No HTTP request follows: " + verb + "."
    }

    /// What becomes of method and content.
    static func method(_ redirect: Redirect, hasContent: Bool) -> Prose {
        let old = redirect.method.name
        let next = redirect.nextMethod.name
        let content: Prose =
            !hasContent
            ? "" : redirect.keepsContent ? ", and the body is sent again" : ", and the body is dropped"
        switch redirect.rule {
        case .preserved: return "\(redirect.status) keeps the method: \(old) stays \(next)" + content + "."
        case .unchanged: return "\(redirect.status) changes only POST: \(old) stays \(next)" + content + "."
        case .postBecomesGet:
            return "After \(redirect.status), clients change POST to \(next)" + content
                + ". To keep POST, use \(redirect.isPermanent ? 308 : 307)."
        case .seeOther:
            let verb: Prose = old == next ? "stays" : "becomes"
            return "303 refers to another resource: \(old) \(verb) \(next)" + content + "."
        }
    }

    /// How Location was resolved (RFC 3986 §5.2).
    static func location(_ redirect: Redirect, from url: Bytes) -> Prose {
        let reference = URLReference(redirect.location)
        if reference.isAbsolute { return "Location is a whole URL: \(redirect.target.raw)." }
        let kind: Prose =
            if reference.authority != nil {
                "has no scheme, so the request's scheme applies"
            } else if redirect.location.first == ASCII.slash {
                "is a path, so the request's scheme and host apply"
            } else if reference.path.isEmpty {
                "has no path, so the request's path applies"
            } else {
                "is relative, so it replaces everything after the last \("/") of the request's path"
            }
        // RFC 3986 §5.2.4.
        let climbs = redirect.location.array.split(separator: ASCII.slash).prefix(64).contains {
            $0.elementsEqual("..".utf8)
        }
        let dots: Prose = climbs ? ", and each \("..") goes up one segment" : ""
        return "Location \(redirect.location) " + kind + dots + ": \(redirect.target.raw)."
    }

    /// What becomes of credentials. Authorization belongs to an origin (RFC 9110 §15.4), cookies to hosts and paths.
    ///
    /// - Parameter knowsScheme: the request's scheme was not only assumed.
    static func origin(_ redirect: Redirect, _ request: FieldSection, from url: Bytes, knowsScheme: Bool) -> Prose {
        let asked = URLReference(url)
        let isSameHost = asked.bytes(asked.host) == redirect.target.bytes(redirect.target.host)
        if !knowsScheme, redirect.changesOrigin, isSameHost {
            return "The host stays the same. The request's scheme is unknown, so whether the origin changes is too."
        }
        var words: Prose =
            !redirect.changesOrigin
            ? "The origin stays the same"
            : redirect.changesSite
                ? "It is another origin" : "It is another origin of the same site"
        if request.contains(.authorization) {
            words =
                words
                + (redirect.changesOrigin
                    ? ": clients should not send Authorization there"
                    : """
                    : clients may send Authorization again
                    """)
        }
        words = words + "."
        return request.contains(.cookie) ? words + " The client sends the cookies that match the new URL." : words
    }

    /// What of an upload has arrived, as a 308 of Google says by Range.
    static func resumption(_ response: FieldSection) -> Prose {
        guard let range = response.first(named: "range") else {
            return "the server has received nothing yet; send it from the start."
        }
        return "the server has received \(range); send the rest."
    }

    static func deviation(_ deviation: RedirectChain.Deviation) -> Prose {
        switch deviation {
        case .method(let due, let sent): "The client sent \(sent.name) instead of \(due.name)."
        case .contentMissing: "The client should have sent the body again, but dropped it."
        case .contentKept: "The client should have dropped the body, but sent it again."
        case .authorizationKept:
            "The client sent the same Authorization to the new origin, which now has the credentials."
        case .refererTold: "The client sent the https URL as Referer to a server without TLS."
        }
    }
}
