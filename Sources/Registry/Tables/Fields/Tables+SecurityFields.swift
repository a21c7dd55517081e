extension Tables {
    /// What browsers and servers tell each other about origins, policies, hints and frames.
    static let securityFieldRows = """
        Access-Control-Allow-Credentials | Fetch Standard, CORS protocol | response singleton
        whether a cross-origin script can read the response to a request with cookies.
        ! It has no effect with Access-Control-Allow-Origin: *.
        > Access-Control-Allow-Credentials: true
        Access-Control-Allow-Headers | Fetch Standard, CORS protocol | response list
        the request fields that a cross-origin script may set.
        ! * does not cover Authorization.
        > Access-Control-Allow-Headers: content-type, authorization
        Access-Control-Allow-Methods | Fetch Standard, CORS protocol | response list
        the methods that a cross-origin script may use.
        ! GET, HEAD and POST are always allowed; the others are case-sensitive.
        > Access-Control-Allow-Methods: PUT, DELETE
        Access-Control-Allow-Origin | Fetch Standard, CORS protocol | response singleton
        the origin whose scripts can read the response.
        ! One origin or *: a list never matches. If it names the request's origin, add Vary: Origin.
        > Access-Control-Allow-Origin: https://example.com
        Access-Control-Allow-Private-Network | Private Network Access | response singleton unregistered
        whether a public page may send requests to this server in a private network.
        ! It belongs in the answer to the preflight, not to the request itself.
        > Access-Control-Allow-Private-Network: true
        Access-Control-Expose-Headers | Fetch Standard, CORS protocol | response list
        the response fields that a cross-origin script can read.
        ! Without it scripts of other origins read seven safe fields only.
        > Access-Control-Expose-Headers: ETag, Location
        Access-Control-Max-Age | Fetch Standard, CORS protocol | response singleton
        the number of seconds for which the browser remembers the preflight.
        ! Chromium keeps a preflight for two hours at most, Firefox for a day.
        > Access-Control-Max-Age: 600
        Access-Control-Request-Headers | Fetch Standard, CORS protocol | request list browserOnly
        in a preflight: the fields that the script wants to set.
        ! Names are in lower case: compare them without case.
        > Access-Control-Request-Headers: authorization,content-type
        Access-Control-Request-Method | Fetch Standard, CORS protocol | request singleton browserOnly
        in a preflight: the method that the script wants to use.
        ! The preflight is an OPTIONS without cookies: a login in front of it blocks the call.
        > Access-Control-Request-Method: PUT
        Access-Control-Request-Private-Network | Private Network Access | request singleton unregistered browserAdded
        in a preflight: the page is public, and the server is in a private network.
        ! A device that does not answer it cannot be reached from public pages.
        > Access-Control-Request-Private-Network: true
        Content-Security-Policy | W3C CSP Level 3 | response list
        the sources from which a page may load scripts, styles and other content.
        ! 'unsafe-inline' removes most of its protection against injected scripts.
        > Content-Security-Policy: default-src 'self'; img-src *
        Content-Security-Policy-Report-Only | W3C CSP Level 3 | response list
        a policy on trial: violations are reported but not blocked.
        ! It blocks nothing, and without a place for reports they are lost.
        > Content-Security-Policy-Report-Only: default-src 'self'; report-to csp
        Critical-CH | draft-davidben-http-client-hint-reliability | response structuredList unregistered
        the client hints that the server requires; the browser repeats the request with them.
        ! A hint that Accept-CH does not list too is ignored.
        > Critical-CH: Sec-CH-Prefers-Color-Scheme
        Cross-Origin-Embedder-Policy | HTML Standard | response structuredItem
        whether a page may embed resources that do not allow it explicitly.
        ! Images of other origins disappear until they send Cross-Origin-Resource-Policy.
        > Cross-Origin-Embedder-Policy: require-corp
        Cross-Origin-Embedder-Policy-Report-Only | HTML Standard | response structuredItem
        the same policy on trial: violations are reported but not blocked.
        ! It isolates nothing.
        > Cross-Origin-Embedder-Policy-Report-Only: require-corp; report-to="coep"
        Cross-Origin-Opener-Policy | HTML Standard | response structuredItem
        whether the page shares its window with pages of other origins.
        ! same-origin cuts the connection to windows that a payment or login opens.
        > Cross-Origin-Opener-Policy: same-origin-allow-popups
        Cross-Origin-Opener-Policy-Report-Only | HTML Standard | response structuredItem
        the same policy on trial: violations are reported but not blocked.
        ! It separates nothing.
        > Cross-Origin-Opener-Policy-Report-Only: same-origin; report-to="coop"
        Cross-Origin-Resource-Policy | Fetch Standard | response singleton
        the sites that may embed this resource.
        ! same-origin breaks images for your own subdomains: same-site does not.
        > Cross-Origin-Resource-Policy: same-site
        Document-Policy | W3C Document Policy | response structuredDictionary unregistered
        how features of the page are configured, such as the largest size of an image.
        ! Only Chromium has it.
        > Document-Policy: js-profiling
        DNT | W3C Tracking Preference Expression | request singleton unregistered browserOnly
        once asked sites not to track the user; abandoned.
        ! Hardly a site obeys it.
        > DNT: 1
        Expect-CT | RFC 9163 §2.1 | response list obsolete
        once required certificates with public logs; browsers now always require them.
        ! Browsers ignore it: remove it.
        > Expect-CT: max-age=86400, enforce
        NEL | W3C Network Error Logging | response singleton
        asks the browser to report failed requests.
        ! Without a group in Report-To it has no effect.
        > NEL: {"report_to":"default","max_age":86400}
        Origin-Agent-Cluster | HTML Standard | response structuredItem
        asks the browser to isolate pages by origin, not by site, in memory and processes (a hint).
        ! It is ?1, not 1, and document.domain no longer works with it.
        > Origin-Agent-Cluster: ?1
        Permissions-Policy | W3C Permissions Policy | response structuredDictionary provisional
        which browser features, such as the camera, the page may use.
        ! Feature-Policy's syntax does not parse here, and then all of the line is ignored.
        > Permissions-Policy: camera=(), geolocation=(self)
        Public-Key-Pins | RFC 7469 §2.1 | response
        once pinned the keys of a host; mistakes made hosts unreachable, so browsers removed it.
        ! Browsers ignore it: remove it.
        > Public-Key-Pins: pin-sha256="d6qz=", max-age=5184000
        Public-Key-Pins-Report-Only | RFC 7469 §2.1 | response
        once reported keys other than the pinned ones.
        ! Browsers ignore it: remove it.
        > Public-Key-Pins-Report-Only: pin-sha256="d6qz="; report-uri="/pins"
        Referrer-Policy | W3C Referrer Policy | response list
        how much of the page's URL the browser sends as Referer.
        ! A misspelt value is ignored, and the browser's default applies.
        > Referrer-Policy: strict-origin-when-cross-origin
        Report-To | W3C Reporting | response list unregistered
        where the browser sends reports; Reporting-Endpoints replaces it.
        ! It is JSON with max_age; without it the browser ignores the group.
        > Report-To: {"group":"default","max_age":86400,"endpoints":[{"url":"https://r.example.com/"}]}
        Reporting-Endpoints | W3C Reporting | response structuredDictionary provisional
        where the browser sends reports.
        ! Each response has to send it, and Firefox does not know it.
        > Reporting-Endpoints: csp="https://r.example.com/csp"
        Sec-CH-UA | W3C User-Agent Client Hints | request structuredList unregistered browserOnly
        the browser's brands and major versions.
        ! One brand is invented: do not compare the whole value.
        > Sec-CH-UA: "Chromium";v="142", "Not A(Brand";v="99"
        Sec-CH-UA-Arch | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly personal
        the kind of processor the browser runs on.
        ! It comes only after Accept-CH.
        > Sec-CH-UA-Arch: "x86"
        Sec-CH-UA-Full-Version-List | W3C User-Agent Client Hints | request structuredList unregistered browserOnly
        the browser's brands and exact versions.
        ! It comes only after Accept-CH.
        > Sec-CH-UA-Full-Version-List: "Chromium";v="142.0.7444.59"
        Sec-CH-UA-Mobile | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        whether the browser is on a mobile device.
        ! A tablet says ?0.
        > Sec-CH-UA-Mobile: ?0
        Sec-CH-UA-Model | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly personal
        the model of the device.
        ! On desktops it is empty.
        > Sec-CH-UA-Model: "Pixel 9"
        Sec-CH-UA-Platform | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        the operating system the browser runs on.
        ! Firefox and Safari do not send it.
        > Sec-CH-UA-Platform: "Linux"
        Sec-CH-UA-Platform-Version | W3C User-Agent Client Hints | request structuredItem unregistered browserOnly
        the version of the operating system.
        ! It comes only after Accept-CH, and Windows 11 says 13 or more.
        > Sec-CH-UA-Platform-Version: "15.0.0"
        Sec-Fetch-Dest | W3C Fetch Metadata | request structuredItem browserOnly
        how the browser will use the response: as a document, an image, a script.
        ! Programs do not send it: its absence says little.
        > Sec-Fetch-Dest: image
        Sec-Fetch-Mode | W3C Fetch Metadata | request structuredItem browserOnly
        the mode of the browser's request: navigate, cors, no-cors.
        ! Programs do not send it: its absence says little.
        > Sec-Fetch-Mode: navigate
        Sec-Fetch-Site | W3C Fetch Metadata | request structuredItem browserOnly
        the relation between the requesting page and the target: same-origin, same-site, cross-site, none.
        ! none is a typed address or bookmark, not another site.
        > Sec-Fetch-Site: cross-site
        Sec-Fetch-User | W3C Fetch Metadata | request structuredItem browserOnly
        says that the user caused the navigation.
        ! It is only sent as ?1.
        > Sec-Fetch-User: ?1
        Sec-GPC | Global Privacy Control §3.2 | request singleton provisional browserOnly
        says that the user does not want their data sold or shared.
        ! Some laws give it force: a site that ignores it may break them.
        > Sec-GPC: 1
        Sec-Purpose | Fetch Standard | request structuredItem browserOnly
        says that the page is prefetched; the user may never open it.
        ! What is counted as a visit may never be seen.
        > Sec-Purpose: prefetch;prerender
        Sec-WebSocket-Accept | RFC 6455 §11.3.3 | response singleton
        the server's proof that it understood the WebSocket handshake.
        ! A proxy or cache that answers with an old value makes the browser close.
        > Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
        Sec-WebSocket-Extensions | RFC 6455 §11.3.2 | request response list browserOnly
        the offered or chosen WebSocket extensions.
        ! A server must choose only what was offered.
        > Sec-WebSocket-Extensions: permessage-deflate
        Sec-WebSocket-Key | RFC 6455 §11.3.1 | request singleton browserOnly
        random bytes from which the server computes Sec-WebSocket-Accept.
        ! It is no secret and no login: it only shows that the answer is not a cached one.
        > Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
        Sec-WebSocket-Protocol | RFC 6455 §11.3.4 | request response list browserOnly
        the offered or chosen WebSocket subprotocols.
        ! A server that chooses none, though the page offers some, makes browsers close.
        > Sec-WebSocket-Protocol: graphql-transport-ws
        Sec-WebSocket-Version | RFC 6455 §11.3.5 | request response list browserOnly
        the version of the WebSocket protocol; the only one in use is 13.
        ! Another version gets a 426 with those that the server has.
        > Sec-WebSocket-Version: 13
        SourceMap | ECMA-426 | response singleton unregistered
        the URL of the script's source map.
        ! It publishes the source to everyone who can open the script.
        > SourceMap: /app.js.map
        Strict-Transport-Security | RFC 6797 §6.1 | response singleton
        for how long browsers must use https for this host.
        ! Browsers ignore it over plain http. A long max-age is undone only by max-age=0 over https.
        > Strict-Transport-Security: max-age=31536000; includeSubDomains
        Timing-Allow-Origin | W3C Resource Timing | response list provisional
        the origins that can see how long the request took.
        ! Without it scripts see only how long a request of another origin took in all.
        > Timing-Allow-Origin: https://app.example.com
        Upgrade-Insecure-Requests | W3C Upgrade Insecure Requests | request singleton unregistered browserAdded
        says that the browser prefers https.
        ! Redirecting only by it leaves other clients on http: redirect all.
        > Upgrade-Insecure-Requests: 1
        X-Content-Type-Options | Fetch Standard | response singleton
        nosniff forbids browsers to guess another type than Content-Type.
        ! With a wrong Content-Type scripts and styles stop to load.
        > X-Content-Type-Options: nosniff
        X-Frame-Options | RFC 7034 §2 | response singleton
        who may show the page in a frame; frame-ancestors in a CSP overrides it.
        ! ALLOW-FROM is ignored: frame-ancestors names origins.
        > X-Frame-Options: DENY
        X-XSS-Protection | not registered | response singleton unregistered obsolete
        once controlled a filter in browsers; all browsers have removed it.
        ! The filter itself could be used for attacks: send 0, or nothing.
        > X-XSS-Protection: 0
        """
}
