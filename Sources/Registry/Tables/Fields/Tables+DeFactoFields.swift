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
        ! It is for people: programs compare grpc-status. Unencoded characters break it, since it is percent-encoded.
        > grpc-message: deadline%20exceeded
        grpc-status-details-bin | gRPC over HTTP/2 | response trailer singleton unregistered
        details of the failed RPC: a Protocol Buffers message in base64.
        ! Its code has to agree with grpc-status. Large details exceed header limits, and the client then sees only a
        broken stream.
        > grpc-status-details-bin: CAUSDWJhZCByZXF1ZXN0
        grpc-timeout | gRPC over HTTP/2 | request singleton unregistered
        how long the client waits for the RPC: up to eight digits and a unit (H, M, S, m, u, n).
        ! m is milliseconds, M is minutes.
        > grpc-timeout: 500m
        grpc-encoding | gRPC over HTTP/2 | request response singleton unregistered
        the compression of the RPC's messages; the first byte of each message says whether it is used.
        ! A server that does not know it fails the RPC with UNIMPLEMENTED (12).
        > grpc-encoding: gzip
        grpc-accept-encoding | gRPC over HTTP/2 | request response list unregistered
        the message compressions that the sender can decode.
        ! Without it, a server may only compress with what the client used itself.
        > grpc-accept-encoding: identity, gzip
        Connect-Protocol-Version | Connect protocol | request singleton unregistered
        marks a request of the Connect protocol; 1 is the only version.
        ! A server may require it, and then answers 400 without it.
        > Connect-Protocol-Version: 1
        Connect-Timeout-Ms | Connect protocol | request singleton unregistered
        how many milliseconds the client waits for the RPC.
        ! The proxy's own timeout may be shorter: then the client sees 504 instead of deadline_exceeded.
        > Connect-Timeout-Ms: 5000
        RateLimit-Limit | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        the number of requests in the quota, in older drafts; RateLimit-Policy replaces it.
        ! Drafts differed about time windows in it; read RateLimit-Policy where it is sent.
        > RateLimit-Limit: 100
        RateLimit-Remaining | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        the number of remaining requests, in older drafts; RateLimit replaces it.
        ! Parallel requests all see an old number, so 1 does not promise that the next request is accepted.
        > RateLimit-Remaining: 50
        RateLimit-Reset | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        seconds until the quota is full again, in older drafts.
        ! Some services send a Unix time; the drafts define seconds from now.
        > RateLimit-Reset: 30
        Upload-Complete | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        whether this request completes the upload.
        ! ?0 keeps the upload open. A client that forgets ?1 in the last part leaves it unfinished.
        > Upload-Complete: ?0
        Upload-Offset | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        the number of bytes of the upload before this part, or already received.
        ! If it is not the number of bytes that the server has, the server answers 409.
        > Upload-Offset: 1048576
        Upload-Length | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        the total number of bytes of the upload.
        ! It must stay the same in all requests of the upload; a server refuses a change with 400.
        > Upload-Length: 104857600
        Upload-Limit | draft-ietf-httpbis-resumable-upload | response structuredDictionary unregistered
        the maximum sizes of an upload and its parts.
        ! A part above max-append-size may be refused with 413.
        > Upload-Limit: max-size=1073741824
        Upload-Draft-Interop-Version | draft-ietf-httpbis-resumable-upload | request response singleton unregistered
        the draft of resumable uploads that the sender implements.
        ! Client and server must implement the same draft, or the upload cannot be resumed.
        > Upload-Draft-Interop-Version: 6
        Tus-Resumable | tus 1.0 | request response singleton unregistered
        the version of the tus protocol for resumable uploads.
        ! A request without it, or with a version that the server lacks, is refused with 412.
        > Tus-Resumable: 1.0.0
        Upload-Metadata | tus 1.0 | request singleton unregistered
        names and values that describe an upload with tus; the values are in base64.
        ! The values are base64, the names are not; a name without a value is allowed.
        > Upload-Metadata: filename d29ybGRfZG9taW5hdGlvbl9wbGFuLnBkZg==
        No-Vary-Search | draft-ietf-httpbis-no-vary-search | response structuredDictionary unregistered caching
        the parts of the query that a cache can ignore when it reuses the response.
        ! A parameter that does change the page, if it is listed, gives users the wrong page from the cache.
        > No-Vary-Search: params=("utm_source")
        Feature-Policy | W3C Feature Policy | response list unregistered obsolete
        the browser features that the page may use; Permissions-Policy replaces it.
        ! Its syntax is another one: Permissions-Policy with such a value is ignored.
        > Feature-Policy: camera 'none'
        Speculation-Rules | HTML Standard | response list unregistered
        the URL of the rules for prefetching and prerendering.
        ! The file must have the type application/speculationrules+json, and CORS if it is on another origin.
        > Speculation-Rules: "/rules/prefetch.json"
        Origin-Trial | Chromium origin trials | response list unregistered
        a token that enables an experimental browser feature for this origin.
        ! Tokens expire and are for one origin: then the feature is off without a word, except in the console.
        > Origin-Trial: A9Jk3f8a1c…
        Sec-CH-UA-Bitness | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether the processor has 32 or 64 bits.
        ! It is sent only after Accept-CH asked for it, over https.
        > Sec-CH-UA-Bitness: "64"
        Sec-CH-Prefers-Color-Scheme | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user prefers light or dark pages.
        ! Responses that differ by it need Vary: Sec-CH-Prefers-Color-Scheme.
        > Sec-CH-Prefers-Color-Scheme: dark
        Sec-CH-Prefers-Reduced-Motion | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user wants pages with little animation.
        ! Responses that differ by it need Vary: Sec-CH-Prefers-Reduced-Motion.
        > Sec-CH-Prefers-Reduced-Motion: reduce
        X-GitHub-Request-Id | GitHub | response singleton unregistered
        GitHub's ID of the request; quote it in reports.
        ! It is an ID for GitHub's support; nothing can be looked up with it.
        > X-GitHub-Request-Id: 8F3C:2A90:5A1E4D:61B9A0:67891233
        X-GitHub-Event | GitHub | request singleton unregistered
        the event that a GitHub webhook reports.
        ! It is not covered by the signature of the body: check that the body fits.
        > X-GitHub-Event: push
        X-Hub-Signature-256 | GitHub | request singleton unregistered
        an HMAC over the webhook's body, which proves the sender.
        = Compute it over the bytes as received, and compare in constant time.
        ! The HMAC is over the bytes as received. Of a body that was parsed and written again it differs. Compare in
        constant time.
        > X-Hub-Signature-256: sha256=d57c68ca6f92289e6987922ff26938930f6e66a2d161ef06abdf1859230aa23c
        X-B3-TraceId | B3 propagation | request singleton unregistered
        the trace of the request, in Zipkin's format; Traceparent is the standard field.
        ! A service that passes on only one of the X-B3 fields cuts the trace in two.
        > X-B3-TraceId: 80f198ee56343ba864fe8b2a57d3eff7
        X-B3-SpanId | B3 propagation | request singleton unregistered
        the step of the trace, in Zipkin's format.
        ! It is of 16 hex digits; the trace has 16 or 32.
        > X-B3-SpanId: e457b5a2e4d86bd1
        X-B3-Sampled | B3 propagation | request singleton unregistered
        whether the trace is recorded: 1 or 0.
        ! Old libraries also send true and false.
        > X-B3-Sampled: 1
        b3 | B3 propagation | request singleton unregistered
        trace, step and sampling in one field, in Zipkin's format.
        ! Services that read only the X-B3 fields see no trace.
        > b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
        sentry-trace | Sentry | request singleton unregistered
        the trace of the request, for Sentry.
        ! A request to a third party carries it, too, unless the library is limited to your own hosts.
        > sentry-trace: 4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1
        X-Total-Count | not registered | response singleton unregistered
        the number of items on all pages (a convention).
        ! A script of another origin reads it only if Access-Control-Expose-Headers names it.
        > X-Total-Count: 1312
        X-Forwarded-Prefix | not registered | request singleton unregistered
        the start of the path that a proxy has removed.
        ! An application that does not read it makes links without the prefix, which lead past the proxy's route.
        > X-Forwarded-Prefix: /shop
        X-AspNet-Version | Microsoft ASP.NET | response singleton unregistered
        the version of ASP.NET.
        ! It helps attackers choose an exploit; enableVersionHeader="false" removes it.
        > X-AspNet-Version: 4.0.30319
        CF-IPCountry | Cloudflare | request singleton unregistered personal
        the country of the client's address, according to Cloudflare.
        ! XX is an unknown country, T1 the Tor network. Any client can send it past Cloudflare.
        > CF-IPCountry: DE
        X-Vercel-Id | Vercel | request response singleton unregistered
        Vercel's ID of the request, with the regions it passed.
        ! It lists regions from the edge to the function; quote it in reports.
        > x-vercel-id: fra1::iad1::abcde-1772366400000-0123456789ab
        X-Vercel-Cache | Vercel | response singleton unregistered caching
        the result of Vercel's cache: HIT, MISS, STALE, PRERENDER.
        ! STALE is an old response that is renewed in the background: the next request gets the new one.
        > x-vercel-cache: HIT
        X-Amz-Date | AWS Signature Version 4 | request singleton unregistered
        the time when the request was signed.
        ! If the clock is off by more than about five minutes, the service rejects the signature.
        > X-Amz-Date: 20260301T120000Z
        Surrogate-Key | Fastly | response list unregistered caching
        names by which many responses can be purged from the cache at once.
        ! Fastly removes it before the client; keys after the first 16 KB are ignored.
        > Surrogate-Key: product-17 category-3
        Cache-Tag | Cloudflare, Akamai | response list unregistered caching
        names by which many responses can be purged from the cache at once.
        ! Cloudflare removes it before the client. Tags beyond 16 KB are ignored, and those pages cannot be purged.
        > Cache-Tag: product-17,category-3
        X-Envoy-Upstream-Service-Time | Envoy | response singleton unregistered
        the time in milliseconds that the upstream server took.
        ! It has no network time between Envoy and the client in it.
        > x-envoy-upstream-service-time: 42
        HX-Request | htmx | request singleton unregistered
        marks a request by htmx, which expects a fragment of a page.
        ! A response that depends on it needs Vary: HX-Request.
        > HX-Request: true
        HX-Redirect | htmx | response singleton unregistered
        the URL that htmx opens as a whole page.
        ! A 302 is followed by the browser before htmx sees it, so this field belongs to a 200.
        > HX-Redirect: /login
        """
}
