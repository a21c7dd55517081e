import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// Where redirects led.
extension Checks {
    static let sessionRedirects: [Check] = Array {
        Check(
            session: "redirect-chain", .info, .redirects, "RFC 9110 §15.4", "Several redirects in a row",
            """
            The client followed \(.count) redirects from \(.others) on before it reached the last URL\(.time). \
            Each one costs a round trip.
            """,
            advice: "Link to the last URL, and redirect to it in one step.",
            bad: [
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /c"),
                    Example("> GET /c < 302 | Location: /d"), Example("> GET /d < 204"),
                ],
                [
                    Example("> GET /a < 301 | Location: /b"), Example("> GET /x < 204"),
                    Example("> GET /b < 307 | Location: /c"), Example("> GET /c < 302 | Location: /d"),
                    Example("> GET /d < 204", delay: 2),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /c"),
                    Example("> GET /c < 204"),
                ],
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /c < 302 | Location: /d"),
                    Example("> GET /e < 302 | Location: /f"),
                ],
            ]
        ) { session, found in
            for chain in session.chains where chain.count > 3 && session.all[chain[chain.count - 1]].target == nil {
                let (first, last) = (session.all[chain[0]], session.all[chain[chain.count - 1]])
                var time: Prose = ""
                if let start = first.trace.start, let end = last.trace.end, end - start >= 1_000 {
                    time = Prose(stringLiteral: ", in \(Quantity.duration(end - start))")
                }
                found(chain, [.count: .number(Int64(chain.count - 1)), .others: number(first), .time: .words(time)])
            }
        }
        Check(
            session: "redirect-session-loop", .bad, .redirects, "RFC 9110 §15.4", "The redirects form a loop",
            """
            \(.others) asked for the same URL and was redirected to the same place. The client repeats these \
            redirects until it gives up. A redirect that waits for a cookie loops when the cookie is not kept.
            """,
            advice: "Break the loop on the server: end it after one round.",
            bad: [
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /a"),
                    Example("> GET /a < 302 | Location: /b"),
                ],
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /c"),
                    Example("> GET /c < 302 | Location: /a"), Example("> GET /a < 302 | Location: /b"),
                ],
            ],
            good: [
                // It came back with a cookie, and got in.
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /a"),
                    Example("> GET /a < 204"),
                ],
                // It ended.
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /a"),
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 204"),
                ],
                // Each visit had other cookies.
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 302 | Location: /a"),
                    Example("> GET /a | Cookie: a=1 < 302 | Location: /b"),
                ],
                // Two times the same way.
                [
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 204"),
                    Example("> GET /a < 302 | Location: /b"), Example("> GET /b < 204"),
                ],
            ]
        ) { session, found in
            for chain in session.chains {
                // A loop that ended with another response is none.
                if let last = chain.last, session.all[last].isAnswered, session.all[last].target == nil { continue }
                var seen: [Bytes: Int] = [:]
                for place in chain {
                    let visit = session.all[place]
                    guard let target = visit.target else { continue }
                    let step = Bytes(visit.method.name.array + [ASCII.space] + visit.url + [ASCII.space] + target)
                    let cookies = visit.asked["cookie"]
                    if let first = seen[step], session.all[first].asked["cookie"] == cookies {
                        found([first, place], [.others: number(session.all[first])])
                        break
                    }
                    seen[step] = place
                }
            }
        }
        Check(
            session: "redirect-credentials-carried", .bad, .redirects, "RFC 9110 §15.4",
            "Credentials follow a redirect to another origin",
            """
            The client sent the Authorization of \(.others) to \(.origin) too, because of a redirect. That server \
            can use it.
            """,
            advice: "Remove credentials when a redirect changes the origin.",
            bad: [
                [
                    Example("> GET /a | Authorization: Bearer abc < 302 | Location: https://b.example/x"),
                    Example("> GET /x | Host: b.example | Authorization: Bearer abc < 204"),
                ],
                [
                    Example("> GET /a | Authorization: Basic YTpi < 307 | Location: https://b.example/x"),
                    Example("> GET /x | Host: b.example | Authorization: Basic YTpi < 404"),
                ],
            ],
            good: [
                [
                    Example("> GET /a | Authorization: Bearer abc < 302 | Location: https://b.example/x"),
                    Example("> GET /x | Host: b.example < 204"),
                ],
                [
                    Example("> GET /a | Authorization: Bearer abc < 302 | Location: /x"),
                    Example("> GET /x | Authorization: Bearer abc < 204"),
                ],
                [
                    Example("> GET /a | Authorization: Bearer abc < 302 | Location: https://b.example/x"),
                    Example("> GET /x | Host: b.example | Authorization: Bearer other < 204"),
                ],
                // The same server with TLS.
                [
                    Example(
                        "> GET /a | Authorization: Bearer abc < 301 | Location: https://a.example/a", scheme: "http"),
                    Example("> GET /a | Authorization: Bearer abc < 204"),
                ],
            ]
        ) { session, found in
            for chain in session.chains {
                for (first, second) in zip(chain, chain.dropFirst()) {
                    let (one, next) = (session.all[first], session.all[second])
                    guard let credentials = one.authorization, credentials == next.authorization,
                        !isSameServer(one, next)
                    else { continue }
                    found([first, second], [.others: number(one), .origin: .bytes(next.origin)])
                }
            }
        }
        Check(
            session: "redirect-repeated", .info, .redirects, "RFC 9111 §4.2", "The same permanent redirect again",
            """
            One client was redirected from here \(.count) times, with a status that says the move is permanent.
            """,
            advice: "Change the links, or \(.rule).",
            bad: [
                (0..<3).map { Example("> GET /a < 301 | Location: /b", delay: Int64($0) * 60) },
                (0..<4).map { Example("> GET /a < 308 | Location: /b", delay: Int64($0) * 60) },
            ],
            good: [
                (0..<2).map { Example("> GET /a < 301 | Location: /b", delay: Int64($0) * 60) },
                (0..<3).map { Example("> GET /a < 302 | Location: /b", delay: Int64($0) * 60) },
            ]
        ) { session, found in
            for places in session.byResource where places.count > 2 {
                let moved = places.filter { session.all[$0].isPermanentRedirect && session.all[$0].method == .get }
                guard moved.count > 2 else { continue }
                let rule: Prose
                if moved.contains(where: { session.all[$0].freshUntil != nil }) {
                    rule = "use a client that keeps redirects for their lifetime"
                } else {
                    rule = "give the redirect a lifetime with Cache-Control"
                }
                found(moved, [.count: .number(Int64(moved.count)), .rule: .words(rule)])
            }
        }
    }

    /// Whether it is the same origin, or the same host by https instead of http, each at its usual port.
    private static func isSameServer(_ one: SessionVisit, _ next: SessionVisit) -> Bool {
        let (from, to) = (withoutUsualPort(one), withoutUsualPort(next))
        if from == to { return true }
        return one.host == next.host && from == "http://\(one.host.text)" && to == "https://\(next.host.text)"
    }

    /// The origin.
    private static func withoutUsualPort(_ visit: SessionVisit) -> String {
        let origin = visit.origin.text
        let port = visit.isSecure ? ":443" : ":80"
        return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
    }
}
