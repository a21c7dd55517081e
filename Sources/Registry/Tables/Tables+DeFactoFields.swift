extension Tables {
    /// Fields of products and protocols in wide use that no registry has.
    static let deFactoFieldRows = """
        grpc-status | gRPC over HTTP/2 | response trailer singleton unregistered
        how a gRPC call ended: 0 is OK, anything else an error, whatever the HTTP status is.
        = Look at grpc-message for the reason.
        ! It comes in the trailers; a proxy that drops them makes every call fail.
        > grpc-status: 0
        grpc-message | gRPC over HTTP/2 | response trailer singleton unregistered
        why a gRPC call failed, for people; percent-encoded.
        > grpc-message: deadline%20exceeded
        grpc-status-details-bin | gRPC over HTTP/2 | response trailer singleton unregistered
        more about why a gRPC call failed: a Protocol Buffers message in base64.
        grpc-timeout | gRPC over HTTP/2 | request singleton unregistered
        how long the client waits for the call: up to eight digits and a unit (H, M, S, m, u, n).
        ! m is milliseconds, and M is minutes.
        > grpc-timeout: 500m
        grpc-encoding | gRPC over HTTP/2 | request response singleton unregistered
        how each message of the call is compressed, where its first byte says that it is.
        > grpc-encoding: gzip
        grpc-accept-encoding | gRPC over HTTP/2 | request response list unregistered
        which compressions of messages the sender can undo.
        > grpc-accept-encoding: identity, gzip
        Connect-Protocol-Version | Connect protocol | request singleton unregistered
        says that the request is of the Connect protocol; 1 is the only version.
        Connect-Timeout-Ms | Connect protocol | request singleton unregistered
        how many milliseconds the client waits for the call.
        RateLimit-Limit | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        how many requests the quota allows, as older drafts wrote it; RateLimit-Policy says it now.
        RateLimit-Remaining | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        how many requests are left, as older drafts wrote it; RateLimit says it now.
        RateLimit-Reset | draft-ietf-httpapi-ratelimit-headers | response singleton unregistered
        in how many seconds the quota is full again, as older drafts wrote it.
        ! Some services send a Unix time here; the drafts had seconds from now.
        Upload-Complete | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        whether the upload is complete with this request.
        > Upload-Complete: ?0
        Upload-Offset | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        how many bytes of the upload came before this part, or have arrived.
        > Upload-Offset: 1048576
        Upload-Length | draft-ietf-httpbis-resumable-upload | request response structuredItem unregistered
        how many bytes the whole upload has.
        Upload-Limit | draft-ietf-httpbis-resumable-upload | response structuredDictionary unregistered
        how large an upload and each of its parts may be.
        > Upload-Limit: max-size=1073741824
        Upload-Draft-Interop-Version | draft-ietf-httpbis-resumable-upload | request response singleton unregistered
        which draft of resumable uploads the sender follows.
        Tus-Resumable | tus 1.0 | request response singleton unregistered
        the version of the tus protocol for resumable uploads.
        Upload-Metadata | tus 1.0 | request singleton unregistered
        names and values about an upload with tus, the values in base64.
        No-Vary-Search | draft-ietf-httpbis-no-vary-search | response structuredDictionary unregistered caching
        which parts of the query make no difference, so that a cache may reuse the response without them.
        > No-Vary-Search: params=("utm_source")
        Feature-Policy | W3C Feature Policy | response list unregistered obsolete
        which features the page may use; Permissions-Policy has taken its place.
        Speculation-Rules | HTML Standard | response list unregistered
        where the rules are by which the browser loads pages ahead of time.
        Origin-Trial | Chromium origin trials | response list unregistered
        a token that switches a trial feature of the browser on for this origin.
        Sec-CH-UA-Bitness | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether the processor is of 32 or 64 bits.
        Sec-CH-Prefers-Color-Scheme | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user prefers light or dark pages.
        Sec-CH-Prefers-Reduced-Motion | W3C Media Queries Client Hints | request structuredItem unregistered browserOnly
        whether the user wants little movement on pages.
        X-GitHub-Request-Id | GitHub | response singleton unregistered
        GitHub's number for the request, to be named in reports.
        X-GitHub-Event | GitHub | request singleton unregistered
        the event that a webhook of GitHub reports.
        X-Hub-Signature-256 | GitHub | request singleton unregistered
        an HMAC over the content of a webhook, by which the receiver knows its sender.
        = Compute it over the bytes as received, and compare in constant time.
        X-B3-TraceId | B3 propagation | request singleton unregistered
        the trace that the request belongs to, as Zipkin passes it on; Traceparent is the standard form.
        X-B3-SpanId | B3 propagation | request singleton unregistered
        the step of the trace, as Zipkin passes it on.
        X-B3-Sampled | B3 propagation | request singleton unregistered
        whether the trace is recorded: 1 or 0.
        b3 | B3 propagation | request singleton unregistered
        trace, step and sampling in one field, as Zipkin passes them on.
        sentry-trace | Sentry | request singleton unregistered
        the trace that the request belongs to, for Sentry.
        X-Total-Count | not registered | response singleton unregistered
        how many items there are on all pages, from habit.
        X-Forwarded-Prefix | not registered | request singleton unregistered
        the beginning of the path that a proxy has taken off.
        X-AspNet-Version | Microsoft ASP.NET | response singleton unregistered
        the version of ASP.NET.
        ! It tells attackers what to try; enableVersionHeader="false" removes it.
        CF-IPCountry | Cloudflare | request singleton unregistered personal
        the country of the client's address, as Cloudflare sees it.
        X-Vercel-Id | Vercel | request response singleton unregistered
        Vercel's number for the request, and the regions it went through.
        X-Vercel-Cache | Vercel | response singleton unregistered caching
        what Vercel's cache did: HIT, MISS, STALE, PRERENDER.
        X-Amz-Date | AWS Signature Version 4 | request singleton unregistered
        when the request was signed.
        ! More than about five minutes off, the service refuses the signature.
        Surrogate-Key | Fastly | response list unregistered caching
        names by which the cache forgets many responses at once.
        Cache-Tag | Cloudflare, Akamai | response list unregistered caching
        names by which the cache forgets many responses at once.
        X-Envoy-Upstream-Service-Time | Envoy | response singleton unregistered
        how many milliseconds the server behind Envoy took.
        HX-Request | htmx | request singleton unregistered
        says that htmx made the request, and takes a piece of a page.
        ! An answer that depends on it needs Vary: HX-Request.
        HX-Redirect | htmx | response singleton unregistered
        where htmx is to go, by loading the whole page.
        """
}
