import Bytes
import Explain
import Flow
import HTTPSemantics

// Cookies that browsers ignore, by the steps of RFC 6265bis §5.6 and §5.7.
extension Checks {
    static let rejectedCookies: [Check] = Array {
        Check(
            "cookie-rejected-control", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.6",
            "Control character in a cookie",
            "Browsers ignore the whole Set-Cookie line because it contains a control character.",
            advice: "Encode the value.",
            bad: [
                "Set-Cookie: «a=b\u{1}c» | Cache-Control: no-store", "Set-Cookie: «a\u{7}=b» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b%01c; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b c; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .controlCharacter, &found)
        }
        Check(
            "cookie-rejected-size", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.6",
            "The cookie is too large",
            "The name and value of \(.name) have \(.bytes) bytes. Browsers ignore cookies of more than 4096 bytes.",
            advice: "Store an identifier in the cookie and the data on the server.",
            bad: [
                Example("Set-Cookie: «a=\(String(repeating: "x", count: 4_096))» | Cache-Control: no-store"),
                Example("Set-Cookie: «basket=\(String(repeating: "y", count: 9_000))» | Cache-Control: no-store"),
            ],
            good: [
                Example(
                    "Set-Cookie: a=\(String(repeating: "x", count: 4_095)); Secure; HttpOnly; SameSite=Lax"
                        + " | Cache-Control: no-store"),
                "Set-Cookie: basket=17; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .tooLong, &found)
        }
        Check(
            "cookie-rejected-empty", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.7",
            "A cookie with no name and no value", "The cookie has neither a name nor a value, so browsers ignore it.",
            advice: "Write a name before \("="), or remove the field.",
            bad: ["Set-Cookie: «=; Secure» | Cache-Control: no-store", "Set-Cookie: «=» | Cache-Control: no-store"],
            good: [
                "Set-Cookie: a=; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .empty, &found)
        }
        Check(
            "cookie-rejected-disguise", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.7",
            "A hidden name prefix",
            """
            The cookie has no name, and its value looks like a cookie with a prefix. Browsers ignore it, since it \
            would deceive servers.
            """,
            advice: "Write the name before \("="), and the value after it.",
            bad: [
                "Set-Cookie: «=__Host-a=b» | Cache-Control: no-store",
                "Set-Cookie: «=__Secure-a=b» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=__Host-b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=__Secure-b=c; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .disguisedPrefix, &found)
        }
        Check(
            "cookie-rejected-domain", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.7",
            "A cookie for another site",
            "Browsers ignore \(.name): its Domain \(.value) is neither this host nor a parent of it.",
            advice: "Use this host or a parent, or remove Domain.",
            bad: [
                "Set-Cookie: «a=b; Domain=b.example» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Domain=www.a.example» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Domain=a.example; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .foreignDomain, &found)
        }
        Check(
            "cookie-rejected-domain-name", .bad, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §5.7",
            "Domain is not ASCII",
            "Browsers ignore \(.name): its Domain must be ASCII.",
            advice: "Write other scripts as \("xn--…").",
            bad: [
                "Set-Cookie: «a=b; Domain=bücher.example» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Domain=é.a.example» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Domain=a.example; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                """
                Set-Cookie: a=é; Domain=a.example; Secure; HttpOnly; SameSite=Lax \
                | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            rejected(x, .domainNotASCII, &found)
        }
        Check(
            "cookie-rejected-public-suffix", .bad, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §5.7",
            "Domain is a public suffix",
            """
            Browsers ignore \(.name): \(.value) is a public suffix, where different owners have sites that would \
            all get the cookie.
            """,
            advice: "Use your own domain, or remove Domain.",
            bad: [
                "> GET / | Host: a.com < 200 | Set-Cookie: «a=b; Domain=com» | Cache-Control: no-store",
                """
                > GET / | Host: a.co.uk < 200 | Set-Cookie: «a=b; Domain=co.uk» \
                | Cache-Control: no-store
                """,
            ],
            good: [
                """
                > GET / | Host: www.a.com < 200 | Set-Cookie: a=b; Domain=a.com; Secure; HttpOnly; SameSite=Lax \
                | Cache-Control: no-store
                """,
                """
                > GET / | Host: a.com < 200 \
                | Set-Cookie: a=b; Domain=a.com; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            rejected(x, .publicSuffix, &found)
        }
        Check(
            "cookie-rejected-secure", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.7",
            "Secure over plain http",
            """
            Browsers ignore \(.name): it is Secure but was set over plain http, where anyone on the network could \
            have set it.
            """,
            advice: "Set it over https.",
            bad: [
                Example("Set-Cookie: «a=b; Secure» | Cache-Control: no-store", scheme: "http"),
                Example("Set-Cookie: «a=b; Path=/; Secure; HttpOnly» | Cache-Control: no-store", scheme: "http"),
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                Example(
                    "> GET / | Host: localhost < 200 | Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax"
                        + " | Cache-Control: no-store", scheme: "http"),
                Example(
                    "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store", scheme: "http",
                    knowsScheme: false),
            ]
        ) { x, found in
            if x.isEncrypted == false { rejected(x, .secureOverPlain, &found) }
        }
        Check(
            "cookie-samesite-none-insecure", .bad, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §5.7",
            "SameSite=None without Secure", "Browsers ignore \(.name): \("SameSite=None") requires Secure.",
            advice: "Add Secure.",
            bad: [
                "Set-Cookie: «a=b; SameSite=None» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Path=/; HttpOnly; SameSite=none» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; SameSite=None; Secure; HttpOnly | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .sameSiteNoneWithoutSecure, &found)
        }
        Check(
            "cookie-rejected-cross-site", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.7",
            "Set in a cross-site request",
            "Browsers ignore \(.name): a page of another site caused this request.",
            advice: "Use \("SameSite=None; Secure"), or set the cookie when the user visits this site.",
            bad: [
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: no-cors < 200 \
                | Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store
                """,
                """
                > POST / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: cors || a < 200 \
                | Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Strict» | Cache-Control: no-store
                """,
            ],
            good: [
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: no-cors < 200 \
                | Set-Cookie: a=b; Secure; HttpOnly; SameSite=None | Cache-Control: no-store
                """,
                """
                > GET / | Sec-Fetch-Site: same-origin | Sec-Fetch-Mode: no-cors < 200 \
                | Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            rejected(x, .crossSite, &found)
        }
        Check(
            "cookie-rejected-prefix", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.7",
            "The prefix's conditions are not met",
            """
            Browsers ignore \(.name): the prefix \("__Secure-") requires Secure; \("__Host-") also requires \
            \("Path=/") and no Domain.
            """,
            advice: "Add what is missing, or rename the cookie.",
            bad: [
                "Set-Cookie: «__Host-a=b; Secure» | Cache-Control: no-store",
                "Set-Cookie: «__Secure-a=b» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: __Host-a=b; Secure; Path=/; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: __Secure-a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .securePrefix, &found)
            rejected(x, .hostPrefix, &found)
        }
        Check(
            "cookie-rejected-partitioned", .bad, .cookies, .response("set-cookie"),
            "draft-cutler-httpbis-partitioned-cookies §2",
            "Partitioned without Secure", "Browsers ignore \(.name): Partitioned requires Secure.",
            advice: "Add Secure.",
            bad: [
                "Set-Cookie: «a=b; Partitioned» | Cache-Control: no-store",
                "Set-Cookie: «a=b; HttpOnly; Partitioned» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Partitioned; Secure; HttpOnly; SameSite=None | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            rejected(x, .partitionedWithoutSecure, &found)
        }
    }

    private static func rejected(_ facts: Facts, _ reason: SetCookie.Rejection, _ found: inout Findings) {
        for line in facts.cookies where line.rejection == reason {
            found(
                at: line.range,
                [
                    .name: line.name, .value: .bytes(line.cookie.domain ?? Bytes()),
                    .bytes: .number(Int64(line.cookie.name.count + line.cookie.value.count)),
                ])
        }
    }
}
