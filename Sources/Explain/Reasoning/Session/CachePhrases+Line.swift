import Flow
import HTTPModel
import HTTPSemantics

/// A verdict of caching in one line, with its arithmetic.
extension CachePhrases {
    /// What a browser's cache does: kept or not and why, the lifetime minus the age, and what happens after.
    static func line(
        _ freshness: Freshness, _ use: Freshness.Use, status: Int, method: Method, _ response: FieldSection,
        to out: inout Phrase
    ) {
        switch use {
        case .notKept(let obstacle):
            // A 304 is not kept and yet good news: the copy that the client has is renewed.
            if obstacle != .notModified { out.text("not stored: ") }
            return out.prose(self.obstacle(obstacle, status: status, method: method))
        case .uncheckable: return out.text("never reused without revalidation: Vary: *")
        case .checkedAlways:
            out.text("stored, but revalidated before each use: no-cache")
            return afterwards(response, isAlways: true, to: &out)
        case .fresh: arithmetic(freshness, use, to: &out)
        case .undated: return out.text("stored; the lifetime is unknown without Date")
        case .staleWhileRevalidated(let left, let limit):
            out.text("stale for ")
            out.number(limit - left)
            out.text(" s of the ")
            out.number(limit)
            return out.text(" s of stale-while-revalidate: used while it is revalidated")
        case .leftToTheCache: out.text("stored for as long as the cache chooses: no lifetime given")
        case .stale: stale(freshness, use, to: &out)
        }
        afterwards(response, isAlways: false, to: &out)
        if freshness.validation == .whenStale { out.text(", never used stale") }
        if method == .post { out.text("; only for later GETs") }
    }

    private static func stale(_ freshness: Freshness, _ use: Freshness.Use, to out: inout Phrase) {
        if freshness.lifetime.source == .none { return out.text("stored, but stale at once: no lifetime given") }
        guard freshness.lifetime.isInvalid else { return arithmetic(freshness, use, to: &out) }
        out.text("stored, but stale at once: ")
        switch freshness.lifetime.source {
        case .expires: out.text("Expires is not an HTTP date and counts as past")
        case .sharedMaxAge: out.text("s-maxage is not a number")
        case .maxAge: out.text("max-age is not a number")
        case .heuristic, .undated, .none: break
        }
    }

    /// What a cache of many users does differently.
    static func difference(
        _ own: Freshness, _ shared: Freshness, _ use: Freshness.Use,
        to out: inout Phrase
    ) {
        if case .notKept(let obstacle) = use {
            guard own.isKept else { return }
            switch obstacle {
            case .privateDirective: out.text("; not for shared caches: private")
            case .authorization: out.text("; not for shared caches: the request had Authorization")
            case .status, .otherContentLocation, .method, .interim, .notModified, .partial, .requestNoStore,
                .responseNoStore, .notUnderstood,
                .noGround:
                break
            }
            return
        }
        guard shared.lifetime != own.lifetime || !own.isKept, shared.validation != .always else { return }
        out.text("; in shared caches ")
        arithmetic(shared, use, to: &out)
    }

    /// `fresh for 9 min 48 s: max-age 600 - age 12 = 588 s`
    private static func arithmetic(_ freshness: Freshness, _ use: Freshness.Use, to out: inout Phrase) {
        if case .fresh(let seconds, let isGuess) = use {
            out.text("fresh for ")
            out.duration(seconds: seconds)
            if isGuess { out.text(" (a guess)") }
        } else {
            out.text("stale at once")
        }
        out.text(": ")
        switch freshness.lifetime.source {
        case .sharedMaxAge: out.text("s-maxage ")
        case .maxAge: out.text("max-age ")
        case .expires: out.text("(Expires - Date) ")
        case .heuristic(let modified, let date):
            out.text("10 % of (Date - Last-Modified = ")
            out.number(date &- modified)
            out.text(") = ")
        case .undated: out.text("no Date, ")
        case .none: out.text("no lifetime, ")
        }
        out.number(freshness.lifetime.seconds)
        if case .heuristic = freshness.lifetime.source { out.text(",") }
        out.text(" - age ")
        out.number(freshness.age.currentAge)
        out.text(" = ")
        out.number(freshness.remaining)
        out.text(" s")
    }

    /// What the next use asks the server (RFC 9111 §4.3.1).
    private static func afterwards(_ response: FieldSection, isAlways: Bool, to out: inout Phrase) {
        out.text(isAlways ? ", by " : "; then ")
        if response.contains(.etag) {
            out.text(isAlways ? "ETag" : "revalidated with ETag")
        } else if response.contains(.lastModified) {
            out.text(isAlways ? "Last-Modified" : "revalidated with Last-Modified")
        } else {
            out.text(isAlways ? "fetching it again" : "fetched again")
        }
    }
}
