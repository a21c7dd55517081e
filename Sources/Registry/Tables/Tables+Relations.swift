extension Tables {
    /// IANA, Link Relations, those of common use.
    static let relationRows = """
        about | RFC 6903 §2 |
        The target tells what the page is about.
        alternate | HTML Standard |
        The target is the same in another form: a feed, a language, a device.
        amphtml | AMP |
        The target is the AMP version of the page.
        appendix | HTML 4.01 |
        The target is an appendix.
        apple-touch-icon | not registered | unregistered
        The target is an icon for home screens.
        author | HTML Standard |
        The target is about the author.
        blocked-by | RFC 7725 §4 |
        The target is who demanded that the resource be withheld.
        bookmark | HTML Standard |
        The target is the lasting address of this part.
        canonical | RFC 6596 §3 |
        The target is the address to prefer of several with the same content.
        chapter | HTML 4.01 |
        The target is a chapter.
        cite-as | RFC 8574 §3 |
        The target is the address to cite.
        collection | RFC 6573 §2.2 |
        The target is the collection that this is a member of.
        compression-dictionary | RFC 9842 §3 |
        The target is a dictionary for compression.
        contents | HTML 4.01 |
        The target is a table of contents.
        copyright | HTML 4.01 |
        The target is a statement of copyright.
        create-form | RFC 6861 §3.1 |
        The target is a form that creates one of these.
        current | RFC 5005 |
        The target is the newest of a series.
        deprecation | RFC 9745 §3 |
        The target tells about the deprecation.
        describedby | POWDER |
        The target describes this resource, often as a schema.
        describes | RFC 6892 §3 |
        The target is what this describes.
        disclosure | RFC 6579 |
        The target discloses patents.
        dns-prefetch | HTML Standard |
        The browser may look up the target's name ahead of time.
        duplicate | RFC 6249 |
        The target is a copy with the same bytes.
        edit | RFC 5023 |
        The target is where this can be changed.
        edit-form | RFC 6861 §3.2 |
        The target is a form that changes this.
        edit-media | RFC 5023 |
        The target is where the media of this can be changed.
        enclosure | RFC 4287 |
        The target is a large file that belongs to this, such as a podcast.
        external | HTML Standard |
        The target is another site.
        first | RFC 8288 |
        The target is the first of a series.
        glossary | HTML 4.01 |
        The target is a glossary.
        help | HTML Standard |
        The target is help for this page, or for the part that the link is in.
        hosts | RFC 6690 |
        The target is a resource of this server.
        hub | WebSub |
        The target tells subscribers of news.
        icon | HTML Standard |
        The target is an icon.
        index | HTML 4.01 |
        The target is an index.
        item | RFC 6573 §2.1 |
        The target is a member of this collection.
        last | RFC 8288 |
        The target is the last of a series.
        latest-version | RFC 5829 |
        The target is the newest version.
        license | RFC 4946 |
        The target is the licence.
        linkset | RFC 9264 §6 |
        The target has a set of links in it.
        lrdd | RFC 6415 |
        The target describes this resource in a descriptor.
        manifest | W3C Web Application Manifest |
        The target tells how the page installs as an application.
        me | XFN |
        The target is another page of the person whose page this is.
        memento | RFC 7089 |
        The target is this resource as it was at a time.
        modulepreload | HTML Standard |
        The browser should load the target, a module of a script, now.
        next | HTML Standard |
        The target is the next of a series.
        next-archive | RFC 5005 |
        The target is the next archive of a feed.
        nofollow | HTML Standard |
        The page does not vouch for the target.
        noopener | HTML Standard |
        A window opened by it cannot reach the page that opened it.
        noreferrer | HTML Standard |
        No Referer goes along, and the new window cannot reach back.
        opener | HTML Standard |
        A window opened by it can reach the page that opened it.
        original | RFC 7089 |
        The target is the resource of which this is a memento.
        payment | RFC 8288 |
        The target takes payment.
        pingback | Pingback 1.0 |
        The target takes pingbacks.
        preconnect | HTML Standard |
        The browser should connect to the target's origin now.
        predecessor-version | RFC 5829 |
        The target is the version before.
        prefetch | HTML Standard |
        The browser may fetch the target, as it will be needed soon.
        preload | HTML Standard |
        The browser should load the target now, as the page needs it.
        prerender | Resource Hints | obsolete
        The browser once could make the whole page ready ahead of time.
        prev | HTML Standard |
        The target is the one before in a series.
        prev-archive | RFC 5005 |
        The target is the archive before.
        preview | RFC 6903 §3 |
        The target is a preview.
        previous | HTML 4.01 |
        The target is the one before in a series.
        privacy-policy | RFC 6903 §4 |
        The target is the privacy policy.
        profile | RFC 6906 §3 |
        The target is a profile that this keeps to.
        related | RFC 4287 |
        The target is about a related subject.
        replies | RFC 4685 |
        The target has the replies.
        search | OpenSearch |
        The target can search this.
        section | HTML 4.01 |
        The target is a section.
        self | RFC 4287 |
        The target is the URL of this resource itself, to be preferred when it is fetched again.
        service | RFC 5023 |
        The target is a service document: it lists the collections that a client may work with.
        service-desc | RFC 8631 §4 |
        The target describes the service for machines.
        service-doc | RFC 8631 §4 |
        The target describes the service for people.
        service-meta | RFC 8631 §4 |
        The target has more about the service.
        status | RFC 8631 §4 |
        The target tells how the service is doing.
        start | HTML 4.01 |
        The target is the first of a series.
        stylesheet | HTML Standard |
        The target is a style sheet.
        subsection | HTML 4.01 |
        The target is a subsection.
        successor-version | RFC 5829 |
        The target is the version after.
        sunset | RFC 8594 §6 |
        The target tells how and when this goes away.
        tag | HTML Standard |
        The target is about a tag of the page.
        terms-of-service | RFC 6903 §5 |
        The target has the terms of service.
        timegate | RFC 7089 |
        The target finds mementos by time.
        timemap | RFC 7089 |
        The target lists mementos.
        type | RFC 6903 §6 |
        The target names the abstract kind of thing that this resource is.
        up | RFC 8288 |
        The target is one level up.
        version-history | RFC 5829 |
        The target has all versions.
        via | RFC 4287 |
        The target is where this came from.
        webmention | Webmention |
        The target takes webmentions.
        working-copy | RFC 5829 |
        The target is a copy that can be changed.
        working-copy-of | RFC 5829 |
        The target is what this is a copy of.
        """
}
