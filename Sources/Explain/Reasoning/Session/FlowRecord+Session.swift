import Bytes
package import Flow
import HTTPModel
package import HTTPSemantics

// How the simulations of a session see an exchange.
extension FlowRecord {
    /// Seconds since 1970.
    var requestSeconds: Int64 { (startedAt ?? 0) / 1_000_000 }
    var responseSeconds: Int64 { max(responseReceivedAt ?? 0, startedAt ?? 0) / 1_000_000 }

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

    /// What caches make of a response at the moment it came.
    func freshness(of response: ResponseHead) -> (privateCache: Freshness, shared: Freshness) {
        Freshness.both(
            method: method, request: requestFields, status: response.status, response: response.fields,
            clock: .init(requestTime: requestSeconds, responseTime: responseSeconds, now: responseSeconds))
    }

    var redirectHop: RedirectChain.Hop {
        RedirectChain.Hop(
            index: index, url: url, method: method, request: requestFields, hasContent: requestHasContent,
            status: responseHead?.status, response: responseHead?.fields, time: responseSeconds)
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
