extension Tables {
    /// Fields that few will meet: of IANA's registry, and used by extensions, closed worlds or the past. Each sentence
    /// says what its document does with the name; where nothing but the registration could be read, it says that.
    static let rareFieldRows = """
        A-IM | RFC 3229 | request
        the instance manipulations, such as deltas against an earlier version, that the client can decode.
        Accept-Additions | RFC 2324 | request
        what to add to the coffee, in the April Fools' protocol for coffee pots.
        Accept-Datetime | RFC 7089 | request
        the time for which the client wants the archived version of the resource (Memento).
        Accept-Features | RFC 2295 | request
        the client's features, for choosing a variant (transparent content negotiation).
        Access-Control | Access Control for Cross-site Requests | response obsolete
        the origins that may read a response, in a draft before today's CORS fields.
        Activate-Storage-Access | W3C Storage Access | response provisional
        whether an embedded page uses the access to unpartitioned cookies that was granted earlier.
        Alternates | RFC 2295 | response
        the variants of the resource, with their properties (transparent content negotiation).
        AMP-Cache-Transform | AMP-Cache-Transform HTTP request header | request provisional
        the transformations that an AMP cache asks the server to make.
        Apply-To-Redirect-Ref | RFC 4437 | request
        whether a WebDAV method applies to a redirect reference itself, not to what it points to.
        Authentication-Control | RFC 8053 §4 | response
        how a browser should behave around authentication, for example where to go after a logout.
        C-Ext | RFC 2774 | response obsolete
        confirms that the mandatory extensions for the next hop (C-Man) were applied.
        C-Man | RFC 2774 | request obsolete
        extensions that the next hop must support, or reject the request.
        C-Opt | RFC 2774 | request response obsolete
        extensions that the next hop may use.
        C-PEP | PEP - an Extension Mechanism for HTTP | request response obsolete
        protocol extensions for the next hop, in an abandoned draft.
        C-PEP-Info | PEP - an Extension Mechanism for HTTP | request response obsolete
        the protocol extensions that the next hop can use, in an abandoned draft.
        Cal-Managed-ID | RFC 8607 §5.1 | response
        the server's ID of an attachment to a calendar entry.
        CalDAV-Timezones | RFC 7809 §7.1 | request
        whether a calendar server should include definitions of standard time zones.
        Cert-Not-After | RFC 8739 §3.3 | response
        when the short-lived certificate in the response (ACME STAR) expires.
        Cert-Not-Before | RFC 8739 §3.3 | response
        when the short-lived certificate in the response (ACME STAR) becomes valid.
        Close | RFC 9112 §9.6 | reserved
        reserved: “close” is an option of Connection, so no field can have this name.
        CMCD-Object | CTA-5004 | request provisional
        a media player's data for the CDN about the requested object.
        CMCD-Request | CTA-5004 | request provisional
        a media player's data for the CDN that changes with each request.
        CMCD-Session | CTA-5004 | request provisional
        a media player's data for the CDN that stays the same for a session.
        CMCD-Status | CTA-5004 | request provisional
        a media player's data for the CDN that changes, but not with each request.
        CMSD-Dynamic | CTA-5006 | response provisional
        data from media servers for the player about this response.
        CMSD-Static | CTA-5006 | response provisional
        data from the media server for the player about the object.
        Concealed-Auth-Export | RFC 9729 | request
        the keying material that a proxy in front of a server exports from TLS, for Concealed authentication.
        Configuration-Context | OSLC Configuration Management 1.0 | request provisional
        the configuration of versioned resources in which the client works (OSLC).
        Content-Base | RFC 2068 | response obsolete
        the base URL for relative references in the content.
        Content-ID | The HTTP Distribution and Replication Protocol | obsolete
        the ID of a version of a resource, in a proposal of 1997 for distributing files.
        Content-Script-Type | HTML 4.01 | response obsolete
        the language of the scripts in a page's event attributes.
        Content-Style-Type | HTML 4.01 | response obsolete
        the language of a page's style attributes.
        Content-Version | RFC 2068 | request response obsolete
        the version of a resource that changes over time.
        Cookie2 | RFC 2965 | request obsolete browserOnly
        the cookie version that the client supports; browsers never implemented it.
        CTA-Common-Access-Token | CTA-5007 | request provisional secret
        a token that lets a player fetch media from a delivery network.
        DASL | RFC 5323 | response
        the query grammars that the SEARCH method accepts here (WebDAV).
        Default-Style | HTML 4.01 | response obsolete
        the style sheet that a page uses unless the user chooses another.
        Delta-Base | RFC 3229 | response
        the entity tag of the earlier version to which a delta applies.
        Derived-From | RFC 2068 | request obsolete
        the version of a resource from which the content was made.
        Detached-JWS | RFC 9635 §7.3.3 | request
        a signature over the content that proves the sender (GNAP).
        Differential-ID | The HTTP Distribution and Replication Protocol | obsolete
        for requesting the difference between versions, in a proposal of 1997 for distributing files.
        EDIINT-Features | RFC 6017 | request response provisional
        the optional features that a partner in electronic data interchange (AS2) supports.
        Ext | RFC 2774 | response obsolete
        confirms that the mandatory extensions of the request (Man) were applied.
        GetProfile | Implementation of OPS Over HTTP | obsolete
        for requesting a user's profile, in a proposal of 1997 (Open Profiling Standard).
        Hobareg | RFC 7486 §6.1.1 | response
        whether the registration of a key for HOBA authentication is complete or in progress.
        IM | RFC 3229 | response
        the instance manipulations, such as a delta, that were applied to the content.
        Include-Referred-Token-Binding-ID | RFC 8473 | response
        with “true”: the client may show the redirect's target its token binding with this server.
        Isolation | OData 4.01 | request provisional
        requires that all parts of a response show one state of the data (OData; the newer name).
        Label | RFC 3253 | request
        the labelled version of a resource that a WebDAV method is for.
        Man | RFC 2774 | request obsolete
        extensions that the server must support, or reject the request.
        Memento-Datetime | RFC 7089 | response
        the time of the archived version of the resource (Memento).
        Meter | RFC 2227 | request response
        how often a cache has used a response, and whether the server wants reports.
        Method-Check | Access Control for Cross-site Requests | request obsolete
        whether a method may be used across origins, in a draft before today's CORS fields.
        Method-Check-Expires | Access Control for Cross-site Requests | response obsolete
        how long the result of Method-Check is valid, in a draft before today's CORS fields.
        Negotiate | RFC 2295 | request
        how a client takes part in choosing a variant (transparent content negotiation).
        OData-EntityId | OData 4.01 | response
        the ID of the created resource, when the response has no content (OData).
        OData-Isolation | OData 4.01 | request
        with “snapshot”: all parts of a response must show one state of the data (OData).
        OData-MaxVersion | OData 4.01 | request
        the highest version of OData that the client supports.
        OData-Version | OData 4.01 | request response
        the version of OData in which the message is written.
        Opt | RFC 2774 | request response obsolete
        extensions that the recipient may use.
        Optional-WWW-Authenticate | RFC 8053 §3 | response
        how to log in, on a page that is also available without a login.
        Ordering-Type | RFC 3648 | request
        whether and how the members of a WebDAV collection are ordered.
        OSCORE | RFC 8613 §11.1 | request response
        says that the content is a message protected end to end, for small devices (OSCORE).
        OSLC-Core-Version | OSLC Core 3.0 | request response
        the version of OSLC, a protocol between development tools.
        PEP | PEP - an Extension Mechanism for HTTP | request response obsolete
        protocol extensions that the message uses, in an abandoned draft.
        PEP-Info | PEP - an Extension Mechanism for HTTP | request response obsolete
        the protocol extensions that the sender can use, in an abandoned draft.
        PICS-Label | PICS Label Distribution | response obsolete
        a rating of the content, for filters (PICS).
        Position | RFC 3648 | request
        the position of a new member in an ordered WebDAV collection.
        ProfileObject | Implementation of OPS Over HTTP | obsolete personal
        for sending a user's profile, in a proposal of 1997 (Open Profiling Standard).
        Protocol | PICS Label Distribution | response obsolete
        the protocol extension that the response uses for ratings (PICS).
        Protocol-Info | White Paper: Joint Electronic Payment Initiative | obsolete
        for the Joint Electronic Payment Initiative, which was abandoned; only its paper exists.
        Protocol-Query | White Paper: Joint Electronic Payment Initiative | obsolete
        for the Joint Electronic Payment Initiative, which was abandoned; only its paper exists.
        Protocol-Request | PICS Label Distribution | request obsolete
        asks for ratings with the response (PICS).
        Proxy-Features | Notification for Proxy Caches | request obsolete
        for notifications to caching proxies, an abandoned W3C proposal.
        Proxy-Instruction | Notification for Proxy Caches | response obsolete
        for notifications to caching proxies, an abandoned W3C proposal.
        Public | RFC 2068 | response obsolete
        the methods that the server supports for any resource.
        Redirect-Ref | RFC 4437 | response
        the target of a WebDAV redirect reference.
        Referer-Root | Access Control for Cross-site Requests | request obsolete
        the origin of the page that sent the request, in a draft before today's CORS fields.
        Repeatability-Client-ID | Repeatable Requests 1.0 | request provisional
        the ID of the client that may repeat the request.
        Repeatability-First-Sent | Repeatable Requests 1.0 | request provisional
        when the request was first sent, if it is repeated.
        Repeatability-Request-ID | Repeatable Requests 1.0 | request provisional
        an ID by which a server recognises a repeated request.
        Repeatability-Result | Repeatable Requests 1.0 | response provisional
        whether the server accepted or rejected the request as a repeatable one.
        Safe | RFC 2310 | response obsolete
        says that the request was safe to repeat, although it is a POST.
        Schedule-Reply | RFC 6638 | request
        with “F”: a calendar server sends no reply to the organizer when an invitation is deleted.
        Sec-Fetch-Storage-Access | W3C Storage Access | request browserOnly provisional
        whether an embedded page has access to its unpartitioned cookies, or could use it.
        Sec-Token-Binding | RFC 8473 | request browserOnly
        a proof that the client has the key to which its tokens are bound.
        Security-Scheme | RFC 2660 | obsolete
        the version of S-HTTP, which encrypted single messages; TLS is used instead.
        Set-Cookie2 | RFC 2965 | response obsolete
        a cookie of a second version; browsers never implemented it.
        Set-Txn | RFC 9967 §2.5.1.1 | response
        the ID under which an event will report the end of an asynchronous request (SCIM).
        SetProfile | Implementation of OPS Over HTTP | obsolete
        for changing a user's profile, in a proposal of 1997 (Open Profiling Standard).
        Status-URI | RFC 2518 | response
        the URL with the progress of a WebDAV method; today's WebDAV (RFC 4918) has no such field.
        TCN | RFC 2295 | response
        how a variant was chosen, or that the client has to choose (transparent content negotiation).
        URI | RFC 2068 | response obsolete
        other URLs of the resource; Location and Content-Location replace it.
        Variant-Vary | RFC 2295 | response
        the request fields that influenced the chosen variant (transparent content negotiation).
        Want-Digest | RFC 3230 | request response obsolete
        asks for digests; Want-Content-Digest and Want-Repr-Digest replace it.
        * | RFC 9110 §12.5.5 | reserved
        reserved: “*” in Vary denotes anything, so no field can have this name.
        """
}
