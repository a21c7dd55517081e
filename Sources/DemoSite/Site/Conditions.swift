import Bytes
import HTTPModel
import HTTPSemantics

/// Whether a conditional request is carried out (RFC 9110 §13.2.2). Pure.
enum Conditions {
    enum Verdict: Sendable, Hashable {
        case proceed
        /// 304: what the client has is still right.
        case notModified
        /// 412: what the client wants to work on is not what there is.
        case failed
    }

    /// An entity tag as sent: `W/` or not, and the opaque part with its quotes.
    struct Tag: Sendable, Hashable {
        let isWeak: Bool
        let opaque: Bytes
    }

    /// `etag` as it stands in the ETag field, `modified` the seconds of Last-Modified; nil when there is none. For GET
    /// and HEAD.
    static func verdict(_ request: SiteRequest, etag: String?, modified: Int64?) -> Verdict {
        let fields = request.head.fields
        let current = etag.flatMap { tags(in: Bytes($0)).first }

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
        return holds([condition], current: tags(in: Bytes(etag)).first, weakly: false)
    }

    private static func date(_ value: Bytes?, _ request: SiteRequest) -> Int64? {
        value.flatMap { HTTPDate.parse($0, now: request.seconds) }
    }

    /// Whether `*` or one of the tags names the current one: strongly, both being strong, or weakly (RFC 9110
    /// §8.8.3.2).
    private static func holds(_ lines: [Bytes], current: Tag?, weakly: Bool) -> Bool {
        guard let current else { return false }
        for line in lines {
            if line.trimmed == "*" { return true }
            for tag in tags(in: line) where tag.opaque == current.opaque {
                if weakly || !(tag.isWeak || current.isWeak) { return true }
            }
        }
        return false
    }

    /// The entity tags of a list. A comma may stand inside the quotes, so the list is read, not split.
    static func tags(in list: Bytes) -> [Tag] {
        var tags: [Tag] = []
        var index = 0
        while index < list.count {
            let isWeak = list[index] == UInt8(ascii: "W") && index + 1 < list.count && list[index + 1] == ASCII.slash
            let start = isWeak ? index + 2 : index
            guard start < list.count, list[start] == ASCII.quote else {
                index += 1
                continue
            }
            var end = start + 1
            while end < list.count, list[end] != ASCII.quote { end += 1 }
            guard end < list.count else { return tags }
            tags.append(Tag(isWeak: isWeak, opaque: list.slice(start..<end + 1)))
            index = end + 1
        }
        return tags
    }
}
