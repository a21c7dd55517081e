extension Tables {
    /// Cache-Control in requests (IANA, HTTP Cache Directive Registry; RFC 9111 §5.2.1).
    static let requestDirectiveRows = """
        max-age | RFC 9111 §5.2.1.1 | takesSeconds
        asks for an answer that is no older than so many seconds.
        > Cache-Control: max-age=0
        max-stale | RFC 9111 §5.2.1.2 | takesSeconds
        takes a stale answer too, stale for at most so many seconds, or any when no number is given.
        min-fresh | RFC 9111 §5.2.1.3 | takesSeconds
        asks for an answer that stays fresh for so many seconds more.
        no-cache | RFC 9111 §5.2.1.4 |
        asks that stored answers be checked with the server before they are used.
        ! It is what a reload sends: an answer from a cache may still come, after a check.
        > Cache-Control: no-cache
        no-store | RFC 9111 §5.2.1.5 |
        asks that nothing of request and answer be stored.
        no-transform | RFC 9111 §5.2.1.6 |
        asks that nobody on the way change the content.
        only-if-cached | RFC 9111 §5.2.1.7 |
        wants a stored answer or a 504: nothing is to be fetched.
        stale-if-error | RFC 5861 §4 | takesSeconds
        takes a stale answer for so many seconds when the server fails.
        """

    /// Cache-Control in responses (the same registry; RFC 9111 §5.2.2).
    static let responseDirectiveRows = """
        immutable | RFC 8246 §2 |
        says that the content never changes while it is fresh, so a reload need not check it.
        ! Without a name that changes with the content, a mistake stays until it is stale.
        > Cache-Control: max-age=31536000, immutable
        max-age | RFC 9111 §5.2.2.1 | takesSeconds
        says for how many seconds the response is fresh.
        ! Fresh means used without asking: what must be current at once needs no-cache.
        > Cache-Control: max-age=60
        must-revalidate | RFC 9111 §5.2.2.2 |
        forbids using it stale: once stale, it has to be checked, and when that fails the answer is a 504.
        must-understand | RFC 9111 §5.2.2.3 |
        lets only those caches store it that know what its status means for them; written beside no-store.
        > Cache-Control: must-understand, no-store
        no-cache | RFC 9111 §5.2.2.4 | takesFields
        lets it be stored, and forbids using it before it was checked; with field names, only those are held back.
        ! It does not keep it out of caches: that is no-store.
        > Cache-Control: no-cache
        no-store | RFC 9111 §5.2.2.5 |
        forbids storing it anywhere.
        ! Back and forward in browsers then load anew, so it is for secrets, not for everything.
        > Cache-Control: no-store
        no-transform | RFC 9111 §5.2.2.6 |
        forbids that anyone on the way change the content.
        private | RFC 9111 §5.2.2.7 | takesFields
        keeps it out of shared caches: it is for one person.
        > Cache-Control: private, max-age=600
        proxy-revalidate | RFC 9111 §5.2.2.8 |
        is must-revalidate for shared caches alone.
        public | RFC 9111 §5.2.2.9 |
        lets shared caches store it where they otherwise must not, such as after Authorization.
        ! With max-age and no Authorization it changes nothing.
        s-maxage | RFC 9111 §5.2.2.10 | takesSeconds
        says for how many seconds it is fresh in shared caches, in place of max-age and Expires.
        > Cache-Control: max-age=0, s-maxage=600
        stale-if-error | RFC 5861 §4 | takesSeconds
        lets it be used stale for so many seconds when the server fails.
        stale-while-revalidate | RFC 5861 §3 | takesSeconds
        lets it be used stale for so many seconds while it is being checked.
        """

    /// IANA, Hypertext Transfer Protocol (HTTP) Authentication Scheme Registry; NTLM is in no registry.
    static let schemeRows = """
        Basic | RFC 7617 §2 | readable
        sends name and password in base64, which anyone can undo.
        ! Over plain http everybody on the way reads the password.
        > Authorization: Basic dXNlcjpwYXNzd29yZA==
        Bearer | RFC 6750 §2.1 | readable
        sends a token; whoever has the token has the access.
        ! In a URL it ends up in logs and Referer.
        > Authorization: Bearer mF_9.B5f-4.1JqM
        Concealed | RFC 9729 |
        proves possession of a key without the server first saying that it would ask.
        Digest | RFC 7616 §3 |
        proves that the client knows the password without sending it.
        ! With MD5 and without TLS it can be guessed from what was heard.
        > Authorization: Digest username="ada", realm="Staff", nonce="7ypf", uri="/", response="8ca523"
        DPoP | RFC 9449 §7.1 |
        sends a token that is bound to a key; the DPoP field proves that the client holds it.
        GNAP | RFC 9635 §7.2 |
        sends a token of the grant negotiation protocol, mostly bound to a key.
        HOBA | RFC 7486 §3 |
        answers a challenge with a signature; no password is needed.
        Mutual | RFC 8120 §3 |
        lets client and server prove to each other that they know the password.
        Negotiate | RFC 4559 §4 |
        sends Kerberos or NTLM tokens, in one or more rounds.
        ! NTLM in it belongs to the connection: through a proxy that shares connections it lets others in.
        NTLM | not registered | unregistered weak
        sends Windows' own tokens in three messages over one connection.
        ! It belongs to the connection: through a proxy that shares connections it lets others in.
        OAuth | RFC 5849 §3.5.1 | obsolete
        signs each request (OAuth 1.0).
        PrivateToken | RFC 9577 §2 |
        sends a token that proves something about the client without telling who it is.
        SCRAM-SHA-1 | RFC 7804 §5 | weak
        proves knowledge of a password with a salted hash, by SHA-1.
        SCRAM-SHA-256 | RFC 7804 §5 |
        proves knowledge of a password with a salted hash.
        vapid | RFC 8292 §3 |
        tells a push service which application server is asking.
        Hawk | Mozilla Hawk | unregistered
        signs the request with a key that client and server share.
        Token | not registered | unregistered readable
        sends a token, as Rails and older interfaces of GitHub have it; Bearer is the registered scheme.
        ApiKey | not registered | unregistered readable
        sends a key, as Elasticsearch has it.
        AWS4-HMAC-SHA256 | not registered | unregistered
        signs the request for Amazon's services.
        """

    /// IANA, HTTP Content Coding Registry.
    static let contentCodingRows = """
        aes128gcm | RFC 8188 §2 |
        encrypts the content with AES in Galois/Counter mode, as web push does.
        br | RFC 7932 | compression
        is Brotli, which makes text smaller than gzip does.
        compress | RFC 9110 §8.4.1.1 | compression obsolete
        is the LZW of the Unix program compress; nobody sends it any more.
        dcb | RFC 9842 §4 | compression
        is Brotli with a dictionary that the client has already.
        dcz | RFC 9842 §5 | compression
        is Zstandard with a dictionary that the client has already.
        deflate | RFC 9110 §8.4.1.2 | compression
        is deflate within zlib's wrapping.
        ! Some servers leave the wrapping out, so readers have to try both.
        exi | Efficient XML Interchange | compression
        is XML in a binary form.
        gzip | RFC 9110 §8.4.1.3 | compression
        is deflate within gzip's wrapping: what everyone understands.
        > Content-Encoding: gzip
        identity | RFC 9110 §12.5.3 |
        is no coding; it stands in Accept-Encoding alone, never in Content-Encoding.
        pack200-gzip | JSR 200 | compression obsolete
        once packed Java archives.
        x-compress | RFC 9110 §8.4.1.1 | compression obsolete
        is an old name of compress.
        x-gzip | RFC 9110 §8.4.1.3 | compression obsolete
        is an old name of gzip.
        zstd | RFC 8878 | compression
        is Zstandard, which is quick both ways and about as small as Brotli.
        ! Readers need give it no more than 8 MiB of window (RFC 9659).
        """

    /// IANA, HTTP Transfer Coding Registry.
    static let transferCodingRows = """
        chunked | RFC 9112 §7.1 | framing
        sends the content in pieces, each with its size, and an empty one at the end.
        ! It has to be the last coding, or the end cannot be told.
        > Transfer-Encoding: chunked
        compress | RFC 9112 §7.2 | compression obsolete
        is LZW, for the journey only.
        deflate | RFC 9112 §7.2 | compression
        is deflate within zlib's wrapping, for the journey only.
        gzip | RFC 9112 §7.2 | compression
        is gzip, for the journey only; nearly nobody sends it.
        identity | RFC 2616 §3.6 | obsolete
        once said that nothing was done; it is not to be sent.
        trailers | RFC 9110 §10.1.4 | reserved
        is no coding: in TE it says that the client takes trailers.
        x-compress | RFC 9112 §7.2 | compression obsolete
        is an old name of compress.
        x-gzip | RFC 9112 §7.2 | compression obsolete
        is an old name of gzip.
        """

    /// RFC 6265, its successor draft-ietf-httpbis-rfc6265bis, and what browsers added.
    static let cookieAttributeRows = """
        Domain | RFC 6265 §4.1.2.3 | takesValue
        sends the cookie to this host and every host below it; without it, to the host that set it alone.
        ! A name under which anyone can register, such as co.uk, is refused.
        > Set-Cookie: a=1; Domain=example.com
        Expires | RFC 6265 §4.1.2.1 | takesValue
        keeps the cookie until then; Max-Age overrides it.
        > Set-Cookie: a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT
        HttpOnly | RFC 6265 §4.1.2.6 |
        hides the cookie from scripts, so that an injected one cannot steal it.
        Max-Age | RFC 6265 §4.1.2.2 | takesSeconds
        keeps the cookie for so many seconds, 400 days at most; 0 or less removes it.
        > Set-Cookie: a=1; Max-Age=3600
        Partitioned | draft-cutler-httpbis-partitioned-cookies | unregistered
        keeps a jar of its own for each site that embeds this one; it needs Secure.
        Path | RFC 6265 §4.1.2.4 | takesValue
        sends the cookie for this path and what lies under it.
        ! It keeps nothing secret: pages of one host can read each other's cookies all the same.
        Priority | draft-west-cookie-priority | unregistered takesValue
        says which cookies to drop last when there are too many; only Chrome reads it.
        SameSite | draft-ietf-httpbis-rfc6265bis §5.6.7 | takesValue
        says whether the cookie goes along when another site causes the request: Strict, Lax or None.
        ! None needs Secure. Without SameSite Chrome and Edge take Lax; Firefox and Safari send it as with None.
        > Set-Cookie: a=1; SameSite=Lax
        Secure | RFC 6265 §4.1.2.5 |
        sends the cookie over https only, and takes it from https only.
        Comment | RFC 2965 §3.2.2 | obsolete takesValue
        once said what the cookie is for; browsers ignore it.
        CommentURL | RFC 2965 §3.2.2 | obsolete takesValue
        once named a page about the cookie; browsers ignore it.
        Discard | RFC 2965 §3.2.2 | obsolete
        once ended the cookie with the program; browsers ignore it.
        Port | RFC 2965 §3.2.2 | obsolete takesValue
        once limited the cookie to ports; browsers ignore it.
        Version | RFC 2965 §3.2.2 | obsolete takesValue
        once named the version of the cookie's rules; browsers ignore it.
        """
}
