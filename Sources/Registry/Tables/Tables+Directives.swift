extension Tables {
    /// Cache-Control in requests (IANA, HTTP Cache Directive Registry; RFC 9111 §5.2.1).
    static let requestDirectiveRows = """
        max-age | RFC 9111 §5.2.1.1 | takesSeconds
        accepts no response older than this number of seconds.
        > Cache-Control: max-age=0
        max-stale | RFC 9111 §5.2.1.2 | takesSeconds
        accepts a stale response, stale for at most this number of seconds; without a number, any.
        min-fresh | RFC 9111 §5.2.1.3 | takesSeconds
        accepts only a response that stays fresh for this number of seconds.
        no-cache | RFC 9111 §5.2.1.4 |
        asks caches to revalidate stored responses before they use them.
        ! A reload sends it: a cached response can still arrive, after revalidation.
        > Cache-Control: no-cache
        no-store | RFC 9111 §5.2.1.5 |
        asks caches to store neither the request nor the response.
        no-transform | RFC 9111 §5.2.1.6 |
        asks intermediaries not to change the content.
        only-if-cached | RFC 9111 §5.2.1.7 |
        asks for a stored response or a 504, without contacting the server.
        stale-if-error | RFC 5861 §4 | takesSeconds
        accepts a stale response for this number of seconds when the server fails.
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
        must-understand | RFC 9111 §5.2.2.3 |
        allows only caches that understand the status to store it; used together with no-store.
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
        private | RFC 9111 §5.2.2.7 | takesFields
        forbids shared caches to store it: it is for one user.
        > Cache-Control: private, max-age=600
        proxy-revalidate | RFC 9111 §5.2.2.8 |
        is must-revalidate for shared caches only.
        public | RFC 9111 §5.2.2.9 |
        allows shared caches to store it even where they otherwise must not, for example after Authorization.
        ! With max-age and without Authorization it has no effect.
        s-maxage | RFC 9111 §5.2.2.10 | takesSeconds
        gives the lifetime in seconds for shared caches; it overrides max-age and Expires there.
        > Cache-Control: max-age=0, s-maxage=600
        stale-if-error | RFC 5861 §4 | takesSeconds
        allows stale use for this number of seconds when the server fails.
        stale-while-revalidate | RFC 5861 §3 | takesSeconds
        allows stale use for this number of seconds while the cache revalidates.
        post-check | Internet Explorer | unregistered obsolete takesSeconds
        told Internet Explorer after how many seconds to revalidate in the background; everything else ignores it.
        pre-check | Internet Explorer | unregistered obsolete takesSeconds
        told Internet Explorer after how many seconds to revalidate before use; everything else ignores it.
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
        Digest | RFC 7616 §3 |
        proves that the client knows the password without sending it.
        ! With MD5 and without TLS, an eavesdropper can guess the password.
        > Authorization: Digest username="ada", realm="Staff", nonce="7ypf", uri="/", response="8ca523"
        DPoP | RFC 9449 §7.1 |
        sends a token that is bound to a key; the DPoP field proves that the client holds it.
        GNAP | RFC 9635 §7.2 |
        sends a token of the grant negotiation protocol, usually bound to a key.
        HOBA | RFC 7486 §3 |
        answers a challenge with a signature, without a password.
        Mutual | RFC 8120 §3 |
        lets client and server prove to each other that they know the password.
        Negotiate | RFC 4559 §4 |
        sends Kerberos or NTLM tokens, in one or more rounds.
        ! NTLM authenticates the connection: a proxy that shares connections gives others access.
        NTLM | not registered | unregistered weak
        sends Windows tokens in three messages over one connection.
        ! It authenticates the connection: a proxy that shares connections gives others access.
        OAuth | RFC 5849 §3.5.1 | obsolete
        signs each request (OAuth 1.0).
        PrivateToken | RFC 9577 §2 |
        sends a token that proves a property of the client without identifying it.
        SCRAM-SHA-1 | RFC 7804 §5 | weak
        proves knowledge of a password with a salted SHA-1 hash.
        SCRAM-SHA-256 | RFC 7804 §5 |
        proves knowledge of a password with a salted hash.
        vapid | RFC 8292 §3 |
        identifies the application server to a push service.
        Hawk | Mozilla Hawk | unregistered
        signs the request with a key that client and server share.
        Token | not registered | unregistered readable
        sends a token, as in Rails and older GitHub APIs; Bearer is the registered scheme.
        ApiKey | not registered | unregistered readable
        sends a key, as in Elasticsearch.
        AWS4-HMAC-SHA256 | not registered | unregistered
        signs the request for AWS.
        AWS | Amazon S3, signature version 2 | unregistered
        signs the request to Amazon S3; AWS4-HMAC-SHA256 replaces it.
        SharedKey | Microsoft Azure Storage | unregistered
        signs the request with the key of a storage account.
        SharedAccessSignature | Microsoft Azure | unregistered readable
        sends a signed token that permits some operations for some time.
        GoogleLogin | Google ClientLogin | unregistered readable
        sent a token of Google's former sign-in for programs.
        PoP | OAuth 2.0 Proof-of-Possession | unregistered
        proves the possession of a key, in drafts older than DPoP.
        """

    /// IANA, HTTP Content Coding Registry.
    static let contentCodingRows = """
        aes128gcm | RFC 8188 §2 |
        encrypts the content with AES in Galois/Counter mode, as web push does.
        br | RFC 7932 | compression
        is Brotli, which usually compresses text better than gzip.
        compress | RFC 9110 §8.4.1.1 | compression obsolete
        is LZW, as in the Unix program compress; it is no longer used.
        dcb | RFC 9842 §4 | compression
        is Brotli with a dictionary that the client already has.
        dcz | RFC 9842 §5 | compression
        is Zstandard with a dictionary that the client already has.
        deflate | RFC 9110 §8.4.1.2 | compression
        is deflate in zlib format.
        ! Some servers omit the zlib format, so clients have to try both.
        exi | Efficient XML Interchange | compression
        is XML in a binary form.
        gzip | RFC 9110 §8.4.1.3 | compression
        is deflate in gzip format, which almost all clients support.
        > Content-Encoding: gzip
        identity | RFC 9110 §12.5.3 |
        is no coding; it is used only in Accept-Encoding, not in Content-Encoding.
        pack200-gzip | JSR 200 | compression obsolete
        was for packed Java archives.
        x-compress | RFC 9110 §8.4.1.1 | compression obsolete
        is an old name of compress.
        x-gzip | RFC 9110 §8.4.1.3 | compression obsolete
        is an old name of gzip.
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
        deflate | RFC 9112 §7.2 | compression
        is deflate in zlib format, for this connection only.
        gzip | RFC 9112 §7.2 | compression
        is the gzip format, for this connection only; it is rarely used.
        identity | RFC 2616 §3.6 | obsolete
        was no coding; it must not be sent.
        trailers | RFC 9110 §10.1.4 | reserved
        is not a coding: in TE it says that the client accepts trailers.
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
        > Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT
        HttpOnly | RFC 6265 §4.1.2.6 |
        hides the cookie from scripts, so that an injected script cannot steal it.
        Max-Age | RFC 6265 §4.1.2.2 | takesSeconds
        stores the cookie for this number of seconds, at most 400 days; 0 or less deletes it.
        > Set-Cookie: a=1; Max-Age=3600
        Partitioned | draft-cutler-httpbis-partitioned-cookies | unregistered
        gives each site that embeds this one a separate cookie; it requires Secure.
        Path | RFC 6265 §4.1.2.4 | takesValue
        sends the cookie only for this path and the paths below.
        ! It is not a protection: pages of the same host can read each other's cookies anyway.
        Priority | draft-west-cookie-priority | unregistered takesValue
        says which cookies to evict last; only Chrome uses it.
        SameSite | draft-ietf-httpbis-rfc6265bis §5.6.7 | takesValue
        says whether the cookie is sent with requests that other sites cause: Strict, Lax or None.
        ! None requires Secure. Without SameSite Chrome and Edge use Lax; Firefox and Safari use None.
        > Set-Cookie: a=1; SameSite=Lax
        Secure | RFC 6265 §4.1.2.5 |
        sends the cookie only over https, and accepts it only over https.
        Comment | RFC 2965 §3.2.2 | obsolete takesValue
        once described the purpose of the cookie; browsers ignore it.
        CommentURL | RFC 2965 §3.2.2 | obsolete takesValue
        once gave the URL of a description; browsers ignore it.
        Discard | RFC 2965 §3.2.2 | obsolete
        once deleted the cookie when the browser closed; browsers ignore it.
        Port | RFC 2965 §3.2.2 | obsolete takesValue
        once limited the cookie to certain ports; browsers ignore it.
        Version | RFC 2965 §3.2.2 | obsolete takesValue
        once gave the version of the cookie standard; browsers ignore it.
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
        __Host-Http- | draft-ietf-httpbis-layered-cookies | unregistered
        guarantees what __Host- and __Http- do together; newer versions of Chrome enforce it.
        """
}
