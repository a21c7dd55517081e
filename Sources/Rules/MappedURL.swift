package import Bytes
import HTTPSemantics

/// Where requests are sent instead: a URL, in which `{host}`, `{path}` and `{query}` of the request may stand. Without
/// `{path}` and `{query}` the request's own follow.
struct MappedURL: Sendable, Hashable {
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
            throw RuleTemplate.Fault(range: place, message: "the URL cannot have a user name")
        }
        guard !text.contains("#") else {
            throw RuleTemplate.Fault(range: all, message: "the URL cannot have a fragment")
        }
        // What a client can write must not choose the server.
        let chosen = try RuleTemplate(String(authority))
        guard chosen.values.allSatisfy({ $0 == .host }) else {
            throw RuleTemplate.Fault(range: place, message: "the host of the URL can only use {host} from the request")
        }
        if chosen.values.isEmpty, Self.server(Bytes(String(authority)), isSecure) == nil {
            throw RuleTemplate.Fault(range: place, message: "'\(authority)' is not a host with an optional port")
        }
        let rest = text.utf8.dropFirst(place.upperBound)
        if let bad = rest.first(where: { $0 <= ASCII.space || $0 >= ASCII.delete || $0 == ASCII.backslash }) {
            throw RuleTemplate.Fault(
                range: all, message: "a URL cannot contain the byte \(bad); write it as a percent sign and two digits")
        }
    }

    // MARK: - Redirections

    /// What a client can write must not choose where it is sent either: of a request only `{host}` can stand in the
    /// authority of a Location (a path that begins behind it ends it), and none of its values can begin one.
    static func checkLocation(_ template: RuleTemplate) throws(RuleTemplate.Fault) {
        let text = template.text
        guard let authority = authority(of: text) else {
            guard case .value(.query)? = template.parts.first else { return }
            throw RuleTemplate.Fault(
                range: 0..<text.utf8.count, message: "a URL cannot begin with {query}, which could change the host")
        }
        let chosen = try RuleTemplate(Bytes(text).slice(authority).text)
        for (place, part) in chosen.parts.enumerated() {
            guard case .value(let value) = part, value != .host else { continue }
            if value == .path, place > 0, place == chosen.parts.count - 1 { continue }
            throw RuleTemplate.Fault(
                range: authority, message: "the host of a URL can use {host}, the rest {path}")
        }
    }

    /// A location that names no server goes on naming none, whatever path came: `//other/` would (RFC 3986 §4.2).
    static func location(_ text: Bytes, of template: RuleTemplate) -> Bytes {
        if authority(of: template.text) != nil || template.values.first == .url { return text }
        var start = 0
        while start + 1 < text.count, text[start] == ASCII.slash, text[start + 1] == ASCII.slash { start += 1 }
        return text.slice(start..<text.count)
    }

    /// Where a URL has its authority; nil when it has none.
    private static func authority(of text: String) -> Range<Int>? {
        let bytes = Bytes(text)
        let ends: (UInt8) -> Bool = { $0 == ASCII.slash || $0 == ASCII.question || $0 == ASCII.hash }
        guard let first = bytes.firstIndex(where: ends), bytes[first] == ASCII.slash, first + 1 < bytes.count,
            bytes[first + 1] == ASCII.slash, first == 0 || bytes[first - 1] == ASCII.colon
        else { return nil }
        let start = first + 2
        return start..<(start + (bytes.slice(start..<bytes.count).firstIndex(where: ends) ?? bytes.count - start))
    }

    /// Host and port of an authority; nil when it is none.
    package static func server(_ authority: Bytes, _ isSecure: Bool) -> (host: Bytes, port: UInt16)? {
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
