import Flow

/// What browsers mean by their names of failures that are no server's doing (Chromium's net_error_list.h, Mozilla's
/// ErrorList.py). Names that say too little, such as `net::ERR_FAILED`, are not among them.
enum BrowserFailure {
    /// Nil for what has words of its own.
    static func meaning(of outcome: Outcome) -> String? {
        guard outcome.code == .recordedFailure else { return nil }
        return meanings.first { outcome.detail.contains($0.name) }?.text
    }

    /// The first that the recorder's words contain.
    private static let meanings: [(name: String, text: String)] = [
        ("ERR_BLOCKED_BY_CLIENT", "The browser did not send it: an extension, such as an ad blocker, forbids it."),
        ("ERR_BLOCKED_BY_ADMINISTRATOR", "The browser did not send it: a policy of its administrator forbids it."),
        ("ERR_BLOCKED_BY_CSP", "The browser did not send it: the page's Content-Security-Policy forbids it."),
        (
            "ERR_BLOCKED_BY_RESPONSE",
            "The browser hides the response from the page: Cross-Origin-Resource-Policy, or the page's "
                + "Cross-Origin-Embedder-Policy, forbids it."
        ),
        (
            "ERR_BLOCKED_BY_ORB",
            "The browser hides the response from the page: a page of another origin requested it without CORS, and its "
                + "type is not one that pages can embed."
        ),
        ("ERR_UNSAFE_PORT", "The browser did not send it: browsers block this port."),
        ("ERR_ABORTED", "The browser cancelled it: the user left the page, or a script aborted it."),
        ("NS_BINDING_ABORTED", "The browser cancelled it: the user left the page, or a script aborted it."),
        ("ERR_INTERNET_DISCONNECTED", "The client had no network."),
        ("ERR_NETWORK_CHANGED", "The client's network changed meanwhile."),
        ("ERR_NETWORK_IO_SUSPENDED", "The client went to sleep meanwhile."),
        ("ERR_TOO_MANY_REDIRECTS", "The browser gave up after too many redirects."),
        ("ERR_CONTENT_DECODING_FAILED", "The content is not coded as Content-Encoding says."),
        ("ERR_PROXY_CONNECTION_FAILED", "The client could not reach its proxy."),
        ("ERR_TUNNEL_CONNECTION_FAILED", "The client's proxy did not open a tunnel to the server."),
        ("ERR_CACHE_MISS", "The request allowed only a stored response, and the cache had none."),
    ]
}
