extension Tables {
    /// IANA, Link Relations, those of common use.
    static let relationRows = """
        about | RFC 6903 §2 |
        The target describes the subject of the page.
        alternate | HTML Standard |
        The target is another version: a feed, a language, a device.
        amphtml | AMP |
        The target is the AMP version of the page.
        appendix | HTML 4.01 |
        The target is an appendix.
        apple-touch-icon | not registered | unregistered
        The target is an icon for home screens.
        author | HTML Standard |
        The target is about the author.
        blocked-by | RFC 7725 §4 |
        The target identifies who demanded that the resource be withheld.
        bookmark | HTML Standard |
        The target is the permanent URL of this part.
        canonical | RFC 6596 §3 |
        The target is the preferred URL among several with the same content.
        chapter | HTML 4.01 |
        The target is a chapter.
        cite-as | RFC 8574 §3 |
        The target is the URL to cite.
        collection | RFC 6573 §2.2 |
        The target is the collection that contains this resource.
        compression-dictionary | RFC 9842 §3 |
        The target is a compression dictionary.
        contents | HTML 4.01 |
        The target is a table of contents.
        copyright | HTML 4.01 |
        The target is a statement of copyright.
        create-form | RFC 6861 §3.1 |
        The target is a form for creating such a resource.
        current | RFC 5005 |
        The target is the newest of a series.
        deprecation | RFC 9745 §3 |
        The target describes the deprecation.
        describedby | POWDER |
        The target describes this resource, often with a schema.
        describes | RFC 6892 §3 |
        The target is what this resource describes.
        disclosure | RFC 6579 |
        The target discloses patents.
        dns-prefetch | HTML Standard |
        The browser may look up the target's host name in advance.
        duplicate | RFC 6249 |
        The target is a copy with the same bytes.
        edit | RFC 5023 |
        The target is the URL for changing this resource.
        edit-form | RFC 6861 §3.2 |
        The target is a form for changing this resource.
        edit-media | RFC 5023 |
        The target is the URL for changing the media of this resource.
        enclosure | RFC 4287 |
        The target is a large file that belongs to this resource, such as a podcast.
        external | HTML Standard |
        The target is on another site.
        first | RFC 8288 |
        The target is the first of a series.
        glossary | HTML 4.01 |
        The target is a glossary.
        help | HTML Standard |
        The target is help for this page, or for the part that contains the link.
        hosts | RFC 6690 |
        The target is a resource of this server.
        hub | WebSub |
        The target notifies subscribers of updates.
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
        The target contains a set of links.
        lrdd | RFC 6415 |
        The target describes this resource in a descriptor.
        manifest | W3C Web Application Manifest |
        The target describes how the page is installed as an application.
        me | XFN |
        The target is another page of the same person.
        memento | RFC 7089 |
        The target is an archived version of this resource.
        modulepreload | HTML Standard |
        The browser should load the target, a script module, now.
        next | HTML Standard |
        The target is the next of a series.
        next-archive | RFC 5005 |
        The target is the next archive of a feed.
        nofollow | HTML Standard |
        The page does not endorse the target.
        noopener | HTML Standard |
        The window that the link opens cannot access the page that opened it.
        noreferrer | HTML Standard |
        The browser sends no Referer, and the new window cannot access the page.
        opener | HTML Standard |
        The window that the link opens can access the page that opened it.
        original | RFC 7089 |
        The target is the resource of which this is an archived version.
        payment | RFC 8288 |
        The target accepts payments.
        pingback | Pingback 1.0 |
        The target accepts pingbacks.
        preconnect | HTML Standard |
        The browser should connect to the target's origin now.
        predecessor-version | RFC 5829 |
        The target is the previous version.
        prefetch | HTML Standard |
        The browser may fetch the target in advance, because it will probably be needed soon.
        preload | HTML Standard |
        The browser should load the target now, because the page needs it.
        prerender | Resource Hints | obsolete
        Browsers once prepared the whole page in advance.
        prev | HTML Standard |
        The target is the previous one of a series.
        prev-archive | RFC 5005 |
        The target is the previous archive of a feed.
        preview | RFC 6903 §3 |
        The target is a preview.
        previous | HTML 4.01 |
        The target is the previous one of a series.
        privacy-policy | RFC 6903 §4 |
        The target is the privacy policy.
        profile | RFC 6906 §3 |
        The target is a profile that this resource follows.
        related | RFC 4287 |
        The target is about a related subject.
        replies | RFC 4685 |
        The target contains the replies.
        search | OpenSearch |
        The target is a search for this resource.
        section | HTML 4.01 |
        The target is a section.
        self | RFC 4287 |
        The target is the URL of this resource itself; use it to fetch the resource again.
        service | RFC 5023 |
        The target is a service document: it lists the collections that a client may work with.
        service-desc | RFC 8631 §4 |
        The target is a machine-readable description of the service.
        service-doc | RFC 8631 §4 |
        The target is the documentation of the service.
        service-meta | RFC 8631 §4 |
        The target contains metadata of the service.
        status | RFC 8631 §4 |
        The target shows the status of the service.
        start | HTML 4.01 |
        The target is the first of a series.
        stylesheet | HTML Standard |
        The target is a style sheet.
        subsection | HTML 4.01 |
        The target is a subsection.
        successor-version | RFC 5829 |
        The target is the next version.
        sunset | RFC 8594 §6 |
        The target describes how and when the resource will be removed.
        tag | HTML Standard |
        The target is the page of a tag.
        terms-of-service | RFC 6903 §5 |
        The target is the terms of service.
        timegate | RFC 7089 |
        The target finds archived versions by time.
        timemap | RFC 7089 |
        The target lists archived versions.
        type | RFC 6903 §6 |
        The target names the abstract type of this resource.
        up | RFC 8288 |
        The target is one level up.
        version-history | RFC 5829 |
        The target contains all versions.
        via | RFC 4287 |
        The target is the source of this resource.
        webmention | Webmention |
        The target accepts webmentions.
        working-copy | RFC 5829 |
        The target is an editable copy.
        working-copy-of | RFC 5829 |
        The target is the original of this copy.
        """
}
