extension Tables {
    /// Fields of single uses: WebDAV, dictionaries, client hints, push messages, tracing.
    static let moreFieldRows = """
        Available-Dictionary | RFC 9842 §2.2 | request structuredItem
        the hash of the client's compression dictionary.
        ! A response that depends on it needs Vary: available-dictionary, or caches send it to clients without the
        dictionary.
        > Available-Dictionary: :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:
        Baggage | W3C Baggage | request list unregistered
        names and values that a trace carries from service to service.
        ! It is passed on to every service, so what is put into it may reach third parties: no user data, no secrets.
        > baggage: userTier=gold,region=eu
        Cache-Groups | RFC 9875 §2 | response structuredList caching
        the groups of the response, which can be invalidated together.
        ! Groups count only among responses of the same origin.
        > Cache-Groups: "product-17", "catalogue"
        Cache-Group-Invalidation | RFC 9875 §3 | response structuredList caching
        the groups of stored responses that the request has invalidated.
        ! It counts only in responses to unsafe methods, such as POST; caches that do not know it keep their copies.
        > Cache-Group-Invalidation: "catalogue"
        Capsule-Protocol | RFC 9297 §3.4 | request response structuredItem
        says that the connection continues with capsules.
        ! After 101 or a 2xx to CONNECT only; in any other response it has no effect.
        > Capsule-Protocol: ?1
        Content-DPR | draft-ietf-httpbis-client-hints | response singleton unregistered obsolete
        once gave the pixel ratio of an image.
        ! Browsers ignore it today: the page's srcset says the pixel ratio.
        > Content-DPR: 2.0
        Content-MD5 | RFC 2616 §14.15 | request response singleton obsolete
        once a hash of the content; Content-Digest replaces it.
        ! Of a range it is the hash of the part, and servers disagreed, so it was removed from HTTP.
        > Content-MD5: Q2hlY2sgSW50ZWdyaXR5IQ==
        DAV | RFC 4918 §10.1 | response list
        the classes of WebDAV that the server supports.
        ! Some clients switch to WebDAV when they see it, so it should not be sent where PROPFIND is refused.
        > DAV: 1, 2
        Destination | RFC 4918 §10.3 | request singleton
        the target URL of COPY or MOVE.
        ! It is an absolute URL or a path. If a proxy changes scheme or host and not this field, the server answers 502,
        as for another server.
        > Destination: https://dav.example.com/new/report.txt
        Device-Memory | W3C Device Memory | request singleton unregistered browserAdded
        the approximate memory of the device in gigabytes.
        ! It is rounded and has an upper limit, so that it identifies no device.
        > Device-Memory: 8
        Dictionary-ID | RFC 9842 §2.3 | request structuredItem
        the server's name for the dictionary.
        ! It is sent only if Use-As-Dictionary had an id, and must be repeated byte for byte.
        > Dictionary-ID: "app-v12"
        Digest | RFC 3230 §4.3.2 | request response obsolete
        once a hash of the representation; Repr-Digest replaces it.
        ! Clients of Repr-Digest ignore it: its syntax is another one, without colons around the hash.
        > Digest: SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBF7kbu9DBPE=
        Downlink | W3C Network Information | request singleton unregistered browserAdded
        the approximate bandwidth of the client in megabits per second.
        ! It is an estimate, and the maximum for a mobile network without traffic yet; do not compute times with it.
        > Downlink: 2.35
        DPoP | RFC 9449 §4.1 | request singleton secret
        a proof that the client has the key to which its access token is bound.
        ! Each request needs a proof of its own, with its method and URL; one that is sent again may be refused as a
        replay.
        > DPoP: eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2In0.e30.c2ln
        DPoP-Nonce | RFC 9449 §8.1 | response singleton
        a value that the next DPoP proof must contain.
        ! After an error use_dpop_nonce the client repeats the request with this nonce; clients that do not are locked
        out.
        > DPoP-Nonce: eyJ7S_zG.eyJH0-Z.HX4w-7v
        DPR | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once gave the number of device pixels per CSS pixel.
        ! Browsers send Sec-CH-DPR today, and only if Accept-CH asked for it.
        > DPR: 2.0
        ECT | W3C Network Information | request singleton unregistered browserAdded
        the effective type of the client's connection: slow-2g to 4g.
        ! 4g is the best value there is: a fast wired connection has it, too.
        > ECT: 4g
        Front-End-Https | not registered | request singleton unregistered
        says that the client used https (a convention of Microsoft's proxies).
        ! Any client can send it: trust it only if the proxy sets or removes it.
        > Front-End-Https: on
        HTTP2-Settings | RFC 7540 §3.2.1 | request singleton hopByHop obsolete
        the settings of a client that changes to HTTP/2 by Upgrade, which is obsolete.
        ! Connection must name it. Browsers never used this upgrade, and RFC 9113 removed it.
        > HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA
        If | RFC 4918 §10.4 | request singleton condition
        the lock tokens and versions that a WebDAV request requires.
        ! A request with an expired lock token fails with 412, or with 423 if the resource is locked by another client.
        > If: (<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>)
        If-Schedule-Tag-Match | RFC 6638 §8.3 | request singleton condition
        carry out the request only if the calendar entry still has this tag.
        ! Clients that send If-Match instead lose the race against replies to invitations, which change the entity tag.
        > If-Schedule-Tag-Match: "488177c8"
        Lock-Token | RFC 4918 §10.5 | request response singleton
        the name of a WebDAV lock.
        ! In UNLOCK it has angle brackets around the token; the If field has parentheses, too.
        > Lock-Token: <urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>
        MIME-Version | RFC 9112 appendix B.1 | request response singleton
        says that the message follows MIME, which HTTP does only in part.
        ! It changes nothing for HTTP clients; gateways to email need it.
        > MIME-Version: 1.0
        Overwrite | RFC 4918 §10.6 | request singleton
        whether COPY or MOVE may replace an existing resource.
        ! Without it, COPY and MOVE overwrite what is at the destination.
        > Overwrite: F
        P3P | The Platform for Privacy Preferences 1.0 | response obsolete
        once a machine-readable privacy policy; browsers ignore it.
        ! It was sent so that Internet Explorer accepted third-party cookies. No browser reads it today.
        > P3P: CP="NOI DSP COR NID"
        Ping-From | HTML Standard | request singleton browserAdded
        the page with the link whose visit is reported.
        ! It is left out if the ping goes to another origin and the page was loaded over https.
        > Ping-From: https://shop.example.com/list
        Ping-To | HTML Standard | request singleton browserAdded
        the URL of the link whose visit is reported.
        ! It names the visited URL, with its query, to the server that collects pings.
        > Ping-To: https://other.example.com/landing
        Purpose | not registered | request singleton unregistered browserAdded
        is prefetch when a browser fetches ahead of time; Sec-Purpose is the newer name.
        ! A server that counts views by requests counts pages that were never opened.
        > Purpose: prefetch
        Replay-Nonce | RFC 8555 §6.5.1 | response singleton
        a value that the next ACME request must contain.
        ! Each nonce is good for one request: after badNonce, repeat with the new one. Caches must not store it.
        > Replay-Nonce: oFvnlFP1wIhRlYS2jTaXbA
        RTT | W3C Network Information | request singleton unregistered browserAdded
        the approximate round trip time of the client in milliseconds.
        ! It is rounded to 25 ms and an estimate, so it says little about a single request.
        > RTT: 50
        Save-Data | W3C Network Information | request structuredItem unregistered browserAdded
        asks for less data, at lower quality.
        ! Responses that differ by it need Vary: Save-Data.
        > Save-Data: on
        Schedule-Tag | RFC 6638 §8.2 | response singleton
        an identifier of this version of a calendar entry.
        ! The entity tag changes with each reply of an attendee; this tag changes only with the organizer's own changes.
        > Schedule-Tag: "12ab34-cd56ef"
        Service-Worker | W3C Service Workers | request singleton unregistered browserAdded
        says that the script will become a service worker.
        ! Cookies are sent with this request, too; a login page in place of the script breaks the update of the worker.
        > Service-Worker: script
        Service-Worker-Allowed | W3C Service Workers | response singleton unregistered
        the largest scope that a service worker may have.
        ! Without it, a worker controls only the folder of its script, so /js/sw.js cannot control /.
        > Service-Worker-Allowed: /
        SLUG | RFC 5023 §9.7 | request singleton
        the name that the client suggests for the URL of a new entry.
        ! It is a suggestion: the client must read the real URL from Location.
        > Slug: The Beach at S%C3%A8te
        SoapAction | SOAP 1.1 | request singleton
        the operation of a SOAP service.
        ! The quotes belong to it. Some servers answer 500 if they, or the whole field, are missing.
        > SOAPAction: "http://example.com/GetPrice"
        Surrogate-Capability | W3C Edge Architecture Specification | request provisional
        the features of a cache in front of the server.
        ! A server that does not know it ignores it; a client could send it, so proxies at the edge remove it.
        > Surrogate-Capability: edge="Surrogate/1.0 ESI/1.0"
        Surrogate-Control | W3C Edge Architecture Specification | response list caching provisional
        instructions for caches in front of the server; CDN-Cache-Control is the standard field.
        ! The last surrogate should remove it. If it is passed on, the next CDN obeys it, too.
        > Surrogate-Control: max-age=3600
        Timeout | RFC 4918 §10.7 | request response list
        the requested duration of a WebDAV lock.
        ! It is a wish: the server grants the time that it wants, in its answer. A lock that is not refreshed expires.
        > Timeout: Second-3600
        Topic | RFC 8030 §5.4 | request singleton
        the topic of a push message, which replaces a waiting one of the same topic.
        ! At most 32 characters of base64url; a longer one is answered with 400.
        > Topic: upd
        Traceparent | W3C Trace Context | request singleton
        the trace of the request, and the step that sent it.
        ! A service that does not pass it on, or makes a new one, cuts the trace in two.
        > traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
        Tracestate | W3C Trace Context | request list
        data of each tracing system.
        ! It means nothing without Traceparent; a service must keep the entries of others, in order.
        > tracestate: rojo=00f067aa0ba902b7,congo=t61rcWkgMzE
        TTL | RFC 8030 §5.2 | request singleton
        for how many seconds a push message should be stored.
        ! Push services refuse a request without it with 400. 0 delivers only if the device is connected now.
        > TTL: 86400
        Urgency | RFC 8030 §5.3 | request singleton
        how much battery a push message is worth.
        ! Devices that save power receive only messages of high urgency, so very-low may arrive hours later.
        > Urgency: high
        Use-As-Dictionary | RFC 9842 §2.1 | response structuredDictionary
        says that the response can be a dictionary for later ones.
        ! The pattern must be of the same origin, and is compared with paths: one that is too wide makes clients offer
        an unsuitable dictionary.
        > Use-As-Dictionary: match="/js/app.*.js", id="app"
        Viewport-Width | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once gave the width of the window.
        ! Browsers send Sec-CH-Viewport-Width today, and only if Accept-CH asked for it.
        > Viewport-Width: 1280
        Width | draft-ietf-httpbis-client-hints | request singleton unregistered obsolete browserAdded
        once gave the display width of an image.
        ! Browsers send Sec-CH-Width today, and only for images with a sizes attribute.
        > Width: 640
        """
}
