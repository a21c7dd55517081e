extension Tables {
    /// What browsers and servers tell each other about origins, policies, hints and frames.
    static let securityFieldRows = """
        Access-Control-Allow-Credentials | Fetch Standard, CORS protocol | response singleton
        whether a cross-origin script may read an answer to a request with cookies.
        ! With Access-Control-Allow-Origin: * it does not count.
        Access-Control-Allow-Headers | Fetch Standard, CORS protocol | response list
        which request fields a cross-origin script may set.
        ! Authorization is never covered by *.
        Access-Control-Allow-Methods | Fetch Standard, CORS protocol | response list
        which methods a cross-origin script may use.
        Access-Control-Allow-Origin | Fetch Standard, CORS protocol | response singleton
        which origin's scripts may read the answer.
        ! One origin or *: a list is no match. An answer that names the asker's origin needs Vary: Origin.
        > Access-Control-Allow-Origin: https://example.com
        Access-Control-Allow-Private-Network | Private Network Access | response singleton unregistered
        whether a public page may reach this server in a private network.
        Access-Control-Expose-Headers | Fetch Standard, CORS protocol | response list
        which response fields a cross-origin script may read.
        Access-Control-Max-Age | Fetch Standard, CORS protocol | response singleton
        for how many seconds the answer to a preflight may be remembered.
        Access-Control-Request-Headers | Fetch Standard, CORS protocol | request list browserOnly
        in a preflight: the fields that the script wants to set.
        Access-Control-Request-Method | Fetch Standard, CORS protocol | request singleton browserOnly
        in a preflight: the method that the script wants to use.
        Access-Control-Request-Private-Network | Private Network Access | request singleton unregistered browserAdded
        in a preflight: the page is public, and the server is in a private network.
        Content-Security-Policy | W3C CSP Level 3 | response list
        from where a page may load scripts, styles and all else.
        ! 'unsafe-inline' gives up most of its protection against injected scripts.
        > Content-Security-Policy: default-src 'self'; img-src *
        Content-Security-Policy-Report-Only | W3C CSP Level 3 | response list
        a policy that is tried out: breaches are reported and not prevented.
        Critical-CH | draft-davidben-http-client-hint-reliability | response structuredList unregistered
        which client hints the server cannot do without, so that the browser asks again with them.
        Cross-Origin-Embedder-Policy | HTML Standard | response structuredItem
        whether a page may embed what does not agree to it.
        Cross-Origin-Embedder-Policy-Report-Only | HTML Standard | response structuredItem
        the same tried out: breaches are reported and not prevented.
        Cross-Origin-Opener-Policy | HTML Standard | response structuredItem
        whether the page shares its window with pages of other origins.
        Cross-Origin-Opener-Policy-Report-Only | HTML Standard | response structuredItem
        the same tried out: breaches are reported and not prevented.
        Cross-Origin-Resource-Policy | Fetch Standard | response singleton
        who may embed this resource.
        Document-Policy | W3C Document Policy | response structuredDictionary unregistered
        how features of the page are configured, such as the largest size of an image.
        DNT | W3C Tracking Preference Expression | request singleton unregistered browserOnly
        once asked not to be tracked; abandoned.
        Expect-CT | RFC 9163 §2.1 | response list obsolete
        once asked for certificates that are publicly logged; browsers now always do.
        NEL | W3C Network Error Logging | response singleton
        asks the browser to report failed requests.
        Origin-Agent-Cluster | HTML Standard | response structuredItem
        asks the browser to group pages by origin, not by site, in the memory and processes it gives them; it is a hint.
        Permissions-Policy | W3C Permissions Policy | response structuredDictionary provisional
        which browser features, such as the camera, the page may use.
        > Permissions-Policy: camera=(), geolocation=(self)
        Public-Key-Pins | RFC 7469 §2.1 | response
        once fixed the keys of a host; a mistake made hosts unreachable, so browsers dropped it.
        Public-Key-Pins-Report-Only | RFC 7469 §2.1 | response
        once reported keys that were not the fixed ones.
        Referrer-Policy | W3C Referrer Policy | response list
        how much of its URL a page tells when it links.
        > Referrer-Policy: strict-origin-when-cross-origin
        Report-To | W3C Reporting | response list unregistered
        where the browser may send reports; Reporting-Endpoints has taken its place.
        Reporting-Endpoints | W3C Reporting | response structuredDictionary provisional
        where the browser may send reports.
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
        what the answer will be used as: a document, an image, a script.
        Sec-Fetch-Mode | W3C Fetch Metadata | request structuredItem browserOnly
        how the browser makes the request: navigate, cors, no-cors.
        Sec-Fetch-Site | W3C Fetch Metadata | request structuredItem browserOnly
        how the page that asks relates to the target: same-origin, same-site, cross-site, or none (typed, bookmarked).
        Sec-Fetch-User | W3C Fetch Metadata | request structuredItem browserOnly
        says that a person caused the navigation.
        Sec-GPC | Global Privacy Control §3.2 | request singleton provisional browserOnly
        says that the person does not want their data sold or shared.
        Sec-Purpose | Fetch Standard | request structuredItem browserOnly
        says that the page is fetched ahead of time, perhaps for nothing.
        Sec-WebSocket-Accept | RFC 6455 §11.3.3 | response singleton
        the server's proof that it understood the WebSocket handshake.
        Sec-WebSocket-Extensions | RFC 6455 §11.3.2 | request response list browserOnly
        the extensions of a WebSocket, offered and chosen.
        Sec-WebSocket-Key | RFC 6455 §11.3.1 | request singleton browserOnly
        random bytes that the server has to answer for.
        Sec-WebSocket-Protocol | RFC 6455 §11.3.4 | request response list browserOnly
        the subprotocols of a WebSocket, offered and chosen.
        Sec-WebSocket-Version | RFC 6455 §11.3.5 | request response list browserOnly
        the version of the WebSocket protocol, 13.
        SourceMap | ECMA-426 | response singleton unregistered
        where the map from this script to its source is.
        Strict-Transport-Security | RFC 6797 §6.1 | response singleton
        for how long the host may be reached by https only.
        ! Over plain http it is ignored. With a long max-age a mistake cannot be taken back for that long.
        > Strict-Transport-Security: max-age=31536000; includeSubDomains
        Timing-Allow-Origin | W3C Resource Timing | response list provisional
        which origins may see how long the request took.
        Upgrade-Insecure-Requests | W3C Upgrade Insecure Requests | request singleton unregistered browserAdded
        the browser would rather have https.
        X-Content-Type-Options | Fetch Standard | response singleton
        nosniff: take Content-Type at its word.
        > X-Content-Type-Options: nosniff
        X-Frame-Options | RFC 7034 §2 | response singleton
        who may show the page in a frame; frame-ancestors of a policy overrides it.
        > X-Frame-Options: DENY
        X-XSS-Protection | not registered | response singleton unregistered obsolete
        once switched a filter in browsers; none has it any more.
        """
}
