public import Bytes
public import HTTPModel

/// The facts of one request on which storing and sending cookies depends: its target, its security and its initiator.
public struct CookieContext: Sendable, Hashable {
    /// Whether the request comes from a page of the same site (RFC 6265bis §5.2), according to its own fields.
    public enum Site: Sendable, Hashable {
        case same
        case cross
        /// No Sec-Fetch-Site: treated as the same site.
        case unknown
    }

    /// In lower case, without port and without the brackets of an address.
    public let host: Bytes
    /// Without query; at least `/`.
    public let path: Bytes
    /// https, wss, or a loopback address, which browsers and curl trust in the same way.
    public let isSecure: Bool
    /// Whether the request comes from the same site.
    public let site: Site
    /// A top-level navigation, such as a followed link: SameSite=Lax cookies are sent. A navigation in a frame does not
    /// count (RFC 6265bis §5.2).
    public let isNavigation: Bool
    /// A cross-origin request of a script: cookies are sent only if the page asked for credentials, which no field
    /// shows (Fetch standard, "credentials mode").
    public let isByCORS: Bool
    /// The method of the request.
    public let method: Method

    /// From the absolute URL of a request and its Fetch Metadata fields.
    public init(url: Bytes, method: Method = .get, request: FieldSection? = nil) {
        let parts = URLReference(url)
        var host = parts.bytes(parts.host) ?? Bytes()
        if host.count > 2, host[0] == ASCII.openBracket, host[host.count - 1] == ASCII.closeBracket {
            host = host.slice(1..<(host.count - 1))
        }
        self.host = host.contains { ASCII.lowercase($0) != $0 } ? host.lowercased : host
        let path = url.slice(parts.path)
        self.path = path.first == ASCII.slash ? path : "/"
        isSecure = parts.hasScheme("https") || parts.hasScheme("wss") || Self.isThisMachine(self.host)
        self.method = method
        var site = Site.unknown
        var (isNavigation, isFramed, isSameOrigin, isByCORS) = (false, false, false, false)
        if let request {
            for line in request.lines where line.known == .other && line.name.count == 14 {
                let name = request.name(of: line)
                let value = request.value(of: line)
                if name.equalsIgnoringCase("sec-fetch-site") {
                    site = value.equalsIgnoringCase("cross-site") ? .cross : .same
                    isSameOrigin = value.equalsIgnoringCase("same-origin")
                } else if name.equalsIgnoringCase("sec-fetch-mode") {
                    isNavigation = value.equalsIgnoringCase("navigate")
                    isByCORS = value.equalsIgnoringCase("cors")
                } else if name.equalsIgnoringCase("sec-fetch-dest") {
                    isFramed = !value.equalsIgnoringCase("document")
                }
            }
        }
        self.site = site
        self.isNavigation = isNavigation && !isFramed
        self.isByCORS = isByCORS && !isSameOrigin
    }

    /// The path of a cookie without Path: that of the request up to its last `/` (RFC 6265bis §5.1.4).
    public var defaultPath: Bytes {
        guard let last = path.lastIndex(of: ASCII.slash), last > 0 else { return "/" }
        return path.slice(0..<last)
    }

    /// `localhost`, names below it, and loopback addresses.
    public static func isThisMachine(_ host: Bytes) -> Bool {
        if host.equalsIgnoringCase("::1") || SetCookie.host(host, matches: localhost) { return true }
        return host.hasPrefix(ignoringCase: "127.") && host.count > 4
            && host.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.period }
    }

    private static let localhost: Bytes = "localhost"

    /// Whether a request path matches a cookie's path (RFC 6265bis §5.1.4).
    public static func path(_ request: Bytes, matches cookie: Bytes) -> Bool {
        guard request.count >= cookie.count, request.slice(0..<cookie.count) == cookie else { return false }
        // Identical, or the cookie's ends with a slash, or the request's goes on with one.
        return request.count == cookie.count || cookie.last == ASCII.slash || request[cookie.count] == ASCII.slash
    }
}
