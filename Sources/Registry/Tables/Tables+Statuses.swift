extension Tables {
    /// IANA, Hypertext Transfer Protocol (HTTP) Status Code Registry; 104 is registered for a time.
    static let statusRows = """
        100 Continue | RFC 9110 §15.2.1 | bodiless
        The server has seen the head, and wants the content.
        = Go on and send the content; the answer follows.
        101 Switching Protocols | RFC 9110 §15.2.2 | bodiless
        The connection changes to the protocol that Upgrade names.
        = The connection now speaks the protocol named in Upgrade.
        ! It answers a request that asked for the change; without one it is an error.
        @ Upgrade | RFC 9110 §15.2.2 | the client is not told which protocol the connection has changed to.
        102 Processing | RFC 2518 §10.1 | bodiless obsolete
        The server is at work, and the answer will take a while.
        = Wait: the answer follows. It is obsolete, and nothing else has to be done about it.
        103 Early Hints | RFC 8297 §2 | bodiless
        Fields that the final answer is likely to have, sent ahead.
        = Begin to load what Link names; the answer follows.
        104 Upload Resumption Supported | draft-ietf-httpbis-resumable-upload §5 | bodiless provisional
        The server keeps what it has received of this upload, so that it can be resumed.
        = Keep sending. If the connection breaks, ask the URL in Location how much arrived, and resume from there.
        200 OK | RFC 9110 §15.3.1 | heuristic cacheUnderstood
        The request succeeded, and the content is its result.
        = Take the content: this is the answer.
        201 Created | RFC 9110 §15.3.2 | cacheUnderstood
        Something was created; Location names it, or the target itself is it.
        = What is new is at Location, or at the URL that was asked.
        + Location | RFC 9110 §15.3.2 | the new resource's URL can only be the one that was asked.
        202 Accepted | RFC 9110 §15.3.3 | cacheUnderstood
        The request was accepted; the work is done later, if at all.
        = Accepted is not done: look in the content for a link that says how it goes.
        203 Non-Authoritative Information | RFC 9110 §15.3.4 | heuristic cacheUnderstood
        A proxy changed the content that the server had sent with a 200.
        = Take the content, and know that it is not the server's own.
        204 No Content | RFC 9110 §15.3.5 | heuristic cacheUnderstood bodiless
        The request succeeded, and there is nothing to show for it.
        = Stay where you are: no page follows.
        ! Content or a Content-Length in it makes readers disagree about where it ends.
        205 Reset Content | RFC 9110 §15.3.6 | cacheUnderstood
        The request succeeded, and the form it came from should be cleared.
        = Done; clear the form.
        206 Partial Content | RFC 9110 §15.3.7 | heuristic
        The content is the part of the whole that Range asked for.
        = Here are the parts asked for; Content-Range says which.
        @ Content-Range | RFC 9110 §15.3.7.1 | the client cannot tell which part this is.
        207 Multi-Status | RFC 4918 §11.1 |
        The content has a status for each of several resources.
        = Look into the content: some may have failed.
        208 Already Reported | RFC 5842 §7.1 |
        Within a 207: these members were listed before.
        = Use what was said of these members above; it is not said again.
        226 IM Used | RFC 3229 §10.4.1 |
        The content is a difference to what the client has.
        = Apply the change that IM names to the stored response.
        @ IM | RFC 3229 §10.4.1 | the client is not told how the difference is to be applied.
        300 Multiple Choices | RFC 9110 §15.4.1 | heuristic cacheUnderstood
        There are several representations, and the client may choose one.
        = Choose one of those that the content lists.
        301 Moved Permanently | RFC 9110 §15.4.2 | heuristic cacheUnderstood
        The target has a new URL for good, which Location names.
        = Ask at Location, now and from now on. Browsers turn a POST into a GET; 308 keeps it.
        ! Sent by accident it stays in browsers' caches; a short max-age limits the damage.
        + Location | RFC 9110 §15.4.2 | nobody can follow.
        302 Found | RFC 9110 §15.4.3 | cacheUnderstood
        The target is at another URL for now, which Location names.
        = Ask at Location this time; keep the old URL. Browsers turn a POST into a GET; 307 keeps it.
        + Location | RFC 9110 §15.4.3 | nobody can follow.
        303 See Other | RFC 9110 §15.4.4 | cacheUnderstood
        The answer is at another URL, to be fetched with GET.
        = Fetch Location with GET. A reload then does not send the form again.
        + Location | RFC 9110 §15.4.4 | nobody can follow.
        304 Not Modified | RFC 9110 §15.4.5 | bodiless
        The server says that what the client has stored is still current.
        = Use what you have stored, with the fields of this answer.
        305 Use Proxy | RFC 9110 §15.4.6 | obsolete
        It once asked for a proxy to be used.
        = Clients ignore it.
        306 (Unused) | RFC 9110 §15.4.7 | reserved
        No longer used; the number is reserved.
        = Treat it like 300.
        307 Temporary Redirect | RFC 9110 §15.4.8 | cacheUnderstood
        The target is at another URL for now, and the method must stay.
        = Ask at Location this time, with the same method and content.
        + Location | RFC 9110 §15.4.8 | nobody can follow.
        308 Permanent Redirect | RFC 9110 §15.4.9 | heuristic cacheUnderstood
        The target has a new URL for good, and the method must stay.
        = Ask at Location from now on, with the same method and content.
        + Location | RFC 9110 §15.4.9 | nobody can follow.
        400 Bad Request | RFC 9110 §15.5.1 | cacheUnderstood
        The server cannot or will not make sense of the request.
        = Look for what is malformed (the head, the content, a parameter) before sending it again.
        401 Unauthorized | RFC 9110 §15.5.2 | cacheUnderstood
        The request lacks credentials, or the ones it has are not valid.
        = Prove who you are as WWW-Authenticate asks, then send the request again.
        @ WWW-Authenticate | RFC 9110 §15.5.2 | the client is not told how to prove who it is.
        402 Payment Required | RFC 9110 §15.5.3 | cacheUnderstood
        Reserved; some services mean that a quota or a subscription has run out.
        = Look at the content, which says what the service means by it.
        403 Forbidden | RFC 9110 §15.5.4 | cacheUnderstood
        The server understood, and refuses; other credentials might help, the same will not.
        ! It is not 401: that asks who you are. 403 says that this client, known or not, may not do this.
        = Check the account, its rights, and the network the request came from.
        404 Not Found | RFC 9110 §15.5.5 | heuristic cacheUnderstood
        There is nothing at this URL, or nothing that may be known of.
        = Check path and host.
        405 Method Not Allowed | RFC 9110 §15.5.6 | heuristic cacheUnderstood
        The target exists, and does not support this method.
        = Use one of the methods in Allow.
        @ Allow | RFC 9110 §15.5.6 | the client is not told which methods would do.
        406 Not Acceptable | RFC 9110 §15.5.7 | cacheUnderstood
        The server has no version that fits Accept, Accept-Encoding or Accept-Language.
        = Accept more, for example by adding */*.
        407 Proxy Authentication Required | RFC 9110 §15.5.8 | cacheUnderstood
        The proxy wants credentials.
        = Prove who you are to the proxy, then send the request again.
        @ Proxy-Authenticate | RFC 9110 §15.5.8 | the client is not told how to prove who it is.
        408 Request Timeout | RFC 9110 §15.5.9 | cacheUnderstood
        The server waited too long for the request, and closes.
        = Send it again on a new connection.
        409 Conflict | RFC 9110 §15.5.10 | cacheUnderstood
        The request does not fit the present state of the target.
        = Fetch the current state, resolve the conflict, then send it again.
        410 Gone | RFC 9110 §15.5.11 | heuristic cacheUnderstood
        There was something here, and it will not come back.
        = Remove links to it.
        411 Length Required | RFC 9110 §15.5.12 | cacheUnderstood
        The server wants a Content-Length.
        = Send the request with Content-Length.
        412 Precondition Failed | RFC 9110 §15.5.13 | cacheUnderstood
        A condition such as If-Match or If-Unmodified-Since does not hold.
        = The target is not as the condition expects, often because someone changed it: fetch it, then decide again.
        413 Content Too Large | RFC 9110 §15.5.14 | cacheUnderstood
        The content is larger than the server accepts.
        = Send less. With Retry-After it is a limit for now only.
        414 URI Too Long | RFC 9110 §15.5.15 | heuristic cacheUnderstood
        The request target is longer than the server accepts.
        = Send the data as content. Often it is a form sent with GET, or a redirect that grows its own URL.
        415 Unsupported Media Type | RFC 9110 §15.5.16 | cacheUnderstood
        The content has a type or coding that the target does not accept.
        = Check Content-Type and Content-Encoding; Accept in the answer may list what would do.
        416 Range Not Satisfiable | RFC 9110 §15.5.17 | cacheUnderstood
        None of the ranges asked for exists.
        = Ask within the size that Content-Range gives.
        + Content-Range | RFC 9110 §15.5.17 | the client is not told the size within which ranges have to lie.
        417 Expectation Failed | RFC 9110 §15.5.18 | cacheUnderstood
        The server cannot meet what Expect asks for.
        = Send the request again without Expect.
        418 (Unused) | RFC 9110 §15.5.19 | reserved
        Reserved, for an old joke about a teapot.
        = Treat it like 400; some services answer machines with it.
        421 Misdirected Request | RFC 9110 §15.5.20 | cacheUnderstood
        This server does not answer for the host of the request.
        = Ask on another connection: this one should not have been reused for that host.
        422 Unprocessable Content | RFC 9110 §15.5.21 | cacheUnderstood
        The content is well formed, but makes no sense to the target.
        = Change what the content says; the answer usually names the part.
        423 Locked | RFC 4918 §11.3 |
        The target is locked.
        = Wait until the lock is released, or send its token in If.
        424 Failed Dependency | RFC 4918 §11.4 |
        Another action failed, on which this one depends.
        = Look at the status of the action that failed first.
        425 Too Early | RFC 8470 §5.2 |
        The request came in early data of TLS, which anyone could send again.
        = Send it again after the handshake.
        426 Upgrade Required | RFC 9110 §15.5.22 | cacheUnderstood
        The server wants another protocol, which Upgrade names.
        = Switch to a protocol in Upgrade first.
        @ Upgrade | RFC 9110 §15.5.22 | the client is not told which protocol is wanted.
        428 Precondition Required | RFC 6585 §3 | neverStored
        The server wants a condition, so that no change gets lost.
        = Send If-Match with the ETag that was read.
        429 Too Many Requests | RFC 6585 §4 | neverStored
        The client has sent too many requests in too short a time.
        = Wait as long as Retry-After says.
        + Retry-After | RFC 6585 §4 | the client has to guess how long to wait.
        431 Request Header Fields Too Large | RFC 6585 §5 | neverStored
        The head is larger than the server accepts.
        = Send fewer or smaller fields: usually there are too many cookies.
        451 Unavailable For Legal Reasons | RFC 7725 §3 | heuristic
        The server was told by law not to show it.
        = Nothing can be done from here; a Link with rel=blocked-by may name who demanded it.
        500 Internal Server Error | RFC 9110 §15.6.1 | cacheUnderstood
        Something went wrong inside the server.
        = The server's log says what; a client can only try again.
        501 Not Implemented | RFC 9110 §15.6.2 | heuristic cacheUnderstood
        The server does not know the method at all.
        = Use another method, or another server.
        502 Bad Gateway | RFC 9110 §15.6.3 | cacheUnderstood
        A proxy got no valid answer from the server behind it.
        = Check the server behind it: it crashed, closed the connection, or answered in another protocol.
        503 Service Unavailable | RFC 9110 §15.6.4 | cacheUnderstood
        The server is overloaded, or down for maintenance.
        = Wait as long as Retry-After says.
        + Retry-After | RFC 9110 §15.6.4 | the client has to guess how long to wait.
        504 Gateway Timeout | RFC 9110 §15.6.5 | cacheUnderstood
        A proxy waited too long for the server behind it.
        = Try again later, or ask why the server behind it is slow.
        505 HTTP Version Not Supported | RFC 9110 §15.6.6 | cacheUnderstood
        The server does not speak this major version.
        = Send the request in another version of HTTP.
        506 Variant Also Negotiates | RFC 2295 §8.1 |
        The server's negotiation goes round in a circle: its configuration is wrong.
        = Whoever runs the server has to change its configuration.
        507 Insufficient Storage | RFC 4918 §11.5 |
        The server has no room for what was sent.
        = Make room on the server, or send less.
        508 Loop Detected | RFC 5842 §7.2 |
        The server found a loop among the resources of the request.
        = Ask with Depth: 1, or undo the binding that makes the loop.
        510 Not Extended | RFC 2774 §7 | obsolete
        The request lacks an extension that the server wants.
        = The content says which; hardly anything uses it today.
        511 Network Authentication Required | RFC 6585 §6 | neverStored
        The network, not the server, wants a login: a captive portal.
        = Open any http page in a browser and log in.
        """

    /// Statuses that products made up, and which people meet all the same. No registry has them.
    static let deFactoStatusRows = """
        419 Page Expired | Laravel | unregistered
        Laravel: the form's CSRF token is missing or has expired.
        = Load the form again and send it with its new token; check that the session cookie is sent.
        420 Enhance Your Calm | Twitter API 1.0 | unregistered
        Twitter, formerly: the client has sent too many requests. 429 is the registered status for it.
        = Send fewer requests.
        430 Security Rejection | Shopify | unregistered
        Shopify: the request looks like an attack.
        = Check what sends it, and how often.
        440 Login Time-out | Microsoft IIS | unregistered
        IIS: the session has expired.
        = Log in again.
        444 No Response | nginx | unregistered
        nginx: it closed the connection without an answer. The number appears in its log only.
        = Look for `return 444` in its configuration.
        449 Retry With | Microsoft IIS | unregistered
        IIS: the request lacks something that the client has to supply first.
        = Read the content for what is missing.
        450 Blocked by Windows Parental Controls | Microsoft Windows | unregistered
        Windows: parental controls block the page.
        = Whoever set them up can allow it.
        460 Client Closed Connection | AWS Elastic Load Balancing | unregistered
        AWS load balancer: the client closed the connection before the answer was ready. In its log only.
        = Compare the client's timeout with the time the target takes.
        463 Too Many Forwarded Addresses | AWS Elastic Load Balancing | unregistered
        AWS load balancer: X-Forwarded-For has more than 30 addresses.
        = Look for a loop of proxies.
        464 Incompatible Protocol Version | AWS Elastic Load Balancing | unregistered
        AWS load balancer: the target group does not take the request's version of HTTP.
        = Change the protocol version of the target group.
        494 Request Header Too Large | nginx | unregistered
        nginx: a header line or the whole head is too large. Its log has this number; the client gets 400.
        = Raise large_client_header_buffers, or send fewer cookies.
        495 SSL Certificate Error | nginx | unregistered
        nginx: the client's certificate did not verify. Its log has this number; the client gets 400.
        = Check the certificate and the CA that the server trusts.
        496 SSL Certificate Required | nginx | unregistered
        nginx: the client sent no certificate. Its log has this number; the client gets 400.
        = Send a client certificate.
        497 HTTP Request Sent to HTTPS Port | nginx | unregistered
        nginx: plain HTTP came to a port that expects TLS. Its log has this number; the client gets 400.
        = Use https:// for this port.
        498 Invalid Token | Esri ArcGIS | unregistered
        ArcGIS: the token is not valid or has expired.
        = Get a new token.
        499 Client Closed Request | nginx | unregistered
        nginx: the client closed the connection before the answer was ready; in its log only. ArcGIS: no token.
        = Compare the client's timeout with the time the server takes.
        509 Bandwidth Limit Exceeded | cPanel | unregistered
        cPanel: the account has used up the traffic it pays for.
        = Wait for the next period, or have the limit raised.
        520 Web Server Returned an Unknown Error | Cloudflare | unregistered
        Cloudflare: the origin sent an empty or invalid response, or reset the connection.
        = Look into the origin's log at that time; a head that is too large causes it, too.
        521 Web Server Is Down | Cloudflare | unregistered
        Cloudflare: the origin refused the connection.
        = Check that it runs, and that its firewall lets Cloudflare's addresses in.
        522 Connection Timed Out | Cloudflare | unregistered
        Cloudflare: no TCP connection to the origin came about in time.
        = Check the origin's firewall, load and address in DNS.
        523 Origin Is Unreachable | Cloudflare | unregistered
        Cloudflare: there is no route to the origin.
        = Check the origin's address in DNS.
        524 A Timeout Occurred | Cloudflare | unregistered
        Cloudflare: the origin took the connection, and did not answer in time.
        = Make the request faster, or move long work out of it.
        525 SSL Handshake Failed | Cloudflare | unregistered
        Cloudflare: the TLS handshake with the origin failed.
        = Check that the origin speaks TLS on this port, with a cipher both know.
        526 Invalid SSL Certificate | Cloudflare | unregistered
        Cloudflare: the origin's certificate is not valid, and Full (strict) is on.
        = Renew the certificate, or install one that Cloudflare trusts.
        527 Railgun Error | Cloudflare | unregistered
        Cloudflare: the connection to the Railgun server failed. Railgun was shut down.
        = Nothing sends it any more.
        529 Site Is Overloaded | several services | unregistered
        Several services (Qualys, Anthropic): the service is overloaded.
        = Wait, then try again; 503 is the registered status for it.
        530 Site Is Frozen | Cloudflare, Pantheon | unregistered
        Cloudflare: an error 1xxx, which the content names, such as 1016 when the origin's name does not resolve. \
        Pantheon: the site is frozen.
        = Read the content for the number of the error.
        561 Unauthorized by Identity Provider | AWS Elastic Load Balancing | unregistered
        AWS load balancer: the identity provider returned an error when the user logged in.
        = Check the OIDC settings of the listener.
        598 Network Read Timeout | several proxies | unregistered
        Some proxies: the server behind the proxy did not answer in time.
        = Ask why the server is slow.
        599 Network Connect Timeout | several proxies | unregistered
        Some proxies, and Tornado's client: no connection to the server came about in time.
        = Check that the server can be reached.
        """
}
