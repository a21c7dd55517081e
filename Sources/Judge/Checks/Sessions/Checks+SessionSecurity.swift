import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// What only several exchanges show to be unsafe.
extension Checks {
    static let sessionSecurity: [Check] = Array {
        Check(
            session: "auth-loop", .warning, .authentication, "RFC 9110 §11.4", "The same credentials again and again",
            """
            The server refused the same credentials \(.count) times. A 401 says that they do not suffice, and some \
            servers lock the account.
            """,
            advice: "Ask the user for others, or stop after one refusal.",
            bad: [
                (0..<3).map { _ in
                    Example("> GET /a | Authorization: Bearer abc < 401 | WWW-Authenticate: Bearer realm=\"a\"")
                },
                ["/a", "/b", "/c", "/d"].map {
                    Example("> GET \($0) | Authorization: Basic YTpi < 401 | WWW-Authenticate: Basic realm=\"a\"")
                },
            ],
            good: [
                (0..<2).map { _ in
                    Example("> GET /a | Authorization: Bearer abc < 401 | WWW-Authenticate: Bearer realm=\"a\"")
                },
                (0..<3).map {
                    Example("> GET /a | Authorization: Bearer abc\($0) < 401 | WWW-Authenticate: Bearer realm=\"a\"")
                },
                (0..<3).map { _ in Example("> GET /a < 401 | WWW-Authenticate: Bearer realm=\"a\"") },
                // Steps of one handshake.
                (0..<3).map { _ in
                    Example("> GET /a | Authorization: Negotiate YTpi < 401 | WWW-Authenticate: Negotiate")
                },
            ]
        ) { session, found in
            for places in session.byOrigin where places.count > 2 {
                var refused: [Int: [Int]] = [:]
                for place in places where session.all[place].status == 401 {
                    let visit = session.all[place]
                    guard let credentials = visit.authorization, !visit.isHandshake else { continue }
                    // What began before the refusal came could not know of it.
                    if let last = refused[credentials]?.last, let end = session.all[last].trace.end,
                        let start = visit.trace.start, start < end
                    {
                        continue
                    }
                    refused[credentials, default: []].append(place)
                }
                for times in refused.values.sorted(by: { $0[0] < $1[0] }) where times.count > 2 {
                    found(times, [.count: .number(Int64(times.count))])
                }
            }
        }
        Check(
            session: "cors-origin-echoed", .info, .cors, "Fetch §CORS protocol and credentials",
            "Two unrelated origins may read with credentials",
            """
            The server allowed \(.origin) and, in \(.others), an unrelated origin, each with credentials. If it \
            repeats every Origin, any site can read with the user's cookies.
            """,
            advice: "Compare Origin with a list of allowed origins.",
            bad: [
                [
                    Example(corsExample("https://one.example.com")), Example(corsExample("https://two.example.org")),
                ],
                [
                    Example(corsExample("https://shop.example.net")), Example(corsExample("http://other.example.org")),
                ],
            ],
            good: [
                [
                    Example(corsExample("https://one.example.com")), Example(corsExample("https://two.example.com")),
                ],
                [
                    Example(corsExample("https://one.example.com")),
                    Example("> GET / | Origin: https://two.example.org < 204"),
                ],
                // A developer's own machine.
                [
                    Example(corsExample("https://one.example.com")), Example(corsExample("http://localhost:3000")),
                ],
            ]
        ) { session, found in
            var seen: [Bytes: (place: Int, site: Bytes)] = [:]
            var told: Set<Bytes> = []
            for (place, visit) in session.all.enumerated() {
                guard let allowed = visit.allowsCredentialsTo else { continue }
                let url = URLReference(allowed)
                let host = (url.bytes(url.host) ?? Bytes()).lowercased
                guard !CookieContext.isThisMachine(host), host != Bytes("[::1]") else { continue }
                let site = PublicSuffixes.site(of: host)
                guard let first = seen[visit.origin] else {
                    seen[visit.origin] = (place, site)
                    continue
                }
                guard first.site != site, told.insert(visit.origin).inserted else { continue }
                found(
                    [first.place, place], [.origin: .bytes(allowed), .others: number(session.all[first.place])])
            }
        }
        Check(
            session: "csp-nonce-reused", .bad, .security, "CSP §Nonce Reuse", "The same nonce in two responses",
            """
            \(.others) had the same nonce in Content-Security-Policy. A predictable nonce lets an injected script \
            run.
            """,
            advice: "Make a new one for each response.",
            bad: [
                [
                    Example("> GET /a < 200 | \(cspExample("abcdefghijklmnopqrstuv")) || a"),
                    Example("> GET /b < 200 | \(cspExample("abcdefghijklmnopqrstuv")) || b", delay: 5),
                ],
                [
                    Example("> GET /login < 200 | \(cspExample("AAAAAAAAAAAAAAAAAAAAAA")) || a"),
                    Example("> GET /login < 200 | \(cspExample("AAAAAAAAAAAAAAAAAAAAAA")) || b", delay: 60),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(cspExample("abcdefghijklmnopqrstuv")) || a"),
                    Example("> GET /b < 200 | \(cspExample("bbcdefghijklmnopqrstuv")) || b", delay: 5),
                ],
                // A cache's.
                [
                    Example("> GET /a < 200 | \(cspExample("abcdefghijklmnopqrstuv")) || a"),
                    Example("> GET /a < 200 | Age: 7 | \(cspExample("abcdefghijklmnopqrstuv")) || a", delay: 5),
                ],
            ]
        ) { session, found in
            var seen: [Int: Int] = [:]
            var told: Set<Bytes> = []
            for (place, visit) in session.all.enumerated() where !visit.hasAge {
                for nonce in visit.cspNonces {
                    guard let first = seen[nonce] else {
                        seen[nonce] = place
                        continue
                    }
                    let before = session.all[first]
                    // The same content may be the same response, from a cache that does not say so.
                    guard before.origin == visit.origin, before.url != visit.url || before.content != visit.content,
                        told.insert(visit.origin).inserted
                    else { continue }
                    found([first, place], [.others: number(before)])
                }
            }
        }
        Check(
            session: "hsts-ignored-by-client", .warning, .security, "RFC 6797 §8.3",
            "Plain http where HSTS requires https",
            """
            \(.others) announced that \(.host) accepts https only, and this request went without TLS. The client does \
            not apply Strict-Transport-Security; others on the network can read and change the response.
            """,
            advice: "Use the https URL, or a client that applies HSTS.",
            bad: [
                [
                    Example("> GET /a < 204 | Strict-Transport-Security: max-age=600"),
                    Example("> GET /a < 204", scheme: "http"),
                ],
                [
                    Example(
                        "> GET /a | Host: shop.test < 204 | Strict-Transport-Security: max-age=6; includeSubDomains"),
                    Example("> GET /a | Host: www.shop.test < 204", scheme: "http"),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 204", scheme: "http"),
                    Example("> GET /a < 204 | Strict-Transport-Security: max-age=600"),
                ],
                [
                    Example("> GET /a < 204 | Strict-Transport-Security: max-age=60"),
                    Example("> GET /a < 204", scheme: "http", delay: 90),
                ],
                // The host took it back.
                [
                    Example("> GET /a < 204 | Strict-Transport-Security: max-age=600"),
                    Example("> GET /a < 204 | Strict-Transport-Security: max-age=0"),
                    Example("> GET /a < 204", scheme: "http"),
                ],
                // Not of hosts below.
                [
                    Example("> GET /a | Host: shop.test < 204 | Strict-Transport-Security: max-age=600"),
                    Example("> GET /a | Host: www.shop.test < 204", scheme: "http"),
                ],
            ]
        ) { session, found in
            for places in session.byClient {
                var announced: [Bytes: Int] = [:]
                var told: Set<Bytes> = []
                for place in places {
                    let visit = session.all[place]
                    // The last one decides; 0 takes it back (RFC 6797 §6.1.1).
                    if let age = visit.hstsMaxAge { announced[visit.host] = age > 0 ? place : nil }
                    guard !visit.isSecure, !announced.isEmpty, !told.contains(visit.host),
                        !visit.host.isIPv4Address, visit.host.first != ASCII.openBracket
                    else { continue }
                    var announcing = announced[visit.host].flatMap { isInForce(session.all[$0], at: visit) ? $0 : nil }
                    if announcing == nil {
                        announcing = above(visit.host).lazy.compactMap { announced[$0] }.first {
                            session.all[$0].announcesHSTSBelow && isInForce(session.all[$0], at: visit)
                        }
                    }
                    guard let first = announcing else { continue }
                    told.insert(visit.host)
                    found(
                        [first, place], [.others: number(session.all[first]), .host: .bytes(session.all[first].host)])
                }
            }
        }
    }

    /// Whether an announcement of HSTS had arrived when a request began, and was not yet over.
    private static func isInForce(_ announcement: SessionVisit, at visit: SessionVisit) -> Bool {
        guard let begun = announcement.trace.start, let start = visit.trace.start else { return true }
        let known = announcement.trace.end ?? begun
        // A hundred years are enough.
        let age = Int64(min(announcement.hstsMaxAge ?? 0, 3_200_000_000))
        return start >= known && (start - known) / 1_000_000 < age
    }

    private static func corsExample(_ origin: String) -> String {
        "> GET / | Origin: \(origin) < 204 | Access-Control-Allow-Origin: \(origin) "
            + "| Access-Control-Allow-Credentials: true | Vary: Origin"
    }

    private static func cspExample(_ nonce: String) -> String {
        "Content-Type: text/html; charset=utf-8 | Content-Security-Policy: script-src 'nonce-\(nonce)'"
    }

    /// The domains that a host is under.
    private static func above(_ host: Bytes) -> [Bytes] {
        host.indices.filter { host[$0] == ASCII.period }.prefix(20).map { host.slice($0 + 1..<host.count) }
    }
}
