extension Tables {
    /// Fields that few will meet: of IANA's registry, and used by extensions, closed worlds or the past. Each sentence
    /// says what its document does with the name; where nothing but the registration could be read, it says that.
    static let rareFieldRows = """
        A-IM | RFC 3229 | request
        the instance manipulations, such as deltas against an earlier version, that the client can undo.
        Accept-Additions | RFC 2324 | request
        what to add to the coffee; of a protocol for coffee pots that was an April joke.
        Accept-Datetime | RFC 7089 | request
        as of which time the client wants to see the resource in an archive (Memento).
        Accept-Features | RFC 2295 | request
        which features the client has, by which a variant may be chosen (transparent content negotiation).
        Access-Control | Access Control for Cross-site Requests | response obsolete
        who may read a response of another origin, in a draft that came before today's CORS fields.
        Activate-Storage-Access | W3C Storage Access | response provisional
        whether an embedded page is to use the access to unpartitioned cookies that was granted before.
        Alternates | RFC 2295 | response
        the variants that the resource has, each with its properties (transparent content negotiation).
        AMP-Cache-Transform | AMP-Cache-Transform HTTP request header | request provisional
        which transformations an AMP cache would like the server to make.
        Apply-To-Redirect-Ref | RFC 4437 | request
        whether a WebDAV method applies to a redirect reference itself, not to what it points to.
        Authentication-Control | RFC 8053 §4 | response
        how an interactive client is to behave around authentication, such as where to go after logging out.
        C-Ext | RFC 2774 | response obsolete
        that the mandatory extensions of the next hop (C-Man) were carried out.
        C-Man | RFC 2774 | request obsolete
        extensions that the next hop has to understand, or refuse the request.
        C-Opt | RFC 2774 | request response obsolete
        extensions that the next hop may use.
        C-PEP | PEP - an Extension Mechanism for HTTP | request response obsolete
        protocol extensions for the next hop, in a draft that was given up.
        C-PEP-Info | PEP - an Extension Mechanism for HTTP | request response obsolete
        which protocol extensions the next hop could use, in a draft that was given up.
        Cal-Managed-ID | RFC 8607 §5.1 | response
        the server's identifier of an attachment that was added to a calendar entry.
        CalDAV-Timezones | RFC 7809 §7.1 | request
        whether a calendar server is to put definitions of standard time zones into its data.
        Cert-Not-After | RFC 8739 §3.3 | response
        when the short-lived certificate in the response (ACME STAR) expires.
        Cert-Not-Before | RFC 8739 §3.3 | response
        when the short-lived certificate in the response (ACME STAR) begins to be valid.
        Close | RFC 9112 §9.6 | reserved
        a name that is reserved, as “close” in Connection would name a field of it.
        CMCD-Object | CTA-5004 | request provisional
        what a media player tells the delivery network of the object that it asks for.
        CMCD-Request | CTA-5004 | request provisional
        what a media player tells the delivery network that changes with each request.
        CMCD-Session | CTA-5004 | request provisional
        what a media player tells the delivery network that stays the same for a session.
        CMCD-Status | CTA-5004 | request provisional
        what a media player tells the delivery network that changes, though not with each request.
        CMSD-Dynamic | CTA-5006 | response provisional
        what media servers on the way tell the player about this one response.
        CMSD-Static | CTA-5006 | response provisional
        what the media server tells the player about the object itself.
        Concealed-Auth-Export | RFC 9729 | request
        the keying material that a proxy in front of a server exports from TLS, for Concealed authentication.
        Configuration-Context | OSLC Configuration Management 1.0 | request provisional
        in which configuration of versioned resources the client works (OSLC).
        Content-Base | RFC 2068 | response obsolete
        the URL that relative references in the content are resolved against.
        Content-ID | The HTTP Distribution and Replication Protocol | obsolete
        the identifier of a version of a resource, in a proposal of 1997 for distributing files.
        Content-Script-Type | HTML 4.01 | response obsolete
        in which language the scripts of a page's event attributes are written.
        Content-Style-Type | HTML 4.01 | response obsolete
        in which language the style attributes of a page are written.
        Content-Version | RFC 2068 | request response obsolete
        the version of a resource that develops.
        Cookie2 | RFC 2965 | request obsolete browserOnly
        which version of cookies the client understands; browsers never took it up.
        CTA-Common-Access-Token | CTA-5007 | request provisional secret
        a token that lets a player fetch media from a delivery network.
        DASL | RFC 5323 | response
        in which grammars the SEARCH method may be asked here (WebDAV).
        Default-Style | HTML 4.01 | response obsolete
        which of a page's style sheets is to be used unless the person chooses another.
        Delta-Base | RFC 3229 | response
        the entity tag of the earlier version that a delta has to be applied to.
        Derived-From | RFC 2068 | request obsolete
        the version of a resource that the content was made from.
        Detached-JWS | RFC 9635 §7.3.3 | request
        a signature over the content that shows who sends it (GNAP).
        Differential-ID | The HTTP Distribution and Replication Protocol | obsolete
        registered for asking for the difference between versions, in a proposal of 1997 for distributing files.
        EDIINT-Features | RFC 6017 | request response provisional
        which optional features a partner in electronic data interchange (AS2) supports.
        Ext | RFC 2774 | response obsolete
        that the mandatory extensions of the request (Man) were carried out.
        GetProfile | Implementation of OPS Over HTTP | obsolete
        registered for asking for a person's profile, in a proposal of 1997 (Open Profiling Standard).
        Hobareg | RFC 7486 §6.1.1 | response
        whether registering a key for HOBA authentication is complete or still under way.
        IM | RFC 3229 | response
        which instance manipulations, such as a delta, were applied to the content.
        Include-Referred-Token-Binding-ID | RFC 8473 | response
        with “true”: that the client may show the server that it is sent to the token binding it has with this one.
        Isolation | OData 4.01 | request provisional
        that all parts of a response are to show one state of the data (OData; the newer spelling).
        Label | RFC 3253 | request
        which labelled version of a resource a WebDAV method is for.
        Man | RFC 2774 | request obsolete
        extensions that the server has to understand, or refuse the request.
        Memento-Datetime | RFC 7089 | response
        as of which time an archive shows the resource (Memento).
        Meter | RFC 2227 | request response
        how often a cache has used a response, and whether the server wants to be told.
        Method-Check | Access Control for Cross-site Requests | request obsolete
        whether a method may be used across origins, in a draft that came before today's CORS fields.
        Method-Check-Expires | Access Control for Cross-site Requests | response obsolete
        how long the answer to Method-Check holds, in a draft that came before today's CORS fields.
        Negotiate | RFC 2295 | request
        how a client takes part in choosing a variant (transparent content negotiation).
        OData-EntityId | OData 4.01 | response
        the identifier of what was created, when the response has no content (OData).
        OData-Isolation | OData 4.01 | request
        with “snapshot”: that all parts of a response are to show one state of the data (OData).
        OData-MaxVersion | OData 4.01 | request
        the highest version of OData that the client understands.
        OData-Version | OData 4.01 | request response
        the version of OData by which the message is written.
        Opt | RFC 2774 | request response obsolete
        extensions that the receiver may use.
        Optional-WWW-Authenticate | RFC 8053 §3 | response
        how to log in, on a page that is also shown to those who do not.
        Ordering-Type | RFC 3648 | request
        whether and how the members of a WebDAV collection are ordered.
        OSCORE | RFC 8613 §11.1 | request response
        that the content is a message protected end to end, for devices with few means (OSCORE).
        OSLC-Core-Version | OSLC Core 3.0 | request response
        the version of OSLC, by which tools of development share data, that is spoken.
        PEP | PEP - an Extension Mechanism for HTTP | request response obsolete
        protocol extensions that the message uses, in a draft that was given up.
        PEP-Info | PEP - an Extension Mechanism for HTTP | request response obsolete
        which protocol extensions the sender could use, in a draft that was given up.
        PICS-Label | PICS Label Distribution | response obsolete
        how somebody rates the content, for filters (PICS).
        Position | RFC 3648 | request
        where a new member of an ordered WebDAV collection goes.
        ProfileObject | Implementation of OPS Over HTTP | obsolete personal
        registered for sending a person's profile, in a proposal of 1997 (Open Profiling Standard).
        Protocol | PICS Label Distribution | response obsolete
        which extension of the protocol the response uses to bring ratings (PICS).
        Protocol-Info | White Paper: Joint Electronic Payment Initiative | obsolete
        registered for the Joint Electronic Payment Initiative, which came to nothing; its paper is all there is.
        Protocol-Query | White Paper: Joint Electronic Payment Initiative | obsolete
        registered for the Joint Electronic Payment Initiative, which came to nothing; its paper is all there is.
        Protocol-Request | PICS Label Distribution | request obsolete
        that the client wants ratings with the response (PICS).
        Proxy-Features | Notification for Proxy Caches | request obsolete
        registered for notifications to caching proxies, a proposal of the W3C that was given up.
        Proxy-Instruction | Notification for Proxy Caches | response obsolete
        registered for notifications to caching proxies, a proposal of the W3C that was given up.
        Public | RFC 2068 | response obsolete
        the methods that the server supports at all.
        Redirect-Ref | RFC 4437 | response
        where a WebDAV redirect reference points to.
        Referer-Root | Access Control for Cross-site Requests | request obsolete
        the origin of the page that asks, in a draft that came before today's CORS fields.
        Repeatability-Client-ID | Repeatable Requests 1.0 | request provisional
        which client it is that may repeat the request.
        Repeatability-First-Sent | Repeatable Requests 1.0 | request provisional
        when the request was first made, if it is repeated.
        Repeatability-Request-ID | Repeatable Requests 1.0 | request provisional
        an identifier by which a server knows a repeated request for the same.
        Repeatability-Result | Repeatable Requests 1.0 | response provisional
        whether the server accepted or rejected the request as a repeatable one.
        Safe | RFC 2310 | response obsolete
        that the request, although it is a POST, was safe to repeat.
        Schedule-Reply | RFC 6638 | request
        with “F”: that a calendar server sends no reply to the organizer when an invitation is deleted.
        Sec-Fetch-Storage-Access | W3C Storage Access | request browserOnly provisional
        whether an embedded page has access to its unpartitioned cookies, or could use it.
        Sec-Token-Binding | RFC 8473 | request browserOnly
        the proof that the client holds the key to which its tokens are bound.
        Security-Scheme | RFC 2660 | obsolete
        the version of S-HTTP, which encrypted messages one by one and lost to TLS.
        Set-Cookie2 | RFC 2965 | response obsolete
        a cookie of a second version; browsers never took it up.
        Set-Txn | RFC 9967 §2.5.1.1 | response
        the identifier by which an event will later report the end of an asynchronous request (SCIM).
        SetProfile | Implementation of OPS Over HTTP | obsolete
        registered for changing a person's profile, in a proposal of 1997 (Open Profiling Standard).
        Status-URI | RFC 2518 | response
        where to see how far a WebDAV method has come; the WebDAV of today (RFC 4918) has no such field.
        TCN | RFC 2295 | response
        how a variant was chosen, or that the client is to choose (transparent content negotiation).
        URI | RFC 2068 | response obsolete
        further names and places of the resource; Location and Content-Location took its place.
        Variant-Vary | RFC 2295 | response
        by which request fields the chosen variant itself varies (transparent content negotiation).
        Want-Digest | RFC 3230 | request response obsolete
        which digests the sender would like; Want-Content-Digest and Want-Repr-Digest took its place.
        * | RFC 9110 §12.5.5 | reserved
        a name that is reserved, as “*” in Vary means anything at all.
        """
}
