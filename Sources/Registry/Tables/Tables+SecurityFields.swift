extension Tables {
    /// What browsers and servers tell each other about origins, policies, hints and frames.
    static let securityFieldRows = """
        Access-Control-Allow-Credentials | Fetch Standard, CORS protocol | response singleton
        whether a cross-origin script can read the response to a request with cookies.
        ! It has no effect with Access-Control-Allow-Origin: *.
        Access-Control-Allow-Headers | Fetch Standard, CORS protocol | response list
        the request fields that a cross-origin script may set.
        ! * does not cover Authorization.
        Access-Control-Allow-Methods | Fetch Standard, CORS protocol | response list
        the methods that a cross-origin script may use.
        Access-Control-Allow-Origin | Fetch Standard, CORS protocol | response singleton
        the origin whose scripts can read the response.
        ! One origin or *: a list never matches. If it names the request's origin, add Vary: Origin.
        > Access-Control-Allow-Origin: https://example.com
        Access-Control-Allow-Private-Network | Private Network Access | response singleton unregistered
        whether a public page may send requests to this server in a private network.
        Access-Control-Expose-Headers | Fetch Standard, CORS protocol | response list
        the response fields that a cross-origin script can read.
        Access-Control-Max-Age | Fetch Standard, CORS protocol | response singleton
        the number of seconds for which the browser remembers the preflight.
        Access-Control-Request-Headers | Fetch Standard, CORS protocol | request list browserOnly
        in a preflight: the fields that the script wants to set.
        Access-Control-Request-Method | Fetch Standard, CORS protocol | request singleton browserOnly
        in a preflight: the method that the script wants to use.
        Access-Control-Request-Private-Network | Private Network Access | request singleton unregistered browserAdded
        in a preflight: the page is public, and the server is in a private network.
        Content-Security-Policy | W3C CSP Level 3 | response list
        the sources from which a page may load scripts, styles and other content.
        ! 'unsafe-inline' removes most of its protection against injected scripts.
        > Content-Security-Policy: default-src 'self'; img-src *
        Content-Security-Policy-Report-Only | W3C CSP Level 3 | response list
        a policy on trial: violations are reported but not blocked.
        Critical-CH | draft-davidben-http-client-hint-reliability | response structuredList unregistered
        the client hints that the server requires; the browser repeats the request with them.
        Cross-Origin-Embedder-Policy | HTML Standard | response structuredItem
        whether a page may embed resources that do not allow it explicitly.
        Cross-Origin-Embedder-Policy-Report-Only | HTML Standard | response structuredItem
        the same policy on trial: violations are reported but not blocked.
        Cross-Origin-Opener-Policy | HTML Standard | response structuredItem
        whether the page shares its window with pages of other origins.
        Cross-Origin-Opener-Policy-Report-Only | HTML Standard | response structuredItem
        the same policy on trial: violations are reported but not blocked.
        Cross-Origin-Resource-Policy | Fetch Standard | response singleton
        the sites that may embed this resource.
        Document-Policy | W3C Document Policy | response structuredDictionary unregistered
        how features of the page are configured, such as the largest size of an image.
        DNT | W3C Tracking Preference Expression | request singleton unregistered browserOnly
        once asked sites not to track the user; abandoned.
        Expect-CT | RFC 9163 §2.1 | response list obsolete
        once required certificates with public logs; browsers now always require them.
        NEL | W3C Network Error Logging | response singleton
        asks the browser to report failed requests.
        Origin-Agent-Cluster | HTML Standard | response structuredItem
        asks the browser to isolate pages by origin, not by site, in memory and processes (a hint).
        Permissions-Policy | W3C Permissions Policy | response structuredDictionary provisional
        which browser features, such as the camera, the page may use.
        > Permissions-Policy: camera=(), geolocation=(self)
        Public-Key-Pins | RFC 7469 §2.1 | response
        once pinned the keys of a host; mistakes made hosts unreachable, so browsers removed it.
        Public-Key-Pins-Report-Only | RFC 7469 §2.1 | response
        once reported keys other than the pinned ones.
        Referrer-Policy | W3C Referrer Policy | response list
        how much of the page's URL the browser sends as Referer.
        > Referrer-Policy: strict-origin-when-cross-origin
        Report-To | W3C Reporting | response list unregistered
        where the browser sends reports; Reporting-Endpoints replaces it.
        Reporting-Endpoints | W3C Reporting | response structuredDictionary provisional
        where the browser sends reports.
        Sec-CH-UA | W3C User-Agent Client Hints | request structuredList unregistered browserOnly
        the browser's brands and major versions.
        Sec-CH-UA-Arch | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly personal
        the kind of processor the browser runs on.
        Sec-CH-UA-Full-Version-List | W3C User-Agent Client Hints | request structuredList unregistered browserOnly
        the browser's brands and exact versions.
        Sec-CH-UA-Mobile | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether the browser is on a mobile device.
        Sec-CH-UA-Model | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly personal
        the model of the device.
        Sec-CH-UA-Platform | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        the operating system the browser runs on.
        Sec-CH-UA-Platform-Version | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        the version of the operating system.
        Sec-Fetch-Dest | W3C Fetch Metadata | request structuredItem browserOnly
        how the browser will use the response: as a document, an image, a script.
        Sec-Fetch-Mode | W3C Fetch Metadata | request structuredItem browserOnly
        the mode of the browser's request: navigate, cors, no-cors.
        Sec-Fetch-Site | W3C Fetch Metadata | request structuredItem browserOnly
        the relation between the requesting page and the target: same-origin, same-site, cross-site, none.
        Sec-Fetch-User | W3C Fetch Metadata | request structuredItem browserOnly
        says that the user caused the navigation.
        Sec-GPC | Global Privacy Control §3.2 | request singleton provisional browserOnly
        says that the user does not want their data sold or shared.
        Sec-Purpose | Fetch Standard | request structuredItem browserOnly
        says that the page is prefetched; the user may never open it.
        Sec-WebSocket-Accept | RFC 6455 §11.3.3 | response singleton
        the server's proof that it understood the WebSocket handshake.
        Sec-WebSocket-Extensions | RFC 6455 §11.3.2 | request response list browserOnly
        the offered or chosen WebSocket extensions.
        Sec-WebSocket-Key | RFC 6455 §11.3.1 | request singleton browserOnly
        random bytes from which the server computes Sec-WebSocket-Accept.
        Sec-WebSocket-Protocol | RFC 6455 §11.3.4 | request response list browserOnly
        the offered or chosen WebSocket subprotocols.
        Sec-WebSocket-Version | RFC 6455 §11.3.5 | request response list browserOnly
        the version of the WebSocket protocol; the only one in use is 13.
        SourceMap | ECMA-426 | response singleton unregistered
        the URL of the script's source map.
        Strict-Transport-Security | RFC 6797 §6.1 | response singleton
        for how long browsers must use https for this host.
        ! Browsers ignore it over plain http. A long max-age is undone only by max-age=0 over https.
        > Strict-Transport-Security: max-age=31536000; includeSubDomains
        Timing-Allow-Origin | W3C Resource Timing | response list provisional
        the origins that can see how long the request took.
        Upgrade-Insecure-Requests | W3C Upgrade Insecure Requests | request singleton unregistered browserAdded
        says that the browser prefers https.
        X-Content-Type-Options | Fetch Standard | response singleton
        nosniff forbids browsers to guess another type than Content-Type.
        > X-Content-Type-Options: nosniff
        X-Frame-Options | RFC 7034 §2 | response singleton
        who may show the page in a frame; frame-ancestors in a CSP overrides it.
        > X-Frame-Options: DENY
        X-XSS-Protection | not registered | response singleton unregistered obsolete
        once controlled a filter in browsers; all browsers have removed it.
        """
}
