extension Tables {
    /// Fields of products and protocols in wide use that no registry has.
    static let deFactoFieldRows = """
        grpc-status | gRPC over HTTP/2 | response trailer singleton unregistered
        the result of the RPC: 0 is OK, anything else an error, whatever the HTTP status is.
        = grpc-message has the reason.
        ! It is sent in the trailers; a proxy that drops trailers makes every RPC fail.
        > grpc-status: 0
        grpc-message | gRPC over HTTP/2 | response trailer singleton unregistered
        the reason why the RPC failed, for people; percent-encoded.
        > grpc-message: deadline%20exceeded
        grpc-status-details-bin | gRPC over HTTP/2 | response trailer singleton unregistered
        details of the failed RPC: a Protocol Buffers message in base64.
        grpc-timeout | gRPC over HTTP/2 | request singleton unregistered
        how long the client waits for the RPC: up to eight digits and a unit (H, M, S, m, u, n).
        ! m is milliseconds, M is minutes.
        > grpc-timeout: 500m
        grpc-encoding | gRPC over HTTP/2 | request response singleton unregistered
        the compression of the RPC's messages; the first byte of each message says whether it is used.
        > grpc-encoding: gzip
        grpc-accept-encoding | gRPC over HTTP/2 | request response list unregistered
        the message compressions that the sender can decode.
        > grpc-accept-encoding: identity, gzip
        Connect-Protocol-Version | Connect protocol | request singleton unregistered
        marks a request of the Connect protocol; 1 is the only version.
        Connect-Timeout-Ms | Connect protocol | request singleton unregistered
        how many milliseconds the client waits for the RPC.
        RateLimit-Limit | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        the number of requests in the quota, in older drafts; RateLimit-Policy replaces it.
        RateLimit-Remaining | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        the number of remaining requests, in older drafts; RateLimit replaces it.
        RateLimit-Reset | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        seconds until the quota is full again, in older drafts.
        ! Some services send a Unix time; the drafts define seconds from now.
        Upload-Complete | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        whether this request completes the upload.
        > Upload-Complete: ?0
        Upload-Offset | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        the number of bytes of the upload before this part, or already received.
        > Upload-Offset: 1048576
        Upload-Length | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        the total number of bytes of the upload.
        Upload-Limit | draft-ietf-httpbis-resumable-upload | response structuredDictionary unregistered
        the maximum sizes of an upload and its parts.
        > Upload-Limit: max-size=1073741824
        Upload-Draft-Interop-Version | draft-ietf-httpbis-resumable-upload | request response singleton unregistered
        the draft of resumable uploads that the sender implements.
        Tus-Resumable | tus 1.0 | request response singleton unregistered
        the version of the tus protocol for resumable uploads.
        Upload-Metadata | tus 1.0 | request singleton unregistered
        names and values that describe an upload with tus; the values are in base64.
        No-Vary-Search | draft-ietf-httpbis-no-vary-search | response structuredDictionary unregistered caching
        the parts of the query that a cache can ignore when it reuses the response.
        > No-Vary-Search: params=("utm_source")
        Feature-Policy | W3C Feature Policy | response list unregistered obsolete
        the browser features that the page may use; Permissions-Policy replaces it.
        Speculation-Rules | HTML Standard | response list unregistered
        the URL of the rules for prefetching and prerendering.
        Origin-Trial | Chromium origin trials | response list unregistered
        a token that enables an experimental browser feature for this origin.
        Sec-CH-UA-Bitness | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether the processor has 32 or 64 bits.
        Sec-CH-Prefers-Color-Scheme | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user prefers light or dark pages.
        Sec-CH-Prefers-Reduced-Motion | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user wants pages with little animation.
        X-GitHub-Request-Id | GitHub | response singleton unregistered
        GitHub's ID of the request; quote it in reports.
        X-GitHub-Event | GitHub | request singleton unregistered
        the event that a GitHub webhook reports.
        X-Hub-Signature-256 | GitHub | request singleton unregistered
        an HMAC over the webhook's body, which proves the sender.
        = Compute it over the bytes as received, and compare in constant time.
        X-B3-TraceId | B3 propagation | request singleton unregistered
        the trace of the request, in Zipkin's format; Traceparent is the standard field.
        X-B3-SpanId | B3 propagation | request singleton unregistered
        the step of the trace, in Zipkin's format.
        X-B3-Sampled | B3 propagation | request singleton unregistered
        whether the trace is recorded: 1 or 0.
        b3 | B3 propagation | request singleton unregistered
        trace, step and sampling in one field, in Zipkin's format.
        sentry-trace | Sentry | request singleton unregistered
        the trace of the request, for Sentry.
        X-Total-Count | not registered | response singleton unregistered
        the number of items on all pages (a convention).
        X-Forwarded-Prefix | not registered | request singleton unregistered
        the start of the path that a proxy has removed.
        X-AspNet-Version | Microsoft ASP.NET | response singleton unregistered
        the version of ASP.NET.
        ! It helps attackers choose an exploit; enableVersionHeader="false" removes it.
        CF-IPCountry | Cloudflare | request singleton unregistered personal
        the country of the client's address, according to Cloudflare.
        X-Vercel-Id | Vercel | request response singleton unregistered
        Vercel's ID of the request, with the regions it passed.
        X-Vercel-Cache | Vercel | response singleton unregistered caching
        the result of Vercel's cache: HIT, MISS, STALE, PRERENDER.
        X-Amz-Date | AWS Signature Version 4 | request singleton unregistered
        the time when the request was signed.
        ! If the clock is off by more than about five minutes, the service rejects the signature.
        Surrogate-Key | Fastly | response list unregistered caching
        names by which many responses can be purged from the cache at once.
        Cache-Tag | Cloudflare, Akamai | response list unregistered caching
        names by which many responses can be purged from the cache at once.
        X-Envoy-Upstream-Service-Time | Envoy | response singleton unregistered
        the time in milliseconds that the upstream server took.
        HX-Request | htmx | request singleton unregistered
        marks a request by htmx, which expects a fragment of a page.
        ! A response that depends on it needs Vary: HX-Request.
        HX-Redirect | htmx | response singleton unregistered
        the URL that htmx opens as a whole page.
        """
}
