import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// What browsers do with responses of other origins, beside the CORS check itself.
extension Checks {
    private static let preflight =
        "> OPTIONS / | Origin: https://b.example | Access-Control-Request-Method: PUT < "
    private static let permission = "Access-Control-Allow-Origin: https://b.example | Vary: Origin"
    /// Fields that scripts like to read, and may only if they are exposed (Fetch, "CORS-safelisted response-header").
    private static let wanted: [StaticString] = [
        "x-total-count", "location", "link", "retry-after", "etag", "content-disposition", "x-request-id",
        "x-ratelimit-remaining", "ratelimit", "content-range",
    ]
    /// What browsers send (Fetch Metadata §Sec-Fetch-Site and the sections after it).
    private static let fetchValues: [(field: StaticString, values: Set<Bytes>)] = [
        ("sec-fetch-site", ["cross-site", "same-origin", "same-site", "none"]),
        ("sec-fetch-mode", ["cors", "navigate", "no-cors", "same-origin", "websocket", "webtransport"]),
        (
            "sec-fetch-dest",
            [
                "audio", "audioworklet", "document", "embed", "empty", "fencedframe", "font", "frame", "iframe",
                "image", "json", "manifest", "object", "paintworklet", "report", "script", "serviceworker",
                "sharedworker", "speculationrules", "style", "text", "track", "video", "webidentity", "worker", "xslt",
            ]
        ),
        ("sec-fetch-user", ["?1"]),
    ]

    static let crossOrigin: [Check] = Array {
        Check(
            "cors-preflight-redirect", .bad, .cors, .exchange, when: .status(300...399), "Fetch §CORS-preflight fetch",
            "The preflight is redirected",
            "Browsers do not follow a redirect of a preflight (\(.status)), so the request itself is never sent.",
            advice: "Request the final URL, or answer the preflight with 204.",
            bad: [
                Example("\(preflight)«308» | Location: /a | \(permission)"),
                Example("\(preflight)«301» | Location: https://a.example/a"),
            ],
            good: [
                Example(
                    "\(preflight)204 | Access-Control-Allow-Methods: PUT | Access-Control-Max-Age: 60 | \(permission)"),
                Example("> GET / | Origin: https://b.example < 302 | Location: /a | \(permission)"),
            ],
            besides: ["cors-preflight-origin", "cors-origin-missing"]
        ) { x, found in
            guard let request = x.request, CORSRequest.isPreflight(request.method, request.fields),
                let status = x.response?.status, status != 304
            else { return }
            found(in: .response, [.status: .number(Int64(status))])
        }
        Check(
            "cors-wildcards-with-credentials", .bad, .cors, .exchange, when: .answered("access-control-expose-headers"),
            "Fetch §CORS protocol and credentials", "* exposes nothing with credentials",
            """
            The request has cookies, so \("*") in \("Access-Control-Expose-Headers") is the literal name of a field. \
            Scripts cannot read the fields.
            """,
            advice: "List the names of the fields.",
            bad: [
                Example(
                    """
                    > GET / | Origin: https://b.example | Cookie: a=b < 204 | Access-Control-Expose-Headers: «*» \
                    | Access-Control-Allow-Credentials: true | \(permission)
                    """),
                Example(
                    """
                    > GET / | Origin: https://b.example | Cookie: a=b < 204 | Access-Control-Expose-Headers: «X-A, *» \
                    | Access-Control-Allow-Credentials: true | \(permission)
                    """),
            ],
            good: [
                Example(
                    """
                    > GET / | Origin: https://b.example | Cookie: a=b < 204 | Access-Control-Expose-Headers: X-A \
                    | Access-Control-Allow-Credentials: true | \(permission)
                    """),
                """
                > GET / | Origin: https://b.example < 204 | Access-Control-Expose-Headers: * \
                | Access-Control-Allow-Origin: *
                """,
            ]
        ) { x, found in
            guard let cors = x.cors, cors.verdict == .allowed, !cors.request.isPreflight, cors.request.hasCredentials,
                let fields = x.response?.fields, fields.list(named: "access-control-expose-headers").contains("*")
            else { return }
            found(in: .response, at: fields.range(named: "access-control-expose-headers"))
        }
        Check(
            "cors-field-hidden", .info, .cors, .exchange, when: .asked("origin"), "Fetch §HTTP responses",
            "Fields that scripts cannot read",
            """
            Scripts of \(.origin) cannot read \(.others), because \("Access-Control-Expose-Headers") does not list \
            them.
            """,
            advice: "If scripts need them: \("Access-Control-Expose-Headers"): \(.others).",
            bad: [
                Example("> GET / | Origin: https://b.example < 204 | X-Total-Count: «7» | \(permission)"),
                Example(
                    """
                    > GET / | Origin: https://b.example < 204 | Link: «</a>; rel=next» \
                    | Access-Control-Expose-Headers: X-A | \(permission)
                    """),
            ],
            good: [
                Example(
                    """
                    > GET / | Origin: https://b.example < 204 | X-Total-Count: 7 \
                    | Access-Control-Expose-Headers: x-total-count | \(permission)
                    """),
                """
                > GET / | Origin: https://b.example < 204 | X-Total-Count: 7 | Access-Control-Expose-Headers: * \
                | Access-Control-Allow-Origin: *
                """,
            ]
        ) { x, found in
            guard let cors = x.cors, cors.verdict == .allowed, !cors.request.isPreflight,
                let fields = x.response?.fields
            else { return }
            let exposed = fields.list(named: "access-control-expose-headers").map(\.lowercased)
            if exposed.contains("*"), !cors.request.hasCredentials { return }
            let hidden = wanted.filter { fields.contains(named: $0) && !exposed.contains(Bytes($0.description)) }
            guard let first = hidden.first else { return }
            found(
                in: .response, at: fields.range(named: first),
                [
                    .origin: .bytes(cors.request.origin),
                    .others: .words(Prose.list(hidden.map { FieldTitle.of($0.description) })),
                ])
        }
        Check(
            "cors-max-age-malformed", .warning, .cors, .response("access-control-max-age"),
            "Fetch §CORS-preflight fetch", "Not a number of seconds",
            "\(.value) is not a number of seconds, so browsers keep the preflight for only 5 seconds.",
            advice: "Write \("Access-Control-Max-Age: 7200").",
            bad: ["< 204 | Access-Control-Max-Age: «-1»", "< 204 | Access-Control-Max-Age: «1h»"],
            good: ["< 204 | Access-Control-Max-Age: 600", "< 204 | Access-Control-Max-Age: 0"]
        ) { x, found in
            guard let value = x.answered(named: "access-control-max-age"), value.decimal == nil else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "cors-max-age-capped", .info, .cors, .response("access-control-max-age"), "Fetch §CORS-preflight cache",
            "Longer than browsers keep it",
            "Chrome keeps a preflight for at most 2 hours\(.others), not \(.seconds).",
            advice: "Write \("7200"), or leave it: browsers use their limit.",
            bad: ["< 204 | Access-Control-Max-Age: «86401»", "< 204 | Access-Control-Max-Age: «7201»"],
            good: ["< 204 | Access-Control-Max-Age: 7200", "< 204 | Access-Control-Max-Age: 600"]
        ) { x, found in
            guard let seconds = x.answered(named: "access-control-max-age")?.decimal, seconds > 7_200 else { return }
            let others: Prose = seconds > 86_400 ? " and Firefox for 24 hours" : ""
            found([.seconds: .seconds(Int64(clamping: seconds)), .others: .words(others)])
        }
        Check(
            "cors-preflight-fields-idle", .info, .cors, .exchange, when: .asked("origin"), "Fetch §HTTP responses",
            "Fields that count only in a preflight",
            "Browsers read \(.others) only in the response to a preflight (OPTIONS), and this answers \(.method).",
            advice: "Send them only with the response to OPTIONS.",
            bad: [
                Example(
                    "> GET / | Origin: https://b.example < 204 | Access-Control-Allow-Methods: «GET» | \(permission)"),
                Example("> GET / | Origin: https://b.example < 204 | Access-Control-Max-Age: «60» | \(permission)"),
            ],
            good: [
                Example(
                    "\(preflight)204 | Access-Control-Allow-Methods: PUT | Access-Control-Max-Age: 60 | \(permission)"),
                Example("> GET / | Origin: https://b.example < 204 | \(permission)"),
            ]
        ) { x, found in
            guard let cors = x.cors, !cors.request.isPreflight, let method = x.request?.method, method != .options,
                let fields = x.response?.fields
            else { return }
            let names: [StaticString] = [
                "access-control-allow-methods", "access-control-allow-headers", "access-control-max-age",
            ]
            let idle = names.filter { fields.contains(named: $0) }
            guard let first = idle.first else { return }
            found(
                in: .response, at: fields.range(named: first),
                [
                    .others: .words(Prose.list(idle.map { FieldTitle.of($0.description) })),
                    .method: .bytes(method.name),
                ])
        }
        Check(
            "corp-blocks", .bad, .cors, .exchange, when: .answered("cross-origin-resource-policy"),
            "Fetch §Cross-Origin-Resource-Policy header", "The browser drops the response",
            """
            \("Cross-Origin-Resource-Policy") is \(.value), but a \(.part) page loads this without CORS. The browser \
            drops the response.
            """,
            advice: "Send \("cross-origin") if other sites may load it.",
            bad: [
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: no-cors \
                < 204 | Cross-Origin-Resource-Policy: «same-origin»
                """,
                """
                > GET / | Sec-Fetch-Site: same-site | Sec-Fetch-Mode: no-cors \
                < 204 | Cross-Origin-Resource-Policy: «same-origin»
                """,
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: no-cors \
                < 204 | Cross-Origin-Resource-Policy: «same-site»
                """,
            ],
            good: [
                """
                > GET / | Sec-Fetch-Site: same-site | Sec-Fetch-Mode: no-cors \
                < 204 | Cross-Origin-Resource-Policy: same-site
                """,
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: navigate \
                < 204 | Cross-Origin-Resource-Policy: same-origin
                """,
            ]
        ) { x, found in
            guard x.asked(named: "sec-fetch-mode") == Bytes("no-cors"), let site = x.asked(named: "sec-fetch-site"),
                let value = x.answered(named: "cross-origin-resource-policy")
            else { return }
            let isBlocked =
                value == Bytes("same-origin")
                ? site == Bytes("cross-site") || site == Bytes("same-site")
                : value == Bytes("same-site") && site == Bytes("cross-site")
            guard isBlocked else { return }
            found(
                in: .response, at: x.response?.fields.range(named: "cross-origin-resource-policy"),
                [.value: .bytes(value), .part: .words(Prose(stringLiteral: site.text))])
        }
        Check(
            "sec-fetch-value", .info, .cors, .message(.request),
            when: .asked("sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-user"),
            "Fetch Metadata §Sec-Fetch-Site", "No browser sends this value",
            "\(.value) is not a value of \(.field), so this request was not made by a browser as it is.",
            advice: "Leave it out of requests that no browser makes.",
            bad: ["> GET / | Sec-Fetch-Site: «other» < 204", "> GET / | Sec-Fetch-Mode: «CORS» < 204"],
            good: [
                """
                > GET / | Sec-Fetch-Site: none | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document \
                | Sec-Fetch-User: ?1 < 204
                """,
                "> GET / | Sec-Fetch-Site: same-origin < 204",
            ]
        ) { x, found in
            guard let fields = x.request?.fields else { return }
            for (name, values) in fetchValues {
                guard let line = fields.line(named: name), !values.contains(fields.value(of: line)) else { continue }
                found(
                    at: line.value,
                    [.value: .bytes(fields.value(of: line)), .field: .text(FieldTitle.of(name.description))])
            }
        }
    }
}
