extension Tables {
    /// IANA, Hypertext Transfer Protocol (HTTP) Status Code Registry; 104 is registered for a time.
    static let statusRows = """
        100 Continue | RFC 9110 §15.2.1 | bodiless
        The server has received the head and accepts the body.
        = Send the body; the final response follows.
        ! A client that waits for it without a limit hangs with servers that never send it.
        101 Switching Protocols | RFC 9110 §15.2.2 | bodiless
        The connection changes to the protocol that Upgrade names.
        = Nothing is to be done; the protocol in Upgrade follows.
        ! It is only valid if the request asked for the change.
        @ Upgrade | RFC 9110 §15.2.2 | the client does not know which protocol the connection has changed to.
        102 Processing | RFC 2518 §10.1 | bodiless obsolete
        The server is working, and the response will take a while.
        = Wait for the final response. This status is obsolete.
        ! Clients ignore it, so it keeps no connection open.
        103 Early Hints | RFC 8297 §2 | bodiless
        Fields that the final response will probably have, sent in advance.
        = Start loading what Link names; the final response follows.
        ! Over HTTP/1.1 some clients treat it as the final response.
        104 Upload Resumption Supported | draft-ietf-httpbis-resumable-upload §5 | bodiless provisional
        The server stores what it has received of this upload, so that it can be resumed.
        = Keep sending. If the connection breaks, request the URL in Location to learn how much arrived, and resume \
        there.
        ! A client that does not know it ignores it, as each 1xx.
        200 OK | RFC 9110 §15.3.1 | heuristic cacheUnderstood
        The request succeeded, and the body is its result.
        = Use the body: it is the result.
        ! An error page with 200 is cached, indexed and counted as success.
        201 Created | RFC 9110 §15.3.2 | cacheUnderstood
        The server created a resource; its URL is in Location, or it is the requested URL.
        = The new resource is at Location, or at the requested URL.
        + Location | RFC 9110 §15.3.2 | the new resource can only be at the requested URL.
        ! Without Location the client has to guess the URL, or read it from the body.
        202 Accepted | RFC 9110 §15.3.3 | cacheUnderstood
        The server accepted the request, and will process it later, if at all.
        = The work is not done yet: look in Location or the body for a link to its progress.
        ! Without a URL to ask, the client never learns how it ended.
        203 Non-Authoritative Information | RFC 9110 §15.3.4 | heuristic cacheUnderstood
        A proxy changed the body that the server sent with a 200.
        = Use the body, but note that it is not the server's original.
        ! Hardly a proxy sends it: changes are seldom said.
        204 No Content | RFC 9110 §15.3.5 | heuristic cacheUnderstood bodiless
        The request succeeded, and the response has no body.
        = There is nothing to read. A browser that followed a link here stays on its page.
        ! A body or a Content-Length in it makes clients disagree about where the response ends.
        205 Reset Content | RFC 9110 §15.3.6 | cacheUnderstood
        The request succeeded, and the client should clear the form.
        = Clear the form that sent the request, if one did.
        ! Browsers treat it as 204, and no body may follow.
        206 Partial Content | RFC 9110 §15.3.7 | heuristic
        The body is a part of the resource, or several parts.
        = Use the parts: Content-Range says which bytes each one has.
        @ Content-Range | RFC 9110 §15.3.7.1 | the client cannot tell which part this is.
        ! Parts of different versions do not fit together: compare the ETag.
        207 Multi-Status | RFC 4918 §11.1 |
        The body has a status for each of several resources.
        = Check each status in the body: some may be errors.
        ! Errors are in the body: monitoring that looks at the status misses them.
        208 Already Reported | RFC 5842 §7.1 |
        In a 207: these members were already listed.
        = Use the earlier entry for these members.
        ! Outside a 207 it has no meaning.
        226 IM Used | RFC 3229 §10.4.1 |
        The body is the difference to the version that the client has.
        = Apply the change named in IM to the stored response.
        @ IM | RFC 3229 §10.4.1 | the client does not know how to apply the difference.
        ! Hardly a client can apply the difference.
        300 Multiple Choices | RFC 9110 §15.4.1 | heuristic cacheUnderstood
        There are several representations, and the client may choose one.
        = Choose one of the versions in the body; browsers do not follow a 300 on their own.
        ! Browsers show the body and choose nothing.
        301 Moved Permanently | RFC 9110 §15.4.2 | heuristic cacheUnderstood
        The resource has moved permanently to the URL in Location.
        = Use the URL in Location from now on. Browsers change POST to GET; 308 keeps it.
        ! Sent by mistake, it stays in browser caches; a short max-age limits the damage.
        + Location | RFC 9110 §15.4.2 | clients cannot follow.
        302 Found | RFC 9110 §15.4.3 | cacheUnderstood
        The resource is temporarily at the URL in Location.
        = Use the URL in Location this time; keep the old URL. Browsers change POST to GET; 307 keeps it.
        + Location | RFC 9110 §15.4.3 | clients cannot follow.
        ! Browsers change POST to GET: to keep the method, use 307.
        303 See Other | RFC 9110 §15.4.4 | cacheUnderstood
        The result is at another URL; fetch it with GET.
        = Fetch Location with GET. A reload then does not send the form again.
        + Location | RFC 9110 §15.4.4 | clients cannot follow.
        ! The body of the request is not sent again, which is its purpose.
        304 Not Modified | RFC 9110 §15.4.5 | bodiless
        The version that the client has stored is still current; no body is sent.
        = Use the stored response, with the fields of this one.
        ! Without the copy it refers to, there is no content: a cache that lost it gets an empty page.
        305 Use Proxy | RFC 9110 §15.4.6 | obsolete
        It once told clients to use a proxy.
        = Clients ignore it.
        ! Browsers ignore it, since a server must not choose the proxy.
        306 (Unused) | RFC 9110 §15.4.7 | reserved
        No longer used; the number is reserved.
        = Treat it like 300.
        ! A client treats it as 300.
        307 Temporary Redirect | RFC 9110 §15.4.8 | cacheUnderstood
        The resource is temporarily at another URL, and the method must not change.
        = Use the URL in Location this time, with the same method and body.
        + Location | RFC 9110 §15.4.8 | clients cannot follow.
        ! Like 302 it is temporary: for a move that lasts use 308.
        308 Permanent Redirect | RFC 9110 §15.4.9 | heuristic cacheUnderstood
        The resource has moved permanently, and the method must not change.
        = Use the URL in Location from now on, with the same method and body.
        + Location | RFC 9110 §15.4.9 | clients cannot follow.
        ! Browsers remember it, so a mistake is hard to take back.
        400 Bad Request | RFC 9110 §15.5.1 | cacheUnderstood
        The server cannot understand the request, or considers it invalid.
        = Find what is malformed (the head, the body, a parameter) before you send it again.
        ! Without a word in the body the client cannot know what to correct.
        401 Unauthorized | RFC 9110 §15.5.2 | cacheUnderstood
        The request has no credentials, or invalid ones.
        = Authenticate as WWW-Authenticate asks, then send the request again.
        @ WWW-Authenticate | RFC 9110 §15.5.2 | the client does not know how to authenticate.
        ! It asks for credentials: for a user without the right, send 403.
        402 Payment Required | RFC 9110 §15.5.3 | cacheUnderstood
        Reserved; some services use it when a quota or subscription has run out.
        = Read the body: the service explains it there.
        ! No standard says what to pay, and where.
        403 Forbidden | RFC 9110 §15.5.4 | cacheUnderstood
        The server understood the request but denies access; the same credentials will not help.
        ! It is not 401, which asks for credentials. 403 says that this client has no permission, known or not.
        = Check the account, its permissions, and the network the request came from.
        404 Not Found | RFC 9110 §15.5.5 | heuristic cacheUnderstood
        There is no resource at this URL, or the server hides it.
        = Check the path and the host.
        ! A missing page that answers 200 stays in search engines.
        405 Method Not Allowed | RFC 9110 §15.5.6 | heuristic cacheUnderstood
        The resource exists, but does not support this method.
        = Use one of the methods in Allow.
        @ Allow | RFC 9110 §15.5.6 | the client does not know which methods are supported.
        ! It has to have Allow.
        406 Not Acceptable | RFC 9110 §15.5.7 | cacheUnderstood
        The server has no version that matches Accept, Accept-Encoding or Accept-Language.
        = Accept more types, for example by adding */*.
        ! Most servers send what they have instead, which clients prefer.
        407 Proxy Authentication Required | RFC 9110 §15.5.8 | cacheUnderstood
        The proxy requires credentials.
        = Authenticate to the proxy, then send the request again.
        @ Proxy-Authenticate | RFC 9110 §15.5.8 | the client does not know how to authenticate.
        ! It is the proxy's: credentials for the server do not help.
        408 Request Timeout | RFC 9110 §15.5.9 | cacheUnderstood
        The server waited too long for the request, and closes the connection.
        = Send it again on a new connection.
        ! Some servers send it on an idle connection, where it answers no request.
        409 Conflict | RFC 9110 §15.5.10 | cacheUnderstood
        The request conflicts with the current state of the resource.
        = Fetch the current state, resolve the conflict, then send it again.
        ! Sending the same again fails in the same way: fetch the state first.
        410 Gone | RFC 9110 §15.5.11 | heuristic cacheUnderstood
        The resource existed, but was removed permanently.
        = Remove links to it.
        ! Like 404 it may be cached without saying so.
        411 Length Required | RFC 9110 §15.5.12 | cacheUnderstood
        The server requires a Content-Length.
        = Send the request with Content-Length.
        ! A client that streams has to know the length first, or use HTTP/2.
        412 Precondition Failed | RFC 9110 §15.5.13 | cacheUnderstood
        A condition of the request, such as If-Match or If-None-Match, is false.
        = The resource is not as the condition expects, often because of another client: fetch it, then decide again.
        ! It is the server's answer to a lost race, not an error of the network.
        413 Content Too Large | RFC 9110 §15.5.14 | cacheUnderstood
        The body is larger than the server accepts.
        = Send a smaller body. With Retry-After the limit is temporary.
        ! A server that closes at once makes the client see a reset, not the status.
        414 URI Too Long | RFC 9110 §15.5.15 | heuristic cacheUnderstood
        The URL is longer than the server accepts.
        = Send the data in the body. Often the cause is a form with GET, or a redirect that extends its own URL.
        ! It is often a redirect that adds to the URL each time.
        415 Unsupported Media Type | RFC 9110 §15.5.16 | cacheUnderstood
        The server does not accept the type or coding of the body.
        = Check Content-Type and Content-Encoding; Accept, Accept-Post or Accept-Patch may list what is accepted.
        ! Accept-Post or Accept-Patch can say what is accepted.
        416 Range Not Satisfiable | RFC 9110 §15.5.17 | cacheUnderstood
        None of the requested ranges exists.
        = Request a range within the size in Content-Range.
        + Content-Range | RFC 9110 §15.5.17 | the client does not know the size of the resource.
        ! A file that is loaded whole already gets it too: compare the size in Content-Range.
        417 Expectation Failed | RFC 9110 §15.5.18 | cacheUnderstood
        The server cannot meet the expectation in Expect.
        = Send the request again without Expect.
        ! Old servers send it to curl's Expect: 100-continue; repeat without the field.
        418 (Unused) | RFC 9110 §15.5.19 | reserved
        Reserved, because of an April Fools' joke about a teapot.
        = Treat it like 400; some services send it to automated clients.
        ! Servers send it as a joke or to turn robots away: no client knows what to do.
        421 Misdirected Request | RFC 9110 §15.5.20 | cacheUnderstood
        This server is not responsible for the host in the request.
        = Use another connection: this one should not have been reused for that host.
        ! A connection that a browser shares between hosts causes it: repeat on a new one.
        422 Unprocessable Content | RFC 9110 §15.5.21 | cacheUnderstood
        The body is well-formed, but its values are invalid.
        = Correct the values; the response usually names them.
        ! A body that does not even parse gets 400.
        423 Locked | RFC 4918 §11.3 |
        The target is locked.
        = Wait until the lock is released, or send its token in If.
        ! Without the token of the lock in If, each write fails.
        424 Failed Dependency | RFC 4918 §11.4 |
        The action failed because another action, on which it depends, failed.
        = Check the status of the action that failed first.
        ! The cause is in another status of the same 207.
        425 Too Early | RFC 8470 §5.2 |
        The request came in TLS early data, which can be replayed.
        = Send it again after the handshake.
        ! Repeat it after the handshake, not at once in early data again.
        426 Upgrade Required | RFC 9110 §15.5.22 | cacheUnderstood
        The server requires another protocol, which Upgrade names.
        = Switch to a protocol in Upgrade first.
        @ Upgrade | RFC 9110 §15.5.22 | the client does not know which protocol is required.
        ! It has to have Upgrade with what is required.
        428 Precondition Required | RFC 6585 §3 | neverStored
        The server requires a condition, so that no change is lost.
        = Send If-Match with the ETag of the version that you read.
        ! Fetch the ETag first; If-Match: * only asks that it exists.
        429 Too Many Requests | RFC 6585 §4 | neverStored
        The client has sent too many requests in too short a time.
        = Wait for the time in Retry-After, then retry.
        + Retry-After | RFC 6585 §4 | the client has to guess how long to wait.
        ! Without Retry-After clients repeat too soon.
        431 Request Header Fields Too Large | RFC 6585 §5 | neverStored
        The head is larger than the server accepts.
        = Send fewer or smaller fields: often there are too many cookies.
        ! Cookies are the usual cause: deleting those of the site helps.
        451 Unavailable For Legal Reasons | RFC 7725 §3 | heuristic
        The resource is unavailable for legal reasons.
        = The client can do nothing; a Link with rel=blocked-by may name who demanded it.
        ! Link with rel="blocked-by" can say who demanded it.
        500 Internal Server Error | RFC 9110 §15.6.1 | cacheUnderstood
        The server failed while it processed the request.
        = Check the server's log for the cause; a client can only retry.
        ! The body may show internals: details belong in the log.
        501 Not Implemented | RFC 9110 §15.6.2 | heuristic cacheUnderstood
        The server does not support this method for any resource.
        = Use another method, or another server.
        ! For a method that only this resource lacks, it is 405.
        502 Bad Gateway | RFC 9110 §15.6.3 | cacheUnderstood
        A proxy got no valid response from the upstream server.
        = Check the upstream server: it may have crashed, closed the connection, or used another protocol.
        ! The fault is between proxy and server: the application may never have seen the request.
        503 Service Unavailable | RFC 9110 §15.6.4 | cacheUnderstood
        The server is overloaded, or down for maintenance.
        = Wait for the time in Retry-After, then retry.
        + Retry-After | RFC 9110 §15.6.4 | the client has to guess how long to wait.
        ! Without Retry-After search engines and clients come back too soon.
        504 Gateway Timeout | RFC 9110 §15.6.5 | cacheUnderstood
        A proxy waited too long for the upstream server.
        = Retry later, or find out why the upstream server is slow.
        ! The server may still have carried out the request.
        505 HTTP Version Not Supported | RFC 9110 §15.6.6 | cacheUnderstood
        The server does not support this major version of HTTP.
        = Send the request in another version of HTTP.
        ! A minor version is no reason for it.
        506 Variant Also Negotiates | RFC 2295 §8.1 |
        The server's content negotiation is circular: its configuration is wrong.
        = Correct the server's configuration.
        ! Only the server's administrator can correct it.
        507 Insufficient Storage | RFC 4918 §11.5 |
        The server has no space for the body.
        = Free space on the server, or send less.
        ! A retry helps only when space was made.
        508 Loop Detected | RFC 5842 §7.2 |
        The server found a loop among the resources of the request.
        = Use Depth: 1, or remove the binding that causes the loop.
        ! It is in WebDAV's answers; a loop of redirects is something else.
        510 Not Extended | RFC 2774 §7 | obsolete
        The request lacks an extension that the server requires.
        = Read the body, which names the extension; this status is hardly used today.
        ! Nothing in use sends it.
        511 Network Authentication Required | RFC 6585 §6 | neverStored
        The network, not the server, requires a login: a captive portal.
        = Open any http page in a browser and log in.
        ! It must not come from the server itself, and over https it cannot be shown.
        """
}
