import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Tokens, and how OAuth hands them out.
extension Checks {
    private static let month: Int64 = 30 * 86_400
    /// The seconds by which clocks may differ.
    private static let tolerance: Int64 = 300
    private static let passwordNames: [StaticString] = [
        "password", "passwd", "pwd", "pass", "user_password", "new_password", "client_secret",
    ]
    private static let keyFields: [StaticString] = [
        "x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token", "private-token", "x-goog-api-key",
        "x-vault-token", "x-gitlab-token",
    ]

    static let tokens: [Check] = Array {
        Check(
            "bearer-malformed", .bad, .authentication, .request("authorization"), "RFC 6750 §2.1",
            "Characters that no token has",
            "The token contains \(.value). Servers refuse it, or read only the part before.",
            advice: "Send the token without quotes, blanks or commas.",
            bad: [
                "> GET / | Authorization: «Bearer \"abc\"» < 401 | WWW-Authenticate: Bearer",
                "> GET / | Authorization: «Bearer abc def» < 401 | WWW-Authenticate: Bearer",
            ],
            good: [
                "> GET / | Authorization: Bearer abc-._~+/== < 204",
                "> GET / | Authorization: Bearer [secret 3f2a] < 204", "> GET / | Authorization: Bearer 1|abc < 204",
            ]
        ) { x, found in
            guard let line = x.credentials.first(where: { !$0.isForProxy }), line.hasScheme("bearer"),
                let token = line.value?.rest, !token.isEmpty, !RedactedTag.isIn(line.written),
                // Other signs that b64token does not have are in use, and do no harm.
                let octet = token.first(where: {
                    $0 <= ASCII.space || $0 >= ASCII.delete || $0 == ASCII.quote || $0 == ASCII.comma
                })
            else { return }
            let words: Prose = octet == ASCII.space ? "a space" : "\(Quotation.byte(octet))"
            found([.value: .words(words)])
        }
        Check(
            "jwt-malformed", .bad, .authentication, .request("authorization"), "RFC 7519 §7.2",
            "The JSON Web Token does not decode",
            "The token looks like a JSON Web Token, but a part of it is not base64url of a JSON object.",
            advice: "Send the token as it was issued, without a line break or a cut.",
            bad: [
                "> GET / | Authorization: «Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF.c2ln» < 204",
                "> GET / | Authorization: «Bearer eyJhbGciOiJIUzI1Ni.e30.c2ln» < 204",
            ],
            good: [
                "> GET / | Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3NzIzNjY1MDB9.c2ln < 204",
                "> GET / | Authorization: Bearer mfa.abc.def < 204",
            ]
        ) { x, found in
            guard let line = x.credentials.first(where: { !$0.isForProxy }), line.hasScheme("bearer"),
                line.token == nil, let token = line.value?.rest, !RedactedTag.isIn(line.written),
                // `{"` in base64url: other tokens have dots too.
                token.hasOpening("eyJ"), token.split(separator: ASCII.period).count == 3
            else { return }
            found()
        }
        Check(
            "jwt-issued-in-future", .warning, .authentication, .request("authorization"), "RFC 7519 §4.1.6",
            "A token from the future",
            "The token says it was issued on \(.date), \(.difference) after this request. One of the clocks is wrong.",
            advice: "Synchronise the clocks of the issuer and of this machine.",
            bad: [
                // iat 1772370000: an hour later.
                Example("> GET / | Authorization: «Bearer \(token("{\"iat\":1772370000,\"exp\":1772373600}"))» < 204"),
                Example("> GET / | Authorization: «Bearer \(token("{\"iat\":1772452800,\"exp\":1772456400}"))» < 204"),
            ],
            good: [
                Example("> GET / | Authorization: Bearer \(token("{\"iat\":1772366400,\"exp\":1772370000}")) < 204"),
                Example(
                    "> GET / | Authorization: Bearer \(token("{\"iat\":1772370000,\"exp\":1772373600}")) < 204",
                    delay: nil),
            ]
        ) { x, found in
            guard let token = x.credentials.lazy.compactMap(\.token).first, let issued = token.issued,
                let sent = x.clock.sent, issued > sent.addingReportingOverflow(tolerance).partialValue, sent > 0
            else { return }
            found([.date: .date(issued), .difference: .seconds(issued.subtractingReportingOverflow(sent).partialValue)])
        }
        Check(
            "jwt-long-lived", .info, .authentication, .request("authorization"), "RFC 7519 §4.1.4",
            "A token that lives long",
            "The token is valid for \(.lifetime). Anyone who steals it can use it until then.",
            advice: "Issue tokens for minutes or hours, and renew them.",
            bad: [
                Example("> GET / | Authorization: «Bearer \(token("{\"iat\":1772366400,\"exp\":1803902400}"))» < 204"),
                Example("> GET / | Authorization: «Bearer \(token("{\"iat\":1772366400,\"exp\":1775044900}"))» < 204"),
            ],
            good: [
                Example("> GET / | Authorization: Bearer \(token("{\"iat\":1772366400,\"exp\":1772370000}")) < 204"),
                Example("> GET / | Authorization: Bearer \(token("{\"exp\":1803902400}")) < 204"),
            ]
        ) { x, found in
            guard let token = x.credentials.lazy.compactMap(\.token).first, let issued = token.issued,
                let expires = token.expires
            else { return }
            let (lifetime, overflow) = expires.subtractingReportingOverflow(issued)
            if !overflow, lifetime > month { found([.lifetime: .seconds(lifetime)]) }
        }
        Check(
            "token-response-stored", .bad, .authentication, .exchange,
            when: .status(200, given: [.request(.form), .response([.json, .kept])]), "RFC 6749 §5.1",
            "Tokens without no-store",
            """
            The response contains \(.name) without \("no-store"), which RFC 6749 §5.1 requires of every response \
            with a token. \(.rule)
            """,
            advice: "Send \("Cache-Control: no-store").",
            bad: [
                """
                > POST /token | Content-Type: application/x-www-form-urlencoded || grant_type=client_credentials \
                < «200» | Content-Type: application/json || {"access_token": "a", "token_type": "Bearer"}
                """,
                """
                > POST /token | Content-Type: application/x-www-form-urlencoded || grant_type=refresh_token \
                < «200» | Content-Type: application/json | Cache-Control: private || {"access_token": "a"}
                """,
                """
                > POST /token | Host: a.example | Content-Type: application/x-www-form-urlencoded \
                || grant_type=refresh_token < «200» | Content-Type: application/json | Cache-Control: max-age=60 \
                | Content-Location: /token || {"access_token": "a"}
                """,
            ],
            good: [
                """
                > POST /token | Content-Type: application/x-www-form-urlencoded || grant_type=client_credentials \
                < 200 | Content-Type: application/json | Cache-Control: no-store || {"access_token": "a"}
                """,
                """
                > POST /token | Content-Type: application/x-www-form-urlencoded || grant_type=client_credentials \
                < 200 | Content-Type: application/json || {"device_code": "a"}
                """,
            ]
        ) { x, found in
            guard x.request?.method == .post, x.form.contains(where: { $0.name.isExactly("grant_type") }),
                !x.control.contains(.noStore), x.type?.hasSuffix("json") == true,
                let bytes = x.plainContent(.response), let object = JSONObject(bytes)
            else { return }
            let names = ["access_token", "refresh_token", "id_token"]
            guard let name = names.first(where: { object[$0] != nil }) else { return }
            let fate: Prose =
                x.isStoredByNobody
                ? "As it is now, HTTP caches do not store this response to POST."
                : "As it is now, caches can store this response."
            found(in: .response, [.name: .text(name), .rule: .words(fate)])
        }
        Check(
            "oauth-state-missing", .warning, .authentication, .message(.request), when: .given(.query), "RFC 9700 §2.1",
            "An authorization request without protection",
            """
            The request has neither \("state") nor \("code_challenge") nor \("nonce"). An attacker can log a user in \
            to the attacker's account.
            """,
            advice: "Send \("state") with a random value, and \("code_challenge").",
            bad: [
                "> GET «/authorize?response_type=code&client_id=a» < 302 | Location: https://b.example/cb?code=c",
                """
                > GET «/authorize?response_type=code&client_id=a&state=» < 302 | Location: https://b.example/cb?code=c
                """,
            ],
            good: [
                """
                > GET /authorize?response_type=code&client_id=a&state=s&code_challenge=c < 302 \
                | Location: https://b.example/cb
                """,
                "> GET /search?response_type=code < 204",
            ]
        ) { x, found in
            guard isAuthorization(x), !hasParameter(x, "state"), !hasParameter(x, "code_challenge"),
                !hasParameter(x, "nonce")
            else { return }
            found(at: x.target())
        }
        Check(
            "oauth-pkce-missing", .warning, .authentication, .message(.request), when: .given(.query),
            "RFC 9700 §2.1.1",
            "An authorization code without PKCE",
            "Without \("code_challenge"), anyone who intercepts the code can exchange it for tokens.",
            advice: "Send \("code_challenge") with \("code_challenge_method=S256").",
            bad: [
                "> GET «/authorize?response_type=code&client_id=a&state=s» < 302 | Location: https://b.example/cb",
                """
                > GET «/auth?client_id=a&state=s&response_type=code%20id_token&nonce=n» < 302 \
                | Location: https://b.example/cb
                """,
            ],
            good: [
                """
                > GET /authorize?response_type=code&client_id=a&state=s&code_challenge=c < 302 \
                | Location: https://b.example/cb
                """,
                "> GET /authorize?response_type=id_token&client_id=a&nonce=n < 302 | Location: https://b.example/cb",
            ]
        ) { x, found in
            guard isAuthorization(x), responseTypes(x).contains("code"), !hasParameter(x, "code_challenge") else {
                return
            }
            // A request without any protection has a finding of its own.
            guard hasParameter(x, "state") || hasParameter(x, "nonce") else { return }
            found(at: x.target())
        }
        Check(
            "oauth-implicit", .warning, .authentication, .message(.request), when: .given(.query), "RFC 9700 §2.1.2",
            "The implicit grant",
            "\("response_type") asks for an access token in the URL, where histories, logs and scripts can read it.",
            advice: "Use \("response_type=code") with \("code_challenge").",
            bad: [
                "> GET «/authorize?response_type=token&client_id=a&state=s» < 302 | Location: https://b.example/cb",
                """
                > GET «/authorize?response_type=id_token%20token&client_id=a&nonce=n» < 302 \
                | Location: https://b.example/cb
                """,
            ],
            good: [
                """
                > GET /authorize?response_type=code&client_id=a&state=s&code_challenge=c < 302 \
                | Location: https://b.example/cb
                """,
                "> GET /authorize?response_type=id_token&client_id=a&nonce=n < 302 | Location: https://b.example/cb",
            ]
        ) { x, found in
            guard isAuthorization(x), responseTypes(x).contains("token") else { return }
            found(at: x.target())
        }
        Check(
            "oauth-password-grant", .bad, .authentication, .message(.request), when: .given(.request(.form)),
            "RFC 9700 §2.4", "The password grant",
            "The client sends the user's password itself (\("grant_type=password")), so it learns the password.",
            advice: "Use the authorization code grant.",
            bad: [
                """
                > «POST» /token | Content-Type: application/x-www-form-urlencoded \
                || grant_type=password&username=u < 204
                """,
                """
                > «POST» /token | Content-Type: application/x-www-form-urlencoded || scope=a&grant_type=password < 204
                """,
            ],
            good: [
                """
                > POST /token | Content-Type: application/x-www-form-urlencoded || grant_type=authorization_code < 204
                """,
                "> POST /token | Content-Type: application/x-www-form-urlencoded || type=password < 204",
            ]
        ) { x, found in
            guard let method = x.request?.method,
                x.form.contains(where: { $0.name.isExactly("grant_type") && $0.value.isExactly("password") })
            else { return }
            found(at: 0..<method.name.count)
        }
        Check(
            "secret-without-tls", .bad, .authentication, .message(.request), when: .given(.plain), "RFC 9110 §17.16.1",
            "A secret over plain http", "\(.name) goes to \(.host) without TLS. Everyone on the way can read it.",
            advice: "Use https.",
            bad: [
                Example(
                    "> «POST» / | Content-Type: application/x-www-form-urlencoded || user=u&password=p < 204",
                    scheme: "http"),
                Example("> GET / | X-API-Key: «abc» < 204", scheme: "http"),
            ],
            good: [
                "> POST / | Content-Type: application/x-www-form-urlencoded || user=u&password=p < 204",
                Example("> GET / | Host: api:8080 | X-API-Key: abc < 204", scheme: "http"),
                Example("> GET / | X-API-Key: abc < 204", scheme: "http", knowsScheme: false),
            ]
        ) { x, found in
            guard x.isExposed, let request = x.request, let host = x.url.flatMap({ $0.bytes($0.host) }),
                !LocalHost.isLocal(host)
            else { return }
            if let field = keyFields.first(where: { request.fields.contains(named: $0) }) {
                found(
                    at: request.fields.range(named: field),
                    [.name: .text(FieldTitle.of(field.description)), .host: .bytes(host)])
            } else if let secret = x.form.first(where: { isOne($0.name, of: passwordNames) && !$0.value.isEmpty }) {
                found(at: 0..<request.method.name.count, [.name: .bytes(secret.name), .host: .bytes(host)])
            }
        }
    }

    /// What sends a browser to log in (RFC 6749 §4.1.1).
    private static func isAuthorization(_ facts: Facts) -> Bool {
        guard facts.request?.method == .get || facts.request?.method == .head else { return false }
        return hasParameter(facts, "client_id") && hasParameter(facts, "response_type")
    }

    private static func hasParameter(_ facts: Facts, _ name: StaticString) -> Bool {
        facts.parameters.contains { $0.name.isExactly(name) && !$0.value.isEmpty }
    }

    private static func responseTypes(_ facts: Facts) -> [Bytes] {
        let value = facts.parameters.first { $0.name.isExactly("response_type") }?.value ?? Bytes()
        return FieldList.split(value, separator: ASCII.space)
    }

    /// A token with these claims, for examples.
    private static func token(_ claims: String) -> String {
        let text = Base64.encode(claims.utf8)
        let safe = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "eyJhbGciOiJIUzI1NiJ9.\(safe).c2ln"
    }
}
