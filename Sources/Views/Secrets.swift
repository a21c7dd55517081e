import Bytes
import HTTPModel
import HTTPSemantics
import Registry

/// What proves who one is, as lines may show it: names and schemes, never the proof. Lines end up in the logs of build
/// servers and on shared screens; the record keeps all.
enum Secrets {
    /// What the value of a field may give away.
    private enum Kind {
        /// A scheme, and the proof behind it.
        case proof
        /// Nothing but the proof.
        case value
        case cookies, setCookie, url
    }

    private static let mark = Array("…".utf8)

    /// A field line, or a user's rule that holds one (`--set-request-header 'N: V'`).
    static func redacted(_ line: Bytes) -> Bytes {
        let isRule = line.count > 2 && line[0] == ASCII.hyphen && line[1] == ASCII.hyphen
        let start = isRule ? (line.firstIndex(of: UInt8(ascii: "'")) ?? -1) + 1 : 0
        guard let colon = line.firstIndex(of: ASCII.colon, from: start) else { return line }
        guard let kind = kind(of: line.slice(start..<colon).trimmed) else { return line }
        var valueStart = colon + 1
        while valueStart < line.count, ASCII.isWhitespace(line[valueStart]) { valueStart += 1 }
        guard valueStart < line.count else { return line }
        let name = Array(line.slice(0..<valueStart))
        return Bytes(name + redacted(line.slice(valueStart..<line.count), kind))
    }

    private static func redacted(_ value: Bytes, _ kind: Kind) -> [UInt8] {
        switch kind {
        case .value: return mark
        case .proof:
            guard let scheme = Credentials.scheme(value) else { return mark }
            return Array(scheme) + [ASCII.space] + mark
        case .cookies:
            let pairs = CookiePairs.parse(value).map { Array($0.name) + (redacted(cookie: $0.value)) }
            return Array(pairs.joined(separator: [ASCII.semicolon, ASCII.space]))
        case .setCookie:
            let cookie = SetCookie(value)
            let shown = cookie.hasName ? Array(cookie.name) + redacted(cookie: cookie.value) : mark
            return shown + Array(value.slice(cookie.pair.count..<value.count))
        case .url: return Array(redacted(url: value))
        }
    }

    /// A cookie's value with the sign before it: whether there is one, and no more.
    private static func redacted(cookie value: Bytes) -> [UInt8] {
        [ASCII.equals] + (value.isEmpty ? [] : mark)
    }

    /// A URL, whole or a reference, without the password it may hold, and without the values of parameters that are
    /// named as secrets are.
    static func redacted(url: Bytes) -> Bytes {
        var url = url
        if url.contains(UInt8(ascii: "@")), let userinfo = URLReference(url).userinfo,
            let colon = url.slice(userinfo).firstIndex(of: ASCII.colon)
        {
            let name = url.slice(0..<(userinfo.lowerBound + colon + 1))
            url = Bytes(Array(name) + mark + Array(url.slice(userinfo.upperBound..<url.count)))
        }
        guard url.contains(ASCII.equals),
            var index = url.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
        else { return url }
        var shown = Array(url.slice(0..<index))
        // A fragment has parameters too, when an authorization server answers a browser (RFC 6749 §4.2.2).
        while index < url.count {
            let end =
                url.slice(index + 1..<url.count).firstIndex { isSeparator($0) }.map { $0 + index + 1 } ?? url.count
            let piece = url.slice(index..<end)
            if let equals = piece.firstIndex(of: ASCII.equals), equals + 1 < piece.count,
                isSecret(parameter: piece.slice(1..<equals), length: piece.count - equals - 1)
            {
                shown += Array(piece.slice(0..<equals + 1)) + mark
            } else {
                shown += Array(piece)
            }
            index = end
        }
        return Bytes(shown)
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "?") || byte == ASCII.semicolon
    }

    // MARK: Names

    /// Which fields hold a proof is the registry's to say; here is how the values of some are built.
    private static func kind(of name: Bytes) -> Kind? {
        guard let term = Vocabulary.fields[name] else { return nil }
        return switch term.name {
        case "Authorization", "Proxy-Authorization": .proof
        case "Cookie": .cookies
        case "Set-Cookie": .setCookie
        case "Location", "Content-Location", "Referer", "Refresh": .url
        default: term.has(.secret) ? .value : nil
        }
    }

    /// Names of parameters, in lower case, that carry proofs: RFC 6749, RFC 6750 §2.3, OpenID Connect, the signed URLs
    /// of storage services, and what many interfaces call a key.
    private static let parameters: [StaticString] = [
        "access_token", "refresh_token", "id_token", "token", "auth_token", "auth", "jwt", "client_secret",
        "client_assertion", "secret", "password", "passwd", "pwd", "pass", "api_key", "apikey", "api-key", "key",
        "sig", "signature", "x-amz-signature", "x-amz-security-token", "x-goog-signature", "session", "sessionid",
        "session_id", "sid", "saml", "samlresponse", "assertion",
    ]

    private static func isSecret(parameter name: Bytes, length: Int) -> Bool {
        // A code of OAuth (RFC 6749 §4.1.2) is long; a short one is a country, a status, an error.
        if name.equalsIgnoringCase("code") { return length >= 12 }
        return parameters.contains { name.equalsIgnoringCase($0) }
    }
}
