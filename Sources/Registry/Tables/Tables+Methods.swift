extension Tables {
    /// IANA, Hypertext Transfer Protocol (HTTP) Method Registry, with QUERY. Safe and idempotent are its own columns.
    static let methodRows = """
        GET | RFC 9110 §9.3.1 | safe idempotent cacheable
        gives the current representation of the target.
        = Put what varies into the URL: content in a GET has no defined meaning.
        ! Links, prefetching and crawlers send it unasked, so a GET that changes something changes it by accident.
        > GET /books?author=Woolf HTTP/1.1
        HEAD | RFC 9110 §9.3.2 | safe idempotent cacheable
        does as GET would, but wants only the head of the answer.
        = The answer should have the fields of a GET's, Content-Length too, and never has a body.
        ! A server that sends a body all the same breaks the next answer on the connection.
        > HEAD /film.mp4 HTTP/1.1
        POST | RFC 9110 §9.3.3 | cacheableWhenExplicit contentExpected
        sends data for the target to process.
        = Sent twice it may act twice. Its response is cached only when it says how long it is fresh.
        ! Retried after a broken connection, it orders twice; an Idempotency-Key lets the server notice.
        > POST /orders HTTP/1.1
        PUT | RFC 9110 §9.3.4 | idempotent contentExpected
        makes the content the new state of the target.
        = Sent twice it leaves the same state, so it may be repeated when the answer was lost.
        ! Two clients that read, change and PUT lose one change; If-Match prevents it.
        > PUT /notes/7 HTTP/1.1
        DELETE | RFC 9110 §9.3.5 | idempotent
        removes what the target names.
        = A second one may get a 404; the state is the same, so it may be repeated.
        ! Content in a DELETE has no defined meaning, and some servers refuse it.
        > DELETE /notes/7 HTTP/1.1
        CONNECT | RFC 9110 §9.3.6 |
        asks a proxy for a tunnel to a host and port.
        = After a 2xx the connection carries bytes both ways, mostly TLS, and no HTTP of the proxy's.
        ! An open proxy that lets CONNECT reach any port reaches the mail servers and databases behind it.
        > CONNECT example.com:443 HTTP/1.1
        OPTIONS | RFC 9110 §9.3.7 | safe idempotent contentOptional
        asks what the target, or the server, can do.
        = Browsers send it before a cross-origin request that is out of the ordinary (CORS preflight).
        ! A login that is demanded of it fails every preflight: browsers send no credentials with one.
        > OPTIONS * HTTP/1.1
        TRACE | RFC 9110 §9.3.8 | safe idempotent contentForbidden
        asks for the request to be sent back as it arrived.
        = Most servers refuse it, as it could show cookies and credentials to scripts.
        > TRACE / HTTP/1.1
        PATCH | RFC 5789 §2 | cacheableWhenExplicit contentExpected
        changes a part of the target as the content describes.
        = Whether it may be repeated depends on the format of the patch; If-Match makes it safe to try.
        ! Without a patch format in Content-Type (application/merge-patch+json …) nobody knows how to apply it.
        > PATCH /notes/7 HTTP/1.1
        QUERY | RFC 10008 §2 | safe idempotent cacheable contentInKey contentExpected
        asks the target a question that stands in the content.
        = A GET with content: it changes nothing and may be repeated. The content is part of the cache key.
        ! A cache that does not know it must not answer from what it has for the URL alone.
        > QUERY /contacts HTTP/1.1
        PROPFIND | RFC 4918 §9.1 | safe idempotent contentOptional
        asks for properties of a WebDAV resource and its members.
        = Depth says how far down it goes.
        ! Depth: infinity on a large folder is refused by many servers.
        > PROPFIND /files/ HTTP/1.1
        PROPPATCH | RFC 4918 §9.2 | idempotent contentExpected
        sets and removes properties of a WebDAV resource.
        = All changes are made, or none.
        MKCOL | RFC 4918 §9.3 | idempotent contentOptional
        makes a WebDAV collection, as a folder.
        = It fails with 405 where something is already, and with 409 where the folder above is missing.
        COPY | RFC 4918 §9.8 | idempotent contentOptional
        copies a WebDAV resource to the URL in Destination.
        = Overwrite: F keeps what is there already.
        MOVE | RFC 4918 §9.9 | idempotent contentOptional
        moves a WebDAV resource to the URL in Destination.
        = Overwrite: F keeps what is there already.
        LOCK | RFC 4918 §9.10 | contentOptional
        takes a WebDAV lock, or refreshes it.
        = The Lock-Token of the answer has to be sent with later changes.
        UNLOCK | RFC 4918 §9.11 | idempotent
        gives a WebDAV lock back.
        = Lock-Token names the lock.
        REPORT | RFC 3253 §3.6 | safe idempotent contentExpected
        asks for a report on a resource, as CalDAV does.
        = The content names the report.
        SEARCH | RFC 5323 §2 | safe idempotent contentExpected
        searches a WebDAV resource.
        = The content holds the question; QUERY does the same for all of HTTP.
        ACL | RFC 3744 §8.1 | idempotent contentExpected
        sets who may do what with a WebDAV resource.
        = The list of the request takes the place of the one that was set before.
        BASELINE-CONTROL | RFC 3253 §12.6 | idempotent contentOptional
        puts a WebDAV collection under version control as a whole.
        BIND | RFC 5842 §4 | idempotent contentExpected
        gives a WebDAV resource one more name in a collection.
        CHECKIN | RFC 3253 §4.4 | idempotent contentOptional
        makes a new version of what was checked out.
        CHECKOUT | RFC 3253 §4.3 | idempotent contentOptional
        makes a version-controlled WebDAV resource changeable.
        LABEL | RFC 3253 §8.2 | idempotent contentExpected
        gives a version a label, or takes it away.
        LINK | RFC 2068 §19.6.1.2 | idempotent
        once made links between resources; the Link field is what remains of it.
        MERGE | RFC 3253 §11.2 | idempotent contentExpected
        merges one line of versions into another.
        MKACTIVITY | RFC 3253 §13.5 | idempotent contentOptional
        makes an activity, which groups changes that belong together.
        MKCALENDAR | RFC 4791 §5.3.1 | idempotent contentOptional
        makes a calendar (CalDAV).
        MKREDIRECTREF | RFC 4437 §6 | idempotent contentExpected
        makes a WebDAV resource that redirects.
        MKWORKSPACE | RFC 3253 §6.3 | idempotent contentOptional
        makes a workspace, in which versions are checked out.
        ORDERPATCH | RFC 3648 §7 | idempotent contentExpected
        changes the order of a WebDAV collection.
        REBIND | RFC 5842 §6 | idempotent contentExpected
        moves a name of a WebDAV resource from one collection to another, in one step.
        UNBIND | RFC 5842 §5 | idempotent contentExpected
        takes one name of a WebDAV resource away.
        UNCHECKOUT | RFC 3253 §4.5 | idempotent
        gives up the changes since CHECKOUT.
        UNLINK | RFC 2068 §19.6.1.3 | idempotent
        once removed a link that LINK had made.
        UPDATE | RFC 3253 §7.1 | idempotent contentExpected
        sets a resource to another of its versions.
        UPDATEREDIRECTREF | RFC 4437 §7 | idempotent contentExpected
        changes where a WebDAV redirect leads.
        VERSION-CONTROL | RFC 3253 §3.5 | idempotent contentOptional
        puts a WebDAV resource under version control.
        PRI | RFC 9113 §3.4 | safe idempotent
        is the beginning of HTTP/2, which no HTTP/1 server may take for a request.
        = The client spoke HTTP/2 to a reader of HTTP/1.
        PURGE | not registered | unregistered
        asks a cache such as Varnish, Squid or Fastly to forget what it has stored for this URL.
        = It works where the cache's configuration allows it, for this client.
        ! Open to everybody, it lets anyone empty the cache, and so load the server.
        * | RFC 9110 §18.2 | reserved
        is reserved, so that no method is ever called by the sign that stands for all.
        """
}
