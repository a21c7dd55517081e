extension Tables {
    /// Fields of delivery networks and of large services, and names that are used without a registration.
    static let conventionFieldRows = """
        CF-Cache-Status | Cloudflare | response singleton unregistered caching
        what Cloudflare's cache did: HIT, MISS, EXPIRED, REVALIDATED, STALE, UPDATING, BYPASS, DYNAMIC or NONE.
        = DYNAMIC: this kind of file is not cached unless a cache rule asks for it.
        ! DYNAMIC means that Cloudflare did not try: by default it stores by file extension, so HTML and JSON are not
        stored.
        > CF-Cache-Status: HIT
        CF-Connecting-IP | not registered | request singleton unregistered personal
        the client's address, as Cloudflare saw it.
        ! It can be trusted only on connections from Cloudflare: a client that reaches the server directly can send any
        address.
        > CF-Connecting-IP: 203.0.113.7
        CF-Ray | not registered | request response singleton unregistered
        Cloudflare's ID of the request, with the data centre.
        ! It is an ID for Cloudflare's support and logs; the part after the hyphen is the data centre.
        > CF-RAY: 230b030023ae2822-SJC
        Fly-Request-Id | not registered | request response singleton unregistered
        Fly.io's ID of the request.
        ! It is for logs. It is not an ID of the client's action, which has another one for each retry.
        > Fly-Request-Id: 01HQ3X5M7N8P9Q-fra
        True-Client-IP | not registered | request singleton unregistered personal
        the client's address, as Akamai or Cloudflare saw it.
        ! Any client can send it, unless the CDN is configured to set it.
        > True-Client-IP: 203.0.113.7
        Api-Key | not registered | request singleton unregistered secret
        a key that identifies the client (a convention); Authorization is the standard field.
        ! Log files and caches know that Authorization is secret; they may record this field or share its responses.
        > Api-Key: 3f8a1c…
        ApiKey | not registered | request singleton unregistered secret
        a key that identifies the client (a convention); Authorization is the standard field.
        ! Log files and caches know that Authorization is secret; they may record this field or share its responses.
        > apikey: 3f8a1c…
        Private-Token | not registered | request singleton unregistered secret
        the token that identifies the client to GitLab.
        ! Such a token has no end unless one was set. A leaked one has to be revoked in GitLab.
        > PRIVATE-TOKEN: glpat-3f8a1c…
        X-Accel-Buffering | not registered | response singleton unregistered
        no: nginx forwards the response as it arrives, which event streams need.
        ! Only nginx obeys it, and removes it. Another proxy in between may still buffer.
        > X-Accel-Buffering: no
        X-Accel-Redirect | not registered | response singleton unregistered
        tells nginx which file to send instead of this response.
        ! The path is that of an internal location, not of a file; without internal, clients can fetch the files
        directly.
        > X-Accel-Redirect: /protected/report.pdf
        X-Access-Token | not registered | request singleton unregistered secret
        a token that identifies the client (a convention); Authorization is the standard field.
        ! Log files and caches know that Authorization is secret; they may record this field or share its responses.
        > X-Access-Token: 3f8a1c…
        X-Amz-Cf-Id | not registered | request response singleton unregistered
        CloudFront's ID of the request.
        ! Support at AWS asks for it together with the time, so log both.
        > X-Amz-Cf-Id: 3f8a1cR7wN2kq…==
        X-Amz-Cf-Pop | not registered | response singleton unregistered
        the CloudFront location that answered.
        ! It is the place of CloudFront, not of the origin server.
        > X-Amz-Cf-Pop: FRA56-P5
        X-Amz-Request-Id | not registered | response singleton unregistered
        Amazon's ID of the request.
        ! Support at AWS needs X-Amz-Id-2, too.
        > x-amz-request-id: 3E57427F33A59F07
        X-Amz-Security-Token | not registered | request singleton unregistered secret
        the session token of temporary AWS credentials.
        ! It must be among the signed headers. Without it, temporary keys are answered with 403 (InvalidAccessKeyId or
        InvalidToken).
        > X-Amz-Security-Token: IQoJb3JpZ2luX2VjE…
        X-Amzn-RequestId | not registered | response singleton unregistered
        Amazon's ID of the request.
        ! It is the ID of one attempt: a retry of the client's library has another one.
        > x-amzn-RequestId: 7a62c49f-347e-4fc4-9331-6e8eEXAMPLE
        X-Amzn-Trace-Id | not registered | request response singleton unregistered
        the trace of the request, at Amazon.
        ! The load balancer adds to what a client sends, so a client can choose the Root part.
        > X-Amzn-Trace-Id: Root=1-67891233-abcdef012345678912345678
        X-API-Key | not registered | request singleton unregistered secret
        a key that identifies the client (a convention); Authorization is the standard field.
        ! Log files and caches know that Authorization is secret; they may record this field or share its responses.
        > X-API-Key: 3f8a1c…
        X-Auth-Token | not registered | request response singleton unregistered secret
        a token that identifies the client (a convention); Authorization is the standard field.
        ! Log files and caches know that Authorization is secret; they may record this field or share its responses.
        > X-Auth-Token: 3f8a1c…
        X-Cache | not registered | response list unregistered caching
        whether caches had the response (HIT, MISS), the one nearest to the client last; Cache-Status is the standard.
        ! Vendors differ: Fastly also says MISS when it bypasses the cache, and HIT for what its edge generates.
        > X-Cache: Hit from cloudfront
        X-Cache-Hits | not registered | response list unregistered caching
        how often the cache has sent this response.
        ! Several numbers are those of several caches, the nearest to the client last. 0 is a miss.
        > X-Cache-Hits: 0, 3
        X-Correlation-ID | not registered | request response singleton unregistered
        an ID that connects related requests (a convention).
        ! A service that makes a new one instead of passing it on cuts the log in two. A client can send any value:
        limit its length before logging.
        > X-Correlation-ID: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        X-CSRF-Token | not registered | request singleton unregistered secret
        a value that proves that the site's own page sent the request.
        ! A token that is the same for all users, or is sent to other origins, protects nothing.
        > X-CSRF-Token: 3f8a1c…
        X-DNS-Prefetch-Control | not registered | response singleton unregistered
        whether the browser may look up the host names of links in advance.
        ! On https pages browsers do not look up links in advance unless this is on.
        > X-DNS-Prefetch-Control: on
        X-Download-Options | not registered | response singleton unregistered obsolete
        noopen once prevented Internet Explorer from opening downloads directly.
        ! Only Internet Explorer 8 and later read it.
        > X-Download-Options: noopen
        X-Forwarded-For | RFC 7239 §4 | request list unregistered personal
        the addresses of the client and the proxies; Forwarded is the standard field.
        ! Trust only the values that your own proxies added; the client can forge those before them.
        > X-Forwarded-For: 203.0.113.7, 198.51.100.2
        X-Forwarded-Host | RFC 7239 §5.3 | request singleton unregistered
        the Host that the client requested; Forwarded is the standard field.
        ! A server that builds links from it can be made to send users to another host, unless the proxy sets it.
        > X-Forwarded-Host: shop.example.com
        X-Forwarded-Port | not registered | request singleton unregistered
        the port that the client requested (a convention).
        ! Applications that combine it with a Host that already has a port make URLs such as shop.example.com:443:443.
        > X-Forwarded-Port: 443
        X-Forwarded-Proto | RFC 7239 §5.4 | request singleton unregistered
        the scheme that the client used; Forwarded is the standard field.
        ! Without it, an application whose proxy ends TLS redirects from https to https in a loop.
        > X-Forwarded-Proto: https
        X-Frame-Bytes | not registered | response singleton unregistered
        a size that some media servers report (a convention).
        > X-Frame-Bytes: 4096
        X-GitLab-Token | not registered | request singleton unregistered secret
        the secret that proves to a webhook's receiver that GitLab sent it.
        ! It is a shared secret in plain text, and no signature: the receiver should accept it over https only.
        > X-Gitlab-Token: 3f8a1c…
        X-Goog-Api-Key | not registered | request singleton unregistered secret
        the key that identifies the client to Google's services.
        ! A key in a page or an app can be read by anybody: restrict it to your hosts and services.
        > X-Goog-Api-Key: AIzaSy…
        X-HTTP-Method-Override | not registered | request singleton unregistered
        the actual method of a POST, for clients that cannot send other methods.
        ! A server that supports it lets clients bypass a proxy's method restrictions.
        > X-HTTP-Method-Override: PATCH
        X-Permitted-Cross-Domain-Policies | not registered | response singleton unregistered obsolete
        the policy files that Flash and PDF readers were allowed to use.
        ! Browsers have no Flash any more; only PDF readers still look for crossdomain.xml.
        > X-Permitted-Cross-Domain-Policies: none
        X-Powered-By | not registered | response singleton unregistered
        the framework of the server (a convention); nothing needs it.
        ! A version in it tells attackers which faults to try.
        > X-Powered-By: Express
        X-RateLimit-Limit | not registered | response singleton unregistered
        the number of requests allowed per time window (a convention).
        ! It does not say of which time window; services differ.
        > X-RateLimit-Limit: 60
        X-RateLimit-Remaining | not registered | response singleton unregistered
        the number of requests left in the time window (a convention).
        ! Parallel requests all see an old number, so 1 does not promise that the next request is accepted.
        > X-RateLimit-Remaining: 56
        X-RateLimit-Reset | not registered | response singleton unregistered
        when the time window ends: a time or a number of seconds, depending on the service.
        ! A client that takes seconds since 1970 for a number of seconds waits for 50 years.
        > X-RateLimit-Reset: 1772367000
        RateLimit | draft-ietf-httpapi-ratelimit-headers | response structuredList unregistered
        the number of requests left, and the seconds until the quota is renewed.
        ! It is a hint: a server may refuse earlier, with 429.
        > RateLimit: "default";r=50;t=30
        RateLimit-Policy | draft-ietf-httpapi-ratelimit-headers | response structuredList unregistered
        the limits that apply.
        ! Each policy has a name, by which RateLimit refers to it.
        > RateLimit-Policy: "default";q=100;w=60
        X-Real-IP | not registered | request singleton unregistered personal
        the client's address, as nginx is often configured to forward it.
        ! Any client can send it, unless the proxy sets it.
        > X-Real-IP: 203.0.113.7
        X-Request-ID | not registered | request response singleton unregistered
        an ID for finding the request in logs (a convention).
        ! Servers differ: some keep the client's value, some replace it. A client can send any value: limit its length
        before logging.
        > X-Request-ID: 7f3c2a90-5a1e-4d1b-9a0e-0c2b8f6d1e22
        X-Requested-With | not registered | request singleton unregistered
        says that a script sent the request (a convention).
        ! A page of another origin needs a preflight to send it. That is a weak defence against forged requests, not a
        proof of origin.
        > X-Requested-With: XMLHttpRequest
        X-Robots-Tag | not registered | response list unregistered
        whether search engines may index the page or keep a copy.
        ! A crawler that robots.txt keeps away never sees it, so the page can stay in the index.
        > X-Robots-Tag: noindex, nofollow
        X-Runtime | not registered | response singleton unregistered
        the time in seconds that the server took, as Rails reports it.
        ! It is the time of the application only, without queue, proxy and network.
        > X-Runtime: 0.042153
        X-Served-By | not registered | response list unregistered
        the CDN machines that answered.
        ! Several names are several caches, the nearest to the client last.
        > X-Served-By: cache-fra-etou8220024-FRA
        X-Timer | not registered | response singleton unregistered
        when and how long Fastly processed the request.
        ! VS and VE are milliseconds, S is seconds since 1970.
        > X-Timer: S1772366400.123456,VS0,VE7
        X-UA-Compatible | not registered | response singleton unregistered obsolete
        once told Internet Explorer which version to imitate.
        ! Only Internet Explorer reads it; Edge ignores it.
        > X-UA-Compatible: IE=edge
        X-Varnish | not registered | response list unregistered caching
        Varnish's IDs of the request; two of them on a cache hit.
        ! One number is a miss, two are a hit: the second is the request that filled the cache.
        > X-Varnish: 32770 3
        X-Vault-Token | not registered | request singleton unregistered secret
        the token that identifies the client to HashiCorp Vault.
        ! A leaked token gives access to its secrets until its lease ends: keep it out of logs.
        > X-Vault-Token: hvs.3f8a1c…
        X-XSRF-Token | not registered | request singleton unregistered secret
        a value that proves that the site's own page sent the request.
        ! The server must compare it with the cookie XSRF-TOKEN of the same session. A token that is only present proves
        nothing.
        > X-XSRF-TOKEN: 3f8a1c…
        """
}
