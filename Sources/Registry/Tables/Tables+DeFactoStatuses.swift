extension Tables {
    /// Statuses that products made up, and which people meet all the same. No registry has them.
    static let deFactoStatusRows = """
        218 This Is Fine | Apache HTTP Server | unregistered
        An Apache proxy passes the body of an error on where it would replace it (ProxyErrorOverride).
        ! Clients treat it as a success, although the body reports an error.
        419 Page Expired | Laravel | unregistered
        Laravel: the form's CSRF token is missing or has expired.
        = Load the form again and send it with its new token; check that the session cookie is sent.
        ! A form that was open too long fails with it, and what the user typed is lost unless the page keeps it.
        420 Enhance Your Calm | Twitter API 1.0 | unregistered
        Twitter, formerly: the client has sent too many requests. 429 is the registered status for it.
        = Send fewer requests.
        ! Clients that know only 429 do not wait.
        430 Security Rejection | Shopify | unregistered
        Shopify: the request looks like an attack.
        = Check what sends it, and how often.
        ! It comes for traffic that looks automated; a retry without a pause makes it worse.
        440 Login Time-out | Microsoft IIS | unregistered
        IIS: the session has expired.
        = Log in again.
        ! Clients do not know that they have to log in again; 401 tells them.
        444 No Response | nginx | unregistered
        nginx: it closed the connection without a response. The status appears only in its log.
        = Look for `return 444` in its configuration.
        ! Clients see a closed connection, and many repeat the request.
        449 Retry With | Microsoft IIS | unregistered
        IIS: the request lacks information that the client must supply first.
        = Read the body, which names what is missing.
        ! No client of today repeats a request for it.
        450 Blocked by Windows Parental Controls | Microsoft Windows | unregistered
        Windows: parental controls block the page.
        = Ask the person who set them up to allow it.
        ! It comes from the user's computer, not from the server.
        460 Client Closed Connection | AWS Elastic Load Balancing | unregistered
        AWS load balancer: the client closed the connection before the response. Only in its log.
        = Compare the client's timeout with the target's response time.
        ! The client's timeout is shorter than the answer takes; the server may have done its work anyway.
        463 Too Many Forwarded Addresses | AWS Elastic Load Balancing | unregistered
        AWS load balancer: X-Forwarded-For has more than 30 addresses.
        = Look for a proxy loop.
        ! A loop between proxies grows the field until it is reached.
        464 Incompatible Protocol Version | AWS Elastic Load Balancing | unregistered
        AWS load balancer: the target group does not accept the request's HTTP version.
        = Change the protocol version of the target group.
        ! A target group for HTTP/2 or gRPC refuses requests over HTTP/1.1.
        494 Request Header Too Large | nginx | unregistered
        nginx: a header line or the whole head is too large. Its log has this number; the client gets 400.
        = Raise large_client_header_buffers, or send fewer cookies.
        ! Large cookies are the usual cause; the user is locked out until they are deleted.
        495 SSL Certificate Error | nginx | unregistered
        nginx: the client's certificate is invalid. Its log has this number; the client gets 400.
        = Check the certificate and the CA that the server trusts.
        ! It is about the client's certificate, not the server's: often its issuer is not in ssl_client_certificate.
        496 SSL Certificate Required | nginx | unregistered
        nginx: the client sent no certificate. Its log has this number; the client gets 400.
        = Send a client certificate.
        ! Browsers do not ask for a certificate again until they are restarted.
        497 HTTP Request Sent to HTTPS Port | nginx | unregistered
        nginx: plain HTTP arrived on a port that expects TLS. Its log has this number; the client gets 400.
        = Use https:// for this port.
        ! The URL has http:// and a port of https. A redirect for this error in nginx helps users.
        498 Invalid Token | Esri ArcGIS | unregistered
        ArcGIS: the token is not valid or has expired.
        = Get a new token.
        ! Clients do not know that they need a new token; 401 tells them.
        499 Client Closed Request | nginx | unregistered
        nginx: the client closed the connection before the response; only in its log. ArcGIS: no token.
        = Compare the client's timeout with the server's response time.
        ! The client's timeout is shorter than the answer takes; nginx then stops the upstream request, too.
        509 Bandwidth Limit Exceeded | cPanel | unregistered
        cPanel: the account has used up its traffic quota.
        = Wait for the next period, or raise the limit.
        ! It ends with the month, or when the quota is raised; a retry does not help.
        520 Web Server Returned an Unknown Error | Cloudflare | unregistered
        Cloudflare: the origin sent an empty or invalid response, or reset the connection.
        = Check the origin's log at that time. A head that is too large can also cause it.
        ! Heads above 128 KB cause it, too: look at large cookies.
        521 Web Server Is Down | Cloudflare | unregistered
        Cloudflare: the origin refused the connection.
        = Check that the origin is running, and that its firewall allows Cloudflare's addresses.
        ! The server may be up: a firewall that does not know Cloudflare's addresses refuses them.
        522 Connection Timed Out | Cloudflare | unregistered
        Cloudflare: the TCP connection to the origin timed out.
        = Check the origin's firewall, load and address in DNS.
        ! A firewall that drops Cloudflare's packets causes it, with a server that is otherwise well.
        523 Origin Is Unreachable | Cloudflare | unregistered
        Cloudflare: there is no route to the origin.
        = Check the origin's address in DNS.
        ! A DNS record that still has an old address is the usual cause.
        524 A Timeout Occurred | Cloudflare | unregistered
        Cloudflare: the origin accepted the connection, but did not answer in time.
        = Make the request faster, or move long work out of it.
        ! The server still works on the request, so a retry may do the work twice. Answer 202 and let the client ask for
        the result.
        525 SSL Handshake Failed | Cloudflare | unregistered
        Cloudflare: the TLS handshake with the origin failed.
        = Check that the origin uses TLS on this port, with a cipher that both support.
        ! The server has no certificate for the name, or no cipher in common with Cloudflare.
        526 Invalid SSL Certificate | Cloudflare | unregistered
        Cloudflare: the origin's certificate is invalid, and Full (strict) is enabled.
        = Renew the certificate, or install one that Cloudflare trusts.
        ! An expired certificate at the server is the usual cause: visitors see Cloudflare's, which is valid.
        527 Railgun Error | Cloudflare | unregistered
        Cloudflare: the connection to the Railgun server failed. Railgun was shut down.
        = Cloudflare no longer sends it.
        529 Site Is Overloaded | several services | unregistered
        Several services (Qualys, Anthropic): the service is overloaded.
        = Wait, then try again; 503 is the registered status for it.
        ! A retry at once adds to the load: wait longer each time.
        530 Site Is Frozen | Cloudflare, Pantheon | unregistered
        Cloudflare: an error 1xxx, which the content names, such as 1016 when the origin's name does not resolve. \
        Pantheon: the site is frozen.
        = Read the error number in the body.
        ! The number in the page says why; the status does not.
        561 Unauthorized by Identity Provider | AWS Elastic Load Balancing | unregistered
        AWS load balancer: the identity provider returned an error when the user logged in.
        = Check the OIDC settings of the listener.
        ! It is a fault of the configuration or of the provider: the user's password may be right.
        598 Network Read Timeout | several proxies | unregistered
        Some proxies: the upstream server did not answer in time.
        = Find out why the server is slow.
        ! The upstream server may have done its work anyway.
        599 Network Connect Timeout | several proxies | unregistered
        Some proxies, and Tornado's client: the connection to the server timed out.
        = Check that the server is reachable.
        ! The server never sent it: it was made by the proxy or client.
        """
}
