extension Tables {
    /// The fields of HTTP's own documents and of everyday use (IANA, Hypertext Transfer Protocol (HTTP) Field Name
    /// Registry, as of May 2026; those in no registry say so). Each sentence follows the name and a colon.
    static let fieldRows = """
        Accept | RFC 9110 §12.5.1 | request list safelisted
        the media types that the client accepts, with weights.
        ! A server that has none of them may answer 406; */* at the end avoids that.
        > Accept: text/html, application/json;q=0.8, */*;q=0.1
        Accept-CH | RFC 8942 §3.1 | response structuredList
        the client hints that the server asks for.
        ! Browsers send the hints from the next request on, and over https only.
        > Accept-CH: Sec-CH-UA-Platform
        Accept-Charset | RFC 9110 §12.5.2 | request list obsolete browserOnly
        the charsets that the client accepts; deprecated, since UTF-8 is used everywhere.
        ! Browsers stopped sending it, so a server that chooses by it always chooses the same.
        > Accept-Charset: utf-8
        Accept-Encoding | RFC 9110 §12.5.3 | request list browserOnly
        the content codings, such as gzip, that the client can decode.
        ! Without Vary: Accept-Encoding caches may send gzip to clients that cannot decode it.
        > Accept-Encoding: gzip, br, zstd
        Accept-Language | RFC 9110 §12.5.4 | request list safelisted
        the languages that the user prefers, with weights.
        ! It is no choice of the user for this site: offer a switch.
        > Accept-Language: de, en;q=0.7
        Accept-Patch | RFC 5789 §3.1 | response list
        the patch formats that PATCH accepts here.
        ! Clients that patch blindly learn the format only from a 415.
        > Accept-Patch: application/merge-patch+json
        Accept-Post | Linked Data Platform 1.0 §7.1 | response list
        the media types that the resource accepts in POST.
        ! Few clients read it; the 415 has to say more.
        > Accept-Post: application/json, text/csv
        Accept-Query | RFC 10008 §3 | response structuredList
        the media types that QUERY accepts here.
        ! QUERY is new: proxies may reject it.
        > Accept-Query: application/sql
        Accept-Ranges | RFC 9110 §14.3 | response trailer list
        whether the server supports range requests for the resource.
        ! Its absence does not say that ranges fail: a client can try one.
        > Accept-Ranges: bytes
        Age | RFC 9111 §5.1 | response singleton caching
        the number of seconds that the response has spent in caches.
        ! An origin server should not send it: it makes the response look older than it is.
        > Age: 120
        Allow | RFC 9110 §10.2.1 | response list
        the methods that the target supports.
        ! A 405 without it leaves the client to guess.
        > Allow: GET, HEAD, PUT
        ALPN | RFC 7639 §2 | request list
        in a CONNECT: the protocols that the tunnel will carry.
        ! It only informs the proxy: what is spoken is agreed on in the TLS handshake.
        > ALPN: h2, http%2F1.1
        Alt-Svc | RFC 7838 §3 | response list
        other addresses and protocols, such as HTTP/3, that serve the same origin.
        ! Browsers remember it for ma seconds, even if the address no longer works.
        > Alt-Svc: h3=":443"; ma=86400
        Alt-Used | RFC 7838 §5 | request singleton
        the address from Alt-Svc that the client is using.
        ! Without it a server cannot see which clients followed its Alt-Svc.
        > Alt-Used: alt.example.com:8443
        Authentication-Info | RFC 9110 §11.6.3 | response trailer list
        information from the server after successful authentication.
        ! Few clients use its nextnonce, so each request costs a challenge.
        > Authentication-Info: nextnonce="8f3a"
        Authorization | RFC 9110 §11.6.2 | request singleton secret essential personal
        the client's credentials for the server.
        ! Shared caches store the response only with public, s-maxage or must-revalidate; then for everyone.
        > Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk
        Cache-Control | RFC 9111 §5.2 | request response list caching essential browserAdded
        what caches may and must do with the message.
        ! no-cache does not mean "do not store": that is no-store.
        > Cache-Control: private, max-age=60
        Cache-Status | RFC 9211 §2 | response structuredList caching
        how each cache handled the request.
        ! Caches write it in the order of the way back: the one next to the origin comes first.
        > Cache-Status: ExampleCDN; hit; ttl=42
        CDN-Cache-Control | RFC 9213 §3.1 | response structuredDictionary caching
        instructions for the caches of a CDN, which use it instead of Cache-Control.
        ! Browsers ignore it: Cache-Control is needed as well.
        > CDN-Cache-Control: max-age=600
        CDN-Loop | RFC 8586 §2 | request list
        the CDNs that the request has passed, to detect loops.
        ! A CDN that removes it lets a loop continue until a limit ends it.
        > CDN-Loop: cdn.example
        Clear-Site-Data | W3C Clear Site Data | response list
        tells the browser to delete the data it has stored for the site.
        ! It works over https only, and clearing the cache can take seconds.
        > Clear-Site-Data: "cookies", "storage"
        Client-Cert | RFC 9440 §2.2 | request structuredItem
        the certificate that the client sent to the proxy in front of the server.
        ! A server has to drop it unless its own proxy set it: anyone can write it.
        > Client-Cert: :MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6:
        Client-Cert-Chain | RFC 9440 §2.3 | request structuredList
        the rest of that client's certificate chain.
        ! A proxy has to remove what clients send, or anyone can claim a certificate.
        > Client-Cert-Chain: :MIIB5jCCAYugAwIBAgIBFjAKBggqhkjOPQQDAjBW:
        Connection | RFC 9110 §7.6.1 | request response list hopByHop notStored browserOnly
        what applies only to this connection: close, keep-alive, and the fields that must not be forwarded.
        ! It must not be sent in HTTP/2 and HTTP/3.
        > Connection: keep-alive
        Content-Digest | RFC 9530 §2 | request response trailer structuredDictionary
        a hash of the transferred content, to detect damage.
        ! It is of the content as sent, after compression; Repr-Digest is of the whole.
        > Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
        Content-Disposition | RFC 6266 §4 | response singleton
        whether to display the content or save it, and under which file name.
        ! A name outside ASCII needs filename*; without quotation marks a space ends it.
        > Content-Disposition: attachment; filename="report.pdf"
        Content-Encoding | RFC 9110 §8.4 | request response list essential
        the codings, such as gzip, that were applied to the content.
        ! If it is named but not applied, clients cannot read the content.
        > Content-Encoding: gzip
        Content-Language | RFC 9110 §8.5 | request response list safelisted
        the language of the intended readers.
        ! It says who the text is for; Accept-Language says what the reader wants.
        > Content-Language: de
        Content-Length | RFC 9110 §8.6 | request response singleton framing essential browserOnly
        the number of bytes of the body.
        ! Two different ones, or one with Transfer-Encoding, make two readers see different messages.
        > Content-Length: 348
        Content-Location | RFC 9110 §8.7 | request response singleton
        the URL of this particular representation.
        ! It is no redirect: clients do not follow it.
        > Content-Location: /report.en.html
        Content-Range | RFC 9110 §14.4 | response singleton essential
        the part of the whole that the content is.
        ! Without it a 206 cannot be joined with other parts.
        > Content-Range: bytes 0-499/1234
        Content-Type | RFC 9110 §8.3 | request response singleton essential safelisted
        the media type of the content.
        ! Without it browsers guess from the first bytes, unless nosniff forbids that.
        > Content-Type: text/html; charset=utf-8
        Cookie | RFC 6265 §4.2 | request singleton secret essential personal browserOnly
        the client's cookies for this URL.
        ! Each request to the site carries all of them: 8 KiB of cookies make servers answer 431.
        > Cookie: session=1a2b3c; theme=dark
        Date | RFC 9110 §6.6.1 | request response trailer singleton browserOnly
        the time when the message was generated.
        ! A wrong clock makes caches store responses too long or not at all.
        > Date: Tue, 15 Nov 1994 08:12:31 GMT
        Deprecation | RFC 9745 §2 | response structuredItem
        the time from which the resource should no longer be used.
        ! The value is @ with seconds since 1970, not a date and not true.
        > Deprecation: @1688169599
        Depth | RFC 4918 §10.2 | request singleton
        how many levels a WebDAV request covers.
        ! Without it servers take infinity for some methods, which can be a whole tree.
        > Depth: 1
        Early-Data | RFC 8470 §5.1 | request singleton
        marks a request that was sent in TLS early data, which can be replayed.
        ! A proxy has to send it on, or the server cannot refuse what may be a replay.
        > Early-Data: 1
        ETag | RFC 9110 §8.8.3 | response trailer singleton caching
        an identifier of this version of the content.
        ! Without quotes it is not a valid entity tag, and conditions fail.
        > ETag: "33a64df5"
        Expect | RFC 9110 §10.1.1 | request list browserOnly
        asks the server for its consent (100-continue) before the body is sent.
        ! If a server ignores it, the client waits about a second before it sends.
        > Expect: 100-continue
        Expires | RFC 9111 §5.3 | response singleton caching
        the time from which the response is stale; max-age overrides it.
        ! 0 is no date, and still means stale; max-age overrides it.
        > Expires: Thu, 01 Dec 1994 16:00:00 GMT
        Forwarded | RFC 7239 §4 | request list personal
        the client's address and scheme, as each proxy saw them.
        ! The first values come from the client, which can forge them.
        > Forwarded: for=192.0.2.60;proto=https
        From | RFC 9110 §10.1.2 | request singleton personal
        the email address of the person responsible for a robot.
        ! It names a person to everyone on the way.
        > From: webmaster@example.com
        Host | RFC 9110 §7.2 | request singleton essential browserOnly
        the host and port that the request is for.
        ! An HTTP/1.1 request without Host, or with two, must get a 400.
        > Host: example.com
        Idempotency-Key | draft-ietf-httpapi-idempotency-key-header §2 | request structuredItem unregistered
        an identifier of the operation, so that a retry has no second effect.
        ! A new key for each retry defeats it: it belongs to the operation.
        > Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"
        If-Match | RFC 9110 §13.1.1 | request list condition browserAdded
        carry out the request only if the resource is still one of these versions, or with *, if it exists at all.
        ! With a weak tag (W/) it is never true.
        > If-Match: "33a64df5"
        If-Modified-Since | RFC 9110 §13.1.3 | request singleton condition browserAdded
        send the resource only if it has changed since this time.
        ! It is ignored beside If-None-Match, and a second is its smallest step.
        > If-Modified-Since: Sun, 01 Mar 2026 12:00:00 GMT
        If-None-Match | RFC 9110 §13.1.2 | request list condition browserAdded
        carry out the request only if the resource is none of these versions, or with *, if it does not exist.
        ! Without quotation marks the tag matches nothing.
        > If-None-Match: "33a64df5"
        If-Range | RFC 9110 §13.1.5 | request singleton condition browserAdded
        send the part only if the resource has not changed, otherwise the whole.
        ! With a weak tag the server has to send the whole.
        > If-Range: "v3"
        If-Unmodified-Since | RFC 9110 §13.1.4 | request singleton condition browserAdded
        carry out the request only if the resource has not changed since this time.
        ! Two changes within a second go unnoticed: If-Match does not miss them.
        > If-Unmodified-Since: Sun, 01 Mar 2026 12:00:00 GMT
        Incremental | RFC 10036 | request response structuredItem
        asks proxies to forward the content as it arrives, without buffering it.
        ! A proxy that does not know it still buffers.
        > Incremental: ?1
        Keep-Alive | RFC 2068 §19.7.1.1 | request response list hopByHop notStored browserOnly
        how long an idle connection stays open, and for how many requests.
        ! It promises nothing: a server may close earlier, and HTTP/2 does not have it.
        > Keep-Alive: timeout=5, max=100
        Last-Event-ID | HTML Standard | request singleton
        the last event that an EventSource received before it reconnected.
        ! A server that ignores it sends old events again or loses some.
        > Last-Event-ID: 42
        Last-Modified | RFC 9110 §8.8.2 | response singleton caching
        the time of the last change.
        ! A second is its smallest step, and without a lifetime caches guess one from it.
        > Last-Modified: Tue, 15 Nov 1994 12:45:26 GMT
        Link | RFC 8288 §3 | request response list
        links to related resources, with their relations.
        ! Browsers preload only what has the right as attribute, else they load it twice.
        > Link: </page/2>; rel="next"
        Link-Template | RFC 9652 §2 | response structuredList
        links with placeholders that the client fills in.
        ! Few clients expand it.
        > Link-Template: "/{name}"; rel="item"
        Location | RFC 9110 §10.2.2 | response singleton essential
        the URL of a redirect's target, or of a new resource.
        ! With an http URL in it, a server that uses TLS sends users through plain text.
        > Location: /login?next=%2Fcart
        Max-Forwards | RFC 9110 §7.6.2 | request singleton
        how many times TRACE or OPTIONS may be forwarded.
        ! Proxies look at it only with TRACE and OPTIONS.
        > Max-Forwards: 3
        Origin | RFC 6454 §7 | request singleton browserOnly
        the origin of the page whose script or form made the request.
        ! null is the origin of any sandboxed page: never allow it.
        > Origin: https://example.com
        Pragma | RFC 9111 §5.4 | request list obsolete caching browserAdded
        no-cache for old caches; Cache-Control replaces it.
        ! In a response it is not defined, and caches may ignore it.
        > Pragma: no-cache
        Prefer | RFC 7240 §2 | request list
        how the client would like the server to handle the request.
        ! A server may ignore it; Preference-Applied says that it did not.
        > Prefer: return=minimal
        Preference-Applied | RFC 7240 §3 | response list
        which preferences the server followed.
        ! If the response depends on Prefer, Vary has to name it.
        > Preference-Applied: return=minimal
        Priority | RFC 9218 §5 | request response structuredDictionary browserAdded
        the urgency of the response.
        ! Over HTTP/1.1 it changes nothing.
        > Priority: u=1, i
        Proxy-Authenticate | RFC 9110 §11.7.1 | response list notStored
        how to authenticate to the proxy.
        ! It belongs to 407; with 401 clients ignore it.
        > Proxy-Authenticate: Basic realm="proxy"
        Proxy-Authentication-Info | RFC 9110 §11.7.3 | response trailer list notStored
        information from the proxy after successful authentication.
        ! It is for the client of this proxy only, which must not send it on.
        > Proxy-Authentication-Info: nextnonce="8f3a"
        Proxy-Authorization | RFC 9110 §11.7.2 | request singleton secret forProxy notStored personal browserOnly
        the client's credentials for the proxy.
        ! If it is forwarded to the server, it reveals the proxy's password.
        > Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==
        Proxy-Connection | RFC 9112 appendix C.2.2 | request hopByHop notStored unregistered browserOnly
        a mistake of old clients; the correct field is Connection.
        ! A proxy that sends it on makes servers keep connections that are not used.
        > Proxy-Connection: keep-alive
        Proxy-Status | RFC 9209 §2 | response trailer structuredList
        how each proxy handled the response.
        ! It tells clients about the network inside: keep the details out.
        > Proxy-Status: proxy.example; error=connection_timeout
        Range | RFC 9110 §14.2 | request singleton safelisted
        requests parts of the content.
        ! Both ends are included; a server may ignore it and send the whole with 200.
        > Range: bytes=0-499
        Referer | RFC 9110 §10.1.3 | request singleton personal browserOnly
        the page from which the request was sent.
        ! A secret in that page's URL is sent along; Referrer-Policy limits it.
        > Referer: https://blog.example.com/post/7
        Refresh | HTML Standard | response singleton
        the number of seconds until the page is reloaded or another page is opened.
        ! Assistive software loses its place: use a redirect.
        > Refresh: 5; url=/next
        Repr-Digest | RFC 9530 §3 | request response trailer structuredDictionary
        a hash of the whole representation, even when only a part is sent.
        ! It is of the whole before ranges; Content-Digest is of what is sent.
        > Repr-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
        Retry-After | RFC 9110 §10.2.3 | response singleton
        how long the client should wait before it retries.
        ! A date needs the right clock: seconds do not.
        > Retry-After: 120
        Server | RFC 9110 §10.2.4 | response singleton
        the name of the server software.
        ! An exact version helps attackers choose an exploit.
        > Server: nginx
        Server-Timing | W3C Server Timing | response trailer list
        how long parts of the server's work took.
        ! Scripts of other origins see it only with Timing-Allow-Origin.
        > Server-Timing: db;dur=53, app;dur=47.2
        Set-Cookie | RFC 6265 §4.1 | response secret essential personal
        a cookie for the client to store and send back.
        ! Use one field per cookie: joined with commas, all but the first are lost.
        > Set-Cookie: session=1a2b3c; Secure; HttpOnly; SameSite=Lax; Path=/
        Signature | RFC 9421 §4.2 | request response trailer structuredDictionary
        signatures over parts of the message.
        ! Without Signature-Input it cannot be checked, and proxies may change what it covers.
        > Signature: sig1=:LAH8BjcfcOcLojiuOBFWn0P5keD3xAOuJRGziCLuD8r5MW9S0RoXXLzLSRfGY:
        Signature-Input | RFC 9421 §4.1 | request response trailer structuredDictionary
        the parts of the message that each signature covers, and the key.
        ! What it does not list is not protected: the method and the target belong in it.
        > Signature-Input: sig1=("@method" "@target-uri");created=1772366400;keyid="k1"
        Accept-Signature | RFC 9421 §5.1 | request response structuredDictionary
        asks for a signed message, with the parts to sign.
        ! A server may answer without a signature.
        > Accept-Signature: sig1=("@status");keyid="k1"
        Sunset | RFC 8594 §3 | response singleton
        the time when the resource is expected to be removed.
        ! It is a date of HTTP, while Deprecation is a number.
        > Sunset: Sun, 01 Mar 2026 12:00:00 GMT
        TE | RFC 9110 §10.1.4 | request list hopByHop notStored browserOnly
        whether the client accepts trailers, and transfer codings besides chunked.
        ! gzip as a transfer coding is understood by hardly any client.
        > TE: trailers
        Trailer | RFC 9110 §6.6.2 | request response list framing browserOnly
        the names of the fields that come after the content.
        ! Browsers drop trailers; what is needed belongs in the head.
        > Trailer: Content-Digest
        Transfer-Encoding | RFC 9112 §6.1 | request response list hopByHop framing essential notStored browserOnly
        the coding of the body on this connection: usually chunked.
        ! Together with Content-Length it enables request smuggling.
        > Transfer-Encoding: chunked
        Upgrade | RFC 9110 §7.8 | request response list hopByHop notStored browserOnly
        other protocols that the connection can change to.
        ! HTTP/2 does not have it, and a proxy that does not know the protocol removes it.
        > Upgrade: websocket
        User-Agent | RFC 9110 §10.1.5 | request singleton browserAdded
        the name of the client software.
        ! Browsers send frozen versions: do not decide by it what a browser can do.
        > User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
        Vary | RFC 9110 §12.5.5 | response list caching
        the request fields that influenced the response, so that caches store each variant separately.
        ! Vary: User-Agent stores one copy per browser version, so the cache almost never hits.
        > Vary: Accept-Encoding, Accept-Language
        Via | RFC 9110 §7.6.3 | request response trailer list browserOnly
        the proxies that forwarded the message.
        ! An element needs the protocol version and a name.
        > Via: 1.1 proxy.example
        Want-Content-Digest | RFC 9530 §4 | request response structuredDictionary
        asks for a hash of the content, with preferred algorithms.
        ! A server may ignore it.
        > Want-Content-Digest: sha-256=10
        Want-Repr-Digest | RFC 9530 §4 | request response structuredDictionary
        asks for a hash of the whole representation, with preferred algorithms.
        ! A server may ignore it.
        > Want-Repr-Digest: sha-256=10, sha-512=3
        Warning | RFC 9111 §5.5 | request response list obsolete
        warnings from caches.
        ! Caches no longer send it: Age and Cache-Status say more.
        > Warning: 110 - "Response is Stale"
        WWW-Authenticate | RFC 9110 §11.6.1 | response list
        how to authenticate to the server.
        ! Several challenges in one line are hard to tell apart: send a line for each.
        > WWW-Authenticate: Basic realm="Staff"
        """
}
