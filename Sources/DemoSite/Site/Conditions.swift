import Bytes
import HTTPModel
import HTTPSemantics
import Site

/// Whether a conditional request is carried out (RFC 9110 §13.2.2). Pure.
enum Conditions {
    enum Verdict: Sendable, Hashable {
        case proceed
        /// 304: what the client has is still right.
        case notModified
        /// 412: what the client wants to work on is not what there is.
        case failed
    }

    /// `etag` as it stands in the ETag field, `modified` the seconds of Last-Modified; nil when there is none. For GET
    /// and HEAD.
    static func verdict(_ request: SiteRequest, etag: String?, modified: Int64?) -> Verdict {
        let fields = request.head.fields
        let current = etag.flatMap { EntityTag.list(Bytes($0)).first }

        // Steps 1 and 2: If-Match, else If-Unmodified-Since.
        let match = fields.values(named: "if-match")
        if !match.isEmpty {
            if !holds(match, current: current, weakly: false) { return .failed }
        } else if let since = date(fields.values(named: "if-unmodified-since").first, request),
            let modified, modified > since
        {
            return .failed
        }

        // Steps 3 and 4: If-None-Match, else If-Modified-Since; the second is not looked at when the first is there.
        let noneMatch = fields.values(.ifNoneMatch)
        if !noneMatch.isEmpty {
            return holds(noneMatch, current: current, weakly: true) ? .notModified : .proceed
        }
        if let since = date(fields.first(.ifModifiedSince), request), let modified, modified <= since {
            return .notModified
        }
        return .proceed
    }

    /// Step 5: whether Range is to be looked at. If-Range wants the very same bytes, so the comparison is strong.
    static func rangeApplies(_ request: SiteRequest, etag: String, modified: Int64) -> Bool {
        guard let condition = request.head.fields.values(named: "if-range").first else { return true }
        if let seconds = date(condition, request) { return seconds == modified }
        return holds([condition], current: EntityTag.list(Bytes(etag)).first, weakly: false)
    }

    private static func date(_ value: Bytes?, _ request: SiteRequest) -> Int64? {
        value.flatMap { HTTPDate.parse($0, now: request.seconds) }
    }

    /// Whether `*` or one of the tags names the current one: strongly, both being strong, or weakly (RFC 9110
    /// §8.8.3.2).
    private static func holds(_ lines: [Bytes], current: EntityTag?, weakly: Bool) -> Bool {
        guard let current else { return false }
        for line in lines {
            if line.trimmed == "*" { return true }
            for tag in EntityTag.list(line) {
                if weakly ? tag.matchesWeakly(current) : tag.matchesStrongly(current) { return true }
            }
        }
        return false
    }
}
