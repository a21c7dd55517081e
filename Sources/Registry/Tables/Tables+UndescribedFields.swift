extension Tables {
    /// Names of IANA's registry (as of spring 2025) that nobody has described here yet: they are known by name and
    /// reference alone, and the dictionary says so. Describing one is moving it up with a sentence.
    static let undescribedFieldRows = """
        A-IM | RFC 3229 |
        Accept-Additions | RFC 2324 |
        Accept-Datetime | RFC 7089 |
        Accept-Features | RFC 2295 |
        Access-Control | Access Control for Cross-site Requests | obsolete
        Activate-Storage-Access | W3C Storage Access | provisional
        Alternates | RFC 2295 |
        AMP-Cache-Transform | AMP-Cache-Transform | provisional
        Apply-To-Redirect-Ref | RFC 4437 |
        Authentication-Control | RFC 8053 §4 |
        C-Ext | RFC 2774 | obsolete
        C-Man | RFC 2774 | obsolete
        C-Opt | RFC 2774 | obsolete
        C-PEP | PEP - an Extension Mechanism for HTTP | obsolete
        C-PEP-Info | PEP - an Extension Mechanism for HTTP | obsolete
        Cal-Managed-ID | RFC 8607 §5.1 |
        CalDAV-Timezones | RFC 7809 §7.1 |
        Cert-Not-After | RFC 8739 §3.3 |
        Cert-Not-Before | RFC 8739 §3.3 |
        Close | RFC 9112 §9.6 | reserved
        CMCD-Object | CTA-5004 | provisional
        CMCD-Request | CTA-5004 | provisional
        CMCD-Session | CTA-5004 | provisional
        CMCD-Status | CTA-5004 | provisional
        CMSD-Dynamic | CTA-5006 | provisional
        CMSD-Static | CTA-5006 | provisional
        Concealed-Auth-Export | RFC 9729 |
        Configuration-Context | OSLC Configuration Management 1.0 | provisional
        Content-Base | RFC 2068 | obsolete
        Content-ID | The HTTP Distribution and Replication Protocol | provisional
        Content-Script-Type | HTML 4.01 | obsolete
        Content-Style-Type | HTML 4.01 | obsolete
        Content-Version | RFC 2068 | obsolete
        Cookie2 | RFC 2965 | request obsolete setByBrowser
        CTA-Common-Access-Token | CTA-5007 | provisional
        DASL | RFC 5323 |
        Default-Style | HTML 4.01 | obsolete
        Delta-Base | RFC 3229 |
        Derived-From | RFC 2068 | obsolete
        Detached-JWS | not registered | provisional
        Differential-ID | The HTTP Distribution and Replication Protocol | provisional
        EDIINT-Features | RFC 6017 | provisional
        Ext | RFC 2774 | obsolete
        GetProfile | Implementation of OPS Over HTTP | obsolete
        Hobareg | RFC 7486 §6.1.1 |
        IM | RFC 3229 |
        Include-Referred-Token-Binding-ID | RFC 8473 |
        Isolation | OData 4.01 | provisional
        Label | RFC 3253 |
        Man | RFC 2774 | obsolete
        Memento-Datetime | RFC 7089 |
        Meter | RFC 2227 |
        Method-Check | Access Control for Cross-site Requests | obsolete
        Method-Check-Expires | Access Control for Cross-site Requests | obsolete
        Negotiate | RFC 2295 |
        OData-EntityId | OData 4.01 | provisional
        OData-Isolation | OData 4.01 | provisional
        OData-MaxVersion | OData 4.01 | provisional
        OData-Version | OData 4.01 | provisional
        Opt | RFC 2774 | obsolete
        Optional-WWW-Authenticate | RFC 8053 §3 |
        Ordering-Type | RFC 3648 |
        OSCORE | RFC 8613 §11.1 |
        OSLC-Core-Version | OSLC Core 3.0 | provisional
        PEP | PEP - an Extension Mechanism for HTTP | obsolete
        PEP-Info | PEP - an Extension Mechanism for HTTP | obsolete
        PICS-Label | PICS Label Distribution | obsolete
        Position | RFC 3648 |
        ProfileObject | Implementation of OPS Over HTTP | obsolete
        Protocol | PICS Label Distribution | obsolete
        Protocol-Info | White Paper: Joint Electronic Payment Initiative | obsolete
        Protocol-Query | White Paper: Joint Electronic Payment Initiative | obsolete
        Protocol-Request | PICS Label Distribution | obsolete
        Proxy-Features | Notification for Proxy Caches | obsolete
        Proxy-Instruction | Notification for Proxy Caches | obsolete
        Public | RFC 2068 | obsolete
        Redirect-Ref | RFC 4437 |
        Referer-Root | Access Control for Cross-site Requests | obsolete
        Repeatability-Client-ID | Repeatable Requests 1.0 | provisional
        Repeatability-First-Sent | Repeatable Requests 1.0 | provisional
        Repeatability-Request-ID | Repeatable Requests 1.0 | provisional
        Repeatability-Result | Repeatable Requests 1.0 | provisional
        Safe | RFC 2310 | obsolete
        Schedule-Reply | RFC 6638 |
        Sec-Fetch-Storage-Access | W3C Storage Access | request setByBrowser provisional
        Sec-Token-Binding | RFC 8473 |
        Security-Scheme | The Secure HyperText Transfer Protocol | obsolete
        Set-Cookie2 | RFC 2965 | response obsolete
        Set-Txn | RFC 9767 |
        SetProfile | Implementation of OPS Over HTTP | obsolete
        Status-URI | RFC 2518 | obsolete
        TCN | RFC 2295 |
        URI | RFC 2068 | obsolete
        Variant-Vary | RFC 2295 |
        Want-Digest | RFC 3230 | obsolete
        * | RFC 9110 §12.5.5 | reserved
        """
}
