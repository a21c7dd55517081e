import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// What became of cookies over several exchanges.
extension Checks {
    static let sessionCookies: [Check] = Array {
        Check(
            session: "cookie-delete-missed", .bad, .cookies, "draft-ietf-httpbis-rfc6265bis §5.7",
            "The cookie is not removed",
            """
            \(.name) stays: \(.others) set it with \(.value), and a cookie is deleted only with the same Domain and \
            Path.
            """,
            advice: "Send \("Set-Cookie:") \(.name)=; \(.value); \("Max-Age=0").",
            bad: [
                [
                    Example("> GET /app/x < 204 | Set-Cookie: sid=abc; Path=/app; Secure; HttpOnly; SameSite=Lax"),
                    Example("> GET /app/logout < 204 | Set-Cookie: sid=; Path=/; Max-Age=0; Secure"),
                ],
                [
                    Example(
                        "> GET / | Host: www.shop.test < 204 | Set-Cookie: sid=abc; Domain=shop.test; Path=/; Secure"),
                    Example(
                        "> POST /out | Host: www.shop.test || x < 204 | Set-Cookie: sid=; Path=/; Max-Age=0; Secure"),
                ],
            ],
            good: [
                [
                    Example("> GET /app/x < 204 | Set-Cookie: sid=abc; Path=/app; Secure"),
                    Example("> GET /app/logout < 204 | Set-Cookie: sid=; Path=/app; Max-Age=0; Secure"),
                ],
                // One line for each place that it may be in.
                [
                    Example("> GET /app/x < 204 | Set-Cookie: sid=abc; Path=/app; Secure"),
                    Example(
                        "> GET /app/logout < 204 | Set-Cookie: sid=; Path=/; Max-Age=0; Secure "
                            + "| Set-Cookie: sid=; Path=/app; Max-Age=0; Secure"),
                ],
                // A login that removes what an earlier version set, and sets its own anew.
                [
                    Example("> GET / | Host: www.shop.test < 204 | Set-Cookie: sid=abc; Path=/; Secure"),
                    Example(
                        """
                        > POST /in | Host: www.shop.test || x < 204 | Set-Cookie: sid=; Domain=shop.test; Path=/; \
                        Max-Age=0; Secure | Set-Cookie: sid=def; Path=/; Secure
                        """),
                ],
                [
                    Example(
                        """
                        > POST /in | Host: www.shop.test || x < 204 | Set-Cookie: sid=def; Path=/; Secure \
                        | Set-Cookie: sid=; Domain=shop.test; Path=/; Max-Age=0; Secure
                        """)
                ],
                // A later response sets it anew.
                [
                    Example("> GET /app/x < 204 | Set-Cookie: sid=abc; Path=/app; Secure"),
                    Example("> GET /app/logout < 204 | Set-Cookie: sid=; Path=/; Max-Age=0; Secure"),
                    Example("> GET /app/in < 204 | Set-Cookie: sid=def; Path=/app; Secure"),
                ],
                // Two applications.
                [
                    Example("> GET /shop/x < 204 | Set-Cookie: sid=abc; Path=/shop; Secure"),
                    Example("> GET /blog/logout < 204 | Set-Cookie: sid=; Path=/blog; Max-Age=0; Secure"),
                ],
                // Nothing was there.
                [Example("> GET /logout < 204 | Set-Cookie: sid=; Path=/; Max-Age=0; Secure")],
            ]
        ) { session, found in
            for (place, visit) in session.all.enumerated() {
                for missed in visit.missed {
                    let path = "Path=\(missed.path.text)"
                    let attributes = missed.isHostOnly ? path : "Domain=\(missed.domain.text); \(path)"
                    let isKnown = session.all.indices.contains(missed.setBy)
                    found(
                        isKnown ? [missed.setBy, place] : [place],
                        [
                            .name: .bytes(missed.name), .value: .text(attributes),
                            .others: isKnown ? number(session.all[missed.setBy]) : .text("another response"),
                        ])
                }
            }
        }
        Check(
            session: "cookies-many", .warning, .cookies, "draft-ietf-httpbis-rfc6265bis §6.1", "Too many cookies",
            """
            The request to \(.host) has \(.count) cookies. Browsers keep at least 50 of a domain and remove others \
            when there are more, which may end a login.
            """,
            advice: "Store one identifier in a cookie, and the rest on the server.",
            bad: [
                [Example("> GET /a | Cookie: \((1...51).map { "c\($0)=1" }.joined(separator: "; ")) < 204")],
                [Example("> GET /b | Cookie: \((1...60).map { "c\($0)=1" }.joined(separator: "; ")) < 204")],
            ],
            good: [
                [Example("> GET /a | Cookie: \((1...50).map { "c\($0)=1" }.joined(separator: "; ")) < 204")],
                [Example("> GET /a < 204")],
            ]
        ) { session, found in
            for places in session.byOrigin {
                guard let most = places.max(by: { session.all[$0].cookieCount < session.all[$1].cookieCount }),
                    session.all[most].cookieCount > 50
                else { continue }
                found(
                    [most],
                    [.host: .bytes(session.all[most].host), .count: .number(Int64(session.all[most].cookieCount))])
            }
        }
    }
}
