import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Challenges, and the credentials that answer them.
extension Checks {
    private static let challengeField = Scope.response("www-authenticate")
    private static let authorization = Scope.request("authorization")
    private static let digestParts: [StaticString] = ["username", "realm", "nonce", "uri", "response"]
    private static let digestExample =
        "> GET / | Authorization: «Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/\", qop=auth, nc="

    static let challengeFields: [Check] = Array {
        Check(
            "challenge-malformed", .bad, .authentication, challengeField, "RFC 9110 §11.6.1", "Not a challenge",
            "\(.value) in \("WWW-Authenticate") is \(.rule), so clients do not know how to log in.",
            advice: "Write a scheme and its parameters: \("Bearer realm=\"api\"").",
            bad: [
                "< 401 | WWW-Authenticate: «realm=\"a\"»", "< 401 | WWW-Authenticate: «\"Basic\" realm=\"a\"»",
                "< 401 | WWW-Authenticate: «Bearer realm=a b»",
            ],
            good: [
                "< 401 | WWW-Authenticate: Basic realm=\"a\", Bearer scope=\"x\", Negotiate",
                "< 401 | WWW-Authenticate: Negotiate oRQwEqADCgEBoQsGCSqGSIb3EgECAg==",
            ],
            besides: ["challenge-realm-missing"]
        ) { x, found in
            for challenge in x.challenges {
                if !OctetClass.token.containsAll(challenge.scheme) {
                    return found([.value: .bytes(challenge.scheme), .rule: .words("not a scheme")])
                }
                let wrong = challenge.parameters.first { parameter in
                    let written = parameter.written
                    let isQuoted = written.count > 1 && written.first == ASCII.quote && written.last == ASCII.quote
                    return !OctetClass.token.containsAll(parameter.name)
                        || !isQuoted && (written.isEmpty || written.contains { $0 == ASCII.space || $0 == ASCII.quote })
                }
                if let wrong { return found([.value: .bytes(wrong.name), .rule: .words("a malformed parameter")]) }
            }
            // A parameter before the first scheme belongs to none.
            guard x.challenges.isEmpty, let value = x.answered(.wwwAuthenticate) else { return }
            found([.value: .bytes(value), .rule: .words("not a challenge with a scheme")])
        }
        Check(
            "challenge-realm-missing", .bad, .authentication, challengeField, "RFC 7617 §2",
            "A challenge without realm",
            "The \(.name) challenge has no \("realm"), which clients need to choose the credentials.",
            advice: "Add \("realm=\"…\"") to the \(.name) challenge.",
            bad: ["< 401 | WWW-Authenticate: «Basic»", "< 401 | WWW-Authenticate: «Digest nonce=\"a\", qop=\"auth\"»"],
            good: ["< 401 | WWW-Authenticate: Basic realm=\"a\"", "< 401 | WWW-Authenticate: Bearer"]
        ) { x, found in
            for challenge in x.challenges where isOne(challenge.scheme, of: ["basic", "digest"]) {
                if challenge.realm == nil { found([.name: .bytes(challenge.scheme)]) }
            }
        }
        Check(
            "challenge-on-success", .info, .authentication, challengeField, "RFC 9110 §11.6.1",
            "A challenge on a success",
            "The \(.status) invites the client to log in with \(.name), although the request has succeeded.",
            advice: "Send \("WWW-Authenticate") with 401 only.",
            bad: [
                "< 200 | WWW-Authenticate: «Basic realm=\"a\"»", "< 204 | WWW-Authenticate: «Bearer realm=\"a\"»",
            ],
            good: ["< 401 | WWW-Authenticate: Basic realm=\"a\"", "< 200 | WWW-Authenticate: Negotiate oRQwEqADCgEB"]
        ) { x, found in
            guard let status = x.response?.status, (200..<300).contains(status), let challenge = x.challenges.first,
                !isOne(challenge.scheme, of: ["negotiate", "ntlm"])
            else { return }
            found([.status: .number(Int64(status)), .name: .bytes(challenge.scheme)])
        }
        Check(
            "bearer-error-unasked", .warning, .authentication, .exchange, when: .answered("www-authenticate"),
            "RFC 6750 §3.1", "An error about a token that was not sent",
            "The challenge says \(.value), but the request has no credentials.",
            advice: "Send the challenge without \("error").",
            bad: [
                "> GET / < 401 | WWW-Authenticate: «Bearer error=\"invalid_token\"»",
                "> GET / < 401 | WWW-Authenticate: «Bearer realm=\"a\", error=\"invalid_request\"»",
            ],
            good: [
                "> GET / | Authorization: Bearer abc < 401 | WWW-Authenticate: Bearer error=\"invalid_token\"",
                "> GET / < 401 | WWW-Authenticate: Bearer realm=\"a\"",
            ]
        ) { x, found in
            guard x.credentials.isEmpty, let error = bearerError(x),
                !x.parameters.contains(where: {
                    $0.name.equalsIgnoringCase("access_token")
                }), !x.requestHasContent
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.wwwAuthenticate), [.value: .bytes(error)])
        }
        Check(
            "bearer-scope-status", .warning, .authentication, challengeField, "RFC 6750 §3.1",
            "insufficient_scope without 403",
            "The token is valid and lacks a scope, which is 403. With \(.status), clients try to log in again.",
            advice: "Answer 403.",
            bad: [
                "< 401 | WWW-Authenticate: «Bearer error=\"insufficient_scope\"»",
                "< 400 | WWW-Authenticate: «Bearer error=insufficient_scope, scope=\"a\"»",
            ],
            good: [
                "> GET / | Authorization: Bearer abc < 403 | WWW-Authenticate: Bearer error=\"insufficient_scope\"",
                "> GET / | Authorization: Bearer abc < 401 | WWW-Authenticate: Bearer error=\"invalid_token\"",
            ]
        ) { x, found in
            guard let status = x.response?.status, status != 403, bearerError(x) == Bytes("insufficient_scope") else {
                return
            }
            found([.status: .number(Int64(status))])
        }
        Check(
            "credentials-scheme-unknown", .info, .authentication, authorization, "RFC 9110 §16.4.1",
            "An unregistered scheme",
            "\(.name) is not a registered authentication scheme, so libraries do not know it.",
            advice: "Use \("Bearer") for tokens.",
            bad: ["> GET / | Authorization: «Token abc» < 204", "> GET / | Authorization: «ApiKey k=v» < 204"],
            good: ["> GET / | Authorization: Bearer abc < 204", "> GET / | Authorization: DPoP abc < 204"]
        ) { x, found in
            guard let line = x.credentials.first(where: { !$0.isForProxy }), let scheme = line.value?.scheme,
                Vocabulary.schemes[scheme].map({ $0.standing == .unregistered }) ?? true
            else { return }
            found([.name: .bytes(scheme)])
        }
        Check(
            "proxy-credentials-to-server", .warning, .authentication, .request("proxy-authorization"),
            "RFC 9110 §11.7.2", "Credentials for a proxy, sent to a server",
            "\("Proxy-Authorization") is for the next proxy, but \(.value) is a server's target: the server gets it.",
            advice: "Send it only in CONNECT, or in requests with an absolute URL.",
            bad: [
                "> GET /a | Proxy-Authorization: «Basic YTpi» < 204",
                "> POST /b | Content-Type: a/b | Proxy-Authorization: «Bearer abc» || x < 204",
            ],
            good: [
                "> GET http://a.example/ | Proxy-Authorization: Negotiate abc < 204",
                """
                > CONNECT a.example:443 | Host: a.example:443 | Proxy-Authorization: Negotiate abc < 200 \
                | -Content-Length
                """,
            ]
        ) { x, found in
            guard let request = x.request, x.requestIsHTTP1, request.target.form == .origin else { return }
            found([.value: .bytes(request.targetBytes)])
        }
        Check(
            "digest-count-malformed", .bad, .authentication, authorization, "RFC 7616 §3.4", "A malformed nc",
            "\("nc") is \(.value) instead of eight hexadecimal digits, so servers refuse the credentials.",
            advice: "Write \("nc=00000001").",
            bad: [
                Example("\(digestExample)1, cnonce=\"c\", response=\"x\", algorithm=SHA-256» < 204"),
                Example("\(digestExample)\"0000000g\", cnonce=\"c\", response=\"x\", algorithm=SHA-256» < 204"),
            ],
            good: [
                Example(unmarked("\(digestExample)00000001, cnonce=\"c\", response=\"x\", algorithm=SHA-256 < 204")),
                "> GET / | Authorization: Bearer abc < 204",
            ]
        ) { x, found in
            guard let value = digest(x), let count = value.parameter("nc"),
                count.count != 8 || !count.allSatisfy({ ASCII.hexValue($0) != nil })
            else { return }
            found([.value: .bytes(count)])
        }
        Check(
            "digest-parameter-missing", .bad, .authentication, authorization, "RFC 7616 §3.4",
            "Digest credentials are incomplete", "The credentials lack \(.others), so servers refuse them.",
            advice: "Send \(.others).",
            bad: [
                "> GET / | Authorization: «Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/\"» < 204",
                "> GET / | Authorization: «Digest realm=\"r\", nonce=\"n\", uri=\"/\", response=\"x\"» < 204",
            ],
            good: [
                Example(unmarked("\(digestExample)00000001, cnonce=\"c\", response=\"x\", algorithm=SHA-256 < 204")),
                """
                > GET / | Authorization: Digest username*=UTF-8''u, realm="r", nonce="n", uri="/", qop=auth, \
                nc=00000001, cnonce="c", response="x", algorithm=SHA-256 < 204
                """,
            ]
        ) { x, found in
            guard let value = digest(x) else { return }
            let missing = digestParts.filter { name in
                value.parameter(name) == nil
                    && !(name.description == "username" && value.parameter("username*") != nil)
            }
            guard !missing.isEmpty else { return }
            found([.others: .words(Prose.list(missing))])
        }
    }

    private static func unmarked(_ text: String) -> String { text.filter { $0 != "«" } }

    private static func digest(_ facts: Facts) -> AuthorizationValue? {
        guard let line = facts.credentials.first(where: { !$0.isForProxy }), line.hasScheme("digest"),
            !RedactedTag.isIn(line.written)
        else { return nil }
        return line.value
    }

    private static func bearerError(_ facts: Facts) -> Bytes? {
        for challenge in facts.challenges where challenge.scheme.equalsIgnoringCase("bearer") {
            if let error = challenge.parameters.first(where: { $0.name.equalsIgnoringCase("error") }) {
                return error.value
            }
        }
        return nil
    }
}
