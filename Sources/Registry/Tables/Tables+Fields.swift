extension Tables {
    /// The fields of HTTP's own documents and of everyday use (IANA, Hypertext Transfer Protocol (HTTP) Field Name
    /// Registry, as of May 2026; those in no registry say so). Each sentence follows the name and a colon.
    static let fieldRows = """
        Accept | RFC 9110 §12.5.1 | request list safelisted
        the media types that the client can use, with weights.
        ! A server that knows none of them may answer 406; */* at the end avoids it.
        > Accept: text/html, application/json;q=0.8, */*;q=0.1
        Accept-CH | RFC 8942 §3.1 | response structuredList
        which client hints the server would like to get.
        > Accept-CH: Sec-CH-UA-Platform
        Accept-Charset | RFC 9110 §12.5.2 | request list obsolete browserOnly
        the character encodings that the client can use; deprecated, as everyone uses UTF-8.
        Accept-Encoding | RFC 9110 §12.5.3 | request list browserOnly
        the codings, such as gzip, that the client can undo.
        ! Without Vary: Accept-Encoding caches may hand gzip to clients that cannot decode it.
        > Accept-Encoding: gzip, br, zstd
        Accept-Language | RFC 9110 §12.5.4 | request list safelisted
        the languages that the person prefers, with weights.
        > Accept-Language: de, en;q=0.7
        Accept-Patch | RFC 5789 §3.1 | response list
        the patch formats that PATCH may use here.
        > Accept-Patch: application/merge-patch+json
        Accept-Post | Linked Data Platform 1.0 §7.1 | response list
        the media types that POST may bring here.
        Accept-Query | RFC 10008 §3 | response structuredList
        the media types that QUERY may bring here.
        Accept-Ranges | RFC 9110 §14.3 | response trailer list
        whether parts of the resource can be asked for.
        > Accept-Ranges: bytes
        Age | RFC 9111 §5.1 | response singleton caching
        how many seconds the response has been in caches.
        ! A server that is no cache has no use for it: it makes the answer look older than it is.
        > Age: 120
        Allow | RFC 9110 §10.2.1 | response list
        the methods that the target supports.
        > Allow: GET, HEAD, PUT
        ALPN | RFC 7639 §2 | request list
        in a CONNECT: the protocols that the tunnel will carry.
        Alt-Svc | RFC 7838 §3 | response list
        other places and protocols, such as HTTP/3, where the same origin can be reached.
        ! Browsers remember it for ma seconds, also after the place is gone.
        > Alt-Svc: h3=":443"; ma=86400
        Alt-Used | RFC 7838 §5 | request singleton
        which of the places of Alt-Svc the client has come to.
        Authentication-Info | RFC 9110 §11.6.3 | response trailer list
        what the server says after credentials were accepted.
        Authorization | RFC 9110 §11.6.2 | request singleton secret essential personal
        the client's credentials for the server.
        ! Shared caches keep the answer only with public, s-maxage or must-revalidate; then everyone may get it.
        > Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk
        Cache-Control | RFC 9111 §5.2 | request response list caching essential browserAdded
        what caches may and must do with the message.
        ! no-cache does not mean "do not store": that is no-store.
        > Cache-Control: private, max-age=60
        Cache-Status | RFC 9211 §2 | response structuredList caching
        how each cache on the way dealt with the request.
        > Cache-Status: ExampleCDN; hit; ttl=42
        CDN-Cache-Control | RFC 9213 §3.1 | response structuredDictionary caching
        what the caches of a content delivery network may do, in place of Cache-Control.
        > CDN-Cache-Control: max-age=600
        CDN-Loop | RFC 8586 §2 | request list
        which delivery networks the request has been through, so that one that loops is stopped.
        Clear-Site-Data | W3C Clear Site Data | response list
        tells the browser to throw away what it has stored of the site.
        > Clear-Site-Data: "cookies", "storage"
        Client-Cert | RFC 9440 §2.2 | request structuredItem
        the certificate that the client showed to a proxy in front.
        ! A server has to drop it unless its own proxy set it: anyone can write it.
        Client-Cert-Chain | RFC 9440 §2.3 | request structuredList
        the other certificates of that client's chain.
        Connection | RFC 9110 §7.6.1 | request response list hopByHop notStored browserOnly
        what holds for this connection alone: close, keep-alive, and the fields that end here.
        ! It must not be sent in HTTP/2 and HTTP/3.
        > Connection: keep-alive
        Content-Digest | RFC 9530 §2 | request response trailer structuredDictionary
        a hash of the bytes as sent, so that the receiver can detect damage.
        > Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
        Content-Disposition | RFC 6266 §4 | response singleton
        whether to show the content or save it, and under which name.
        > Content-Disposition: attachment; filename="report.pdf"
        Content-Encoding | RFC 9110 §8.4 | request response list essential
        the codings, such as gzip, that were applied to the content.
        ! Named but not applied, nobody can read the content.
        > Content-Encoding: gzip
        Content-Language | RFC 9110 §8.5 | request response list safelisted
        the language of the people the content is for.
        Content-Length | RFC 9110 §8.6 | request response singleton framing essential browserOnly
        how many bytes of content follow the head.
        ! Two that differ, or one beside Transfer-Encoding, let two readers see two different messages.
        > Content-Length: 348
        Content-Location | RFC 9110 §8.7 | request response singleton
        the URL of just this representation.
        Content-Range | RFC 9110 §14.4 | response singleton essential
        which part of the whole the content is.
        > Content-Range: bytes 0-499/1234
        Content-Type | RFC 9110 §8.3 | request response singleton essential safelisted
        the media type of the content.
        ! Without it browsers guess from the first bytes, unless nosniff tells them not to.
        > Content-Type: text/html; charset=utf-8
        Cookie | RFC 6265 §4.2 | request singleton secret essential personal browserOnly
        the cookies that the client has for this URL.
        > Cookie: session=1a2b3c; theme=dark
        Date | RFC 9110 §6.6.1 | request response trailer singleton browserOnly
        when the message was made.
        ! A wrong clock makes caches keep answers too long or not at all.
        > Date: Tue, 15 Nov 1994 08:12:31 GMT
        Deprecation | RFC 9745 §2 | response structuredItem
        since or from when the resource should no longer be used.
        > Deprecation: @1688169599
        Depth | RFC 4918 §10.2 | request singleton
        how far down a WebDAV request goes.
        Early-Data | RFC 8470 §5.1 | request singleton
        says that the request came in early data of TLS, which could be replayed.
        ETag | RFC 9110 §8.8.3 | response trailer singleton caching
        a name for just this version of the content.
        ! Without the quotes it is no entity tag, and conditions fail.
        > ETag: "33a64df5"
        Expect | RFC 9110 §10.1.1 | request list browserOnly
        asks the server to agree (100-continue) before the content is sent.
        ! A server that ignores it makes the client wait a second or so before it sends.
        > Expect: 100-continue
        Expires | RFC 9111 §5.3 | response singleton caching
        when the response stops being fresh; max-age overrides it.
        > Expires: Thu, 01 Dec 1994 16:00:00 GMT
        Forwarded | RFC 7239 §4 | request list personal
        who the client was, as the proxies on the way saw it.
        ! What the client itself wrote stands first, and may be a lie.
        > Forwarded: for=192.0.2.60;proto=https
        From | RFC 9110 §10.1.2 | request singleton personal
        the mail address of the person behind a robot.
        Host | RFC 9110 §7.2 | request singleton essential browserOnly
        the host and port that the request is for.
        ! A request with none, or with two, gets a 400.
        > Host: example.com
        Idempotency-Key | draft-ietf-httpapi-idempotency-key-header §2 | request structuredItem unregistered
        a name for this one act, so that sending it twice does it once.
        > Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"
        If-Match | RFC 9110 §13.1.1 | request list condition browserAdded
        do it only if the target is still one of these versions.
        > If-Match: "33a64df5"
        If-Modified-Since | RFC 9110 §13.1.3 | request singleton condition browserAdded
        send it only if it has changed since this time.
        If-None-Match | RFC 9110 §13.1.2 | request list condition browserAdded
        send it only if it is none of these versions.
        > If-None-Match: "33a64df5"
        If-Range | RFC 9110 §13.1.5 | request singleton condition browserAdded
        send the part only if the whole has not changed, else the whole.
        If-Unmodified-Since | RFC 9110 §13.1.4 | request singleton condition browserAdded
        do it only if the target has not changed since this time.
        Incremental | RFC 10036 | request response structuredItem
        asks proxies to pass the content on as it comes, without waiting for the whole.
        Keep-Alive | RFC 2068 §19.7.1.1 | request response list hopByHop notStored browserOnly
        how long an idle connection is kept, and for how many requests.
        > Keep-Alive: timeout=5, max=100
        Last-Event-ID | HTML Standard | request singleton
        the last event that an EventSource got before it connects again.
        Last-Modified | RFC 9110 §8.8.2 | response singleton caching
        when the content was changed last.
        > Last-Modified: Tue, 15 Nov 1994 12:45:26 GMT
        Link | RFC 8288 §3 | request response list
        links to related resources, with their relations.
        > Link: </page/2>; rel="next"
        Link-Template | RFC 9652 §2 | response structuredList
        links with gaps that the client fills in.
        Location | RFC 9110 §10.2.2 | response singleton essential
        where to go next, or what was created.
        ! With http in it, a server behind TLS sends people through plain text.
        > Location: /login?next=%2Fcart
        Max-Forwards | RFC 9110 §7.6.2 | request singleton
        over how many proxies a TRACE or OPTIONS may go.
        Origin | RFC 6454 §7 | request singleton browserOnly
        the origin of the page whose script or form made the request.
        > Origin: https://example.com
        Pragma | RFC 9111 §5.4 | request list obsolete caching browserAdded
        no-cache for caches of long ago; Cache-Control has taken its place.
        Prefer | RFC 7240 §2 | request list
        how the client would like the request to be done.
        > Prefer: return=minimal
        Preference-Applied | RFC 7240 §3 | response list
        which preferences the server followed.
        Priority | RFC 9218 §5 | request response structuredDictionary browserAdded
        how urgent the response is among others.
        > Priority: u=1, i
        Proxy-Authenticate | RFC 9110 §11.7.1 | response list notStored
        how to authenticate to the proxy.
        Proxy-Authentication-Info | RFC 9110 §11.7.3 | response trailer list notStored
        what the proxy says after credentials were accepted.
        Proxy-Authorization | RFC 9110 §11.7.2 | request singleton secret forProxy notStored personal browserOnly
        the client's credentials for the proxy.
        ! Passed on to the server, it gives the proxy's password away.
        Proxy-Connection | RFC 9112 appendix C.2.2 | request hopByHop notStored unregistered browserOnly
        a mistake of old clients for Connection.
        Proxy-Status | RFC 9209 §2 | response trailer structuredList
        what went well or wrong at each proxy on the way.
        Range | RFC 9110 §14.2 | request singleton safelisted
        asks for parts of the content.
        > Range: bytes=0-499
        Referer | RFC 9110 §10.1.3 | request singleton personal browserOnly
        the page that the request came from.
        ! A secret in that page's URL goes along; Referrer-Policy limits it.
        Refresh | HTML Standard | response singleton
        reload, or go elsewhere, after so many seconds.
        Repr-Digest | RFC 9530 §3 | request response trailer structuredDictionary
        a hash of the whole representation, whatever part of it is sent.
        Retry-After | RFC 9110 §10.2.3 | response singleton
        how long to wait before trying again.
        > Retry-After: 120
        Server | RFC 9110 §10.2.4 | response singleton
        the software of the server.
        ! An exact version tells an attacker where to begin.
        Server-Timing | W3C Server Timing | response trailer list
        how long parts of the work took at the server.
        > Server-Timing: db;dur=53, app;dur=47.2
        Set-Cookie | RFC 6265 §4.1 | response secret essential personal
        a cookie for the client to keep and send back.
        ! One line a cookie: joined with commas, all but the first are lost.
        > Set-Cookie: session=1a2b3c; Secure; HttpOnly; SameSite=Lax; Path=/
        Signature | RFC 9421 §4.2 | request response trailer structuredDictionary
        signatures over parts of the message.
        Signature-Input | RFC 9421 §4.1 | request response trailer structuredDictionary
        which parts of the message each signature is over, and with which key.
        Accept-Signature | RFC 9421 §5.1 | request response structuredDictionary
        asks for a message that is signed, and says how.
        Sunset | RFC 8594 §3 | response singleton
        when the resource is expected to go away.
        TE | RFC 9110 §10.1.4 | request list hopByHop notStored browserOnly
        whether the client takes trailers, and transfer codings besides chunked.
        > TE: trailers
        Trailer | RFC 9110 §6.6.2 | request response list framing browserOnly
        the names of the fields that come after the content.
        > Trailer: Content-Digest
        Transfer-Encoding | RFC 9112 §6.1 | request response list hopByHop framing essential notStored browserOnly
        how the body is wrapped for the journey: mostly in chunks.
        ! Beside Content-Length it is the stuff that request smuggling is made of.
        > Transfer-Encoding: chunked
        Upgrade | RFC 9110 §7.8 | request response list hopByHop notStored browserOnly
        other protocols that the connection could change to.
        > Upgrade: websocket
        User-Agent | RFC 9110 §10.1.5 | request singleton browserAdded
        the software of the client.
        Vary | RFC 9110 §12.5.5 | response list caching
        which request fields had a say in the answer, so that caches keep answers apart.
        ! Vary: User-Agent stores one copy per browser version, so the cache almost never hits.
        > Vary: Accept-Encoding, Accept-Language
        Via | RFC 9110 §7.6.3 | request response trailer list browserOnly
        the proxies the message came through.
        Want-Content-Digest | RFC 9530 §4 | request response structuredDictionary
        asks for a hash of the content, and says which hash is liked best.
        Want-Repr-Digest | RFC 9530 §4 | request response structuredDictionary
        asks for a hash of the whole representation, and says which is liked best.
        Warning | RFC 9111 §5.5 | request response list obsolete
        remarks of caches.
        WWW-Authenticate | RFC 9110 §11.6.1 | response list
        how to authenticate to the server.
        > WWW-Authenticate: Basic realm="Staff"
        """
}
