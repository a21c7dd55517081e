extension Tables {
    /// IANA, Link Relations, those of common use.
    static let relationRows = """
        about | RFC 6903 §2 |
        The target describes the subject of the page.
        acl | Web Access Control | unregistered
        The target says who may access this resource.
        alternate | HTML Standard |
        The target is another version: a feed, a language, a device.
        ! For languages, each page has to list all versions, itself included; else search engines ignore the links.
        amphtml | AMP |
        The target is the AMP version of the page.
        api-catalog | RFC 9727 |
        The target lists the interfaces of the site.
        ! It belongs to the path /.well-known/api-catalog, too, where clients look without a link.
        appendix | HTML 4.01 |
        The target is an appendix.
        apple-touch-icon | not registered | unregistered
        The target is an icon for home screens.
        apple-touch-startup-image | Apple, Configuring Web Applications |
        The target is the image that an installed page shows while it starts.
        archives | HTML Standard | obsolete
        The target lists records or documents of historical interest.
        author | HTML Standard |
        The target is about the author.
        ! It is for people; a link with mailto: collects spam.
        authorization_endpoint | IndieAuth | unregistered
        The target is the page where the user permits an application to sign in.
        blocked-by | RFC 7725 §4 |
        The target identifies who demanded that the resource be withheld.
        bookmark | HTML Standard |
        The target is the permanent URL of this part.
        c2pa-manifest | C2PA Technical Specification |
        The target states the origin and history of a media file.
        canonical | RFC 6596 §3 |
        The target is the preferred URL among several with the same content.
        ! It is a hint for search engines. One that leads to a redirect or an error is ignored.
        chapter | HTML 4.01 |
        The target is a chapter.
        cite-as | RFC 8574 §3 |
        The target is the URL to cite.
        collection | RFC 6573 §2.2 |
        The target is the collection that contains this resource.
        ! It leads from a member to its list; the other direction is item.
        compression-dictionary | RFC 9842 §3 |
        The target is a compression dictionary.
        ! Browsers fetch it when they are idle, so the next response may come without it.
        contents | HTML 4.01 |
        The target is a table of contents.
        convertedfrom | RFC 7991 |
        The target is the document that this one was made from.
        copyright | HTML 4.01 |
        The target is a statement of copyright.
        create-form | RFC 6861 §3.1 |
        The target is a form for creating such a resource.
        current | RFC 5005 |
        The target is the newest of a series.
        deprecation | RFC 9745 §3 |
        The target describes the deprecation.
        ! It is documentation for people; the Deprecation field has the date.
        describedby | POWDER |
        The target describes this resource, often with a schema.
        ! Clients do not load the schema by themselves.
        describes | RFC 6892 §3 |
        The target is what this resource describes.
        disclosure | RFC 6579 |
        The target discloses patents.
        dns-prefetch | HTML Standard |
        The browser may look up the target's host name in advance.
        ! It saves only the look-up: for a host that is needed for certain, preconnect saves more.
        duplicate | RFC 6249 |
        The target is a copy with the same bytes.
        edit | RFC 5023 |
        The target is the URL for changing this resource.
        ! The target accepts PUT and DELETE only with credentials; the link promises nothing.
        edit-form | RFC 6861 §3.2 |
        The target is a form for changing this resource.
        edit-media | RFC 5023 |
        The target is the URL for changing the media of this resource.
        enclosure | RFC 4287 |
        The target is a large file that belongs to this resource, such as a podcast.
        ! Clients read the size from the link: one that is wrong shows a wrong progress.
        expect | HTML Standard | unregistered
        The browser does not render the page before it has parsed the element that the target names.
        external | HTML Standard |
        The target is on another site.
        first | RFC 8288 |
        The target is the first of a series.
        ! Clients that make the URL of the first page themselves break when its parameters change.
        generator | not registered | unregistered
        The target is the program that made the page.
        geofeed | RFC 9877 |
        The target lists locations of IP addresses.
        glossary | HTML 4.01 |
        The target is a glossary.
        help | HTML Standard |
        The target is help for this page, or for the part that contains the link.
        hosts | RFC 6690 |
        The target is a resource of this server.
        hub | WebSub |
        The target notifies subscribers of updates.
        ! The topic's own URL must be linked as self, or subscriptions are for another one.
        ice-server | RFC 9725 |
        The target is a STUN or TURN server for a media session.
        icon | HTML Standard |
        The target is an icon.
        ! Browsers request /favicon.ico if there is none, and report 404 for it.
        index | HTML 4.01 |
        The target is an index.
        indieauth-metadata | IndieAuth | unregistered
        The target describes the user's IndieAuth server.
        intervalAfter | Time Ontology in OWL §4.2.21 |
        The time of this resource begins after that of the target has ended.
        intervalBefore | Time Ontology in OWL §4.2.22 |
        The time of this resource ends before that of the target begins.
        intervalContains | Time Ontology in OWL §4.2.23 |
        The time of this resource begins before that of the target and ends after it.
        intervalDisjoint | Time Ontology in OWL §4.2.24 |
        The times of this resource and of the target do not overlap.
        intervalDuring | Time Ontology in OWL §4.2.25 |
        The time of this resource begins after that of the target and ends before it.
        intervalEquals | Time Ontology in OWL §4.2.26 |
        The times of this resource and of the target are the same.
        intervalFinishedBy | Time Ontology in OWL §4.2.27 |
        The time of this resource begins before that of the target, and both end together.
        intervalFinishes | Time Ontology in OWL §4.2.28 |
        The time of this resource begins after that of the target, and both end together.
        intervalIn | Time Ontology in OWL §4.2.29 |
        The time of this resource lies within that of the target.
        intervalMeets | Time Ontology in OWL §4.2.30 |
        The time of this resource ends when that of the target begins.
        intervalMetBy | Time Ontology in OWL §4.2.31 |
        The time of this resource begins when that of the target ends.
        intervalOverlappedBy | Time Ontology in OWL §4.2.32 |
        The time of this resource begins during that of the target and ends after it.
        intervalOverlaps | Time Ontology in OWL §4.2.33 |
        The time of this resource begins before that of the target and ends during it.
        intervalStartedBy | Time Ontology in OWL §4.2.34 |
        Both times begin together, and that of this resource ends after that of the target.
        intervalStarts | Time Ontology in OWL §4.2.35 |
        Both times begin together, and that of this resource ends before that of the target.
        item | RFC 6573 §2.1 |
        The target is a member of this collection.
        ! It leads from a list to its members; the other direction is collection.
        last | RFC 8288 |
        The target is the last of a series.
        ! The number of pages changes while a client reads them: follow next instead of counting.
        latest-version | RFC 5829 |
        The target is the newest version.
        license | RFC 4946 |
        The target is the licence.
        ! It says nothing about the licence of what the page only embeds.
        linkset | RFC 9264 §6 |
        The target contains a set of links.
        lrdd | RFC 6415 |
        The target describes this resource in a descriptor.
        manifest | W3C Web Application Manifest |
        The target describes how the page is installed as an application.
        ! It is fetched without cookies, unless crossorigin is use-credentials; on a site with a login it fails.
        mask-icon | Apple, Creating Pinned Tab Icons |
        The target is an icon in one colour for pinned tabs of Safari.
        me | XFN |
        The target is another page of the same person.
        media-feed | WICG Media Feeds |
        The target lists recommended audio and video of the site.
        memento | RFC 7089 |
        The target is an archived version of this resource.
        micropub | Micropub |
        The target accepts new posts of the user.
        modulepreload | HTML Standard |
        The browser should load the target, a script module, now.
        ! It loads for the right cache only if crossorigin is the same as that of the script.
        monitor | RFC 5989 |
        The target can be watched for changes of this resource.
        monitor-group | RFC 5989 |
        The target can be watched for changes of a group of resources.
        next | HTML Standard |
        The target is the next of a series.
        ! A client that makes the URL itself breaks when the service changes its cursors.
        next-archive | RFC 5005 |
        The target is the next archive of a feed.
        nofollow | HTML Standard |
        The page does not endorse the target.
        ! It does not keep the target out of an index: noindex at the target does.
        noopener | HTML Standard |
        The window that the link opens cannot access the page that opened it.
        ! Browsers act so by themselves for links with target=_blank.
        noreferrer | HTML Standard |
        The browser sends no Referer, and the new window cannot access the page.
        ! Statistics of the target lose where their visitors came from.
        opener | HTML Standard |
        The window that the link opens can access the page that opened it.
        ! The opened page can send this one elsewhere: only for pages that are trusted.
        openid2.local_id | OpenID Authentication 2.0 | obsolete
        The target is the user's identity at the provider.
        openid2.provider | OpenID Authentication 2.0 | obsolete
        The target is the user's OpenID 2.0 provider.
        original | RFC 7089 |
        The target is the resource of which this is an archived version.
        p3pv1 | P3P 1.0 | obsolete
        The target is a machine-readable privacy policy; browsers no longer read it.
        payment | RFC 8288 |
        The target accepts payments.
        payment-method-manifest | Payment Method Manifest | unregistered
        The target describes a payment method for browsers.
        pingback | Pingback 1.0 |
        The target accepts pingbacks.
        ! Requests to it can be used to make the server call other hosts.
        preconnect | HTML Standard |
        The browser should connect to the target's origin now.
        ! Too many cost more than they save: each opens a connection with TLS. Fonts need crossorigin, too.
        predecessor-version | RFC 5829 |
        The target is the previous version.
        prefetch | HTML Standard |
        The browser may fetch the target in advance, because it will probably be needed soon.
        ! It is fetched at low priority and stored by its caching fields: no-store makes it useless.
        preload | HTML Standard |
        The browser should load the target now, because the page needs it.
        ! Without the right as, the browser loads it twice. One that is not used within seconds is reported in the
        console.
        prerender | Resource Hints | obsolete
        Browsers once prepared the whole page in advance.
        ! Chromium uses speculation rules instead.
        prev | HTML Standard |
        The target is the previous one of a series.
        ! Some services say previous: a client that looks for one name does not find the other.
        prev-archive | RFC 5005 |
        The target is the previous archive of a feed.
        preview | RFC 6903 §3 |
        The target is a preview.
        previous | HTML 4.01 |
        The target is the previous one of a series.
        ! The registered name is prev: many clients do not look for this one.
        privacy-policy | RFC 6903 §4 |
        The target is the privacy policy.
        profile | RFC 6906 §3 |
        The target is a profile that this resource follows.
        ! It is a name, and need not lead to a document.
        publication | Publication Manifest |
        The target describes the publication that this page is a part of.
        rdap-active | RFC 9910 |
        The target is the active version of this registration of numbers.
        rdap-bottom | RFC 9910 |
        The target lists the smallest registrations within this one.
        rdap-down | RFC 9910 |
        The target lists the next smaller registrations within this one.
        rdap-top | RFC 9910 |
        The target is the largest registration that contains this one.
        rdap-up | RFC 9910 |
        The target is the next larger registration that contains this one.
        redirect_uri | IndieAuth | unregistered
        The target is a URL to which an application may be redirected after a sign-in.
        related | RFC 4287 |
        The target is about a related subject.
        replies | RFC 4685 |
        The target contains the replies.
        restconf | RFC 8040 |
        The target is the root of a RESTCONF interface.
        ruleinput | OCF Core Optional |
        The target is the input of a rule, on a device.
        search | OpenSearch |
        The target is a search for this resource.
        ! It is a description (OpenSearch) or a form, not a result.
        section | HTML 4.01 |
        The target is a section.
        self | RFC 4287 |
        The target is the URL of this resource itself; use it to fetch the resource again.
        ! It has to be the URL that a client can use: servers after a proxy often write their own inner host.
        service | RFC 5023 |
        The target is a service document: it lists the collections that a client may work with.
        service-desc | RFC 8631 §4 |
        The target is a machine-readable description of the service.
        ! Tools do not find a description that needs a login.
        service-doc | RFC 8631 §4 |
        The target is the documentation of the service.
        service-meta | RFC 8631 §4 |
        The target contains metadata of the service.
        shortlink | not registered | unregistered
        The target is a short URL of this page.
        ! It has to redirect to the canonical page, or there are two pages with the same content.
        sip-trunking-capability | RFC 9409 |
        The target describes what a telephone provider's server supports.
        siptrunkingcapability | draft-engi-siptrunkingcapability-link | obsolete
        The older name of sip-trunking-capability.
        speculationrules | HTML Standard | unregistered
        Is not a link relation: rules for prefetching come in the Speculation-Rules field or in a script of this type.
        sponsored | Google, rel attributes |
        The link was paid for.
        ! Search engines punish links that were paid for and do not say so.
        start | HTML 4.01 |
        The target is the first of a series.
        status | RFC 8631 §4 |
        The target shows the status of the service.
        stylesheet | HTML Standard |
        The target is a style sheet.
        ! In a Link field, only Firefox loads it; others need it in the page.
        subsection | HTML 4.01 |
        The target is a subsection.
        successor-version | RFC 5829 |
        The target is the next version.
        ! It is a sign for people: clients do not change to it by themselves.
        sunset | RFC 8594 §6 |
        The target describes how and when the resource will be removed.
        ! It is documentation for people; the Sunset field has the date.
        tag | HTML Standard |
        The target is the page of a tag.
        terms-of-service | RFC 6903 §5 |
        The target is the terms of service.
        timegate | RFC 7089 |
        The target finds archived versions by time.
        timemap | RFC 7089 |
        The target lists archived versions.
        token_endpoint | IndieAuth | unregistered
        The target issues access tokens for the user's site.
        type | RFC 6903 §6 |
        The target names the abstract type of this resource.
        ugc | Google, rel attributes |
        The link is in content that users wrote.
        ! Without it, spam in comments counts as the site's own links.
        up | RFC 8288 |
        The target is one level up.
        ! It is about the hierarchy of the resources, which the path of the URL need not show.
        version-history | RFC 5829 |
        The target contains all versions.
        via | RFC 4287 |
        The target is the source of this resource.
        webmention | Webmention |
        The target accepts webmentions.
        ! A receiver has to fetch the source to see the link: limit what it may fetch.
        working-copy | RFC 5829 |
        The target is an editable copy.
        working-copy-of | RFC 5829 |
        The target is the original of this copy.
        """
}
