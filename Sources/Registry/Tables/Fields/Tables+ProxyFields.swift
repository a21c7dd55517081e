extension Tables {
    /// Fields of proxies, caches, CDNs and hosting platforms.
    static let proxyFieldRows = """
        X-Request-Start | not registered | request singleton unregistered
        when the first proxy received the request, as a Unix time.
        ! Proxies differ in the unit: seconds, milliseconds or microseconds.
        > X-Request-Start: t=1772366400123
        X-Response-Time | not registered | response singleton unregistered
        how long the server took (a convention); Server-Timing is the standard field.
        ! Its unit differs: seconds, milliseconds, with or without letters.
        > X-Response-Time: 42ms
        X-Trace-Id | not registered | request response singleton unregistered
        the trace of the request (a convention); Traceparent is the standard field.
        ! Tools for traces read Traceparent; this one can only be searched for in logs.
        > X-Trace-Id: 4bf92f3577b34da6a3ce929d0e0e4736
        X-Forwarded-Server | Apache HTTP Server | request singleton unregistered
        the host name of the proxy.
        ! It names a machine inside of the network: remove it before responses or other services show it.
        > X-Forwarded-Server: proxy1.example.com
        X-Forwarded-Scheme | not registered | request singleton unregistered
        the scheme that the client used (a convention); X-Forwarded-Proto is more common.
        ! An application that reads X-Forwarded-Proto ignores it, and takes https for http.
        > X-Forwarded-Scheme: https
        X-Forwarded-Ssl | not registered | request singleton unregistered
        on if the client used https (a convention).
        ! Any client can send it: trust it only if the proxy sets or removes it.
        > X-Forwarded-Ssl: on
        X-Original-URL | Microsoft IIS | request singleton unregistered
        the URL before a rewrite.
        ! A framework that prefers it to the requested URL lets clients pass access rules of the proxy; remove it at the
        edge.
        > X-Original-URL: /old/path
        X-Rewrite-URL | Microsoft IIS | request singleton unregistered
        the URL after a rewrite.
        ! A framework that prefers it to the requested URL lets clients pass access rules of the proxy; remove it at the
        edge.
        > X-Rewrite-URL: /new/path
        X-Original-Forwarded-For | not registered | request singleton unregistered personal
        X-Forwarded-For as an outer proxy sent it, at some ingress controllers.
        ! The first address in it was written by the client, who can write any.
        > X-Original-Forwarded-For: 203.0.113.7
        X-ProxyUser-Ip | not registered | request singleton unregistered personal
        the address of the client, at some proxies.
        ! Anyone can send it; trust it only from a proxy that sets it.
        > X-ProxyUser-Ip: 203.0.113.7
        Fastly-Client-IP | Fastly | request singleton unregistered personal
        the address of the client, according to Fastly.
        ! A client can send it, unless the service overwrites it.
        > Fastly-Client-IP: 203.0.113.7
        X-Cluster-Client-IP | not registered | request singleton unregistered personal
        the address of the client, at some load balancers.
        ! Anyone can send it; trust it only from a proxy that sets it.
        > X-Cluster-Client-IP: 203.0.113.7
        X-Client-IP | not registered | request singleton unregistered personal
        the address of the client, at some load balancers.
        ! Anyone can send it; trust it only from a proxy that sets it.
        > X-Client-IP: 203.0.113.7
        CF-Visitor | Cloudflare | request singleton unregistered
        the scheme that the client used, as JSON.
        ! With flexible TLS it says https although Cloudflare used http to the server: redirects to https then loop.
        > CF-Visitor: {"scheme":"https"}
        CF-Worker | Cloudflare | request singleton unregistered
        the zone of the Cloudflare Worker that sent the request.
        ! It names whose Worker sent the request; a check of it belongs to the server, since any zone can have Workers.
        > CF-Worker: example.com
        CF-Mitigated | Cloudflare | response singleton unregistered
        challenge if the response is Cloudflare's test for browsers, not the site's.
        ! Programs that expect JSON get an HTML page with 403: they have to be let through in the firewall.
        > cf-mitigated: challenge
        CF-EW-Via | Cloudflare | request response singleton unregistered
        marks requests between Cloudflare Workers, against loops.
        > CF-EW-Via: 15
        X-Vercel-IP-Country | Vercel | request singleton unregistered personal
        the country of the client's address, according to Vercel.
        ! It is a guess by the address: a VPN gives another country.
        > x-vercel-ip-country: DE
        X-Matched-Path | Vercel | request response singleton unregistered
        the route of the application that served the path.
        ! It is the route, such as /posts/[id], not the path that was requested.
        > x-matched-path: /posts/[id]
        X-Middleware-Rewrite | Next.js | response singleton unregistered
        the URL that a middleware serves in place of the requested one.
        ! It shows inner paths to every client.
        > x-middleware-rewrite: /de/shop
        X-Nextjs-Cache | Next.js | response singleton unregistered caching
        the result of the cache of Next.js: HIT, MISS or STALE.
        ! STALE is an old page that is renewed in the background: the next request gets the new one.
        > x-nextjs-cache: HIT
        X-NF-Request-ID | Netlify | response singleton unregistered
        Netlify's ID of the request; quote it in reports.
        ! It is an ID for Netlify's support.
        > x-nf-request-id: 01HQ3X5M7N8P9QABCDEF
        X-Render-Origin-Server | Render | response singleton unregistered
        the server of the application, at Render.
        ! It is the application's own Server field, copied; a version in it helps attackers.
        > x-render-origin-server: uvicorn
        Fly-Region | Fly.io | request singleton unregistered
        the region of Fly.io that received the request.
        ! It is the region of the edge; the machine that runs the application may be elsewhere (FLY_REGION).
        > Fly-Region: fra
        X-Railway-Request-Id | Railway | request response singleton unregistered
        Railway's ID of the request.
        ! Only requests from outside have one; requests between services of a project do not.
        > X-Railway-Request-Id: UpTKB2V8SU-0abc
        X-Heroku-Queue-Wait-Time | Heroku | request singleton unregistered
        how many milliseconds the request waited, in the older router of Heroku.
        ! Today's router does not send it; X-Request-Start has the time of arrival.
        > X-Heroku-Queue-Wait-Time: 12
        X-Netlify-Original-Pathname | Netlify | request singleton unregistered
        the path before a rewrite.
        > X-Netlify-Original-Pathname: /old
        Fastly-Debug-Digest | Fastly | response singleton unregistered
        the hash by which Fastly's cache stores the response, for debugging.
        ! It comes only with Fastly-Debug in the request.
        > Fastly-Debug-Digest: 1118d9fefc8a514ca49d49cb6ece04649e1acf1663398212650bb462ba84c381
        Fastly-SSL | Fastly | request singleton unregistered
        present if the client used https.
        ! A client can send it, unless the service removes it.
        > Fastly-SSL: 1
        X-Cache-Lookup | Squid | response singleton unregistered caching
        whether the cache had a stored response before it looked at its freshness.
        ! HIT with X-Cache: MISS is a stored response that was stale, or could not be used.
        > X-Cache-Lookup: HIT from proxy.example:3128
        X-Cache-Status | not registered | response singleton unregistered caching
        the result of the cache, usually of nginx: HIT, MISS, EXPIRED, BYPASS; Cache-Status is the standard field.
        ! nginx does not send it by itself; the configuration adds $upstream_cache_status.
        > X-Cache-Status: HIT
        X-Proxy-Cache | not registered | response singleton unregistered caching
        the result of a proxy's cache (a convention); Cache-Status is the standard field.
        ! It says nothing about the caches in front of this one.
        > X-Proxy-Cache: HIT
        X-Akamai-Transformed | Akamai | response singleton unregistered
        says that Akamai changed the content.
        ! Integrity checks and digests of the origin do not fit the changed content.
        > X-Akamai-Transformed: 9 12345 0 pmb=mRUM,1
        X-Akamai-Request-ID | Akamai | response singleton unregistered
        Akamai's ID of the request.
        ! It comes only if the client asks for it with Pragma: akamai-x-get-request-id.
        > X-Akamai-Request-ID: 2d8a1c5f
        Akamai-Cache-Status | Akamai | response singleton unregistered caching
        the result of Akamai's cache.
        ! It says nothing about the browser's cache, which Cache-Control decides.
        > Akamai-Cache-Status: Hit from child
        Edge-Control | Akamai | response singleton unregistered caching
        Cache-Control for Akamai only.
        ! It wins over Cache-Control at Akamai, and is not passed on: browsers may still store the response.
        > Edge-Control: !no-store, max-age=1d
        X-Check-Cacheable | Akamai | response singleton unregistered caching
        YES if Akamai may store the response; sent if a client asks for it with Pragma.
        ! YES says that the response may be stored, not that it was.
        > X-Check-Cacheable: YES
        X-Fastly-Request-ID | Fastly | response singleton unregistered
        Fastly's ID of the request.
        ! It is an ID for Fastly's support.
        > X-Fastly-Request-ID: 7f3c2a905a1e4d1b9a0e0c2b8f6d1e22
        X-CDN | not registered | response singleton unregistered
        the name of the CDN.
        ! It tells which product protects the site, and so how to get around it.
        > X-CDN: Imperva
        X-Iinfo | Imperva | response singleton unregistered
        Imperva's data about the request, for its support.
        ! It can be read only by Imperva; quote it in reports.
        > X-Iinfo: 10-12345678-0 0NNN RT(1772366400123 0) q(0 -1 -1 0)
        X-Sucuri-ID | Sucuri | response singleton unregistered
        the server of Sucuri's firewall.
        ! It shows that a firewall is in front; the server's own address should refuse other clients.
        > X-Sucuri-ID: 14005
        X-Sucuri-Cache | Sucuri | response singleton unregistered caching
        the result of Sucuri's cache.
        ! It says nothing about the browser's cache, which Cache-Control decides.
        > X-Sucuri-Cache: HIT
        X-LiteSpeed-Cache | LiteSpeed | response singleton unregistered caching
        the result of LiteSpeed's cache: hit or miss.
        ! A hit,private is a copy for this visitor only.
        > X-LiteSpeed-Cache: hit
        X-Accel-Expires | nginx | response singleton unregistered caching
        how many seconds nginx stores the response; it replaces Cache-Control for nginx, which removes it.
        ! 0 switches the cache off for the response; a value with @ is a time in seconds since 1970.
        > X-Accel-Expires: 300
        X-Sendfile | Apache mod_xsendfile, lighttpd | response singleton unregistered
        the path of a file that the web server sends as the body; the server removes the field.
        ! A client that sees it reads paths of the server: nothing in front handles it.
        > X-Sendfile: /srv/files/report.pdf
        X-Edge-IP | CDN77 | response singleton unregistered
        the address of the CDN's server.
        ! It is an address of the CDN, not of the site's server.
        > X-Edge-IP: 192.0.2.10
        X-77-Cache | CDN77 | response singleton unregistered caching
        the result of CDN77's cache.
        ! It says nothing about the browser's cache, which Cache-Control decides.
        > X-77-Cache: HIT
        X-Envoy-Attempt-Count | Envoy | request response singleton unregistered
        how often Envoy has sent this request, the first time included.
        ! More than 1 is a retry: a request that is not idempotent may have been executed twice.
        > x-envoy-attempt-count: 2
        X-Envoy-Expected-Rq-Timeout-Ms | Envoy | request singleton unregistered
        how many milliseconds Envoy waits for the response.
        ! It is the limit of one attempt; all retries together may take longer.
        > x-envoy-expected-rq-timeout-ms: 15000
        X-Envoy-External-Address | Envoy | request singleton unregistered personal
        the address of the client, as Envoy trusts it.
        ! It can be trusted only if Envoy knows how many proxies are in front of it.
        > x-envoy-external-address: 203.0.113.7
        X-Envoy-Decorator-Operation | Envoy | request response singleton unregistered
        the name of the operation in traces.
        ! A client from outside could name operations with it: Envoy removes it at the edge.
        > x-envoy-decorator-operation: checkout
        X-Kong-Upstream-Latency | Kong | response singleton unregistered
        how many milliseconds the upstream server took.
        ! It ends with the first byte of the response; a long body is not counted.
        > X-Kong-Upstream-Latency: 38
        X-Kong-Proxy-Latency | Kong | response singleton unregistered
        how many milliseconds Kong itself took.
        ! It has the time of plug-ins in it, such as a slow login check.
        > X-Kong-Proxy-Latency: 2
        X-Kong-Request-Id | Kong | request response singleton unregistered
        Kong's ID of the request.
        ! It is in Kong's logs; the application sees it only if it is logged there, too.
        > X-Kong-Request-Id: 3f8a1c905a1e4d1b9a0e0c2b8f6d1e22
        X-Backend-Server | not registered | response singleton unregistered
        the server that the load balancer chose.
        ! It shows internal names to everyone.
        > X-Backend-Server: web3
        X-Server-Name | not registered | response singleton unregistered
        the name of the server.
        ! It shows internal names to everyone.
        > X-Server-Name: web3
        X-UIDH | Verizon | request singleton unregistered personal
        an ID of the subscriber that a mobile network added to plain http.
        ! Every site could follow the subscriber by it. Over https no network can add it.
        > X-UIDH: OTgxNTk2NDk0ADJVquRu
        """
}
