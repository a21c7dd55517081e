extension Tables {
    /// Cache-Control in requests (IANA, HTTP Cache Directive Registry; RFC 9111 §5.2.1).
    static let requestDirectiveRows = """
        max-age | RFC 9111 §5.2.1.1 | takesSeconds
        accepts no response older than this number of seconds.
        ! It limits the age, not the time for which a response is used.
        > Cache-Control: max-age=0
        max-stale | RFC 9111 §5.2.1.2 | takesSeconds
        accepts a stale response, stale for at most this number of seconds; without a number, any.
        ! A cache may use a stale response only where the server does not forbid it.
        > Cache-Control: max-stale=60
        min-fresh | RFC 9111 §5.2.1.3 | takesSeconds
        accepts only a response that stays fresh for this number of seconds.
        ! Few caches look at it.
        > Cache-Control: min-fresh=30
        no-cache | RFC 9111 §5.2.1.4 |
        asks caches to revalidate stored responses before they use them.
        ! A reload sends it: a cached response can still arrive, after revalidation.
        > Cache-Control: no-cache
        no-store | RFC 9111 §5.2.1.5 |
        asks caches to store neither the request nor the response.
        ! A response that is stored already can still arrive from the cache.
        > Cache-Control: no-store
        no-transform | RFC 9111 §5.2.1.6 |
        asks intermediaries not to change the content.
        ! Compression by a proxy is a transformation too.
        > Cache-Control: no-transform
        only-if-cached | RFC 9111 §5.2.1.7 |
        asks for a stored response or a 504, without contacting the server.
        ! In fetch() it needs the mode same-origin, else the call fails.
        > Cache-Control: only-if-cached
        stale-if-error | RFC 5861 §4 | takesSeconds
        accepts a stale response for this number of seconds when the server fails.
        ! Most browsers ignore it.
        > Cache-Control: stale-if-error=600
        """

    /// Cache-Control in responses (the same registry; RFC 9111 §5.2.2).
    static let responseDirectiveRows = """
        immutable | RFC 8246 §2 |
        says that the content does not change while it is fresh, so a reload need not revalidate.
        ! Use it only with URLs that change with the content: a mistake lasts until the response is stale.
        > Cache-Control: max-age=31536000, immutable
        max-age | RFC 9111 §5.2.2.1 | takesSeconds
        gives the number of seconds for which the response is fresh.
        ! A fresh response is used without asking the server: if it must be current, use no-cache.
        > Cache-Control: max-age=60
        must-revalidate | RFC 9111 §5.2.2.2 |
        forbids stale use: a stale response must be revalidated; if that fails, the cache answers 504.
        ! It does not ask for a check before each use: no-cache does.
        > Cache-Control: max-age=60, must-revalidate
        must-understand | RFC 9111 §5.2.2.3 |
        allows only caches that understand the status to store it; used together with no-store.
        ! Without no-store beside it, caches that do not know it store the response anyway.
        > Cache-Control: must-understand, no-store
        no-cache | RFC 9111 §5.2.2.4 | takesFields
        allows storing, but requires revalidation before each use; with field names, only for those fields.
        ! It does not forbid storing: no-store does.
        > Cache-Control: no-cache
        no-store | RFC 9111 §5.2.2.5 |
        forbids every cache to store the response.
        ! Back and forward in browsers then reload the page: use it for secrets, not for everything.
        > Cache-Control: no-store
        no-transform | RFC 9111 §5.2.2.6 |
        forbids intermediaries to change the content.
        ! Proxies that compress or resize images may ignore it.
        > Cache-Control: no-transform
        private | RFC 9111 §5.2.2.7 | takesFields
        forbids shared caches to store it: it is for one user.
        ! It is no protection: anyone who uses the browser can read what it stores.
        > Cache-Control: private, max-age=600
        proxy-revalidate | RFC 9111 §5.2.2.8 |
        is must-revalidate for shared caches only.
        ! In a browser's cache it has no effect.
        > Cache-Control: max-age=60, proxy-revalidate
        public | RFC 9111 §5.2.2.9 |
        allows shared caches to store it even where they otherwise must not, for example after Authorization.
        ! With max-age and without Authorization it has no effect.
        > Cache-Control: public, max-age=600
        s-maxage | RFC 9111 §5.2.2.10 | takesSeconds
        gives the lifetime in seconds for shared caches; it overrides max-age and Expires there.
        ! Browsers ignore it: without max-age they guess a lifetime.
        > Cache-Control: max-age=0, s-maxage=600
        stale-if-error | RFC 5861 §4 | takesSeconds
        allows stale use for this number of seconds when the server fails.
        ! Few browsers know it; CDNs do.
        > Cache-Control: max-age=60, stale-if-error=86400
        stale-while-revalidate | RFC 5861 §3 | takesSeconds
        allows stale use for this number of seconds while the cache revalidates.
        ! The first user after the lifetime gets the stale response.
        > Cache-Control: max-age=60, stale-while-revalidate=600
        post-check | Internet Explorer | unregistered obsolete takesSeconds
        told Internet Explorer after how many seconds to revalidate in the background; everything else ignores it.
        ! Everything ignores it: remove it.
        > Cache-Control: post-check=0, pre-check=0
        pre-check | Internet Explorer | unregistered obsolete takesSeconds
        told Internet Explorer after how many seconds to revalidate before use; everything else ignores it.
        ! Everything ignores it: remove it.
        > Cache-Control: post-check=0, pre-check=0
        """

    /// IANA, Hypertext Transfer Protocol (HTTP) Authentication Scheme Registry; NTLM is in no registry.
    static let schemeRows = """
        Basic | RFC 7617 §2 | readable
        sends name and password in base64, which anyone can decode.
        ! Over plain http, anyone on the network can read the password.
        > Authorization: Basic dXNlcjpwYXNzd29yZA==
        Bearer | RFC 6750 §2.1 | readable
        sends a token; anyone who has the token has access.
        ! In a URL the token ends up in logs and Referer.
        > Authorization: Bearer mF_9.B5f-4.1JqM
        Concealed | RFC 9729 |
        proves possession of a key without a challenge from the server.
        ! Servers that do not know it treat the request as one without credentials.
        Digest | RFC 7616 §3 |
        proves that the client knows the password without sending it.
        ! With MD5 and without TLS, an eavesdropper can guess the password.
        > Authorization: Digest username="ada", realm="Staff", nonce="7ypf", uri="/", response="8ca523"
        DPoP | RFC 9449 §7.1 |
        sends a token that is bound to a key; the DPoP field proves that the client holds it.
        ! A proof for another URL or method is rejected, also where a proxy changes the URL.
        > Authorization: DPoP Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp
        GNAP | RFC 9635 §7.2 |
        sends a token of the grant negotiation protocol, usually bound to a key.
        ! Without the key proof in the same request the token is worth nothing.
        > Authorization: GNAP OS9M2PMHKUR64TB8N6BW7OZB8CDFONP219RP1LT0
        HOBA | RFC 7486 §3 |
        answers a challenge with a signature, without a password.
        ! Browsers do not have it.
        Mutual | RFC 8120 §3 |
        lets client and server prove to each other that they know the password.
        ! Browsers do not have it.
        Negotiate | RFC 4559 §4 |
        sends Kerberos or NTLM tokens, in one or more rounds.
        ! NTLM authenticates the connection: a proxy that shares connections gives others access.
        NTLM | not registered | unregistered weak
        sends Windows tokens in three messages over one connection.
        ! It authenticates the connection: a proxy that shares connections gives others access.
        OAuth | RFC 5849 §3.5.1 | obsolete
        signs each request (OAuth 1.0).
        ! A wrong clock or an encoded URL makes the signature invalid.
        > Authorization: OAuth oauth_consumer_key="k", oauth_nonce="7d8f", oauth_signature="tR3+Ty"
        PrivateToken | RFC 9577 §2 |
        sends a token that proves a property of the client without identifying it.
        ! A token can be spent once.
        > Authorization: PrivateToken token="abc="
        SCRAM-SHA-1 | RFC 7804 §5 | weak
        proves knowledge of a password with a salted SHA-1 hash.
        ! SHA-1 is weak: use SCRAM-SHA-256.
        SCRAM-SHA-256 | RFC 7804 §5 |
        proves knowledge of a password with a salted hash.
        ! Browsers do not have it.
        vapid | RFC 8292 §3 |
        identifies the application server to a push service.
        ! The token is valid for 24 hours at most.
        > Authorization: vapid t=eyJ0eXAi, k=BA1Hxzyi
        Hawk | Mozilla Hawk | unregistered
        signs the request with a key that client and server share.
        ! Clocks that differ by a minute make the signature invalid.
        > Authorization: Hawk id="dh37", ts="1353832234", nonce="j4h3g2", mac="6R4rV5"
        Token | not registered | unregistered readable
        sends a token, as in Rails and older GitHub APIs; Bearer is the registered scheme.
        ! Clients that know only Bearer send another scheme, and get a 401.
        > Authorization: Token token="4f2c"
        ApiKey | not registered | unregistered readable
        sends a key, as in Elasticsearch.
        ! Like a password it is sent whole each time: use it over https only.
        > Authorization: ApiKey VnVhQ2ZHY0JDZGJrUW
        AWS4-HMAC-SHA256 | not registered | unregistered
        signs the request for AWS.
        ! The signature covers the host and the time: a proxy that changes Host breaks it.
        > Authorization: AWS4-HMAC-SHA256 Credential=AKID/…, SignedHeaders=host, Signature=fe5f80
        AWS | Amazon S3, signature version 2 | unregistered
        signs the request to Amazon S3; AWS4-HMAC-SHA256 replaces it.
        ! Newer regions reject it.
        > Authorization: AWS AKID:bWq2s1WEIj
        SharedKey | Microsoft Azure Storage | unregistered
        signs the request with the key of a storage account.
        ! The signature covers fields that a proxy may change.
        > Authorization: SharedKey account:ctzMq410
        SharedAccessSignature | Microsoft Azure | unregistered readable
        sends a signed token that permits some operations for some time.
        ! Anyone who gets it has its rights until it expires.
        > Authorization: SharedAccessSignature sr=hub&sig=abc&se=1803902400
        GoogleLogin | Google ClientLogin | unregistered readable
        sent a token of Google's former sign-in for programs.
        ! The service has ended.
        > Authorization: GoogleLogin auth=DQAAA
        PoP | OAuth 2.0 Proof-of-Possession | unregistered
        proves the possession of a key, in drafts older than DPoP.
        ! Nothing in use accepts it: use DPoP.
        """

    /// IANA, HTTP Content Coding Registry.
    static let contentCodingRows = """
        aes128gcm | RFC 8188 §2 |
        encrypts the content with AES in Galois/Counter mode, as web push does.
        ! It is no compression, and only the receiver of a push message can decode it.
        > Content-Encoding: aes128gcm
        br | RFC 7932 | compression
        is Brotli, which usually compresses text better than gzip.
        ! Browsers offer it over https only.
        > Content-Encoding: br
        compress | RFC 9110 §8.4.1.1 | compression obsolete
        is LZW, as in the Unix program compress; it is no longer used.
        ! Browsers do not decode it.
        > Content-Encoding: compress
        dcb | RFC 9842 §4 | compression
        is Brotli with a dictionary that the client already has.
        ! A client without the dictionary cannot decode it, so Vary has to name Available-Dictionary.
        > Content-Encoding: dcb
        dcz | RFC 9842 §5 | compression
        is Zstandard with a dictionary that the client already has.
        ! A client without the dictionary cannot decode it, so Vary has to name Available-Dictionary.
        > Content-Encoding: dcz
        deflate | RFC 9110 §8.4.1.2 | compression
        is deflate in zlib format.
        ! Some servers omit the zlib format, so clients have to try both.
        exi | Efficient XML Interchange | compression
        is XML in a binary form.
        ! Browsers do not decode it.
        > Content-Encoding: exi
        gzip | RFC 9110 §8.4.1.3 | compression
        is deflate in gzip format, which almost all clients support.
        ! What is compressed already, such as images, becomes larger.
        > Content-Encoding: gzip
        identity | RFC 9110 §12.5.3 |
        is no coding; it is used only in Accept-Encoding, not in Content-Encoding.
        ! It is never written in Content-Encoding: the field is left out.
        pack200-gzip | JSR 200 | compression obsolete
        was for packed Java archives.
        ! Java removed the format in version 14.
        x-compress | RFC 9110 §8.4.1.1 | compression obsolete
        is an old name of compress.
        ! It is the same as compress; few clients decode either.
        x-gzip | RFC 9110 §8.4.1.3 | compression obsolete
        is an old name of gzip.
        ! It is the same as gzip; send gzip.
        zstd | RFC 8878 | compression
        is Zstandard, which is fast and compresses about as well as Brotli.
        ! Clients need to support a window of 8 MiB at most (RFC 9659).
        """

    /// IANA, HTTP Transfer Coding Registry.
    static let transferCodingRows = """
        chunked | RFC 9112 §7.1 | framing
        sends the content in chunks, each with its size; an empty chunk ends it.
        ! It must be the last coding, or the end is unknown.
        > Transfer-Encoding: chunked
        compress | RFC 9112 §7.2 | compression obsolete
        is LZW, for this connection only.
        ! Browsers do not decode it: use Content-Encoding.
        deflate | RFC 9112 §7.2 | compression
        is deflate in zlib format, for this connection only.
        ! Browsers do not decode it: use Content-Encoding.
        gzip | RFC 9112 §7.2 | compression
        is the gzip format, for this connection only; it is rarely used.
        ! Browsers do not decode it: use Content-Encoding.
        identity | RFC 2616 §3.6 | obsolete
        was no coding; it must not be sent.
        ! RFC 7230 removed it: a message with it is refused by strict parsers.
        trailers | RFC 9110 §10.1.4 | reserved
        is not a coding: in TE it says that the client accepts trailers.
        ! It is a word of TE, and no coding: in Transfer-Encoding it makes the message invalid.
        x-compress | RFC 9112 §7.2 | compression obsolete
        is an old name of compress.
        x-gzip | RFC 9112 §7.2 | compression obsolete
        is an old name of gzip.
        """

    /// RFC 6265, its successor draft-ietf-httpbis-rfc6265bis, and what browsers added.
    static let cookieAttributeRows = """
        Domain | RFC 6265 §4.1.2.3 | takesValue
        sends the cookie to this host and its subdomains; without it, only to the host that set it.
        ! Browsers reject public suffixes such as co.uk, under which anyone can register.
        > Set-Cookie: a=1; Domain=example.com
        Expires | RFC 6265 §4.1.2.1 | takesValue
        stores the cookie until then; Max-Age overrides it.
        ! The dash form and other years are guessed; without Max-Age a wrong clock changes the lifetime.
        > Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT
        HttpOnly | RFC 6265 §4.1.2.6 |
        hides the cookie from scripts, so that an injected script cannot steal it.
        ! It does not keep the cookie from being sent by scripts of the page: only from being read.
        > Set-Cookie: sid=31d4; HttpOnly
        Max-Age | RFC 6265 §4.1.2.2 | takesSeconds
        stores the cookie for this number of seconds, at most 400 days; 0 or less deletes it.
        ! Browsers keep no cookie longer than 400 days, whatever the number says.
        > Set-Cookie: a=1; Max-Age=3600
        Partitioned | draft-cutler-httpbis-partitioned-cookies | unregistered
        gives each site that embeds this one a separate cookie; it requires Secure.
        ! Without Secure the browser rejects the cookie.
        > Set-Cookie: __Host-sid=31d4; Path=/; Secure; SameSite=None; Partitioned
        Path | RFC 6265 §4.1.2.4 | takesValue
        sends the cookie only for this path and the paths below.
        ! It is not a protection: pages of the same host can read each other's cookies anyway.
        > Set-Cookie: theme=dark; Path=/app
        Priority | draft-west-cookie-priority | unregistered takesValue
        says which cookies to evict last; only Chrome uses it.
        ! Other browsers ignore it, so it protects nothing.
        > Set-Cookie: sid=31d4; Priority=High
        SameSite | draft-ietf-httpbis-rfc6265bis §5.6.7 | takesValue
        says whether the cookie is sent with requests that other sites cause: Strict, Lax or None.
        ! None requires Secure. Without SameSite Chrome and Edge use Lax; Firefox and Safari use None.
        > Set-Cookie: a=1; SameSite=Lax
        Secure | RFC 6265 §4.1.2.5 |
        sends the cookie only over https, and accepts it only over https.
        ! It encrypts nothing itself: a cookie set over plain http with it is rejected.
        > Set-Cookie: sid=31d4; Secure
        Comment | RFC 2965 §3.2.2 | obsolete takesValue
        once described the purpose of the cookie; browsers ignore it.
        ! Browsers ignore it; it only makes the response longer.
        > Set-Cookie: theme=dark; Comment="The colours of the page"
        CommentURL | RFC 2965 §3.2.2 | obsolete takesValue
        once gave the URL of a description; browsers ignore it.
        ! Browsers ignore it.
        > Set-Cookie2: theme=dark; CommentURL="http://shop.example.com/cookies"
        Discard | RFC 2965 §3.2.2 | obsolete
        once deleted the cookie when the browser closed; browsers ignore it.
        ! Browsers ignore it: leave out Max-Age and Expires instead.
        > Set-Cookie2: theme=dark; Discard
        Port | RFC 2965 §3.2.2 | obsolete takesValue
        once limited the cookie to certain ports; browsers ignore it.
        ! Browsers ignore it: a cookie goes to all ports of the host.
        > Set-Cookie2: theme=dark; Port="8080"
        Version | RFC 2965 §3.2.2 | obsolete takesValue
        once gave the version of the cookie standard; browsers ignore it.
        ! Browsers ignore it; it belongs to a standard that never came into use.
        > Set-Cookie: theme=dark; Version=1
        """

    /// Beginnings of cookie names that browsers give conditions, whatever the case of their letters.
    static let cookiePrefixRows = """
        __Host- | draft-ietf-httpbis-rfc6265bis §4.1.3.2 |
        guarantees that the host itself set the cookie over https, for all its paths and no other host.
        ! Browsers ignore the cookie unless it has Secure and Path=/, and no Domain.
        > Set-Cookie: __Host-sid=1; Secure; Path=/; HttpOnly; SameSite=Lax
        __Secure- | draft-ietf-httpbis-rfc6265bis §4.1.3.1 |
        guarantees that the cookie was set over https.
        ! Browsers ignore the cookie unless it has Secure.
        > Set-Cookie: __Secure-sid=1; Secure; HttpOnly; SameSite=Lax
        __Http- | draft-ietf-httpbis-layered-cookies | unregistered
        guarantees that a response set the cookie, and no script; newer versions of Chrome enforce it.
        ! Browsers that know it ignore the cookie unless it has Secure and HttpOnly.
        > Set-Cookie: __Http-sid=31d4; Secure; HttpOnly
        __Host-Http- | draft-ietf-httpbis-layered-cookies | unregistered
        guarantees what __Host- and __Http- do together; newer versions of Chrome enforce it.
        ! Without Secure, HttpOnly and Path=/, or with Domain, the browser rejects the cookie.
        > Set-Cookie: __Host-Http-sid=31d4; Path=/; Secure; HttpOnly
        """
}
