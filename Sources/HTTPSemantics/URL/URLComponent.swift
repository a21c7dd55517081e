package import Bytes

/// The components of a URL (RFC 3986 §3), and which bytes may be unencoded in each.
package enum URLComponent: Sendable {
    case userinfo, host, path, query, fragment

    /// What RFC 3986 allows there, `%` aside.
    package var allowed: OctetClass {
        switch self {
        case .userinfo: .userinfo
        case .host: .registeredName
        case .path, .query, .fragment: .pathOrQuery
        }
    }

    /// Whether RFC 3986 wants the byte encoded there and the URL Standard (§1.3) does not, so that browsers send it as
    /// it is: the brackets of `?id[]=1`.
    func isLeftByBrowsers(_ byte: UInt8) -> Bool {
        switch self {
        case .userinfo, .host: false
        // A backslash in a path becomes a slash (URL Standard §4.4).
        case .path: byte != ASCII.backslash && !BrowserEncoding.path.encodes(byte)
        case .query: !BrowserEncoding.query.encodes(byte)
        case .fragment: !BrowserEncoding.fragment.encodes(byte)
        }
    }
}
