package import Bytes
package import HTTPModel
import HTTPSemantics

/// The scheme that a request most likely was sent by, where nobody says: for a URL to talk of, and no conclusion.
package enum AssumedOrigin {
    /// By the port, by the version (browsers and tools speak HTTP/2 over TLS only), or by what the page says that the
    /// request came from.
    package static func isSecure(_ head: RequestHead) -> Bool {
        let host = head.fields.first(.host) ?? Bytes()
        let secure = Array("https://".utf8) + host.lowercased
        // What a proxy that took TLS off passes on names the scheme of the URL that was asked for.
        let forwarded = head.fields.first(named: "x-forwarded-proto")
        return head.version > .http11 || host.hasEnding(":443") || forwarded?.equalsIgnoringCase("https") == true
            || isToldOfPages(head, host)
            || [head.fields.values(named: "origin").first, head.fields.first(.referer)].contains { value in
                value.map { $0.lowercased.starts(with: secure) } ?? false
            }
    }

    /// Browsers send Sec-Fetch-… only to https, and to this machine (Fetch Metadata §2, "potentially trustworthy").
    private static func isToldOfPages(_ head: RequestHead, _ host: Bytes) -> Bool {
        let name = Bytes(Array(host.prefix { $0 != ASCII.colon }))
        return head.fields.contains(named: "sec-fetch-mode") && host.first != ASCII.openBracket
            && !CookieContext.isThisMachine(name)
    }

    /// By the answer: servers set Secure cookies, which are ignored otherwise (RFC 6265bis §5.7 step 13), and send
    /// Strict-Transport-Security (RFC 6797 §7.2) over TLS only.
    ///
    /// - Parameter url: by http; an answer that only leads to the same URL by https came over http.
    package static func isSecure(_ head: ResponseHead, to url: Bytes) -> Bool {
        let isUpgrade =
            (300..<400).contains(head.status) && url.hasPrefix(ignoringCase: "http:")
            && head.fields.first(.location).map {
                $0.equalsIgnoringCase(Bytes(Array("https".utf8) + url.slice(4..<url.count)))
            } == true
        if isUpgrade { return false }
        return head.fields.contains(named: "strict-transport-security")
            || head.fields.lines.contains {
                $0.known == .setCookie && SetCookie(head.fields.unfoldedValue(of: $0)).isSecure
            }
    }

    /// What is told of it on the page.
    static func remark(_ url: Bytes) -> Prose {
        let scheme = url.hasPrefix(ignoringCase: "https:") ? "https" : "http"
        return "A request does not state its scheme. Hark assumes \(scheme); to change it, use --url."
    }
}
