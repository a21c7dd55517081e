extension FieldMeaning {
    /// One entry a field, by name.
    static let entries: [FieldMeaning] = [
        FieldMeaning("Accept", "RFC 9110 §12.5.1", "the media types that the client can use, with weights."),
        FieldMeaning("Accept-CH", "RFC 8942 §3.1", "which client hints the server would like to get."),
        FieldMeaning(
            "Accept-Charset", "RFC 9110 §12.5.2",
            "the character encodings that the client can use; deprecated, as everyone uses UTF-8."),
        FieldMeaning("Accept-Encoding", "RFC 9110 §12.5.3", "the codings, such as gzip, that the client can undo."),
        FieldMeaning("Accept-Language", "RFC 9110 §12.5.4", "the languages that the person prefers, with weights."),
        FieldMeaning("Accept-Patch", "RFC 5789 §3.1", "the patch formats that PATCH may use here."),
        FieldMeaning("Accept-Post", "Linked Data Platform 1.0 §7.1", "the media types that POST may bring here."),
        FieldMeaning(
            "Accept-Query", "draft-ietf-httpbis-safe-method-w-body §3",
            "the media types that QUERY may bring here."),
        FieldMeaning("Accept-Ranges", "RFC 9110 §14.3", "whether parts of the resource can be asked for."),
        FieldMeaning("Accept-Signature", "RFC 9421 §5.1", "asks for an answer that is signed, and says how."),
        FieldMeaning(
            "Access-Control-Allow-Credentials", "Fetch Standard, CORS protocol",
            "whether a cross-origin script may read an answer to a request with cookies."),
        FieldMeaning(
            "Access-Control-Allow-Headers", "Fetch Standard, CORS protocol",
            "which request fields a cross-origin script may set."),
        FieldMeaning(
            "Access-Control-Allow-Methods", "Fetch Standard, CORS protocol",
            "which methods a cross-origin script may use."),
        FieldMeaning(
            "Access-Control-Allow-Origin", "Fetch Standard, CORS protocol",
            "which origin's scripts may read the answer."),
        FieldMeaning(
            "Access-Control-Expose-Headers", "Fetch Standard, CORS protocol",
            "which response fields a cross-origin script may read."),
        FieldMeaning(
            "Access-Control-Max-Age", "Fetch Standard, CORS protocol",
            "for how many seconds the answer to a preflight may be remembered."),
        FieldMeaning(
            "Access-Control-Request-Headers", "Fetch Standard, CORS protocol",
            "in a preflight: the fields that the script wants to set."),
        FieldMeaning(
            "Access-Control-Request-Method", "Fetch Standard, CORS protocol",
            "in a preflight: the method that the script wants to use."),
        FieldMeaning("Age", "RFC 9111 §5.1", "how many seconds the response has been in caches."),
        FieldMeaning("Allow", "RFC 9110 §10.2.1", "the methods that the target supports."),
        FieldMeaning(
            "Alt-Svc", "RFC 7838 §3",
            "other places and protocols, such as HTTP/3, where the same origin can be reached."),
        FieldMeaning(
            "Authentication-Info", "RFC 9110 §11.6.3", "what the server says after credentials were accepted."),
        FieldMeaning("Authorization", "RFC 9110 §11.6.2", "the client's credentials for the server."),
        FieldMeaning("Cache-Control", "RFC 9111 §5.2", "what caches may and must do with the message."),
        FieldMeaning("Cache-Status", "RFC 9211 §2", "how each cache on the way dealt with the request."),
        FieldMeaning(
            "CDN-Cache-Control", "RFC 9213 §3.1",
            "what the caches of a content delivery network may do, in place of Cache-Control."),
        FieldMeaning(
            "Clear-Site-Data", "W3C Clear Site Data",
            "tells the browser to throw away what it has stored of the "
                + "site."),
        FieldMeaning(
            "Connection", "RFC 9110 §7.6.1",
            "what holds for this connection alone: close, keep-alive, and the fields that end here."),
        FieldMeaning("Content-Digest", "RFC 9530 §2", "a hash of the content as it travels, to find damage with."),
        FieldMeaning(
            "Content-Disposition", "RFC 6266 §4", "whether to show the content or save it, and under which name."),
        FieldMeaning(
            "Content-Encoding", "RFC 9110 §8.4", "the codings, such as gzip, that were applied to the content."),
        FieldMeaning("Content-Language", "RFC 9110 §8.5", "the language of the people the content is for."),
        FieldMeaning("Content-Length", "RFC 9110 §8.6", "how many bytes of content follow the head."),
        FieldMeaning("Content-Location", "RFC 9110 §8.7", "the URL of just this representation."),
        FieldMeaning("Content-Range", "RFC 9110 §14.4", "which part of the whole the content is."),
        FieldMeaning(
            "Content-Security-Policy", "W3C CSP Level 3", "from where a page may load scripts, styles and all else."),
        FieldMeaning(
            "Content-Security-Policy-Report-Only", "W3C CSP Level 3",
            "a policy that is tried out: breaches are reported and not prevented."),
        FieldMeaning("Content-Type", "RFC 9110 §8.3", "the media type of the content."),
        FieldMeaning("Cookie", "RFC 6265 §4.2", "the cookies that the client has for this URL."),
        FieldMeaning(
            "Cross-Origin-Embedder-Policy", "HTML Standard", "whether a page may embed what does not agree to it."),
        FieldMeaning(
            "Cross-Origin-Opener-Policy", "HTML Standard",
            "whether the page shares its window with pages of other origins."),
        FieldMeaning("Cross-Origin-Resource-Policy", "Fetch Standard", "who may embed this resource."),
        FieldMeaning("Date", "RFC 9110 §6.6.1", "when the message was made."),
        FieldMeaning("Deprecation", "RFC 9745 §2", "since or from when the resource should no longer be used."),
        FieldMeaning("Depth", "RFC 4918 §10.2", "how far down a WebDAV request goes."),
        FieldMeaning("DNT", "W3C Tracking Preference Expression", "once asked not to be tracked; abandoned."),
        FieldMeaning("ETag", "RFC 9110 §8.8.3", "a name for just this version of the content."),
        FieldMeaning(
            "Expect", "RFC 9110 §10.1.1", "asks the server to agree (100-continue) before the content is sent."),
        FieldMeaning("Expires", "RFC 9111 §5.3", "when the response stops being fresh; max-age overrides it."),
        FieldMeaning("Forwarded", "RFC 7239 §4", "who the client was, as the proxies on the way saw it."),
        FieldMeaning("From", "RFC 9110 §10.1.2", "the mail address of the person behind a robot."),
        FieldMeaning("Host", "RFC 9110 §7.2", "the host and port that the request is for."),
        FieldMeaning(
            "Idempotency-Key", "draft-ietf-httpapi-idempotency-key-header §2",
            "a name for this one act, so that sending it twice does it once."),
        FieldMeaning("If-Match", "RFC 9110 §13.1.1", "do it only if the target is still one of these versions."),
        FieldMeaning("If-Modified-Since", "RFC 9110 §13.1.3", "send it only if it has changed since this time."),
        FieldMeaning("If-None-Match", "RFC 9110 §13.1.2", "send it only if it is none of these versions."),
        FieldMeaning(
            "If-Range", "RFC 9110 §13.1.5", "send the part only if the whole has not changed, else the whole."),
        FieldMeaning(
            "If-Unmodified-Since", "RFC 9110 §13.1.4", "do it only if the target has not changed since this time."),
        FieldMeaning(
            "Keep-Alive", "RFC 2068 §19.7.1.1", "how long an idle connection is kept, and for how many requests."),
        FieldMeaning("Last-Modified", "RFC 9110 §8.8.2", "when the content was changed last."),
        FieldMeaning("Link", "RFC 8288 §3", "links to related resources, with their relations."),
        FieldMeaning("Location", "RFC 9110 §10.2.2", "where to go next, or what was created."),
        FieldMeaning("Max-Forwards", "RFC 9110 §7.6.2", "over how many proxies a TRACE or OPTIONS may go."),
        FieldMeaning("NEL", "W3C Network Error Logging", "asks the browser to report failed requests."),
        FieldMeaning("Origin", "RFC 6454 §7", "the origin of the page whose script or form made the request."),
        FieldMeaning(
            "Permissions-Policy", "W3C Permissions Policy",
            "which browser features, such as the camera, the page may use."),
        FieldMeaning("Pragma", "RFC 9111 §5.4", "no-cache for caches of long ago; Cache-Control has taken its place."),
        FieldMeaning("Prefer", "RFC 7240 §2", "how the client would like the request to be done."),
        FieldMeaning("Preference-Applied", "RFC 7240 §3", "which preferences the server followed."),
        FieldMeaning("Priority", "RFC 9218 §5", "how urgent the response is among others."),
        FieldMeaning("Proxy-Authenticate", "RFC 9110 §11.7.1", "how to authenticate to the proxy."),
        FieldMeaning(
            "Proxy-Authentication-Info", "RFC 9110 §11.7.3",
            "what the proxy says after credentials were accepted."),
        FieldMeaning("Proxy-Authorization", "RFC 9110 §11.7.2", "the client's credentials for the proxy."),
        FieldMeaning("Proxy-Connection", "RFC 9112 appendix C.2.2", "a mistake of old clients for Connection."),
        FieldMeaning("Proxy-Status", "RFC 9209 §2", "what went well or wrong at each proxy on the way."),
        FieldMeaning("Range", "RFC 9110 §14.2", "asks for parts of the content."),
        FieldMeaning("Referer", "RFC 9110 §10.1.3", "the page that the request came from."),
        FieldMeaning("Referrer-Policy", "W3C Referrer Policy", "how much of its URL a page tells when it links."),
        FieldMeaning("Refresh", "HTML Standard", "reload, or go elsewhere, after so many seconds."),
        FieldMeaning(
            "Report-To", "W3C Reporting", "where the browser may send reports; Reporting-Endpoints has taken its place."
        ),
        FieldMeaning("Reporting-Endpoints", "W3C Reporting", "where the browser may send reports."),
        FieldMeaning("Repr-Digest", "RFC 9530 §3", "a hash of the whole representation, whatever part of it is sent."),
        FieldMeaning("Retry-After", "RFC 9110 §10.2.3", "how long to wait before trying again."),
        FieldMeaning("Sec-CH-UA", "W3C User-Agent Client Hints", "the browser's brands and major versions."),
        FieldMeaning("Sec-CH-UA-Mobile", "W3C User-Agent Client Hints", "whether the browser is on a mobile device."),
        FieldMeaning("Sec-CH-UA-Platform", "W3C User-Agent Client Hints", "the operating system the browser runs on."),
        FieldMeaning(
            "Sec-Fetch-Dest", "W3C Fetch Metadata", "what the answer will be used as: a document, an image, a script."),
        FieldMeaning(
            "Sec-Fetch-Mode", "W3C Fetch Metadata", "how the browser makes the request: navigate, cors, no-cors."),
        FieldMeaning(
            "Sec-Fetch-Site", "W3C Fetch Metadata",
            "how the page that asks relates to the target: same-origin, same-site, cross-site."),
        FieldMeaning("Sec-Fetch-User", "W3C Fetch Metadata", "says that a person caused the navigation."),
        FieldMeaning(
            "Sec-GPC", "Global Privacy Control §3.2",
            "says that the person does not want their data sold or shared."),
        FieldMeaning(
            "Sec-WebSocket-Accept", "RFC 6455 §11.3.3", "the server's proof that it understood the WebSocket handshake."
        ),
        FieldMeaning(
            "Sec-WebSocket-Extensions", "RFC 6455 §11.3.2", "the extensions of a WebSocket, offered and chosen."),
        FieldMeaning("Sec-WebSocket-Key", "RFC 6455 §11.3.1", "random bytes that the server has to answer for."),
        FieldMeaning(
            "Sec-WebSocket-Protocol", "RFC 6455 §11.3.4", "the subprotocols of a WebSocket, offered and chosen."),
        FieldMeaning("Sec-WebSocket-Version", "RFC 6455 §11.3.5", "the version of the WebSocket protocol, 13."),
        FieldMeaning("Server", "RFC 9110 §10.2.4", "the software of the server."),
        FieldMeaning("Server-Timing", "W3C Server Timing", "how long parts of the work took at the server."),
        FieldMeaning("Set-Cookie", "RFC 6265 §4.1", "a cookie for the client to keep and send back."),
        FieldMeaning("Signature", "RFC 9421 §4.2", "signatures over parts of the message."),
        FieldMeaning(
            "Signature-Input", "RFC 9421 §4.1",
            "which parts of the message each signature is over, and with which key."),
        FieldMeaning("SourceMap", "ECMA-426", "where the map from this script to its source is."),
        FieldMeaning(
            "Strict-Transport-Security", "RFC 6797 §6.1", "for how long the host may be reached by https only."),
        FieldMeaning("Sunset", "RFC 8594 §3", "when the resource is expected to go away."),
        FieldMeaning(
            "TE", "RFC 9110 §10.1.4", "whether the client takes trailers, and transfer codings besides chunked."),
        FieldMeaning("Timing-Allow-Origin", "W3C Resource Timing", "which origins may see how long the request took."),
        FieldMeaning("Trailer", "RFC 9110 §6.6.2", "the names of the fields that come after the content."),
        FieldMeaning(
            "Transfer-Encoding", "RFC 9112 §6.1", "how the body is wrapped for the journey: mostly in chunks."),
        FieldMeaning("Upgrade", "RFC 9110 §7.8", "other protocols that the connection could change to."),
        FieldMeaning(
            "Upgrade-Insecure-Requests", "W3C Upgrade Insecure Requests", "the browser would rather have https."),
        FieldMeaning("User-Agent", "RFC 9110 §10.1.5", "the software of the client."),
        FieldMeaning(
            "Vary", "RFC 9110 §12.5.5",
            "which request fields had a say in the answer, so that caches keep answers apart."),
        FieldMeaning("Via", "RFC 9110 §7.6.3", "the proxies the message came through."),
        FieldMeaning(
            "Want-Content-Digest", "RFC 9530 §4",
            "asks for a hash of the content, and says which hash is liked best."),
        FieldMeaning(
            "Want-Repr-Digest", "RFC 9530 §4",
            "asks for a hash of the whole representation, and says which is liked best."),
        FieldMeaning("Warning", "RFC 9111 §5.5", "remarks of caches; obsolete."),
        FieldMeaning("WWW-Authenticate", "RFC 9110 §11.6.1", "how to authenticate to the server."),
        FieldMeaning("X-Content-Type-Options", "Fetch Standard", "nosniff: take Content-Type at its word."),
        FieldMeaning(
            "X-Forwarded-For", "RFC 7239 §4", "the addresses of client and proxies; Forwarded is the standard form."),
        FieldMeaning(
            "X-Forwarded-Host", "RFC 7239 §5.3", "the Host that the client asked for; Forwarded is the standard form."),
        FieldMeaning(
            "X-Forwarded-Proto", "RFC 7239 §5.4", "the scheme that the client used; Forwarded is the standard form."),
        FieldMeaning(
            "X-Frame-Options", "RFC 7034 §2",
            "who may show the page in a frame; frame-ancestors of a policy overrides it."),
        FieldMeaning("X-Powered-By", "not registered", "the framework of the server, from habit; nothing needs it."),
        FieldMeaning("X-Request-ID", "not registered", "a number for finding the request again in logs, from habit."),
        FieldMeaning("X-Requested-With", "not registered", "says from habit that a script made the request."),
        FieldMeaning("X-XSS-Protection", "not registered", "once switched a filter in browsers; none has it any more."),
    ]
}
