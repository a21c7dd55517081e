import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Credentials and challenges.
extension Checks {
    private static let digest = "Digest username=\"a\", realm=\"r\", nonce=\"n\", response=\"x\", "

    static let authentication: [Check] = Array {
        Check(
            "credentials-without-scheme", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 9110 §11.4", "No authentication scheme",
            "The value must begin with a scheme and a space, for example \("Bearer …") or \("Basic …").",
            advice: "Write the scheme before the credentials.",
            bad: ["> GET / | Authorization: «abc» < 204", "> GET / | Authorization: «dXNlcjpwYXNz» < 204"],
            good: ["> GET / | Authorization: Custom abc < 204", "> GET / | Authorization: Bearer abc < 204"]
        ) { x, found in
            for line in x.credentials where line.value == nil && Vocabulary.schemes[line.written] == nil {
                if RedactedTag.isIn(line.written) { continue }
                found(at: line.range)
            }
        }
        Check(
            "credentials-empty", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 9110 §11.4", "No credentials after the scheme",
            "The scheme \(.value) has no token or password after it. The client probably has none to send.",
            advice: "Send the token after the scheme, or leave out the field.",
            bad: ["> GET / | Authorization: «Bearer» < 204", "> GET / | Authorization: «Basic» < 204"],
            good: ["> GET / | Authorization: Bearer abc < 204", "> GET / | Authorization: Basic YTpi < 204"]
        ) { x, found in
            for line in x.credentials where line.value == nil {
                // The registry's own word: what is hidden says nothing.
                guard let scheme = Vocabulary.schemes[line.written] else { continue }
                found(at: line.range, [.value: .words(Prose(pieces: [.code(scheme.name)]))])
            }
        }
        Check(
            "basic-malformed", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7617 §2", "Invalid Basic credentials",
            "The text after \("Basic") is not the Base64 of \("name:password").",
            advice: "Encode \("name:password") as Base64 once, without line breaks.",
            bad: ["> GET / | Authorization: «Basic ?» < 204", "> GET / | Authorization: «Basic YWI=» < 204"],
            good: [
                "> GET / | Authorization: Basic YTpi < 204", "> GET / | Authorization: Basic [secret 3f2a] < 204",
            ]
        ) { x, found in
            for line in x.credentials where line.hasScheme("basic") && !RedactedTag.isIn(line.written) {
                if line.value.flatMap({ BasicCredentials(token: $0.rest) }) == nil { found(at: line.range) }
            }
        }
        Check(
            "basic-without-tls", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7617 §4",
            "Anyone on the path can read the password",
            "Basic encodes the password but does not encrypt it, and this connection is not encrypted.",
            advice: "Use https.",
            bad: [
                Example("> GET / | Authorization: «Basic YTpi» < 204", scheme: "http"),
                Example("> GET / | Host: shop.test | Authorization: «Basic YTpi» < 204", scheme: "http"),
            ],
            good: [
                "> GET / | Authorization: Basic YTpi < 204",
                Example("> GET / | Host: localhost:3000 | Authorization: Basic YTpi < 204", scheme: "http"),
                Example("> GET / | Authorization: Basic YTpi < 204", scheme: "http", knowsScheme: false),
            ]
        ) { x, found in
            for line in x.credentials where x.isExposed && !line.isForProxy && line.hasScheme("basic") {
                found(at: line.range, level: x.isLocal ? .warning : nil)
            }
        }
        Check(
            "proxy-credentials-without-tls", .warning, .authentication, .request("proxy-authorization"),
            "RFC 7617 §4", "Credentials for the proxy may be readable",
            "Anyone between the client and the proxy can read them, unless the connection to the proxy uses TLS.",
            advice: "Use an HTTPS proxy.",
            bad: [
                Example("> GET / | Proxy-Authorization: «Basic YTpi» < 204", scheme: "http"),
                Example("> GET / | Proxy-Authorization: «Bearer abc» < 204", scheme: "http"),
            ],
            good: [
                Example("> GET / | Authorization: Custom abc < 204", scheme: "http"),
                "> GET https://a.example/ | Proxy-Authorization: Basic YTpi < 204",
            ]
        ) { x, found in
            for line in x.credentials
            where x.isExposed && line.isForProxy && (line.hasScheme("basic") || line.hasScheme("bearer")) {
                found(at: line.range)
            }
        }
        Check(
            "bearer-without-tls", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 6750 §5.3",
            "Anyone on the path can read the token",
            "Anyone who gets a bearer token can use it, and this connection is not encrypted.",
            advice: "Use https.",
            bad: [
                Example("> GET / | Authorization: «Bearer abc» < 204", scheme: "http"),
                Example("> POST /a | Authorization: «Bearer a.b» || x < 204", scheme: "http"),
            ],
            good: ["> GET / | Authorization: Bearer abc < 204", "> GET / | Authorization: Bearer a.b < 204"]
        ) { x, found in
            for line in x.credentials where x.isExposed && !line.isForProxy && line.hasScheme("bearer") {
                found(at: line.range)
            }
        }
        Check(
            "jwt-unsigned", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7519 §6", "A token without a signature",
            "The token has no signature, so anyone can forge it. A server must not accept it.",
            // {"alg":"none"} and {"exp":1900000000}
            advice: "Sign tokens, and reject \("alg: none") on the server.",
            bad: [
                "> GET / | Authorization: «Bearer eyJhbGciOiJub25lIn0.eyJleHAiOjE5MDAwMDAwMDB9.» < 204",
                "> GET /a | Authorization: «Bearer eyJhbGciOiJub25lIn0.eyJleHAiOjE5MDAwMDAwMDB9.» < 204",
            ],
            good: [
                "> GET / | Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE5MDAwMDAwMDB9.YQ < 204",
                "> GET / | Authorization: Bearer opaque < 204",
            ]
        ) { x, found in
            for line in x.credentials {
                guard let token = line.token, token.signatureLength == 0 || token.algorithm?.lowercased() == "none"
                else { continue }
                found(at: line.range)
            }
        }
        Check(
            "jwt-expired", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7519 §4.1.4", "An expired token",
            "Its \("exp") is \(.date), before it was sent.",
            advice: "Fetch a new token.",
            // {"exp":1300819380}, in March 2011.
            bad: [
                "> GET / | Authorization: «Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjEzMDA4MTkzODB9.YQ» < 204",
                """
                > GET /a \
                | Authorization: «Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjEzMDA4MTkzODB9.YWI» < 204
                """,
            ],
            good: [
                "> GET / | Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE5MDAwMDAwMDB9.YQ < 204",
                Example(
                    "> GET / | Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjEzMDA4MTkzODB9.YQ < 204", delay: nil
                ),
            ]
        ) { x, found in
            guard let now = x.clock.sent else { return }
            for line in x.credentials {
                guard let expires = line.token?.expires, expires <= now else { continue }
                found(at: line.range, [.date: .date(expires)])
            }
        }
        Check(
            "jwt-not-yet-valid", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7519 §4.1.5",
            "The token is not valid yet",
            "Its \("nbf") is \(.date), after it was sent.",
            advice: "Compare the clocks of client and issuer.",
            // {"nbf":1900000000,"exp":2000000000}
            bad: [
                """
                > GET / | Authorization: \
                «Bearer eyJhbGciOiJIUzI1NiJ9.eyJuYmYiOjE5MDAwMDAwMDAsImV4cCI6MjAwMDAwMDAwMH0.YQ» < 204
                """,
                """
                > GET / \
                | Authorization: «Bearer eyJhbGciOiJIUzI1NiJ9.eyJuYmYiOjE5MDAwMDAwMDAsImV4cCI6MjAwMDAwMDAwMH0.YWI» < 204
                """,
            ],
            // {"nbf":1300819380,"exp":1900000000}
            good: [
                """
                > GET / | Authorization: \
                Bearer eyJhbGciOiJIUzI1NiJ9.eyJuYmYiOjEzMDA4MTkzODAsImV4cCI6MTkwMDAwMDAwMH0.YQ < 204
                """, "> GET / | Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE5MDAwMDAwMDB9.YQ < 204",
            ]
        ) { x, found in
            guard let now = x.clock.sent else { return }
            for line in x.credentials {
                guard let begins = line.token?.notBefore, begins > now else { continue }
                found(at: line.range, [.date: .date(begins)])
            }
        }
        Check(
            "jwt-without-expiry", .warning, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7519 §4.1.4",
            "The token never expires", "It has no \("exp"), so a stolen token works until the signing key changes.",
            // {"sub":"a"}
            advice: "Issue tokens with \("exp"), some minutes or hours ahead.",
            bad: [
                "> GET / | Authorization: «Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.YQ» < 204",
                "> GET /a | Authorization: «Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.YWI» < 204",
            ],
            good: [
                "> GET / | Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE5MDAwMDAwMDB9.YQ < 204",
                "> GET / | Authorization: Bearer opaque < 204",
            ]
        ) { x, found in
            for line in x.credentials {
                guard let token = line.token, token.expires == nil else { continue }
                found(at: line.range)
            }
        }
        Check(
            "digest-md5", .warning, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7616 §3.7", "Digest with MD5",
            "MD5 is fast to compute, so an attacker can guess passwords quickly.",
            advice: "Offer \("algorithm=SHA-256") first.",
            bad: [
                Example("> GET / | Authorization: «\(digest)uri=\"/\", qop=auth» < 204"),
                Example("> GET /a | Authorization: «\(digest)uri=\"/a\", qop=auth, algorithm=MD5» < 204"),
            ],
            good: [
                Example("> GET / | Authorization: \(digest)uri=\"/\", qop=auth, algorithm=SHA-256 < 204"),
                Example("> GET /a | Authorization: \(digest)uri=\"/a\", qop=auth, algorithm=SHA-256 < 204"),
            ]
        ) { x, found in
            for line in x.credentials where line.hasScheme("digest") {
                let algorithm = line.value?.parameter("algorithm")
                if algorithm.map({ $0.hasPrefix(ignoringCase: "md5") }) ?? true { found(at: line.range) }
            }
        }
        Check(
            "digest-without-qop", .warning, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7616 §3.4",
            "Digest without qop",
            "Without \("qop") the client sends no counter and no nonce, so an attacker can replay the request.",
            advice: "Send \("qop=\"auth\"") in the challenge.",
            bad: [
                Example("> GET / | Authorization: «\(digest)uri=\"/\", algorithm=SHA-256» < 204"),
                Example("> GET /a | Authorization: «\(digest)uri=\"/a\", algorithm=SHA-256» < 204"),
            ],
            good: [
                Example("> GET / | Authorization: \(digest)uri=\"/\", qop=auth, algorithm=SHA-256 < 204"),
                Example("> GET /a | Authorization: \(digest)uri=\"/a\", qop=auth, algorithm=SHA-256 < 204"),
            ]
        ) { x, found in
            for line in x.credentials where line.hasScheme("digest") && line.value?.parameter("qop") == nil {
                found(at: line.range)
            }
        }
        Check(
            "digest-uri-differs", .bad, .authentication, .message(.request),
            when: .asked("authorization", "proxy-authorization"), "RFC 7616 §3.4.6",
            "A digest for another URL",
            """
            The digest was computed for \(.value), but the request is for \(.seen). A proxy or redirect may have \
            changed the target.
            """,
            advice: "Compute the digest for the target that is sent.",
            bad: [
                Example("> GET / | Authorization: «\(digest)uri=\"/other\", qop=auth, algorithm=SHA-256» < 204"),
                Example("> GET /a | Authorization: «\(digest)uri=\"/a?b\", qop=auth, algorithm=SHA-256» < 204"),
            ],
            good: [
                Example("> GET /a?b | Authorization: \(digest)uri=\"/a?b\", qop=auth, algorithm=SHA-256 < 204"),
                Example(
                    "> GET http://a.example/a?b | Authorization: \(digest)uri=\"/a?b\", qop=auth, "
                        + "algorithm=SHA-256 < 204"),
            ]
        ) { x, found in
            for line in x.credentials where line.hasScheme("digest") {
                guard let uri = line.value?.parameter("uri"), let request = x.request,
                    !AuthorizationValue.digestURI(uri, names: request.targetBytes, of: x.url)
                else { continue }
                found(at: line.range, [.value: .bytes(uri), .seen: .bytes(request.targetBytes)])
            }
        }
        Check(
            "basic-challenge-without-tls", .warning, .authentication, .response("www-authenticate"), "RFC 7617 §4",
            "Asks for a password without encryption",
            "The client will send a name and password that anyone on the path can read.",
            advice: "Use https.",
            bad: [
                Example("< 401 | WWW-Authenticate: «Basic realm=\"r\"»", scheme: "http"),
                Example("> GET / | Host: shop.test < 401 | WWW-Authenticate: «Basic realm=\"r\"»", scheme: "http"),
            ],
            good: [
                "< 401 | WWW-Authenticate: Basic realm=\"r\"",
                Example("< 401 | WWW-Authenticate: Digest realm=\"r\", nonce=\"n\"", scheme: "http"),
            ]
        ) { x, found in
            guard x.isExposed, x.challenges.contains(where: { $0.scheme.equalsIgnoringCase("basic") }) else { return }
            found(level: x.isLocal ? .info : nil)
        }
        Check(
            "digest-stale", .info, .authentication, .response("www-authenticate"), "RFC 7616 §3.3",
            "Only the nonce has expired",
            "The client can retry with the new nonce without asking the user.",
            advice: "Retry with the new nonce and the same password.",
            bad: [
                Example(
                    """
                    > GET / | Authorization: \(digest)uri="/", qop=auth, algorithm=SHA-256 \
                    < 401 | WWW-Authenticate: «Digest realm="r", nonce="n", stale=true»
                    """),
                Example(
                    """
                    > GET /a | Authorization: \(digest)uri="/a", qop=auth, algorithm=SHA-256 \
                    < 401 | WWW-Authenticate: «Digest realm="r", nonce="m", qop="auth", algorithm=SHA-256, stale=TRUE»
                    """),
            ],
            good: [
                "< 401 | WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", stale=false",
                // Nothing was sent that could have been too old.
                "> GET / < 401 | WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", stale=true",
            ]
        ) { x, found in
            guard x.credentials.contains(where: { $0.hasScheme("digest") }) else { return }
            let isStale = x.challenges.contains { challenge in
                challenge.parameters.contains {
                    $0.name.equalsIgnoringCase("stale") && $0.value.equalsIgnoringCase("true")
                }
            }
            if isStale { found() }
        }
    }
}
