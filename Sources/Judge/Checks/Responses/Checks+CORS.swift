import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

extension Checks {
    /// Of a request whose answer a page waits for; what a preflight asks leave for is not sent when it fails.
    private static func answered(_ facts: Facts) -> CORSLine? {
        facts.cors.flatMap { $0.request.isPreflight ? nil : $0 }
    }

    private static let preflight =
        "> OPTIONS / | Origin: https://b.example | Access-Control-Request-Method: PUT"
        + " | Access-Control-Request-Headers: x-a < "
    /// What allows what it asks for.
    private static let leave =
        " | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT | Access-Control-Allow-Headers: x-a"
        + " | Access-Control-Max-Age: 60"

    static let cors: [Check] = Array {
        Check(
            "cors-allowed", .good, .cors, .exchange, when: .asked("origin"), "Fetch §4.9",
            "The page can read the response",
            "\("Access-Control-Allow-Origin") is \(.value), so \(.origin) can read the response.",
            bad: [
                "> GET / | Origin: https://b.example < 200 | Access-Control-Allow-Origin: «*»",
                """
                > GET / | Origin: https://b.example < 200 \
                | Access-Control-Allow-Origin: «https://b.example» | Vary: Origin
                """,
            ],
            good: [
                "> GET / | Origin: https://a.example < 200 | Access-Control-Allow-Origin: *",
                "> GET / < 200 | Access-Control-Allow-Origin: *",
            ]
        ) { x, found in
            // A page never sees a redirect; whether a preflight's answer lets the request follow is another matter.
            guard let cors = x.cors, cors.verdict == .allowed, !cors.request.isPreflight, x.redirect == nil else {
                return
            }
            found(
                in: .response, at: x.response?.fields.range(named: "access-control-allow-origin"),
                [.value: .bytes(cors.allowed), .origin: .words(CORSWords.page(cors.request))])
        }
        Check(
            "cors-origin-missing", .warning, .cors, .exchange, when: .asked("origin"), "Fetch §4.9",
            "The page cannot read the response",
            "The response has no \("Access-Control-Allow-Origin"), so the browser hides it from \(.origin).",
            advice: "To allow it, send \("Access-Control-Allow-Origin:") \(.origin).",
            bad: [
                "> GET / | Origin: https://b.example < «200»",
                "> GET /a | Origin: https://b.example < «200» | Vary: Origin",
            ],
            good: [
                "> GET / | Origin: https://b.example < 200 | Access-Control-Allow-Origin: *",
                // Pages read the messages of a WebSocket whatever its answer says.
                """
                > GET / | Origin: https://b.example | Connection: Upgrade | Upgrade: websocket < 101 | \
                Connection: Upgrade | Upgrade: websocket
                """,
                "> POST / | Origin: https://b.example | Sec-Fetch-Mode: navigate < 200",
                "> POST / | Origin: https://b.example | Upgrade-Insecure-Requests: 1 < 200",
            ]
        ) { x, found in
            guard let cors = answered(x), cors.verdict == .noAllowOrigin else { return }
            found(in: .response, [.origin: .words(CORSWords.page(cors.request))])
        }
        Check(
            "cors-origin-mismatch", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.9",
            "The response allows another origin",
            """
            The response allows \(.value), but the request comes from \(.origin), so the browser hides the response \
            from the page.
            """,
            advice: "To allow it, send \("Access-Control-Allow-Origin:") \(.origin).",
            bad: [
                """
                > GET / | Origin: https://b.example \
                < 200 | Access-Control-Allow-Origin: «https://c.example» | Vary: Origin
                """,
                """
                > GET / | Origin: https://b.example < 200 \
                | Access-Control-Allow-Origin: «http://b.example» | Vary: Origin
                """,
            ],
            good: [
                "> GET / | Origin: https://b.example < 204 | Access-Control-Allow-Origin: https://b.example | Vary: *",
                "> GET / | Origin: https://b.example < 200 | Access-Control-Allow-Origin: *",
            ]
        ) { x, found in
            guard let cors = answered(x), cors.verdict == .otherOrigin else { return }
            found(
                in: .response, at: x.response?.fields.range(named: "access-control-allow-origin"),
                [.value: .bytes(cors.allowed), .origin: .words(CORSWords.page(cors.request))])
        }
        Check(
            "cors-origin-list", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §3.2.5",
            "Several values in Access-Control-Allow-Origin",
            "The value is \(.value), but browsers accept only one value in one field.",
            advice: "Send the request's origin, with \("Vary: Origin").",
            bad: [
                """
                > GET / | Origin: https://b.example \
                < 200 | Access-Control-Allow-Origin: «https://b.example, https://c.example» | Vary: Origin
                """,
                """
                > GET / | Origin: https://b.example < 200 \
                | Access-Control-Allow-Origin: «https://c.example,https://b.example» | Vary: Origin
                """,
            ],
            good: [
                "> GET / | Origin: https://b.example < 200 | Access-Control-Allow-Origin: *",
                """
                > GET / | Origin: https://b.example < 200 \
                | Access-Control-Allow-Origin: https://b.example | Vary: Origin
                """,
            ]
        ) { x, found in
            guard let cors = answered(x), cors.verdict == .severalOrigins else { return }
            found(
                in: .response, at: x.response?.fields.range(named: "access-control-allow-origin"),
                [.value: .bytes(cors.allowed)])
        }
        Check(
            "cors-wildcard-with-credentials", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.9",
            "A wildcard does not allow credentials",
            "The request has credentials, and \("*") does not allow those.",
            advice: "Send in \("Access-Control-Allow-Origin") \(.expected).",
            bad: [
                "> GET / | Origin: https://b.example | Cookie: a=b < 200 | Access-Control-Allow-Origin: «*»",
                """
                > POST / | Origin: https://b.example | Cookie: a=b || x < 200 \
                | Access-Control-Allow-Origin: «*»
                """,
            ],
            good: [
                """
                > GET / | Origin: https://b.example | Cookie: a=b < 200 \
                | Access-Control-Allow-Origin: https://b.example | Access-Control-Allow-Credentials: true | Vary: Origin
                """, "> GET / | Origin: https://b.example < 200 | Access-Control-Allow-Origin: *",
            ]
        ) { x, found in
            guard let cors = answered(x), cors.verdict == .wildcardWithCredentials, cors.request.hasCredentials else {
                return
            }
            let other: Value = .words("an origin that is not null, which any sandboxed page has")
            found(
                in: .response, at: x.response?.fields.range(named: "access-control-allow-origin"),
                [.expected: cors.request.origin == Bytes("null") ? other : .bytes(cors.request.origin)])
        }
        Check(
            "cors-credentials-idle", .warning, .cors, .response("access-control-allow-credentials"), "Fetch §3.2.5",
            "Credentials with a wildcard",
            """
            With \("Access-Control-Allow-Origin: *") browsers block every response to a request with credentials, \
            so this field has no effect.
            """,
            advice: "Name the origin instead of \("*"), or remove this field.",
            bad: [
                "Access-Control-Allow-Origin: * | Access-Control-Allow-Credentials: «true»",
                """
                > GET / | Origin: https://b.example < 200 | Access-Control-Allow-Origin: * \
                | Access-Control-Allow-Credentials: «true»
                """,
            ],
            good: [
                """
                Access-Control-Allow-Origin: https://b.example | Access-Control-Allow-Credentials: true | Vary: Origin
                """, "Access-Control-Allow-Origin: *",
            ]
        ) { x, found in
            guard x.answered(named: "access-control-allow-origin") == "*",
                x.answered(named: "access-control-allow-credentials") == "true"
            else { return }
            found()
        }
        Check(
            "cors-credentials-missing", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.9",
            "Credentials are not allowed",
            """
            The request has credentials, but the response has no \("Access-Control-Allow-Credentials: true"), so \
            the browser hides it from the page.
            """,
            advice: "Send \("Access-Control-Allow-Credentials: true"), or make the request without credentials.",
            bad: [
                """
                > GET / | Origin: https://b.example | Cookie: a=b \
                < 200 | Access-Control-Allow-Origin: «https://b.example» | Vary: Origin
                """,
                """
                > POST / | Origin: https://b.example | Cookie: a=b || x < 200 \
                | Access-Control-Allow-Origin: «https://b.example» | Vary: Origin
                """,
            ],
            good: [
                "> GET / | Origin: https://b.example < 204 | Access-Control-Allow-Origin: https://b.example | Vary: *",
                """
                > GET / | Origin: https://b.example | Cookie: a=b < 200 \
                | Access-Control-Allow-Origin: https://b.example | Access-Control-Allow-Credentials: true | Vary: Origin
                """,
            ]
        ) { x, found in
            guard let cors = answered(x), cors.verdict == .credentialsNotAllowed else { return }
            found(in: .response, at: x.response?.fields.range(named: "access-control-allow-origin"))
        }
        Check(
            "cors-preflight-origin", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.8",
            "Blocked by CORS",
            "\(.rule)",
            general: "The preflight does not allow the origin of the page, so the browser does not send the request.",
            advice: "Answer OPTIONS with 204 and \(.expected).",
            bad: [
                Example(preflight + "«404»"), Example(preflight + "«302» | Location: /login"),
                Example(preflight + "«204» | Access-Control-Allow-Origin: https://c.example | Vary: Origin"),
            ],
            good: [
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 60"),
                "> GET / | Origin: https://a.example < 204",
            ],
            besides: ["cors-preflight-redirect"]
        ) { x, found in
            guard let cors = x.cors, cors.request.isPreflight, let status = x.response?.status else { return }
            switch cors.verdict {
            case .noAllowOrigin, .otherOrigin, .severalOrigins, .wildcardWithCredentials, .credentialsNotAllowed: break
            case .allowed, .preflightStatus, .notListed: return
            }
            found(
                in: .response,
                [
                    .rule: .words(CORSWords.preflight(cors.check, cors.request, status)),
                    .expected: .words(CORSWords.remedy(cors.request)),
                ])
        }
        Check(
            "cors-preflight-status", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.8",
            "The preflight failed: wrong status",
            "The preflight got \(.status), so the browser does not send the request.",
            advice: "Answer OPTIONS with 204, without a redirect or a login.",
            bad: [Example(preflight + "«403»" + leave), Example(preflight + "«404»" + leave)],
            good: [Example(preflight + "204" + leave), Example(preflight + "200" + leave)]
        ) { x, found in
            // A redirect has a finding of its own.
            guard let cors = x.cors, cors.verdict == .preflightStatus, let status = x.response?.status,
                !(300..<400).contains(status)
            else { return }
            found(in: .response, [.status: .number(Int64(status))])
        }
        Check(
            "cors-preflight-method", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.8",
            "The method is not allowed",
            """
            \("Access-Control-Allow-Methods") does not allow \(.method)\(.rule), so the browser does not send the \
            request. Methods are case-sensitive.
            """,
            advice: "Add \(.method) to \("Access-Control-Allow-Methods").",
            bad: [
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: «DELETE»"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 60"),
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: «GET, put»"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 60"),
            ],
            good: [
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: *"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 60"),
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: GET, PUT"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 60"),
            ]
        ) { x, found in
            guard let check = x.cors?.check, case .notListed(let missing) = check.verdict, let method = missing.method
            else { return }
            found(
                in: .response, at: x.response?.fields.range(named: "access-control-allow-methods"),
                [.method: .bytes(method), .rule: .words(CORSWords.wildcard(check, method: method))])
        }
        Check(
            "cors-preflight-field", .bad, .cors, .exchange, when: .asked("origin"), "Fetch §4.8",
            "A field is not allowed",
            """
            \("Access-Control-Allow-Headers") does not allow \(.field)\(.rule), so the browser does not send the \
            request.
            """,
            advice: "Add \(.field) to \("Access-Control-Allow-Headers").",
            bad: [
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: «x-b» | Access-Control-Max-Age: 60"),
                Example(
                    preflight + "200 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: «content-type, x-ab» | Access-Control-Max-Age: 60"),
            ],
            good: [
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: X-A | Access-Control-Max-Age: 60"),
                Example(
                    preflight + "200 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: content-type, x-a | Access-Control-Max-Age: 60"),
            ]
        ) { x, found in
            guard let check = x.cors?.check, case .notListed(let missing) = check.verdict, !missing.fields.isEmpty
            else { return }
            found(
                in: .response, at: x.response?.fields.range(named: "access-control-allow-headers"),
                [
                    .field: .words(.list(missing.fields)),
                    .rule: .words(CORSWords.wildcard(check, fields: missing.fields)),
                ])
        }
        Check(
            "cors-preflight-uncached", .info, .cors, .exchange, when: .asked("origin"), "Fetch §3.2.3",
            "A preflight every few seconds",
            "Without \("Access-Control-Max-Age") a browser remembers this permission for only 5 seconds.",
            advice: "Send Access-Control-Max-Age, such as 600.",
            bad: [
                Example(
                    preflight + "«204» | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: x-a"),
                Example(
                    preflight + "«200» | Access-Control-Allow-Origin: https://b.example | Vary: Origin"
                        + " | Access-Control-Allow-Methods: GET, PUT | Access-Control-Allow-Headers: x-a"),
            ],
            good: [
                Example(
                    preflight + "204 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 60"),
                Example(
                    preflight + "200 | Access-Control-Allow-Origin: * | Access-Control-Allow-Methods: PUT"
                        + " | Access-Control-Allow-Headers: x-a | Access-Control-Max-Age: 7200"),
            ]
        ) { x, found in
            guard let cors = x.cors, cors.verdict == .allowed, cors.request.isPreflight,
                x.answered(named: "access-control-max-age") == nil
            else { return }
            found(in: .response)
        }
        Check(
            "cors-origin-without-vary", .warning, .cors, .response("access-control-allow-origin"), "Fetch §3.2.5",
            "Vary does not name Origin",
            """
            The response allows only the origin \(.value). If that depends on the request, a cache may give the \
            response to another origin, which cannot read it.
            """,
            advice: "Add \("Vary: Origin").",
            bad: [
                "Access-Control-Allow-Origin: «https://b.example»",
                """
                > GET / | Origin: https://b.example < 200 \
                | Access-Control-Allow-Origin: «https://b.example» | ETag: "a"
                """,
            ],
            good: [
                "Access-Control-Allow-Origin: https://b.example | Vary: Origin", "Access-Control-Allow-Origin: *",
                "Access-Control-Allow-Origin: https://b.example | Cache-Control: no-store",
                "> POST / || a < 204 | Access-Control-Allow-Origin: https://b.example",
            ]
        ) { x, found in
            guard let value = x.answered(named: "access-control-allow-origin"), value != "*", value != "null",
                !x.vary.contains(where: { $0 == "*" || $0.equalsIgnoringCase("origin") }), !x.isStoredByNobody
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "cors-null-origin", .warning, .cors, .response("access-control-allow-origin"), "Fetch §3.2.5",
            "Every sandboxed page is allowed",
            "Any page can get the origin \("null") with a sandboxed frame, so this allows everyone.",
            advice: "Name the origins that may read the response, and never \("null").",
            bad: [
                "Access-Control-Allow-Origin: «null»",
                "> GET / | Origin: null < 200 | Access-Control-Allow-Origin: «null» | Vary: Origin",
            ],
            good: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Origin: https://b.example | Vary: Origin"]
        ) { x, found in
            if x.answered(named: "access-control-allow-origin") == "null" { found() }
        }
        Check(
            "cors-credentials-malformed", .bad, .cors, .response("access-control-allow-credentials"), "Fetch §3.2.3",
            "Only \"true\" has an effect",
            "\(.value) has no effect.",
            advice: "Send \("Access-Control-Allow-Credentials: true"), in lower case.",
            bad: [
                "Access-Control-Allow-Origin: * | Access-Control-Allow-Credentials: «TRUE»",
                "Access-Control-Allow-Origin: * | Access-Control-Allow-Credentials: «1»",
            ],
            good: [
                "Access-Control-Allow-Origin: https://b.test | Vary: Origin | Access-Control-Allow-Credentials: true",
                "Access-Control-Allow-Origin: *",
            ]
        ) { x, found in
            guard let value = x.answered(named: "access-control-allow-credentials"), value != "true" else { return }
            found([.value: .bytes(value)])
        }
    }
}
