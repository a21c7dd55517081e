/// The names of IANA's registries, as lists of facts, in the order of the alphabet.
///
/// Registries: HTTP Field Names, HTTP Methods, HTTP Status Codes, HTTP Cache Directives, HTTP Authentication Schemes,
/// HTTP Content Codings, as of spring 2025; the fields, and QUERY, as of May 2026.
enum IANANames {
    static let methods = split(
        """
        * ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK MERGE MKACTIVITY
        MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT
        QUERY REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL
        """)

    /// 104 is registered for a time only.
    static let statuses = split(
        """
        100 101 102 103 104 200 201 202 203 204 205 206 207 208 226 300 301 302 303 304 305 306 307 308 400 401 402 403
        404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 421 422 423 424 425 426 428 429 431 451 500 501
        502 503 504 505 506 507 508 510 511
        """)

    static let fields = split(
        """
        * A-IM Accept Accept-Additions Accept-CH Accept-Charset Accept-Datetime Accept-Encoding Accept-Features
        Accept-Language Accept-Patch Accept-Post Accept-Query Accept-Ranges Accept-Signature Access-Control
        Access-Control-Allow-Credentials Access-Control-Allow-Headers Access-Control-Allow-Methods
        Access-Control-Allow-Origin Access-Control-Expose-Headers Access-Control-Max-Age
        Access-Control-Request-Headers Access-Control-Request-Method Activate-Storage-Access Age Allow ALPN Alt-Svc
        Alt-Used Alternates AMP-Cache-Transform Apply-To-Redirect-Ref Authentication-Control Authentication-Info
        Authorization Available-Dictionary C-Ext C-Man C-Opt C-PEP C-PEP-Info Cache-Control Cache-Group-Invalidation
        Cache-Groups Cache-Status Cal-Managed-ID CalDAV-Timezones Capsule-Protocol CDN-Cache-Control CDN-Loop
        Cert-Not-After Cert-Not-Before Clear-Site-Data Client-Cert Client-Cert-Chain Close CMCD-Object CMCD-Request
        CMCD-Session CMCD-Status CMSD-Dynamic CMSD-Static Concealed-Auth-Export Configuration-Context Connection
        Content-Base Content-Digest Content-Disposition Content-Encoding Content-ID Content-Language Content-Length
        Content-Location Content-MD5 Content-Range Content-Script-Type Content-Security-Policy
        Content-Security-Policy-Report-Only Content-Style-Type Content-Type Content-Version Cookie Cookie2
        Cross-Origin-Embedder-Policy Cross-Origin-Embedder-Policy-Report-Only Cross-Origin-Opener-Policy
        Cross-Origin-Opener-Policy-Report-Only Cross-Origin-Resource-Policy CTA-Common-Access-Token DASL Date DAV
        Default-Style Delta-Base Deprecation Depth Derived-From Destination Detached-JWS Dictionary-ID
        Differential-ID Digest DPoP DPoP-Nonce Early-Data EDIINT-Features ETag Expect Expect-CT Expires Ext
        Forwarded From GetProfile Hobareg Host HTTP2-Settings If If-Match If-Modified-Since
        If-None-Match If-Range If-Schedule-Tag-Match If-Unmodified-Since IM Include-Referred-Token-Binding-ID
        Incremental Isolation Keep-Alive Label Last-Event-ID Last-Modified Link Link-Template Location Lock-Token Man
        Max-Forwards Memento-Datetime Meter Method-Check Method-Check-Expires MIME-Version Negotiate NEL
        OData-EntityId OData-Isolation OData-MaxVersion OData-Version Opt Optional-WWW-Authenticate Ordering-Type
        Origin Origin-Agent-Cluster OSCORE OSLC-Core-Version Overwrite P3P PEP PEP-Info Permissions-Policy PICS-Label
        Ping-From Ping-To Position Pragma Prefer Preference-Applied Priority ProfileObject Protocol Protocol-Info
        Protocol-Query Protocol-Request Proxy-Authenticate Proxy-Authentication-Info Proxy-Authorization
        Proxy-Features Proxy-Instruction Proxy-Status Public Public-Key-Pins Public-Key-Pins-Report-Only Range
        Redirect-Ref Referer Referer-Root Referrer-Policy Refresh Repeatability-Client-ID Repeatability-First-Sent
        Repeatability-Request-ID Repeatability-Result Replay-Nonce Reporting-Endpoints Repr-Digest Retry-After Safe
        Schedule-Reply Schedule-Tag Sec-Fetch-Dest Sec-Fetch-Mode Sec-Fetch-Site Sec-Fetch-Storage-Access
        Sec-Fetch-User Sec-GPC Sec-Purpose Sec-Token-Binding Sec-WebSocket-Accept Sec-WebSocket-Extensions
        Sec-WebSocket-Key Sec-WebSocket-Protocol Sec-WebSocket-Version Security-Scheme Server Server-Timing
        Set-Cookie Set-Cookie2 Set-Txn SetProfile Signature Signature-Input SLUG SoapAction Status-URI
        Strict-Transport-Security Sunset Surrogate-Capability Surrogate-Control TCN TE Timeout Timing-Allow-Origin
        Topic Traceparent Tracestate Trailer
        Transfer-Encoding TTL Upgrade Urgency URI Use-As-Dictionary User-Agent Variant-Vary Vary Via
        Want-Content-Digest Want-Digest Want-Repr-Digest Warning WWW-Authenticate X-Content-Type-Options
        X-Frame-Options
        """)

    /// Those fields that the registry has as provisional.
    static let provisionalFields = split(
        """
        Activate-Storage-Access AMP-Cache-Transform CMCD-Object CMCD-Request CMCD-Session CMCD-Status CMSD-Dynamic
        CMSD-Static Configuration-Context CTA-Common-Access-Token EDIINT-Features Isolation Permissions-Policy
        Repeatability-Client-ID Repeatability-First-Sent Repeatability-Request-ID Repeatability-Result
        Reporting-Endpoints Sec-Fetch-Storage-Access Sec-GPC Surrogate-Capability Surrogate-Control
        Timing-Allow-Origin
        """)

    /// Those fields that it has as deprecated or obsoleted.
    static let obsoleteFields = split(
        """
        Accept-Charset Access-Control C-Ext C-Man C-Opt C-PEP C-PEP-Info Content-Base Content-ID Content-MD5
        Content-Script-Type Content-Style-Type Content-Version Cookie2 Default-Style Derived-From Differential-ID
        Digest Expect-CT Ext GetProfile HTTP2-Settings Man Method-Check Method-Check-Expires Opt P3P PEP PEP-Info
        PICS-Label Pragma ProfileObject Protocol Protocol-Info Protocol-Query Protocol-Request Proxy-Features
        Proxy-Instruction Public Referer-Root Safe Security-Scheme Set-Cookie2 SetProfile URI Want-Digest Warning
        """)

    static let cacheDirectives = split(
        """
        immutable max-age max-stale min-fresh must-revalidate must-understand no-cache no-store no-transform
        only-if-cached private proxy-revalidate public s-maxage stale-if-error stale-while-revalidate
        """)

    static let schemes = split(
        """
        Basic Bearer Concealed Digest DPoP GNAP HOBA Mutual Negotiate OAuth PrivateToken SCRAM-SHA-1 SCRAM-SHA-256
        vapid
        """)

    static let contentCodings = split(
        """
        aes128gcm br compress dcb dcz deflate exi gzip identity pack200-gzip x-compress x-gzip zstd
        """)

    private static func split(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
