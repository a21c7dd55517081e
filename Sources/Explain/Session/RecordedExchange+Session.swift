import Bytes
import HTTPModel
import HTTPSemantics

// How the simulations of a session see an exchange.
extension RecordedExchange {
    /// Seconds since 1970.
    var requestSeconds: Int64 { times.requestSent / 1_000_000 }
    var responseSeconds: Int64 { max(times.responseReceived ?? times.requestSent, times.requestSent) / 1_000_000 }

    var cookieContext: CookieContext {
        CookieContext(url: url, method: request.method, request: request.fields)
    }

    var cacheExchange: CacheExchange {
        CacheExchange(
            url: url, method: request.method, request: request.fields, status: response?.status,
            response: response?.fields ?? FieldSection(raw: Bytes(), lines: []), contentSize: transferredSize,
            requestTime: requestSeconds, responseTime: responseSeconds)
    }

    /// What caches make of a response at the moment it came.
    func freshness(of response: ResponseHead) -> (personal: Freshness, shared: Freshness) {
        Freshness.both(
            method: request.method, request: request.fields, status: response.status, response: response.fields,
            clock: .init(requestTime: requestSeconds, responseTime: responseSeconds, now: responseSeconds))
    }

    var redirectHop: RedirectTrail.Hop {
        RedirectTrail.Hop(
            index: index, url: url, method: request.method, request: request.fields, hasContent: requestHasContent,
            status: response?.status, response: response?.fields, time: responseSeconds)
    }

    /// Where this answer leads a client that follows redirects.
    var redirect: Redirect? { response == nil ? nil : redirectHop.redirect }
}
