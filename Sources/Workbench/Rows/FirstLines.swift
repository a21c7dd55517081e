/// What a person pastes into a terminal to see the first exchanges, which no network is needed for.
///
/// Together the lines bring one exchange for each of five questions: why 304, where does the body end, why is there no
/// cookie, who closed the connection, and what did the proxy change (curl sends a proxy Proxy-Connection, which goes no
/// further).
package enum FirstLines {
    /// The lines for a live session that listens there.
    package static func lines(proxies: [String]) -> [String] {
        let proxy = local(proxies.first ?? "127.0.0.1:8888")
        return requests.map { "curl -x http://\(proxy) \($0)" }
    }

    /// A listener as programs on this computer reach it: one on all addresses is on loopback too.
    package static func local(_ listener: String) -> String {
        if let port = listener.suffix(after: "0.0.0.0") { return "127.0.0.1\(port)" }
        return listener.suffix(after: "[::]").map { "[::1]\($0)" } ?? listener
    }

    /// Short enough for 80 columns beside the longest address of this machine. The quotes keep shells from what is
    /// curl's: braces and brackets stand for several URLs.
    private static let requests = [
        // If-Modified-Since, and the page was last changed before that: 304.
        "-z 20260101 demo.hark.test/cache/both",
        // Chunks; and a cookie whose name promises Secure, which nobody keeps without it (RFC 6265bis §4.1.3.2).
        "'demo.hark.test/{chunked,cookies?set=__Host-a}'",
        // Of three in a row one is cut off by the server.
        "'demo.hark.test/flaky?how=cut#[1-3]'",
    ]
}

extension String {
    fileprivate func suffix(after start: String) -> Substring? {
        hasPrefix(start) ? dropFirst(start.count) : nil
    }
}
