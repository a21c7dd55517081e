import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// Cookies, credentials and caches of one client, over several exchanges.
extension Checks {
    private static let guarded = "Secure; HttpOnly; SameSite=Lax"
    private static let digest =
        "Authorization: Digest username=\"u\", realm=\"r\", nonce=\"n1\", uri=\"/a\", qop=auth, cnonce=\"c\", "
        + "algorithm=SHA-256, response=\"x\", nc="
    private static let code =
        "Content-Type: application/x-www-form-urlencoded || grant_type=authorization_code&code="
    private static let login = "Content-Type: application/x-www-form-urlencoded || user=u&password=p"

    static let sessionClients: [Check] = Array {
        Check(
            session: "cookie-order", .info, .cookies, "draft-ietf-httpbis-rfc6265bis §5.8.3", "Cookies out of order",
            """
            \(.name) is sent before \(.next), which has a longer path. Browsers send longer paths first, and some \
            servers read only the first of two cookies with one name.
            """,
            advice: "Send cookies with longer paths first.",
            bad: [
                [
                    Example(
                        """
                        > GET /a/b < 204 | Set-Cookie: x=1; Path=/; \(guarded) | Set-Cookie: y=2; Path=/a; \(guarded)
                        """),
                    Example("> GET /a/b | Cookie: x=1; y=2 < 204", delay: 9),
                ],
                [
                    Example(
                        """
                        > GET /a/b < 204 | Set-Cookie: y=2; Path=/a/b; \(guarded) \
                        | Set-Cookie: x=1; Path=/a; \(guarded)
                        """
                    ),
                    Example("> GET /a/b | Cookie: x=1; y=2 < 204", delay: 9),
                ],
            ],
            good: [
                [
                    Example(
                        """
                        > GET /a/b < 204 | Set-Cookie: x=1; Path=/; \(guarded) | Set-Cookie: y=2; Path=/a; \(guarded)
                        """),
                    Example("> GET /a/b | Cookie: y=2; x=1 < 204", delay: 9),
                ],
                [Example("> GET /a/b | Cookie: x=1; y=2 < 204")],
            ]
        ) { session, found in
            for (place, visit) in session.all.enumerated() {
                guard let early = visit.cookieFaults.early else { continue }
                found([place], [.name: .bytes(early.name), .next: .bytes(early.next)])
            }
        }
        Check(
            session: "cookie-sent-undue", .warning, .cookies, "draft-ietf-httpbis-rfc6265bis §5.8.3",
            "A cookie that should not be sent",
            "The client sent \(.name), although \(.rule).",
            advice: "Keep cookies by the rules of the cookie jar: host, path, Secure and SameSite.",
            bad: [
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Path=/a; \(guarded)"),
                    Example("> GET /b | Cookie: x=1 < 204", delay: 9),
                ],
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Max-Age=5; Path=/; \(guarded)"),
                    Example("> GET /b | Cookie: x=1 < 204", delay: 60),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Path=/; \(guarded)"),
                    Example("> GET /b | Cookie: x=1 < 204", delay: 9),
                ],
                // Another cookie of this name, set before.
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Path=/a; \(guarded)"),
                    Example("> GET /b | Cookie: x=2 < 204", delay: 9),
                ],
            ]
        ) { session, found in
            for (place, visit) in session.all.enumerated() {
                for (name, rule) in visit.cookieFaults.undue {
                    found([place], [.name: .bytes(name), .rule: .words(Prose(stringLiteral: rule))])
                }
            }
        }
        Check(
            session: "cookie-withheld", .info, .cookies, "draft-ietf-httpbis-rfc6265bis §5.8.3",
            "A cookie was not sent",
            """
            The client sends other cookies, but not \(.name), which \(.others) set for this host and path. The client \
            dropped it, or does not keep cookies as browsers do.
            """,
            advice: "Keep cookies as browsers do: by host, path and lifetime.",
            bad: [
                [
                    Example(
                        "> GET /a < 204 | Set-Cookie: x=1; Path=/; \(guarded) | Set-Cookie: y=2; Path=/; \(guarded)"),
                    Example("> GET /b | Cookie: x=1 < 204", delay: 9),
                ],
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Path=/; \(guarded)"),
                    Example("> GET /b | Cookie: z=3 < 204", delay: 9),
                ],
            ],
            good: [
                // A client without cookies.
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Path=/; \(guarded)"),
                    Example("> GET /b < 204", delay: 9),
                ],
                // It began before the cookie was there.
                [
                    Example("> GET /a < 204 | Set-Cookie: x=1; Path=/; \(guarded)"),
                    Example("> GET /b | Cookie: z=3 < 204"),
                ],
            ]
        ) { session, found in
            for (place, visit) in session.all.enumerated() {
                for (name, setBy) in visit.cookieFaults.withheld where session.all.indices.contains(setBy) {
                    found([setBy, place], [.name: .bytes(name), .others: number(session.all[setBy])])
                }
            }
        }
        Check(
            session: "cookie-session-fixed", .warning, .cookies, "draft-ietf-httpbis-rfc6265bis §8.4",
            "The session is the same after the login",
            """
            The login does not replace \(.name), which \(.others) set before. Anyone who knew the session \
            before the login is now logged in too.
            """,
            advice: "Set a new \(.name) with the response to the login.",
            bad: [
                [
                    Example("> GET /in < 204 | Set-Cookie: sid=abc; Path=/; \(guarded)"),
                    Example("> POST /in | Cookie: sid=abc | \(login) < 303 | Location: /home", delay: 9),
                ],
                [
                    Example("> GET / < 204 | Set-Cookie: PHPSESSID=abc; Path=/; \(guarded)"),
                    Example("> POST /login.php | Cookie: PHPSESSID=abc | \(login) < 302 | Location: /", delay: 9),
                ],
            ],
            good: [
                [
                    Example("> GET /in < 204 | Set-Cookie: sid=abc; Path=/; \(guarded)"),
                    Example(
                        """
                        > POST /in | Cookie: sid=abc | \(login) < 303 | Location: /home \
                        | Set-Cookie: sid=def; Path=/; \(guarded)
                        """, delay: 9),
                ],
                // It failed.
                [
                    Example("> GET /in < 204 | Set-Cookie: sid=abc; Path=/; \(guarded)"),
                    Example("> POST /in | Cookie: sid=abc | \(login) < 303 | Location: /in?error=1", delay: 9),
                ],
            ]
        ) { session, found in
            for (place, visit) in session.all.enumerated() {
                guard let fixed = visit.cookieFaults.fixed, session.all.indices.contains(fixed.setBy) else { continue }
                found([fixed.setBy, place], [.name: .bytes(fixed.name), .others: number(session.all[fixed.setBy])])
            }
        }
        Check(
            session: "digest-nonce-replayed", .bad, .authentication, "RFC 7616 §3.4",
            "The same Digest credentials twice",
            """
            This request repeats nonce and count (\(.value)) of \(.others). Servers treat it as a replay and refuse \
            it, or do not notice replays.
            """,
            advice: "Increase nc in each request.",
            bad: [
                [
                    Example("> GET /a | \(digest)00000001 < 204"),
                    Example("> GET /a | \(digest)00000001 < 204", delay: 9),
                ],
                [
                    Example("> GET /a | \(digest)00000002 < 204"),
                    Example("> POST /a | \(digest)00000002 | Content-Type: a/b || x < 204", delay: 9),
                ],
            ],
            good: [
                [
                    Example("> GET /a | \(digest)00000001 < 204"),
                    Example("> GET /a | \(digest)00000002 < 204", delay: 9),
                ],
                // The first try got no answer.
                [Example("> GET /a | \(digest)00000001"), Example("> GET /a | \(digest)00000001 < 204", delay: 9)],
            ]
        ) { session, found in
            for places in session.byClient {
                var seen: [Int: Int] = [:]
                for place in places {
                    guard let digest = session.all[place].digest, session.all[place].isAnswered else { continue }
                    if let first = seen[digest.key] {
                        found([first, place], [.others: number(session.all[first]), .value: .bytes(digest.count)])
                    }
                    seen[digest.key] = place
                }
            }
        }
        Check(
            session: "oauth-code-reused", .bad, .authentication, "RFC 6749 §4.1.2", "An authorization code used twice",
            """
            The client exchanged the same code as in \(.others). Servers must refuse it, and should revoke the tokens \
            of the first exchange.
            """,
            advice: "Exchange a code once, and start a new authorization after a failure.",
            bad: [
                [
                    Example("> POST /token | \(code)abc < 204"), Example("> POST /token | \(code)abc < 400", delay: 9),
                ],
                [
                    Example("> POST /token | \(code)abc&x=1 < 204"), Example("> GET /a < 204", delay: 5),
                    Example("> POST /token | \(code)abc&x=2 < 204", delay: 9),
                ],
            ],
            good: [
                [Example("> POST /token | \(code)abc < 204"), Example("> POST /token | \(code)def < 204", delay: 9)],
                // The first try failed at the server.
                [Example("> POST /token | \(code)abc < 503"), Example("> POST /token | \(code)abc < 204", delay: 9)],
            ]
        ) { session, found in
            for places in session.byClient {
                var seen: [Int: Int] = [:]
                for place in places {
                    let visit = session.all[place]
                    guard let code = visit.authorizationCode else { continue }
                    if let first = seen[code] { found([first, place], [.others: number(session.all[first])]) }
                    if visit.isAnswered, visit.status < 400 { seen[code] = place }
                }
            }
        }
        Check(
            session: "cache-vary-wrong-hit", .bad, .caching, "RFC 9111 §4.1", "A stored response for another request",
            """
            A cache answered with the response of \(.others), although the two requests differ in \(.field), which \
            \("Vary") names, and the response does not fit: \(.rule).
            """,
            advice: "Configure the cache to use the fields of Vary in its key.",
            bad: [
                [
                    Example(
                        """
                        > GET /a | Accept-Language: de < 200 | Content-Language: de | Vary: Accept-Language \
                        | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """),
                    Example(
                        """
                        > GET /a | Accept-Language: fr < 200 | Content-Language: de | Vary: Accept-Language | Age: 9 \
                        | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """, delay: 9),
                ],
                [
                    Example(
                        """
                        > GET /a | Origin: https://b.example < 200 | Access-Control-Allow-Origin: https://b.example \
                        | Vary: Origin | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """),
                    Example(
                        """
                        > GET /a | Origin: https://c.example < 200 | Access-Control-Allow-Origin: https://b.example \
                        | Vary: Origin | X-Cache: HIT | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """, delay: 9),
                ],
            ],
            good: [
                // Both languages are accepted.
                [
                    Example(
                        """
                        > GET /a | Accept-Language: de < 200 | Content-Language: de | Vary: Accept-Language \
                        | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """),
                    Example(
                        """
                        > GET /a | Accept-Language: fr, de < 200 | Content-Language: de | Vary: Accept-Language \
                        | Age: 9 | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """, delay: 9),
                ],
                // Not from a cache.
                [
                    Example(
                        """
                        > GET /a | Accept-Language: de < 200 | Content-Language: de | Vary: Accept-Language \
                        | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """),
                    Example(
                        """
                        > GET /a | Accept-Language: fr < 200 | Content-Language: de | Vary: Accept-Language \
                        | Cache-Control: max-age=60 | Content-Type: image/x-raw || abc
                        """, delay: 9),
                ],
            ]
        ) { session, found in
            var fitting: [Bytes: Int] = [:]
            for (place, visit) in session.all.enumerated() where visit.method == .get && visit.status == 200 {
                guard let unfit = visit.unfit, visit.isHit else {
                    if visit.unfit == nil { fitting[visit.url] = place }
                    continue
                }
                guard let first = fitting[visit.url], let content = visit.content,
                    session.all[first].content == content, session.all[first].tag == visit.tag
                else { continue }
                found(
                    [first, place],
                    [
                        .others: number(session.all[first]), .field: .text(unfit.field),
                        .rule: .words(Prose(pieces: [.text("it is for "), .code(unfit.value.text)])),
                    ])
            }
        }
    }
}
