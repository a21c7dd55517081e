extension StatusMeaning {
    /// One entry for each registered code, in their order.
    static let entries: [StatusMeaning] = [
        StatusMeaning(
            100, "Continue", "RFC 9110 §15.2.1", "The server has seen the head, and wants the content.",
            advice: "The client sends the content now."),
        StatusMeaning(
            101, "Switching Protocols", "RFC 9110 §15.2.2", "The connection changes to the protocol that Upgrade names."
        ),
        StatusMeaning(
            102, "Processing", "RFC 2518 §10.1", "The server is at work, and the answer will take a while.",
            advice: "It is obsolete; nothing has to be done about it."),
        StatusMeaning(
            103, "Early Hints", "RFC 8297 §2", "Fields that the final answer is likely to have, sent ahead.",
            advice: "A browser may begin to load what its Link fields name."),
        StatusMeaning(200, "OK", "RFC 9110 §15.3.1", "The request succeeded, and the content is its result."),
        StatusMeaning(
            201, "Created", "RFC 9110 §15.3.2", "Something was created; Location names it, or the target itself does."),
        StatusMeaning(
            202, "Accepted", "RFC 9110 §15.3.3", "The request was accepted, and will be acted upon later, perhaps.",
            advice: "Look for a link in the content that tells how it goes."),
        StatusMeaning(
            203, "Non-Authoritative Information", "RFC 9110 §15.3.4",
            "A proxy changed the content that the server had sent with a 200."),
        StatusMeaning(
            204, "No Content", "RFC 9110 §15.3.5", "The request succeeded, and there is nothing to show for it.",
            advice: "It has no body; a page that got it stays as it is."),
        StatusMeaning(
            205, "Reset Content", "RFC 9110 §15.3.6",
            "The request succeeded, and the form it came from should be cleared."),
        StatusMeaning(
            206, "Partial Content", "RFC 9110 §15.3.7", "The content is the part of the whole that Range asked for.",
            advice: "Content-Range says which part it is."),
        StatusMeaning(
            207, "Multi-Status", "RFC 4918 §11.1", "The content has a status for each of several resources.",
            advice: "Look into the content: some may have failed."),
        StatusMeaning(208, "Already Reported", "RFC 5842 §7.1", "Within a 207: these members were listed before."),
        StatusMeaning(226, "IM Used", "RFC 3229 §10.4.1", "The content is a difference to what the client has."),
        StatusMeaning(
            300, "Multiple Choices", "RFC 9110 §15.4.1",
            "There are several representations, and the client may choose one."),
        StatusMeaning(
            301, "Moved Permanently", "RFC 9110 §15.4.2", "The target has a new URL for good, which Location names.",
            advice: "A POST mostly becomes a GET on the way; 308 keeps it. Change the links."),
        StatusMeaning(
            302, "Found", "RFC 9110 §15.4.3", "The target is at another URL for now, which Location names.",
            advice: "A POST mostly becomes a GET on the way; 307 keeps it."),
        StatusMeaning(
            303, "See Other", "RFC 9110 §15.4.4", "The answer is at another URL, to be fetched with GET.",
            advice: "It is the usual answer to a form that was sent, so that reloading does not send it again."),
        StatusMeaning(
            304, "Not Modified", "RFC 9110 §15.4.5", "What the client has stored is still current.",
            advice: "It has no body; the stored response is used, with the fields of this one."),
        StatusMeaning(
            305, "Use Proxy", "RFC 9110 §15.4.6", "Deprecated: it once asked for a proxy to be used.",
            advice: "Clients ignore it."),
        StatusMeaning(306, "(Unused)", "RFC 9110 §15.4.7", "No longer used; the number is reserved."),
        StatusMeaning(
            307, "Temporary Redirect", "RFC 9110 §15.4.8",
            "The target is at another URL for now, and the method must stay.", advice: "The content is sent again, too."
        ),
        StatusMeaning(
            308, "Permanent Redirect", "RFC 9110 §15.4.9",
            "The target has a new URL for good, and the method must stay.",
            advice: "The content is sent again, too. Change the links."),
        StatusMeaning(
            400, "Bad Request", "RFC 9110 §15.5.1", "The server cannot or will not make sense of the request.",
            advice: "Look for what is malformed: the head, the content, or a parameter."),
        StatusMeaning(
            401, "Unauthorized", "RFC 9110 §15.5.2", "The request lacks credentials, or the ones it has are not valid.",
            advice: "WWW-Authenticate says which kind is wanted; send Authorization."),
        StatusMeaning(
            402, "Payment Required", "RFC 9110 §15.5.3",
            "Reserved; some services mean that a quota or a subscription has run out."),
        StatusMeaning(
            403, "Forbidden", "RFC 9110 §15.5.4",
            "The server understood, and refuses; other credentials might help, the same will not.",
            advice: "Check who is asking and from where."),
        StatusMeaning(
            404, "Not Found", "RFC 9110 §15.5.5", "There is nothing at this URL, or nothing that may be known of.",
            advice: "Check path and host."),
        StatusMeaning(
            405, "Method Not Allowed", "RFC 9110 §15.5.6", "The target exists, and does not do this method.",
            advice: "Allow lists the methods that it does."),
        StatusMeaning(
            406, "Not Acceptable", "RFC 9110 §15.5.7",
            "Nothing that the server has fits what Accept and its kin ask for.", advice: "Ask for less, or add */*."),
        StatusMeaning(
            407, "Proxy Authentication Required", "RFC 9110 §15.5.8", "The proxy wants credentials.",
            advice: "Proxy-Authenticate says which; send Proxy-Authorization."),
        StatusMeaning(
            408, "Request Timeout", "RFC 9110 §15.5.9", "The server waited too long for the request, and closes.",
            advice: "It may be sent again on another connection."),
        StatusMeaning(
            409, "Conflict", "RFC 9110 §15.5.10", "The request does not fit the present state of the target.",
            advice: "Fetch the state, resolve the conflict, send again."),
        StatusMeaning(
            410, "Gone", "RFC 9110 §15.5.11", "There was something here, and it will not come back.",
            advice: "Remove the links."),
        StatusMeaning(411, "Length Required", "RFC 9110 §15.5.12", "The server wants a Content-Length."),
        StatusMeaning(
            412, "Precondition Failed", "RFC 9110 §15.5.13",
            "A condition such as If-Match or If-Unmodified-Since does not hold.",
            advice: "Someone else has changed the target: fetch it, and decide again."),
        StatusMeaning(
            413, "Content Too Large", "RFC 9110 §15.5.14", "The content is larger than the server takes.",
            advice: "Retry-After says whether it is so for now only."),
        StatusMeaning(
            414, "URI Too Long", "RFC 9110 §15.5.15", "The request target is longer than the server reads.",
            advice: "Often a form sent with GET, or a redirect that grows its own URL."),
        StatusMeaning(
            415, "Unsupported Media Type", "RFC 9110 §15.5.16",
            "The content has a type or coding that the target does not take.",
            advice: "Check Content-Type and Content-Encoding; Accept may list what is taken."),
        StatusMeaning(
            416, "Range Not Satisfiable", "RFC 9110 §15.5.17", "None of the ranges asked for exists.",
            advice: "Content-Range says how long the whole is."),
        StatusMeaning(
            417, "Expectation Failed", "RFC 9110 §15.5.18", "The server does not do what Expect asks.",
            advice: "Send again without Expect."),
        StatusMeaning(
            418, "(Unused)", "RFC 9110 §15.5.19", "Reserved, for an old joke about a teapot.",
            advice: "Some services answer machines with it."),
        StatusMeaning(
            421, "Misdirected Request", "RFC 9110 §15.5.20", "This server does not answer for the host of the request.",
            advice: "The client reused a connection that it should not; it may try a new one."),
        StatusMeaning(
            422, "Unprocessable Content", "RFC 9110 §15.5.21",
            "The content is well formed, and does not make sense to the target.",
            advice: "The content of the answer mostly says which part."),
        StatusMeaning(423, "Locked", "RFC 4918 §11.3", "The target is locked."),
        StatusMeaning(424, "Failed Dependency", "RFC 4918 §11.4", "Another action failed, on which this one depends."),
        StatusMeaning(
            425, "Too Early", "RFC 8470 §5.2", "The request came in early data of TLS, which anyone could send again.",
            advice: "The client sends it again after the handshake."),
        StatusMeaning(
            426, "Upgrade Required", "RFC 9110 §15.5.22", "The server wants another protocol, which Upgrade names."),
        StatusMeaning(
            428, "Precondition Required", "RFC 6585 §3", "The server wants a condition, so that no change gets lost.",
            advice: "Send If-Match with the ETag that was read."),
        StatusMeaning(
            429, "Too Many Requests", "RFC 6585 §4", "The client has sent too many requests in too short a time.",
            advice: "Wait as long as Retry-After says."),
        StatusMeaning(
            431, "Request Header Fields Too Large", "RFC 6585 §5", "The head is larger than the server reads.",
            advice: "Mostly too many cookies, or too large ones."),
        StatusMeaning(
            451, "Unavailable For Legal Reasons", "RFC 7725 §3", "The server was told by law not to show it."),
        StatusMeaning(
            500, "Internal Server Error", "RFC 9110 §15.6.1", "The server came upon something that it did not expect.",
            advice: "Its own log says what."),
        StatusMeaning(501, "Not Implemented", "RFC 9110 §15.6.2", "The server does not know the method at all."),
        StatusMeaning(
            502, "Bad Gateway", "RFC 9110 §15.6.3", "A proxy got no valid answer from the server behind it.",
            advice: "The server behind it crashed, closed, or spoke something else."),
        StatusMeaning(
            503, "Service Unavailable", "RFC 9110 §15.6.4", "The server is overloaded or being worked on, for a while.",
            advice: "Retry-After says when to try again."),
        StatusMeaning(504, "Gateway Timeout", "RFC 9110 §15.6.5", "A proxy waited too long for the server behind it."),
        StatusMeaning(
            505, "HTTP Version Not Supported", "RFC 9110 §15.6.6", "The server does not speak this major version."),
        StatusMeaning(
            506, "Variant Also Negotiates", "RFC 2295 §8.1",
            "The server's negotiation goes round in a circle: its configuration is wrong."),
        StatusMeaning(507, "Insufficient Storage", "RFC 4918 §11.5", "The server has no room for what was sent."),
        StatusMeaning(
            508, "Loop Detected", "RFC 5842 §7.2", "The server found a loop among the resources of the request."),
        StatusMeaning(510, "Not Extended", "RFC 2774 §7", "Obsolete: the request lacks an extension."),
        StatusMeaning(
            511, "Network Authentication Required", "RFC 6585 §6",
            "The network, not the server, wants a login: a captive portal.",
            advice: "Open any http page in a browser and log in."),
    ]
}
