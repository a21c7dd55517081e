extension Tables {
    /// Fields of single uses: WebDAV, dictionaries, delivery networks, tracing, and names from habit.
    static let moreFieldRows = """
        Available-Dictionary | RFC 9842 §2.2 | request structuredItem
        the hash of the dictionary that the client has for compression.
        Baggage | W3C Baggage | request list unregistered
        names and values that a trace carries from service to service.
        Cache-Groups | RFC 9875 §2 | response structuredList caching
        to which groups the response belongs, so that they can be made stale together.
        Cache-Group-Invalidation | RFC 9875 §3 | response structuredList caching
        which groups of stored responses the request has made stale.
        Capsule-Protocol | RFC 9297 §3.4 | request response structuredItem
        says that the connection goes on with capsules.
        Content-DPR | draft-ietf-httpbis-client-hints | response singleton unregistered obsolete
        once told which pixel ratio an image was made for.
        Content-MD5 | RFC 2616 §14.15 | request response singleton obsolete
        once a hash of the content; Content-Digest has taken its place.
        DAV | RFC 4918 §10.1 | response list
        which classes of WebDAV the server does.
        Destination | RFC 4918 §10.3 | request singleton
        where COPY or MOVE is to put the resource.
        Device-Memory | W3C Device Memory | request singleton unregistered browserAdded
        about how many gigabytes of memory the device has.
        Dictionary-ID | RFC 9842 §2.3 | request structuredItem
        the name that the server gave the dictionary.
        Digest | RFC 3230 §4.3.2 | request response obsolete
        once a hash of the representation; Repr-Digest has taken its place.
        Downlink | W3C Network Information | request singleton unregistered browserAdded
        about how many megabits a second the client's connection does.
        DPoP | RFC 9449 §4.1 | request singleton secret
        a proof that the client holds the key to which its access token is bound.
        DPoP-Nonce | RFC 9449 §8.1 | response singleton
        a value that the next DPoP proof has to contain.
        DPR | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once told how many device pixels a CSS pixel has.
        ECT | W3C Network Information | request singleton unregistered browserAdded
        the kind of connection the client seems to have: slow-2g to 4g.
        Front-End-Https | not registered | request singleton unregistered
        says from habit of Microsoft's proxies that the client used https.
        HTTP2-Settings | RFC 7540 §3.2.1 | request singleton hopByHop obsolete
        the settings of a client that would change to HTTP/2 by Upgrade, which is not done any more.
        If | RFC 4918 §10.4 | request singleton condition
        the lock tokens and versions under which a WebDAV request may be done.
        If-Schedule-Tag-Match | RFC 6638 §8.3 | request singleton condition
        do it only if the calendar entry still has this tag.
        Lock-Token | RFC 4918 §10.5 | request response singleton
        the name of a WebDAV lock.
        MIME-Version | RFC 9112 appendix B.1 | request response singleton
        says that the message follows MIME, which HTTP does only nearly.
        Overwrite | RFC 4918 §10.6 | request singleton
        whether COPY or MOVE may replace what is there.
        P3P | The Platform for Privacy Preferences 1.0 | response obsolete
        once a policy on privacy for machines; no browser reads it.
        Ping-From | HTML Standard | request singleton browserAdded
        the page with the link whose visit is being reported.
        Ping-To | HTML Standard | request singleton browserAdded
        the address of the link whose visit is being reported.
        Purpose | not registered | request singleton unregistered browserAdded
        says prefetch when a browser loads ahead of time; Sec-Purpose is the newer name.
        Replay-Nonce | RFC 8555 §6.5.1 | response singleton
        a value that the next ACME request has to contain.
        RTT | W3C Network Information | request singleton unregistered browserAdded
        about how many milliseconds a round trip of the client's takes.
        Save-Data | W3C Network Information | request structuredItem unregistered browserAdded
        asks for less data, at the price of quality.
        Schedule-Tag | RFC 6638 §8.2 | response singleton
        a name for this version of a calendar entry.
        Service-Worker | W3C Service Workers | request singleton unregistered browserAdded
        says that the script will become a service worker.
        Service-Worker-Allowed | W3C Service Workers | response singleton unregistered
        how much of the site a service worker may serve.
        SLUG | RFC 5023 §9.7 | request singleton
        the name that a new entry would like to have in its URL.
        SoapAction | SOAP 1.1 | request singleton
        which act of a SOAP service the request is for.
        Surrogate-Capability | W3C Edge Architecture Specification | request provisional
        what a cache in front of the server can do.
        Surrogate-Control | W3C Edge Architecture Specification | response list caching provisional
        what caches in front of the server may do; CDN-Cache-Control is the standard form.
        Timeout | RFC 4918 §10.7 | request response list
        how long a WebDAV lock is wanted.
        Topic | RFC 8030 §5.4 | request singleton
        a push message of the same topic replaces the one that waits.
        Traceparent | W3C Trace Context | request singleton
        the trace that the request belongs to, and the step that made it.
        > traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
        Tracestate | W3C Trace Context | request list
        what each tracing system wants to carry along.
        TTL | RFC 8030 §5.2 | request singleton
        for how many seconds a push message is worth keeping.
        Urgency | RFC 8030 §5.3 | request singleton
        how much a push message may cost the battery.
        Use-As-Dictionary | RFC 9842 §2.1 | response structuredDictionary
        says that the response may serve as a dictionary for later ones.
        Viewport-Width | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once told how wide the window is.
        Width | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once told how wide an image will be.
        CF-Cache-Status | Cloudflare | response singleton unregistered caching
        what Cloudflare's cache did: HIT, MISS, EXPIRED, REVALIDATED, STALE, UPDATING, BYPASS, DYNAMIC or NONE.
        = DYNAMIC: this kind of file is not cached unless a cache rule asks for it.
        > CF-Cache-Status: HIT
        CF-Connecting-IP | not registered | request singleton unregistered personal
        the client's address, as Cloudflare saw it.
        CF-Ray | not registered | request response singleton unregistered
        Cloudflare's number for the request, and the data centre that took it.
        Fly-Request-Id | not registered | request response singleton unregistered
        Fly.io's number for the request.
        True-Client-IP | not registered | request singleton unregistered personal
        the client's address, as Akamai or Cloudflare saw it.
        Api-Key | not registered | request singleton unregistered secret
        a key that tells who is asking, from habit; Authorization is the standard place.
        ApiKey | not registered | request singleton unregistered secret
        a key that tells who is asking, from habit; Authorization is the standard place.
        Private-Token | not registered | request singleton unregistered secret
        the token by which GitLab knows who is asking.
        X-Accel-Buffering | not registered | response singleton unregistered
        no: nginx passes the response on as it comes, as event streams need.
        X-Accel-Redirect | not registered | response singleton unregistered
        tells nginx which file to send in place of this answer.
        X-Access-Token | not registered | request singleton unregistered secret
        a token that tells who is asking, from habit; Authorization is the standard place.
        X-Amz-Cf-Id | not registered | request response singleton unregistered
        CloudFront's number for the request.
        X-Amz-Cf-Pop | not registered | response singleton unregistered
        the place of CloudFront that answered.
        X-Amz-Request-Id | not registered | response singleton unregistered
        Amazon's number for the request.
        X-Amz-Security-Token | not registered | request singleton unregistered secret
        the session token of temporary credentials at Amazon.
        X-Amzn-RequestId | not registered | response singleton unregistered
        Amazon's number for the request.
        X-Amzn-Trace-Id | not registered | request response singleton unregistered
        the trace that the request belongs to, at Amazon.
        X-API-Key | not registered | request singleton unregistered secret
        a key that tells who is asking, from habit; Authorization is the standard place.
        X-Auth-Token | not registered | request response singleton unregistered secret
        a token that tells who is asking, from habit; Authorization is the standard place.
        X-Cache | not registered | response list unregistered caching
        whether caches had the answer (HIT, MISS), the one nearest to the client last; Cache-Status is the standard.
        ! Vendors differ: Fastly says MISS also where it passes by the cache, and HIT of what its edge makes itself.
        > X-Cache: Hit from cloudfront
        X-Cache-Hits | not registered | response list unregistered caching
        how often the cache has given this answer.
        X-Correlation-ID | not registered | request response singleton unregistered
        a number that ties together what belongs to one act, from habit.
        X-CSRF-Token | not registered | request singleton unregistered secret
        a value that proves that the site's own page made the request.
        X-DNS-Prefetch-Control | not registered | response singleton unregistered
        whether the browser may look up the names of links ahead of time.
        X-Download-Options | not registered | response singleton unregistered obsolete
        noopen once kept Internet Explorer from opening downloads at once.
        X-Forwarded-For | RFC 7239 §4 | request list unregistered personal
        the addresses of client and proxies; Forwarded is the standard form.
        ! Only what your own proxies added can be trusted; what stands before it the client may have made up.
        X-Forwarded-Host | RFC 7239 §5.3 | request singleton unregistered
        the Host that the client asked for; Forwarded is the standard form.
        X-Forwarded-Port | not registered | request singleton unregistered
        the port that the client asked for, from habit.
        X-Forwarded-Proto | RFC 7239 §5.4 | request singleton unregistered
        the scheme that the client used; Forwarded is the standard form.
        X-Frame-Bytes | not registered | response singleton unregistered
        a size that some media servers tell, from habit.
        X-GitLab-Token | not registered | request singleton unregistered secret
        the secret by which the receiver of a webhook knows that GitLab sent it.
        X-Goog-Api-Key | not registered | request singleton unregistered secret
        the key by which Google's services know who is asking.
        X-HTTP-Method-Override | not registered | request singleton unregistered
        the method that is meant, in a POST, from clients that can send no other method.
        ! A server that follows it undoes whatever a proxy allows by method.
        X-Permitted-Cross-Domain-Policies | not registered | response singleton unregistered obsolete
        which policy files Flash and PDF readers might follow.
        X-Powered-By | not registered | response singleton unregistered
        the framework of the server, from habit; nothing needs it.
        X-RateLimit-Limit | not registered | response singleton unregistered
        how many requests are allowed in a span of time, from habit.
        X-RateLimit-Remaining | not registered | response singleton unregistered
        how many of them are left.
        X-RateLimit-Reset | not registered | response singleton unregistered
        when the count begins anew: a time or a number of seconds, as the service likes.
        RateLimit | draft-ietf-httpapi-ratelimit-headers | response structuredList unregistered
        how many requests are left, and for how long.
        RateLimit-Policy | draft-ietf-httpapi-ratelimit-headers | response structuredList unregistered
        the limits that hold.
        X-Real-IP | not registered | request singleton unregistered personal
        the client's address, as nginx is often told to pass it on.
        X-Request-ID | not registered | request response singleton unregistered
        a number for finding the request again in logs, from habit.
        X-Requested-With | not registered | request singleton unregistered
        says from habit that a script made the request.
        X-Robots-Tag | not registered | response list unregistered
        whether search engines may list the page or keep a copy.
        X-Runtime | not registered | response singleton unregistered
        how many seconds the server took, as Rails tells it.
        X-Served-By | not registered | response list unregistered
        which machines of a delivery network answered.
        X-Timer | not registered | response singleton unregistered
        when and how long Fastly worked on the request.
        X-UA-Compatible | not registered | response singleton unregistered obsolete
        once told Internet Explorer which version of itself to be.
        X-Varnish | not registered | response list unregistered caching
        Varnish's numbers for the request, two when it had the answer.
        X-Vault-Token | not registered | request singleton unregistered secret
        the token by which HashiCorp Vault knows who is asking.
        X-XSRF-Token | not registered | request singleton unregistered secret
        a value that proves that the site's own page made the request.
        """
}
