import Bytes
import HTTPSemantics
import Registry

/// Credentials and challenges (RFC 9110 §11).
enum Authentication {
    private static let parameter = PairRule(
        pair: "auth-param", name: "token", value: "token", spec: "RFC 9110 §11.2", isValueByte: isLenientValue)

    /// AWS lists the signed fields with semicolons, unquoted (Signature Version 4).
    private static let signed = PairRule(
        pair: "auth-param", name: "token", value: "token", spec: "AWS Signature Version 4",
        isValueByte: { isLenientValue($0) || $0 == ASCII.semicolon })

    // credentials = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
    static func credentials(_ scan: inout SpanScanner) {
        if RedactedTag.isWhole(scan.rest) {
            scan.advanceToEnd()
            return scan.name("credentials", "RFC 9110 §11.4", redacted)
        }
        let value = AuthorizationValue(scan.rest)
        if value == nil, scan.rest.isToken68, Vocabulary.schemes[scan.rest] == nil {
            scan.advanceToEnd()
            return scan.name(
                "credentials", "RFC 9110 §11.4", "\(quoting: scan.seen), without a scheme that Hark knows before it.")
        }
        let scheme = scheme(&scan)
        guard spaces(&scan), let value else { return scan.leftOver("credentials", "RFC 9110 §11.4") }
        if value.hasParameters {
            let rule = scheme.hasPrefix(ignoringCase: "aws4-") ? signed : parameter
            return scan.list("auth-param", "RFC 9110 §11.4") { $0.pair(rule) { meaning(scheme, $0, $1) } }
        }
        switch scheme.text {
        case "basic": token68(&scan, basic(value.rest))
        case "bearer": token68(&scan, "A bearer token: anyone who has it gets access (RFC 6750 §2.1).")
        case "negotiate", "ntlm": token68(&scan, "One step of a handshake, in the scheme's own format.")
        default: token68(&scan, "The credentials.")
        }
    }

    // #challenge, where challenge = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
    static func challenges(_ scan: inout SpanScanner) {
        var scheme: Bytes?
        scan.list("challenge", "RFC 9110 §11.3") { scan in
            if Challenge.scheme(beginning: scan.rest) != nil {
                scheme = self.scheme(&scan)
                guard spaces(&scan) else { return }
                if scan.rest.isToken68 { return token68(&scan, "Data of the scheme.") }
            } else if scheme == nil {
                scan.advanceToEnd()
                return scan.expected("auth-scheme", "RFC 9110 §11.1", "the name of a scheme before its parameters")
            }
            scan.pair(parameter) { meaning(scheme ?? Bytes(), $0, $1) }
        }
    }

    static func info(_ scan: inout SpanScanner) {
        scan.list("auth-param", "RFC 9110 §11.6.3") { $0.pair(parameter) { meaning("digest", $0, $1) } }
    }

    private static func scheme(_ scan: inout SpanScanner) -> Bytes {
        scan.token("auth-scheme", "RFC 9110 §11.1") { scheme in
            switch scheme.lowercased.text {
            case "basic": "The scheme Basic: name and password in base64, which is readable to anyone (RFC 7617)."
            case "digest": "The scheme Digest: a hash proves knowledge of the password (RFC 7616)."
            case "bearer": "The scheme Bearer: a token that gives access to anyone who has it (RFC 6750)."
            case "negotiate": "The scheme Negotiate: Kerberos or NTLM, over several requests (RFC 4559)."
            case "ntlm": "The scheme NTLM: three messages that bind the connection to a user."
            default:
                if let term = Vocabulary.schemes[scheme] {
                    "The scheme \(abbreviating: scheme) \(term.meaning)"
                } else {
                    "The scheme \(abbreviating: scheme), which Hark does not know."
                }
            }
        }.lowercased
    }

    private static func spaces(_ scan: inout SpanScanner) -> Bool {
        scan.skip { $0 == ASCII.space }
        scan.name("SP", "RFC 9110 §11.4", "Separates the scheme from what follows.")
        scan.bws()
        return !scan.isAtEnd
    }

    private static let redacted: Wording = "Credentials, which were taken out when this was written."

    private static func token68(_ scan: inout SpanScanner, _ text: Wording) {
        let isToken68 = scan.rest.isToken68
        if RedactedTag.isWhole(scan.rest) {
            scan.advanceToEnd()
            return scan.name("token68", "RFC 9110 §11.2", redacted)
        }
        scan.advanceToEnd()
        if isToken68 {
            scan.name("token68", "RFC 9110 §11.2", text)
        } else {
            scan.expected("token68", "RFC 9110 §11.2", "only letters, digits and -._~+/, with = only at the end")
        }
    }

    // RFC 7617 §2: user-id ":" password, the first colon separates.
    private static func basic(_ bytes: Bytes) -> Wording {
        guard let found = BasicCredentials(token: bytes) else {
            return "Expected base64 of a user name, a colon and a password."
        }
        return "User name \(quoting: found.user) and password \(quoting: found.password) in base64, readable to anyone."
    }

    /// `uri=/path` without quotes is common, and wrong; it is read, and not as several parts.
    private static func isLenientValue(_ byte: UInt8) -> Bool {
        OctetClass.token.contains(byte) || byte == ASCII.slash || byte == ASCII.colon
    }

    private static func meaning(_ scheme: Bytes, _ name: Bytes, _ value: Bytes?) -> Meaning? {
        guard let value else { return nil }
        let shown = Quotation.of(value)
        if name == "realm" {
            return Meaning("The realm, the name of the protected area: \(shown).", "RFC 9110 §11.5")
        }
        if scheme == "bearer" { return bearer(name, shown) }
        guard scheme == "digest" else {
            return name == "charset" ? Meaning("The encoding of name and password: \(shown).", "RFC 7617 §2.1") : nil
        }
        let text: Wording
        switch name.text {
        case "username": text = "The user name: \(shown)."
        case "nonce": text = "The server's nonce for this challenge, a part of the hash: \(shown)."
        case "uri": text = "The request target in the hash: \(shown)."
        case "response": text = "The hash that proves knowledge of the password: \(shown)."
        case "algorithm": text = "The hash function: \(shown)."
        case "cnonce": text = "The client's nonce, a part of the hash: \(shown)."
        case "opaque": text = "Data that the client returns unchanged: \(shown)."
        case "qop": text = "Quality of protection: auth hashes the request, auth-int also its content. Here: \(shown)."
        case "nc": text = "The use count of this nonce, in hexadecimal: \(shown)."
        case "stale":
            text =
                value.equalsIgnoringCase("true")
                ? "Only the nonce has expired: the client can retry with the new one."
                : """
                The nonce has not expired.
                """
        case "domain": text = "Other URLs where these credentials are valid: \(shown)."
        case "userhash": text = "Whether the user name may be hashed: \(shown)."
        case "charset": text = "The encoding of name and password: \(shown)."
        case "nextnonce": text = "The nonce to use for the next request: \(shown)."
        case "rspauth": text = "The server's proof that it knows the password: \(shown)."
        default: return nil
        }
        return Meaning(text, "RFC 7616 §3")
    }

    private static func bearer(_ name: Bytes, _ shown: String) -> Meaning? {
        switch name.text {
        case "scope": Meaning("The scope that the token needs: \(shown).", "RFC 6750 §3")
        case "error": Meaning("Why the server rejected the token: \(shown).", "RFC 6750 §3.1")
        case "error_description": Meaning("The reason for developers: \(shown).", "RFC 6750 §3")
        case "error_uri": Meaning("A page about the error: \(shown).", "RFC 6750 §3")
        default: nil
        }
    }
}

extension Authentication {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "authorization",
            samples: [
                "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Bearer mF_9.B5f-4.1JqM",
                "Digest username=\"Mufasa\", realm=\"a\", uri=\"/dir\", nc=00000001, qop=auth",
            ], credentials),
        Field("proxy-authorization", samples: ["Basic dXNlcjpwYXNz"], credentials),
        Field(
            "www-authenticate",
            samples: ["Basic realm=\"simple\", Newauth realm=\"app\", type=1, title=\"Login\", Negotiate"], challenges),
        Field("proxy-authenticate", samples: ["Negotiate YWJj"], challenges),
        Field("authentication-info", samples: ["nextnonce=\"abc\", qop=auth"], info),
        Field("proxy-authentication-info", samples: ["nextnonce=\"abc\""], info),
    ]
}
