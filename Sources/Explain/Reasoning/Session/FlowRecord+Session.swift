import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics

// How the simulations of a session see an exchange.
extension FlowRecord {
    /// Seconds since 1970.
    var requestSeconds: Int64 { (startedAt ?? 0) / 1_000_000 }
    var responseSeconds: Int64 { max(responseReceivedAt ?? 0, startedAt ?? 0) / 1_000_000 }

    /// The request's fields are those that it had, as far as anybody can tell.
    var listsRequestFields: Bool { isRecorded(.requestBytes) || !requestFields.lines.isEmpty }

    var cookieContext: CookieContext {
        CookieContext(url: url, method: method, request: requestFields)
    }

    /// The exchange as a cache sees it.
    package var cacheExchange: CacheExchange {
        CacheExchange(
            url: url, method: method, request: requestFields, status: responseHead?.status,
            response: responseHead?.fields ?? .none, contentSize: transferredSize,
            requestTime: requestSeconds, responseTime: responseSeconds)
    }

    /// The same without a response.
    var unansweredCacheExchange: CacheExchange {
        CacheExchange(
            url: url, method: method, request: requestFields, status: nil, response: .none,
            requestTime: requestSeconds, responseTime: responseSeconds)
    }

    /// What caches make of a response at the moment it came.
    func freshness(of response: ResponseHead) -> (privateCache: Freshness, shared: Freshness) {
        Freshness.both(
            url: url, method: method, request: requestFields, status: response.status, response: response.fields,
            clock: .init(
                requestTime: requestSeconds, responseTime: responseSeconds, now: responseSeconds,
                isRead: isRecorded(.responseTime)))
    }

    /// No cache stores the response, so what it says to caches changes nothing.
    func isStoredByNobody(_ response: ResponseHead) -> Bool {
        Storability.isStoredByNobody(CachePhrases.facts(self, response))
    }

    var redirectHop: RedirectChain.Hop {
        RedirectChain.Hop(
            index: index, url: url, method: method, request: requestFields, hasContent: requestHasContent,
            status: responseHead?.status, response: responseHead?.fields, time: responseSeconds, use: redirectUse)
    }

    /// What a browser's cache makes of a redirect: whether it remembers it.
    var redirectUse: Freshness.Use? {
        guard let head = responseHead, (300..<400).contains(head.status) else { return nil }
        return freshness(of: head).privateCache.use(status: head.status)
    }

    /// Where this answer leads a client that follows redirects.
    var redirect: Redirect? {
        // Most answers lead nowhere, and of those no hop has to be made.
        guard let head = responseHead, (300..<400).contains(head.status), head.fields.contains(.location) else {
            return nil
        }
        return redirectHop.redirect
    }
}
