import Bytes
import HTTPSemantics

/// Where requests are sent instead: a URL, in which `{host}`, `{path}` and `{query}` of the request may stand. Without
/// `{path}` and `{query}` the request's own follow.
package struct MappedURL: Sendable, Hashable {
    let template: RuleTemplate
    let isSecure: Bool

    init(_ text: String) throws(RuleTemplate.Fault) {
        template = try RuleTemplate(text)
        let url = URLReference(Bytes(text))
        let all = 0..<text.utf8.count
        isSecure = url.hasScheme("https")
        guard isSecure || url.hasScheme("http"), text.dropFirst(isSecure ? 6 : 5).hasPrefix("//") else {
            throw RuleTemplate.Fault(range: all, message: "an absolute URL was expected, http://… or https://…")
        }
        let authority = text.dropFirst(isSecure ? 8 : 7).prefix { $0 != "/" && $0 != "?" }
        let place = (isSecure ? 8 : 7)..<((isSecure ? 8 : 7) + authority.utf8.count)
        guard !authority.isEmpty else { throw RuleTemplate.Fault(range: place, message: "this URL has no host") }
        guard !authority.contains("@") else {
            throw RuleTemplate.Fault(range: place, message: "a URL to send to has no user name")
        }
        guard !text.contains("#") else {
            throw RuleTemplate.Fault(range: all, message: "a URL to send to has no fragment")
        }
        // What a client can write must not choose the server.
        let chosen = try RuleTemplate(String(authority))
        guard chosen.values.allSatisfy({ $0 == .host }) else {
            throw RuleTemplate.Fault(range: place, message: "of a request only {host} can stand in a URL's host")
        }
        if chosen.values.isEmpty, Self.server(Bytes(String(authority)), isSecure) == nil {
            throw RuleTemplate.Fault(range: place, message: "'\(authority)' is no host with a port or without")
        }
        let rest = text.utf8.dropFirst(place.upperBound)
        if let bad = rest.first(where: { $0 <= ASCII.space || $0 >= ASCII.delete || $0 == ASCII.backslash }) {
            throw RuleTemplate.Fault(
                range: all, message: "a URL cannot have the byte \(bad); write it as a percent and two digits")
        }
    }

    /// Host and port of an authority; nil when it is none.
    static func server(_ authority: Bytes, _ isSecure: Bool) -> (host: Bytes, port: UInt16)? {
        var host = authority
        var port: UInt16 = isSecure ? 443 : 80
        let isLiteral = authority.first == ASCII.openBracket
        if let colon = authority.lastIndex(of: ASCII.colon), !isLiteral || authority[colon - 1] == ASCII.closeBracket {
            guard let number = authority.slice((colon + 1)..<authority.count).decimal,
                let value = UInt16(exactly: number), value > 0
            else { return nil }
            host = authority.slice(0..<colon)
            port = value
        }
        if isLiteral {
            guard host.count > 2, host.last == ASCII.closeBracket else { return nil }
            host = host.slice(1..<(host.count - 1))
            return host.isIPv6Address ? (host, port) : nil
        }
        guard !host.isEmpty, OctetClass.registeredName.containsAll(host) else { return nil }
        return (host, port)
    }
}
