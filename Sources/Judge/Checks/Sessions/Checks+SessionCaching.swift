import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// What caches and validators did over several exchanges.
extension Checks {
    private static let plain = "Content-Type: image/x-raw"
    private static let fresh = "Content-Type: image/x-raw | Cache-Control: max-age=9"

    static let sessionCaching: [Check] = Array {
        Check(
            session: "cache-fetched-fresh", .info, .caching, "RFC 9111 §4.2", "Fetched again although fresh",
            """
            The client already had this response from \(.others); it was fresh for another \(.seconds). The client \
            does \
            not use a cache here.
            """,
            advice: "Give the client a cache. If it should not keep the response, send \("Cache-Control: no-store").",
            bad: [
                [
                    Example("> GET /a < 200 | \(plain) | Cache-Control: max-age=600 || abc"),
                    Example("> GET /a < 200 | \(plain) | Cache-Control: max-age=600 || abc", delay: 60),
                ],
                [
                    Example("> GET /b < 200 | \(plain) | Cache-Control: max-age=60, private || abc"),
                    Example("> GET /c < 204"), Example("> GET /b < 404", delay: 30),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(plain) | Cache-Control: max-age=60 || abc"),
                    Example("> GET /a < 200 | \(plain) | Cache-Control: max-age=60 || abc", delay: 90),
                ],
                // A reload.
                [
                    Example("> GET /a < 200 | \(plain) | Cache-Control: max-age=600 || abc"),
                    Example("> GET /a | Cache-Control: no-cache < 200 | \(plain) || abc", delay: 60),
                ],
                // Another representation.
                [
                    Example("> GET /a | Accept: a/b < 200 | \(plain) | Vary: Accept | Cache-Control: max-age=600 || a"),
                    Example("> GET /a | Accept: c/d < 200 | \(plain) || b", delay: 60),
                ],
                // Of another user.
                [
                    Example("> GET /a | Cookie: a=1 < 200 | \(plain) | Cache-Control: private, max-age=600 || a"),
                    Example("> GET /a | Cookie: a=2 < 200 | \(plain) || b", delay: 60),
                ],
                // Something was written in between (RFC 9111 §4.4).
                [
                    Example("> GET /a < 200 | \(plain) | Cache-Control: max-age=600 || a"),
                    Example("> POST /a || x < 204", delay: 10), Example("> GET /a < 200 | \(plain) || b", delay: 60),
                ],
            ]
        ) { session, found in
            forEachRepeat(session) { first, second, places in
                guard let until = first.freshUntil, let now = second.startSeconds, now < until,
                    first.authorization == second.authorization,
                    first.asked["cookie"] == second.asked["cookie"]
                else { return }
                found(places, [.others: number(first), .seconds: .seconds(until - now)])
            }
        }
        Check(
            session: "cache-fetched-unvalidated", .info, .caching, "RFC 9111 §4.3.1",
            "Fetched in full instead of revalidated",
            """
            The client had a stale response from \(.others), with a validator, and fetched the whole resource again. A \
            conditional request (If-None-Match) would cost a 304.
            """,
            advice: "Send If-None-Match with the stored ETag, or If-Modified-Since with its date.",
            bad: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Cache-Control: max-age=10 || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc", delay: 60),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Cache-Control: no-cache || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc", delay: 60),
                ],
            ],
            good: [
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Cache-Control: max-age=10 || abc"),
                    Example(
                        "> GET /a | If-None-Match: \"1\" < 304 | ETag: \"1\" | Cache-Control: max-age=10", delay: 60),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" | Cache-Control: max-age=10 || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"2\" || abcd", delay: 60),
                ],
                [
                    Example("> GET /a < 200 | \(plain) | Cache-Control: no-store | ETag: \"1\" || abc"),
                    Example("> GET /a < 200 | \(plain) | ETag: \"1\" || abc", delay: 60),
                ],
            ]
        ) { session, found in
            forEachRepeat(session) { first, second, places in
                guard first.isKept, first.tag != nil, first.tag == second.tag, second.status == 200,
                    let now = second.startSeconds,
                    first.freshUntil.map({ $0 <= now }) ?? true
                else { return }
                found(places, [.others: number(first)])
            }
        }
        Check(
            session: "cache-older-answer", .warning, .caching, "RFC 9111 §4", "An older response than before",
            """
            \(.others) had a response that was made \(.seconds) later. Caches on the way have different copies, so \
            clients see changes come and go.
            """,
            advice: "Purge the caches on the way when the resource changes, or shorten its lifetime.",
            bad: [
                [
                    Example("> GET /a < 200 | \(plain) | Age: 1 || abc"),
                    Example(
                        """
                        > GET /a < 200 | \(plain) | Age: 500 | Date: Sun, 01 Mar 2026 11:50:00 GMT || ab
                        """, delay: 5),
                ],
                [
                    Example("> GET /a < 200 | \(plain) || abc"), Example("> GET /b < 204"),
                    Example(
                        "> GET /a < 200 | \(plain) | Age: 4000 | Date: Sun, 01 Mar 2026 10:50:00 GMT || ab", delay: 5),
                ],
            ],
            good: [
                [Example("> GET /a < 200 | \(plain) | Age: 1 || abc"), Example("> GET /a < 200 | \(plain) || ab")],
                // The clocks of two servers.
                [
                    Example("> GET /a < 200 | \(plain) || abc"),
                    Example("> GET /a < 200 | \(plain) | Date: Sun, 01 Mar 2026 11:50:00 GMT || ab"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                for (first, second) in zip(places, places.dropFirst()) {
                    let (before, after) = (session.all[first], session.all[second])
                    guard before.status == 200, after.status == 200, after.hasAge, before.isSelected(by: after),
                        let old = before.date, let new = after.date, old - new > 60,
                        let earlier = before.content, let later = after.content, earlier != later
                    else { continue }
                    found([first, second], [.others: number(before), .seconds: .seconds(old - new)])
                }
            }
        }
        Check(
            session: "vary-undeclared", .warning, .caching, "RFC 9110 §12.5.5", "Vary does not name the deciding field",
            """
            \(.others) requested the same URL with a different \(.field) and got a different \(.name). Vary does not \
            list \
            \(.field), so a cache gives one client the other's response.
            """,
            advice: "Add \(.field) to Vary.",
            bad: [
                [
                    Example(
                        "> GET /a | Accept-Language: de < 200 | \(fresh) | Content-Language: de || ja"
                    ),
                    Example(
                        "> GET /a | Accept-Language: en < 200 | \(fresh) | Content-Language: en || yes"
                    ),
                ],
                [
                    Example(
                        "> GET /a | Accept: text/csv < 200 | Content-Type: text/csv | Cache-Control: max-age=9 || a"),
                    Example("> GET /a | Accept: image/x-raw < 200 | \(fresh) || b"),
                ],
            ],
            good: [
                [
                    Example(
                        "> GET /a | Accept-Language: de < 200 | \(plain) | Content-Language: de "
                            + "| Vary: Accept-Language || ja"),
                    Example(
                        "> GET /a | Accept-Language: en < 200 | \(plain) | Content-Language: en "
                            + "| Vary: Accept-Language || yes"),
                ],
                [
                    Example(
                        "> GET /a | Accept: text/csv < 200 | Content-Type: text/csv | Cache-Control: no-store || a"),
                    Example("> GET /a | Accept: image/x-raw < 200 | \(plain) | Cache-Control: no-store || b"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                for (first, second) in zip(places, places.dropFirst()) {
                    let (one, other) = (session.all[first], session.all[second])
                    guard one.method == .get, other.method == .get, one.status == 200, other.status == 200,
                        one.isKept, other.isKept, let field = undeclared(one, other)
                    else { continue }
                    found(
                        [first, second],
                        [.others: number(one), .field: .text(field.asked), .name: .text(field.answered)])
                    break
                }
            }
        }
    }

    // MARK: - What several ask

    /// How an exchange is named in a sentence.
    static func number(_ visit: SessionVisit) -> Value { .text("#\(visit.trace.number)") }

    /// Each GET of a resource that a stored response of the same client could have answered, with the exchange that
    /// this response is of.
    private static func forEachRepeat(
        _ session: SessionVisits, _ body: (_ first: SessionVisit, _ second: SessionVisit, _ places: [Int]) -> Void
    ) {
        for places in session.byResource where places.count > 1 {
            var stored: Int?
            for place in places {
                let visit = session.all[place]
                // A write makes what is stored invalid (RFC 9111 §4.4).
                guard visit.method == .get || visit.method == .head else {
                    stored = nil
                    continue
                }
                guard visit.method == .get, !visit.hasRange else { continue }
                if let first = stored, !visit.isConditional, !visit.isReload, session.all[first].isSelected(by: visit) {
                    body(session.all[first], visit, [first, place])
                }
                if visit.status == 200 { stored = visit.isKept ? place : nil }
            }
        }
    }

    private static let negotiated: [(asked: String, answered: String, value: @Sendable (SessionVisit) -> Bytes)] = [
        ("Accept-Language", "language", { $0.language }), ("Accept", "type", { $0.type }),
        ("Accept-Encoding", "coding", { $0.coding }),
    ]

    /// The one field in which two requests differ, if their responses differ in what it is about, and neither says so.
    private static func undeclared(_ one: SessionVisit, _ other: SessionVisit) -> (asked: String, answered: String)? {
        let differing = one.asked.onlyDifference(
            from: other.asked, among: negotiated.map(\.asked),
            // What differs in each request says nothing.
            ignoring: ["traceparent", "x-request-id", "referer", "sec-fetch-dest"])
        for (asked, answered, value) in negotiated where asked == differing {
            let name = Bytes(asked.lowercased())
            guard value(one) != value(other), !one.vary.contains(name), !other.vary.contains(name),
                !one.vary.contains("*"), !other.vary.contains("*")
            else { return nil }
            return (asked, answered)
        }
        return nil
    }
}
