import Bytes
import HTTPModel
import HTTPSemantics

/// Who is logged in, kept in the cookie alone: the site has no state. Pure functions.
///
/// The cookie's second half shows that the site made it, to the point of the lesson; nothing here is worth guarding.
enum Session {
    static let cookie = "session"
    /// Longer names are cut: they come back with each request.
    private static let longestName = 40

    static func value(for name: String) -> String {
        let name = PercentCoding.encode(String(name.prefix(longestName)))
        return "\(name).\(seal(name))"
    }

    /// The name in the request's session cookie, if this site made the cookie.
    static func name(in request: SiteRequest) -> String? {
        guard let value = cookies(in: request).first(where: { $0.name == cookie })?.value,
            let dot = value.lastIndex(of: ".")
        else { return nil }
        let name = String(value[..<dot])
        guard value[value.index(after: dot)...] == seal(name) else { return nil }
        return PercentCoding.decode(Bytes(name)).text
    }

    /// The pairs of all Cookie fields, in order.
    static func cookies(in request: SiteRequest) -> [SiteRequest.Parameter] {
        CookiePairs.parse(request.head.fields).map {
            SiteRequest.Parameter(name: $0.name.text, value: $0.value.text)
        }
    }

    private static func seal(_ name: String) -> String {
        Hex.text(HashAlgorithm.sha256.digest(Array("hark demo session \(name)".utf8)).prefix(8))
    }
}
