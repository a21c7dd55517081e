extension Tables {
    /// Fields of single uses: WebDAV, dictionaries, delivery networks, tracing, and names from habit.
    static let moreFieldRows = """
        Available-Dictionary | RFC 9842 §2.2 | request structuredItem
        the hash of the client's compression dictionary.
        Baggage | W3C Baggage | request list unregistered
        names and values that a trace carries from service to service.
        Cache-Groups | RFC 9875 §2 | response structuredList caching
        the groups of the response, which can be invalidated together.
        Cache-Group-Invalidation | RFC 9875 §3 | response structuredList caching
        the groups of stored responses that the request has invalidated.
        Capsule-Protocol | RFC 9297 §3.4 | request response structuredItem
        says that the connection continues with capsules.
        Content-DPR | draft-ietf-httpbis-client-hints | response singleton unregistered obsolete
        once gave the pixel ratio of an image.
        Content-MD5 | RFC 2616 §14.15 | request response singleton obsolete
        once a hash of the content; Content-Digest replaces it.
        DAV | RFC 4918 §10.1 | response list
        the classes of WebDAV that the server supports.
        Destination | RFC 4918 §10.3 | request singleton
        the target URL of COPY or MOVE.
        Device-Memory | W3C Device Memory | request singleton unregistered browserAdded
        the approximate memory of the device in gigabytes.
        Dictionary-ID | RFC 9842 §2.3 | request structuredItem
        the server's name for the dictionary.
        Digest | RFC 3230 §4.3.2 | request response obsolete
        once a hash of the representation; Repr-Digest replaces it.
        Downlink | W3C Network Information | request singleton unregistered browserAdded
        the approximate bandwidth of the client in megabits per second.
        DPoP | RFC 9449 §4.1 | request singleton secret
        a proof that the client has the key to which its access token is bound.
        DPoP-Nonce | RFC 9449 §8.1 | response singleton
        a value that the next DPoP proof must contain.
        DPR | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once gave the number of device pixels per CSS pixel.
        ECT | W3C Network Information | request singleton unregistered browserAdded
        the effective type of the client's connection: slow-2g to 4g.
        Front-End-Https | not registered | request singleton unregistered
        says that the client used https (a convention of Microsoft's proxies).
        HTTP2-Settings | RFC 7540 §3.2.1 | request singleton hopByHop obsolete
        the settings of a client that changes to HTTP/2 by Upgrade, which is obsolete.
        If | RFC 4918 §10.4 | request singleton condition
        the lock tokens and versions that a WebDAV request requires.
        If-Schedule-Tag-Match | RFC 6638 §8.3 | request singleton condition
        carry out the request only if the calendar entry still has this tag.
        Lock-Token | RFC 4918 §10.5 | request response singleton
        the name of a WebDAV lock.
        MIME-Version | RFC 9112 appendix B.1 | request response singleton
        says that the message follows MIME, which HTTP does only in part.
        Overwrite | RFC 4918 §10.6 | request singleton
        whether COPY or MOVE may replace an existing resource.
        P3P | The Platform for Privacy Preferences 1.0 | response obsolete
        once a machine-readable privacy policy; browsers ignore it.
        Ping-From | HTML Standard | request singleton browserAdded
        the page with the link whose visit is reported.
        Ping-To | HTML Standard | request singleton browserAdded
        the URL of the link whose visit is reported.
        Purpose | not registered | request singleton unregistered browserAdded
        is prefetch when a browser fetches ahead of time; Sec-Purpose is the newer name.
        Replay-Nonce | RFC 8555 §6.5.1 | response singleton
        a value that the next ACME request must contain.
        RTT | W3C Network Information | request singleton unregistered browserAdded
        the approximate round trip time of the client in milliseconds.
        Save-Data | W3C Network Information | request structuredItem unregistered browserAdded
        asks for less data, at lower quality.
        Schedule-Tag | RFC 6638 §8.2 | response singleton
        an identifier of this version of a calendar entry.
        Service-Worker | W3C Service Workers | request singleton unregistered browserAdded
        says that the script will become a service worker.
        Service-Worker-Allowed | W3C Service Workers | response singleton unregistered
        the largest scope that a service worker may have.
        SLUG | RFC 5023 §9.7 | request singleton
        the name that the client suggests for the URL of a new entry.
        SoapAction | SOAP 1.1 | request singleton
        the operation of a SOAP service.
        Surrogate-Capability | W3C Edge Architecture Specification | request provisional
        the features of a cache in front of the server.
        Surrogate-Control | W3C Edge Architecture Specification | response list caching provisional
        instructions for caches in front of the server; CDN-Cache-Control is the standard field.
        Timeout | RFC 4918 §10.7 | request response list
        the requested duration of a WebDAV lock.
        Topic | RFC 8030 §5.4 | request singleton
        the topic of a push message, which replaces a waiting one of the same topic.
        Traceparent | W3C Trace Context | request singleton
        the trace of the request, and the step that sent it.
        > traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
        Tracestate | W3C Trace Context | request list
        data of each tracing system.
        TTL | RFC 8030 §5.2 | request singleton
        for how many seconds a push message should be stored.
        Urgency | RFC 8030 §5.3 | request singleton
        how much battery a push message is worth.
        Use-As-Dictionary | RFC 9842 §2.1 | response structuredDictionary
        says that the response can be a dictionary for later ones.
        Viewport-Width | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once gave the width of the window.
        Width | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once gave the display width of an image.
        CF-Cache-Status | Cloudflare | response singleton unregistered caching
        what Cloudflare's cache did: HIT, MISS, EXPIRED, REVALIDATED, STALE, UPDATING, BYPASS, DYNAMIC or NONE.
        = DYNAMIC: this kind of file is not cached unless a cache rule asks for it.
        > CF-Cache-Status: HIT
        CF-Connecting-IP | not registered | request singleton unregistered personal
        the client's address, as Cloudflare saw it.
        CF-Ray | not registered | request response singleton unregistered
        Cloudflare's ID of the request, with the data centre.
        Fly-Request-Id | not registered | request response singleton unregistered
        Fly.io's ID of the request.
        True-Client-IP | not registered | request singleton unregistered personal
        the client's address, as Akamai or Cloudflare saw it.
        Api-Key | not registered | request singleton unregistered secret
        a key that identifies the client (a convention); Authorization is the standard field.
        ApiKey | not registered | request singleton unregistered secret
        a key that identifies the client (a convention); Authorization is the standard field.
        Private-Token | not registered | request singleton unregistered secret
        the token that identifies the client to GitLab.
        X-Accel-Buffering | not registered | response singleton unregistered
        no: nginx forwards the response as it arrives, which event streams need.
        X-Accel-Redirect | not registered | response singleton unregistered
        tells nginx which file to send instead of this response.
        X-Access-Token | not registered | request singleton unregistered secret
        a token that identifies the client (a convention); Authorization is the standard field.
        X-Amz-Cf-Id | not registered | request response singleton unregistered
        CloudFront's ID of the request.
        X-Amz-Cf-Pop | not registered | response singleton unregistered
        the CloudFront location that answered.
        X-Amz-Request-Id | not registered | response singleton unregistered
        Amazon's ID of the request.
        X-Amz-Security-Token | not registered | request singleton unregistered secret
        the session token of temporary AWS credentials.
        X-Amzn-RequestId | not registered | response singleton unregistered
        Amazon's ID of the request.
        X-Amzn-Trace-Id | not registered | request response singleton unregistered
        the trace of the request, at Amazon.
        X-API-Key | not registered | request singleton unregistered secret
        a key that identifies the client (a convention); Authorization is the standard field.
        X-Auth-Token | not registered | request response singleton unregistered secret
        a token that identifies the client (a convention); Authorization is the standard field.
        X-Cache | not registered | response list unregistered caching
        whether caches had the response (HIT, MISS), the one nearest to the client last; Cache-Status is the standard.
        ! Vendors differ: Fastly also says MISS when it bypasses the cache, and HIT for what its edge generates.
        > X-Cache: Hit from cloudfront
        X-Cache-Hits | not registered | response list unregistered caching
        how often the cache has sent this response.
        X-Correlation-ID | not registered | request response singleton unregistered
        an ID that connects related requests (a convention).
        X-CSRF-Token | not registered | request singleton unregistered secret
        a value that proves that the site's own page sent the request.
        X-DNS-Prefetch-Control | not registered | response singleton unregistered
        whether the browser may look up the host names of links in advance.
        X-Download-Options | not registered | response singleton unregistered obsolete
        noopen once prevented Internet Explorer from opening downloads directly.
        X-Forwarded-For | RFC 7239 §4 | request list unregistered personal
        the addresses of the client and the proxies; Forwarded is the standard field.
        ! Trust only the values that your own proxies added; the client can forge those before them.
        X-Forwarded-Host | RFC 7239 §5.3 | request singleton unregistered
        the Host that the client requested; Forwarded is the standard field.
        X-Forwarded-Port | not registered | request singleton unregistered
        the port that the client requested (a convention).
        X-Forwarded-Proto | RFC 7239 §5.4 | request singleton unregistered
        the scheme that the client used; Forwarded is the standard field.
        X-Frame-Bytes | not registered | response singleton unregistered
        a size that some media servers report (a convention).
        X-GitLab-Token | not registered | request singleton unregistered secret
        the secret that proves to a webhook's receiver that GitLab sent it.
        X-Goog-Api-Key | not registered | request singleton unregistered secret
        the key that identifies the client to Google's services.
        X-HTTP-Method-Override | not registered | request singleton unregistered
        the actual method of a POST, for clients that cannot send other methods.
        ! A server that supports it lets clients bypass a proxy's method restrictions.
        X-Permitted-Cross-Domain-Policies | not registered | response singleton unregistered obsolete
        the policy files that Flash and PDF readers were allowed to use.
        X-Powered-By | not registered | response singleton unregistered
        the framework of the server (a convention); nothing needs it.
        X-RateLimit-Limit | not registered | response singleton unregistered
        the number of requests allowed per time window (a convention).
        X-RateLimit-Remaining | not registered | response singleton unregistered
        the number of requests left in the time window (a convention).
        X-RateLimit-Reset | not registered | response singleton unregistered
        when the time window ends: a time or a number of seconds, depending on the service.
        RateLimit | draft-ietf-httpapi-ratelimit-headers | response structuredList unregistered
        the number of requests left, and the seconds until the quota is renewed.
        RateLimit-Policy | draft-ietf-httpapi-ratelimit-headers | response structuredList unregistered
        the limits that apply.
        X-Real-IP | not registered | request singleton unregistered personal
        the client's address, as nginx is often configured to forward it.
        X-Request-ID | not registered | request response singleton unregistered
        an ID for finding the request in logs (a convention).
        X-Requested-With | not registered | request singleton unregistered
        says that a script sent the request (a convention).
        X-Robots-Tag | not registered | response list unregistered
        whether search engines may index the page or keep a copy.
        X-Runtime | not registered | response singleton unregistered
        the time in seconds that the server took, as Rails reports it.
        X-Served-By | not registered | response list unregistered
        the CDN machines that answered.
        X-Timer | not registered | response singleton unregistered
        when and how long Fastly processed the request.
        X-UA-Compatible | not registered | response singleton unregistered obsolete
        once told Internet Explorer which version to imitate.
        X-Varnish | not registered | response list unregistered caching
        Varnish's IDs of the request; two of them on a cache hit.
        X-Vault-Token | not registered | request singleton unregistered secret
        the token that identifies the client to HashiCorp Vault.
        X-XSRF-Token | not registered | request singleton unregistered secret
        a value that proves that the site's own page sent the request.
        """
}
