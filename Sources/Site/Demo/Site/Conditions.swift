import Bytes
import HTTPModel
import HTTPSemantics

/// Whether a conditional request is carried out (RFC 9110 §13.2.2): the steps as everyone reads them, and what a server
/// knows besides, that there is a representation and which validators it has. Pure.
enum Conditions {
    enum Verdict: Sendable, Hashable {
        case proceed
        /// 304: what the client has is still right.
        case notModified
        /// 412: what the client wants to work on is not what there is.
        case failed
    }

    /// Stands for the representation of a page without an entity tag: no client can name it, but `*` does (§13.1.1).
    private static let nameless = EntityTag(isWeak: false, opaque: Bytes())

    /// `etag` as it stands in the ETag field, `modified` the seconds of Last-Modified; nil when there is none. For GET
    /// and HEAD.
    static func verdict(_ request: SiteRequest, etag: String?, modified: Int64?) -> Verdict {
        // What cannot be told, a date that is none or one where there is nothing to compare with, is ignored (§13.1.4).
        let decisive = steps(request, etag: etag, modified: modified).first { $0.number < 5 && $0.result == .fails }
        guard let decisive else { return .proceed }
        return decisive.number < 3 ? .failed : .notModified
    }

    /// Step 5: whether Range is to be looked at. If-Range wants the very same bytes, so the comparison is strong.
    static func rangeApplies(_ request: SiteRequest, etag: String, modified: Int64) -> Bool {
        switch steps(request, etag: etag, modified: modified).first(where: { $0.number == 5 })?.result {
        case .absent, .ignored, .holds, nil: true
        case .fails, .unknown: false
        }
    }

    private static func steps(_ request: SiteRequest, etag: String?, modified: Int64?) -> [Preconditions.Step] {
        let tag = etag.flatMap { EntityTag(Bytes($0)) } ?? nameless
        return Preconditions(
            method: request.head.method, request: request.head.fields, tag: tag, modified: modified,
            now: request.seconds
        ).steps
    }
}
