import Bytes
import Explain
import HTTPModel
import HTTPSemantics

/// The words for what a cache may do with a response; the arithmetic is `Freshness`'s.
enum CacheWords {
    /// What a browser's cache does: kept or not and why, the lifetime minus the age, and what happens after.
    static func verdict(
        _ freshness: Freshness, method: Method, status: Int, _ response: FieldSection, to out: inout LineBuffer
    ) {
        if case .refused(let obstacle) = freshness.storability {
            // A 304 is not kept and yet good news: the copy that the client has is renewed.
            out.text(obstacle == .notModified ? "not kept itself: " : "not kept: ")
            out.wire(CachingWords.obstacle(obstacle, status: status, method: method).text)
            return
        }
        if freshness.variesOnEverything {
            out.text("never reused: Vary: *")
            return
        }
        if freshness.validation == .always {
            out.text("kept, but checked before each use: no-cache")
            afterwards(response, isAlways: true, to: &out)
            return
        }
        if freshness.lifetime.source == .none {
            out.text("kept, but stale at once: no lifetime given")
        } else if freshness.lifetime.isInvalid {
            out.text("kept, but stale at once: ")
            out.text(sourceName(freshness.lifetime.source))
            if case .expires = freshness.lifetime.source {
                out.text(" is no date, which means the past")
            } else {
                out.text(" is no number")
            }
        } else {
            arithmetic(freshness, to: &out)
        }
        afterwards(response, isAlways: false, to: &out)
        if freshness.validation == .whenStale { out.text(", never used stale") }
    }

    /// What a cache of many users does differently.
    static func difference(_ privateCache: Freshness, _ shared: Freshness, to out: inout LineBuffer) {
        guard case .storable = privateCache.storability else { return }
        if case .refused(let obstacle) = shared.storability {
            switch obstacle {
            case .privateDirective: out.text("; not for shared caches: private")
            case .authorization: out.text("; not for shared caches: the request had Authorization")
            case .method, .interim, .notModified, .partial, .requestNoStore, .responseNoStore, .notUnderstood,
                .noGround:
                break
            }
            return
        }
        guard shared.lifetime != privateCache.lifetime, shared.validation != .always else { return }
        out.text("; in shared caches ")
        arithmetic(shared, to: &out)
    }

    /// `fresh for 9 min 48 s: max-age 600 - age 12 = 588 s`
    private static func arithmetic(_ freshness: Freshness, to out: inout LineBuffer) {
        if freshness.isFresh {
            out.text("fresh for ")
            out.duration(seconds: freshness.remaining)
            if case .heuristic = freshness.lifetime.source { out.text(" by guess") }
        } else {
            out.text("stale at once")
        }
        out.text(": ")
        switch freshness.lifetime.source {
        case .sharedMaxAge:
            out.text("s-maxage ")
            number(freshness.lifetime.seconds, to: &out)
        case .maxAge:
            out.text("max-age ")
            number(freshness.lifetime.seconds, to: &out)
        case .expires:
            out.text("(Expires - Date) ")
            number(freshness.lifetime.seconds, to: &out)
        case .heuristic(let modified, let date):
            out.text("10 % of (Date - Last-Modified = ")
            number(date &- modified, to: &out)
            out.text(") = ")
            number(freshness.lifetime.seconds, to: &out)
            out.text(",")
        case .none:
            out.text("no lifetime, 0")
        }
        out.text(" - age ")
        number(freshness.age.currentAge, to: &out)
        out.text(" = ")
        number(freshness.remaining, to: &out)
        out.text(" s")
    }

    private static func number(_ value: Int64, to out: inout LineBuffer) {
        if value < 0 { out.text("-") }
        out.number(value.magnitude)
    }

    private static func sourceName(_ source: FreshnessLifetime.Source) -> StaticString {
        switch source {
        case .sharedMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "Expires"
        case .heuristic: "Last-Modified"
        case .none: "nothing"
        }
    }

    /// What the next use asks the server (RFC 9111 §4.3.1).
    private static func afterwards(_ response: FieldSection, isAlways: Bool, to out: inout LineBuffer) {
        out.text(isAlways ? ", by " : "; then ")
        if response.contains(.etag) {
            out.text(isAlways ? "ETag" : "checked by ETag")
        } else if response.contains(.lastModified) {
            out.text(isAlways ? "Last-Modified" : "checked by Last-Modified")
        } else {
            out.text(isAlways ? "fetching it anew" : "fetched anew")
        }
    }
}
