extension Tables {
    /// IANA, Hypertext Transfer Protocol (HTTP) Method Registry, with QUERY. Safe and idempotent are its own columns.
    static let methodRows = """
        GET | RFC 9110 §9.3.1 | safe idempotent cacheable
        requests the current representation of the resource.
        = Put parameters into the URL: a body in a GET has no defined meaning.
        ! Links, prefetching and crawlers send it on their own: a GET that changes data does so by accident.
        > GET /books?author=Woolf HTTP/1.1
        HEAD | RFC 9110 §9.3.2 | safe idempotent cacheable
        requests only the head of the response to GET.
        = The response should have the same fields as for GET, including Content-Length. It has no body.
        ! A server that sends a body anyway corrupts the next response on the connection.
        > HEAD /film.mp4 HTTP/1.1
        POST | RFC 9110 §9.3.3 | cacheableWhenExplicit contentExpected
        sends data for the resource to process.
        = Repeating it may repeat the effect. Caches store its response only with an explicit lifetime.
        ! A retry after a broken connection can order twice; with an Idempotency-Key the server notices.
        > POST /orders HTTP/1.1
        PUT | RFC 9110 §9.3.4 | idempotent contentExpected
        replaces the resource with the request body.
        = Repeating it leaves the same state, so a client can retry when the response was lost.
        ! If two clients read, change and PUT, one change is lost; If-Match prevents that.
        > PUT /notes/7 HTTP/1.1
        DELETE | RFC 9110 §9.3.5 | idempotent
        deletes the resource.
        = A repetition may get a 404, but the state is the same, so a client can retry.
        ! A body in a DELETE has no defined meaning, and some servers reject it.
        > DELETE /notes/7 HTTP/1.1
        CONNECT | RFC 9110 §9.3.6 |
        asks a proxy for a tunnel to a host and port.
        = After a 2xx the connection is a tunnel for bytes in both directions, usually TLS.
        ! An open proxy that allows every port gives access to the mail servers and databases it can reach.
        > CONNECT example.com:443 HTTP/1.1
        OPTIONS | RFC 9110 §9.3.7 | safe idempotent contentOptional
        asks which features the resource or the server supports.
        = Browsers send it before a cross-origin request that is not simple (CORS preflight).
        ! Do not require authentication for it: browsers send no credentials with a preflight.
        > OPTIONS * HTTP/1.1
        TRACE | RFC 9110 §9.3.8 | safe idempotent contentForbidden
        asks the server to return the request as it arrived.
        = Most servers reject it, because it could reveal cookies and credentials to scripts.
        ! It shows cookies and credentials to anyone who can send it: servers turn it off.
        > TRACE / HTTP/1.1
        PATCH | RFC 5789 §2 | cacheableWhenExplicit contentExpected
        changes a part of the resource, as the body describes.
        = Whether it can be repeated depends on the patch format; If-Match makes a retry safe.
        ! The server needs the patch format in Content-Type (application/merge-patch+json …) to apply it.
        > PATCH /notes/7 HTTP/1.1
        QUERY | RFC 10008 §2 | safe idempotent cacheable contentInKey contentExpected
        sends a query in the request body.
        = A GET with a body: it changes nothing and can be repeated. The body is part of the cache key.
        ! A cache that does not know QUERY must not answer with a response stored only for the URL.
        > QUERY /contacts HTTP/1.1
        PROPFIND | RFC 4918 §9.1 | safe idempotent contentOptional
        requests properties of a WebDAV resource and its members.
        = Depth says how many levels it covers.
        ! Many servers reject Depth: infinity on a large folder.
        > PROPFIND /files/ HTTP/1.1
        PROPPATCH | RFC 4918 §9.2 | idempotent contentExpected
        sets and removes properties of a WebDAV resource.
        = The server makes all changes or none.
        ! All changes succeed or none does; the status of each is in the 207.
        MKCOL | RFC 4918 §9.3 | idempotent contentOptional
        creates a WebDAV collection, like a folder.
        = It fails with 405 if the URL exists already, and with 409 if the parent folder is missing.
        ! Without the parent folder the answer is 409.
        COPY | RFC 4918 §9.8 | idempotent contentOptional
        copies a WebDAV resource to the URL in Destination.
        = With Overwrite: F an existing resource is not replaced.
        ! Without Overwrite: F it replaces what is at the destination.
        MOVE | RFC 4918 §9.9 | idempotent contentOptional
        moves a WebDAV resource to the URL in Destination.
        = With Overwrite: F an existing resource is not replaced.
        ! Without Overwrite: F it replaces what is at the destination.
        LOCK | RFC 4918 §9.10 | contentOptional
        locks a WebDAV resource, or refreshes the lock.
        = Send the Lock-Token from the response with later changes.
        ! A lock that is not refreshed expires, and then others can write.
        UNLOCK | RFC 4918 §9.11 | idempotent
        removes a WebDAV lock.
        = Lock-Token names the lock.
        ! It needs the token of the lock in Lock-Token.
        REPORT | RFC 3253 §3.6 | safe idempotent contentExpected
        requests a report on a resource, for example in CalDAV.
        = The body names the report.
        ! Not every report is supported everywhere: ask supported-report-set.
        SEARCH | RFC 5323 §2 | safe idempotent contentExpected
        searches a WebDAV resource.
        = The body contains the query; QUERY does the same for all of HTTP.
        ! Few servers have it; QUERY is the general method.
        ACL | RFC 3744 §8.1 | idempotent contentExpected
        sets the access rights of a WebDAV resource.
        = The list in the request replaces the previous one.
        ! It replaces all entries, not only those that are sent.
        BASELINE-CONTROL | RFC 3253 §12.6 | idempotent contentOptional
        puts a WebDAV collection under version control as a whole.
        ! Hardly a server has it.
        BIND | RFC 5842 §4 | idempotent contentExpected
        adds a resource to a WebDAV collection under another name.
        ! Deleting one name leaves the resource under the others.
        CHECKIN | RFC 3253 §4.4 | idempotent contentOptional
        creates a new version from a checked-out resource.
        ! It fails with 409 where the resource is not checked out.
        CHECKOUT | RFC 3253 §4.3 | idempotent contentOptional
        makes a version-controlled WebDAV resource editable.
        ! It fails with 409 where another client has it checked out.
        LABEL | RFC 3253 §8.2 | idempotent contentExpected
        adds a label to a version, or removes it.
        ! A label names one version at a time.
        LINK | RFC 2068 §19.6.1.2 | idempotent
        once created links between resources; the Link field remains.
        ! Servers do not have it: send a Link field.
        MERGE | RFC 3253 §11.2 | idempotent contentExpected
        merges one line of versions into another.
        ! Conflicts are reported, not solved.
        MKACTIVITY | RFC 3253 §13.5 | idempotent contentOptional
        creates an activity, which groups related changes.
        ! The URL has to be in the collection that the server gives for activities.
        MKCALENDAR | RFC 4791 §5.3.1 | idempotent contentOptional
        creates a calendar (CalDAV).
        ! Servers may allow it only below the user's calendar home.
        MKREDIRECTREF | RFC 4437 §6 | idempotent contentExpected
        creates a WebDAV resource that redirects.
        ! A server that does not have it answers 405 or 501.
        MKWORKSPACE | RFC 3253 §6.3 | idempotent contentOptional
        creates a workspace, in which versions are checked out.
        ! The URL has to be in the collection that the server gives for workspaces.
        ORDERPATCH | RFC 3648 §7 | idempotent contentExpected
        changes the order of a WebDAV collection.
        ! It works only where the collection keeps an order.
        REBIND | RFC 5842 §6 | idempotent contentExpected
        moves a name of a WebDAV resource to another collection, in one step.
        ! Both collections have to be on one server.
        UNBIND | RFC 5842 §5 | idempotent contentExpected
        removes one name of a WebDAV resource.
        ! The resource stays under its other names.
        UNCHECKOUT | RFC 3253 §4.5 | idempotent
        discards the changes since CHECKOUT.
        ! What was written since CHECKOUT is lost.
        UNLINK | RFC 2068 §19.6.1.3 | idempotent
        once removed a link that LINK had created.
        ! Servers do not have it.
        UPDATE | RFC 3253 §7.1 | idempotent contentExpected
        changes a resource to another of its versions.
        ! It fails with 409 where the resource is checked out.
        UPDATEREDIRECTREF | RFC 4437 §7 | idempotent contentExpected
        changes the target of a WebDAV redirect.
        ! Without Apply-To-Redirect-Ref the server redirects instead.
        VERSION-CONTROL | RFC 3253 §3.5 | idempotent contentOptional
        puts a WebDAV resource under version control.
        ! Repeated on a versioned resource it changes nothing.
        PRI | RFC 9113 §3.4 | safe idempotent
        begins an HTTP/2 connection; HTTP/1 servers must not treat it as a request.
        = The client used HTTP/2 with an HTTP/1 server.
        ! Seen in a log, a client spoke HTTP/2 to a server that does not.
        PURGE | not registered | unregistered
        tells a cache such as Varnish, Squid or Fastly to delete what it has stored for this URL.
        = It works if the cache's configuration allows it for this client.
        ! If everyone may use it, anyone can empty the cache and overload the server.
        BAN | Varnish, by configuration | unregistered
        tells a cache such as Varnish to reject all stored responses that match an expression.
        ! If everyone may use it, anyone can empty the cache and overload the server.
        NOTIFY | UPnP Device Architecture | unregistered
        reports an event to a subscriber, or announces a device on the local network.
        ! Anyone in the local network can send it.
        SUBSCRIBE | UPnP Device Architecture | unregistered
        asks a device to report events to the URL in CALLBACK.
        ! A device that accepts any URL can be made to send requests to others.
        UNSUBSCRIBE | UPnP Device Architecture | unregistered
        ends a subscription to the events of a device.
        ! Without the SID of the subscription the answer is 412.
        M-SEARCH | UPnP Device Architecture | unregistered
        looks for devices on the local network; it is sent over UDP.
        ! Devices that answer to the Internet can be used for attacks.
        DEBUG | Microsoft ASP.NET | unregistered
        starts remote debugging of an ASP.NET application.
        ! A server in production should reject it.
        * | RFC 9110 §18.2 | reserved
        is reserved: “*” denotes all methods in lists, so no method can have this name.
        ! A request with it is invalid.
        """
}
