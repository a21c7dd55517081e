public import Bytes
public import HTTPModel

/// What a client that follows a redirection sends next (RFC 9110 §15.4).
public struct Redirect: Sendable, Hashable {
    /// What decided the method of the next request.
    public enum MethodRule: Sendable, Hashable {
        /// 307 and 308: method and content stay (RFC 9110 §15.4.8, §15.4.9).
        case preserved
        /// 301 and 302 leave any method but POST as it is (§15.4.2, §15.4.3).
        case unchanged
        /// 301 and 302 after POST: clients send GET, which both sections permit.
        case postBecomesGet
        /// 303: the result is elsewhere; clients fetch it with GET, or with HEAD after HEAD (§15.4.4).
        case seeOther
    }

    /// The status of the response.
    public let status: Int
    /// The value of Location, as sent.
    public let location: Bytes
    /// The absolute URL of the target.
    public let target: URLReference
    /// The method of the request.
    public let method: Method
    /// The method of the request that follows.
    public let nextMethod: Method
    /// Why the method stays or changes.
    public let rule: MethodRule
    /// Whether the request's content is sent again.
    public let keepsContent: Bool
    /// 301 and 308: clients may replace the old URL.
    public let isPermanent: Bool

    /// Whether the origin changes: clients then drop Authorization (RFC 9110 §15.4). Cookies do not depend on origins:
    /// host, path and Secure select them for each request (RFC 6265bis §5.8.3, §8.5).
    public let changesOrigin: Bool
    /// Whether the next host belongs to another site, according to the public suffix list.
    public let changesSite: Bool
    /// From https to http.
    public let isDowngrade: Bool
    /// Whether an HTTP request follows: the target is http or https. Browsers open another program for other URLs, or
    /// refuse.
    public let isHTTP: Bool

    /// The redirect of a response; also nil for a preflight, whose redirects browsers do not follow (Fetch §4.8).
    public static func of(
        method: Method, request: FieldSection, status: Int, response: FieldSection, url: Bytes
    ) -> Redirect? {
        guard (300..<400).contains(status), let location = response.first(.location),
            !CORSRequest.isPreflight(method, request)
        else { return nil }
        return Redirect(status: status, location: location, method: method, requestURL: url)
    }

    /// Made by the browser, which sent nothing, because the host requires TLS (RFC 6797 §8.3). Chrome's recordings mark
    /// it with this field.
    public static func isMadeByBrowser(status: Int, response: FieldSection) -> Bool {
        status == 307 && response.contains(named: "non-authoritative-reason")
    }

    /// Whether browsers go to the target by https all the same, because this response has them use TLS for its host
    /// (RFC 6797 §8.3). Other clients know no such policy.
    ///
    /// - Parameter url: of the request, which is known to have gone over TLS.
    package func isUpgraded(by response: FieldSection, from url: URLReference) -> Bool {
        guard isDowngrade, let policy = HSTSPolicy.of(response), let asked = url.bytes(url.host)?.lowercased,
            let next = target.bytes(target.host)?.lowercased
        else { return false }
        return policy.covers(next, announcedBy: asked)
    }

    /// Whether a 308 is no redirect, but "Resume Incomplete" of Google's resumable uploads: without Location, and with
    /// Range, or in answer to Content-Range.
    package static func isResumeIncomplete(_ response: ResponseHead, asked request: FieldSection?) -> Bool {
        response.status == 308 && !response.fields.contains(.location)
            && (response.fields.contains(named: "range") || request?.contains(named: "content-range") == true)
    }

    /// Whether the next request is the same as this one: a loop.
    ///
    /// - Parameter knowsScheme: false when the scheme of the request's URL was assumed. A Location that names one may
    ///   then lead from http to https, or back to where it was.
    public func leadsBack(to url: URLReference, knowsScheme: Bool) -> Bool {
        nextMethod == method && target.requestKey == url.requestKey
            && (knowsScheme || URLReference(location).scheme == nil)
    }

    /// nil when clients do not follow by themselves: the status is none of 301, 302, 303, 307, 308 (300 offers a
    /// choice, 304 is about the cache, 305 and 306 are obsolete), or `location` is empty.
    ///
    /// `requestURL` is the absolute URL of the request.
    public init?(status: Int, location: Bytes, method: Method, requestURL: Bytes) {
        guard !location.isEmpty else { return nil }
        switch status {
        case 301, 302:
            let isPost = method == .post
            rule = isPost ? .postBecomesGet : .unchanged
            nextMethod = isPost ? .get : method
            keepsContent = !isPost
        case 303:
            rule = .seeOther
            nextMethod = method == .head ? .head : .get
            keepsContent = false
        case 307, 308:
            rule = .preserved
            nextMethod = method
            keepsContent = true
        default:
            return nil
        }
        self.status = status
        self.location = location
        self.method = method
        isPermanent = status == 301 || status == 308
        let base = URLReference(requestURL)
        target = URLReference(location).resolved(against: base)
        changesOrigin = !target.hasSameOrigin(as: base)
        changesSite = !target.hasSameSite(as: base)
        isHTTP = target.isHTTP
        isDowngrade = base.hasScheme("https") && target.hasScheme("http")
    }
}
