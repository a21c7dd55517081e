extension Tables {
    /// Fields of proxies, caches, CDNs and hosting platforms.
    static let proxyFieldRows = """
        X-Request-Start | not registered | request singleton unregistered
        when the first proxy received the request, as a Unix time.
        ! Proxies differ in the unit: seconds, milliseconds or microseconds.
        > X-Request-Start: t=1772366400123
        X-Response-Time | not registered | response singleton unregistered
        how long the server took (a convention); Server-Timing is the standard field.
        X-Trace-Id | not registered | request response singleton unregistered
        the trace of the request (a convention); Traceparent is the standard field.
        X-Forwarded-Server | Apache HTTP Server | request singleton unregistered
        the host name of the proxy.
        X-Forwarded-Scheme | not registered | request singleton unregistered
        the scheme that the client used (a convention); X-Forwarded-Proto is more common.
        X-Forwarded-Ssl | not registered | request singleton unregistered
        on if the client used https (a convention).
        X-Original-URL | Microsoft IIS | request singleton unregistered
        the URL before a rewrite.
        ! A framework that prefers it to the requested URL lets clients pass access rules of the proxy; remove it at the
        edge.
        X-Rewrite-URL | Microsoft IIS | request singleton unregistered
        the URL after a rewrite.
        ! A framework that prefers it to the requested URL lets clients pass access rules of the proxy; remove it at the
        edge.
        X-Original-Forwarded-For | not registered | request singleton unregistered personal
        X-Forwarded-For as an outer proxy sent it, at some ingress controllers.
        X-ProxyUser-Ip | not registered | request singleton unregistered personal
        the address of the client, at some proxies.
        ! Anyone can send it; trust it only from a proxy that sets it.
        Fastly-Client-IP | Fastly | request singleton unregistered personal
        the address of the client, according to Fastly.
        X-Cluster-Client-IP | not registered | request singleton unregistered personal
        the address of the client, at some load balancers.
        ! Anyone can send it; trust it only from a proxy that sets it.
        X-Client-IP | not registered | request singleton unregistered personal
        the address of the client, at some load balancers.
        ! Anyone can send it; trust it only from a proxy that sets it.
        CF-Visitor | Cloudflare | request singleton unregistered
        the scheme that the client used, as JSON.
        > CF-Visitor: {"scheme":"https"}
        CF-Worker | Cloudflare | request singleton unregistered
        the zone of the Cloudflare Worker that sent the request.
        CF-Mitigated | Cloudflare | response singleton unregistered
        challenge if the response is Cloudflare's test for browsers, not the site's.
        CF-EW-Via | Cloudflare | request response singleton unregistered
        marks requests between Cloudflare Workers, against loops.
        X-Vercel-IP-Country | Vercel | request singleton unregistered personal
        the country of the client's address, according to Vercel.
        X-Matched-Path | Vercel | request response singleton unregistered
        the route of the application that served the path.
        X-Middleware-Rewrite | Next.js | response singleton unregistered
        the URL that a middleware serves in place of the requested one.
        X-Nextjs-Cache | Next.js | response singleton unregistered caching
        the result of the cache of Next.js: HIT, MISS or STALE.
        X-NF-Request-ID | Netlify | response singleton unregistered
        Netlify's ID of the request; quote it in reports.
        X-Render-Origin-Server | Render | response singleton unregistered
        the server of the application, at Render.
        Fly-Region | Fly.io | request singleton unregistered
        the region of Fly.io that received the request.
        X-Railway-Request-Id | Railway | request response singleton unregistered
        Railway's ID of the request.
        X-Heroku-Queue-Wait-Time | Heroku | request singleton unregistered
        how many milliseconds the request waited, in the older router of Heroku.
        X-Netlify-Original-Pathname | Netlify | request singleton unregistered
        the path before a rewrite.
        Fastly-Debug-Digest | Fastly | response singleton unregistered
        the hash by which Fastly's cache stores the response, for debugging.
        Fastly-SSL | Fastly | request singleton unregistered
        present if the client used https.
        X-Cache-Lookup | Squid | response singleton unregistered caching
        whether the cache had a stored response before it looked at its freshness.
        > X-Cache-Lookup: HIT from proxy.example:3128
        X-Cache-Status | not registered | response singleton unregistered caching
        the result of the cache, usually of nginx: HIT, MISS, EXPIRED, BYPASS; Cache-Status is the standard field.
        X-Proxy-Cache | not registered | response singleton unregistered caching
        the result of a proxy's cache (a convention); Cache-Status is the standard field.
        X-Akamai-Transformed | Akamai | response singleton unregistered
        says that Akamai changed the content.
        X-Akamai-Request-ID | Akamai | response singleton unregistered
        Akamai's ID of the request.
        Akamai-Cache-Status | Akamai | response singleton unregistered caching
        the result of Akamai's cache.
        Edge-Control | Akamai | response singleton unregistered caching
        Cache-Control for Akamai only.
        X-Check-Cacheable | Akamai | response singleton unregistered caching
        YES if Akamai may store the response; sent if a client asks for it with Pragma.
        X-Fastly-Request-ID | Fastly | response singleton unregistered
        Fastly's ID of the request.
        X-CDN | not registered | response singleton unregistered
        the name of the CDN.
        X-Iinfo | Imperva | response singleton unregistered
        Imperva's data about the request, for its support.
        X-Sucuri-ID | Sucuri | response singleton unregistered
        the server of Sucuri's firewall.
        X-Sucuri-Cache | Sucuri | response singleton unregistered caching
        the result of Sucuri's cache.
        X-LiteSpeed-Cache | LiteSpeed | response singleton unregistered caching
        the result of LiteSpeed's cache: hit or miss.
        X-Accel-Expires | nginx | response singleton unregistered caching
        how many seconds nginx stores the response; it replaces Cache-Control for nginx, which removes it.
        X-Sendfile | Apache mod_xsendfile, lighttpd | response singleton unregistered
        the path of a file that the web server sends as the body; the server removes the field.
        ! A client that sees it reads paths of the server: nothing in front handles it.
        X-Edge-IP | CDN77 | response singleton unregistered
        the address of the CDN's server.
        X-77-Cache | CDN77 | response singleton unregistered caching
        the result of CDN77's cache.
        X-Envoy-Attempt-Count | Envoy | request response singleton unregistered
        how often Envoy has sent this request, the first time included.
        X-Envoy-Expected-Rq-Timeout-Ms | Envoy | request singleton unregistered
        how many milliseconds Envoy waits for the response.
        X-Envoy-External-Address | Envoy | request singleton unregistered personal
        the address of the client, as Envoy trusts it.
        X-Envoy-Decorator-Operation | Envoy | request response singleton unregistered
        the name of the operation in traces.
        X-Kong-Upstream-Latency | Kong | response singleton unregistered
        how many milliseconds the upstream server took.
        X-Kong-Proxy-Latency | Kong | response singleton unregistered
        how many milliseconds Kong itself took.
        X-Kong-Request-Id | Kong | request response singleton unregistered
        Kong's ID of the request.
        X-Backend-Server | not registered | response singleton unregistered
        the server that the load balancer chose.
        ! It shows internal names to everyone.
        X-Server-Name | not registered | response singleton unregistered
        the name of the server.
        ! It shows internal names to everyone.
        X-UIDH | Verizon | request singleton unregistered personal
        an ID of the subscriber that a mobile network added to plain http.
        """
}
