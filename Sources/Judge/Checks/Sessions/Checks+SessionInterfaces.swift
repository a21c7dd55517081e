import Bytes
import Explain
import HTTPModel
import HTTPSemantics

// How clients use an interface over several exchanges.
extension Checks {
    static let sessionInterfaces: [Check] = Array {
        Check(
            session: "retry-too-soon", .warning, .statuses, "RFC 9110 §10.2.3", "Asked again before Retry-After",
            """
            \(.others) asked the client to wait \(.seconds), and the client asked again after \(.time). Some \
            servers answer such clients with longer waits.
            """,
            advice: "Wait as long as Retry-After says.",
            bad: [
                [
                    Example("> GET /a < 429 | Retry-After: 60"), Example("> GET /a < 429 | Retry-After: 60", delay: 5),
                ],
                [Example("> GET /a < 503 | Retry-After: 10"), Example("> GET /a < 204", delay: 2)],
            ],
            good: [
                [Example("> GET /a < 429 | Retry-After: 60"), Example("> GET /a < 204", delay: 61)],
                [Example("> GET /a < 429 | Retry-After: 60"), Example("> GET /b < 204", delay: 5)],
                // Another operation.
                [
                    Example("> POST /a || one < 429 | Retry-After: 60"),
                    Example("> POST /a || two < 204", delay: 5),
                ],
                [Example("> GET /a < 301 | Location: /b | Retry-After: 60"), Example("> GET /a < 204", delay: 5)],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                for (first, second) in zip(places, places.dropFirst()) {
                    let (one, next) = (session.all[first], session.all[second])
                    guard one.status == 429 || one.status == 503, let wait = one.retryAfter, one.method == next.method,
                        let end = one.trace.end ?? one.trace.start, let start = next.trace.start, start >= end,
                        one.method.isSafe || (one.requestContent != nil && one.requestContent == next.requestContent),
                        // A second's fraction is no fault.
                        start - end < (min(wait, 1 << 30) - 1) * 1_000_000
                    else { continue }
                    found(
                        [first, second],
                        [
                            .others: number(one), .seconds: .seconds(wait),
                            .time: .seconds((start - end) / 1_000_000),
                        ])
                    break
                }
            }
        }
        Check(
            session: "idempotency-key-reused", .warning, .methods,
            "draft-ietf-httpapi-idempotency-key-header §2", "One Idempotency-Key for different content",
            """
            \(.others) sent the same Idempotency-Key with other content. A server may treat this request as a retry \
            of that one and ignore it.
            """,
            advice: "Make a new key for each operation.",
            bad: [
                [
                    Example("> POST /a | Idempotency-Key: \"k1\" || one < 204"),
                    Example("> POST /a | Idempotency-Key: \"k1\" || two < 204"),
                ],
                [
                    Example(
                        "> POST /pay | Idempotency-Key: \"7f\" | Content-Type: application/json || {\"a\":1} < 204"),
                    Example(
                        "> POST /pay | Idempotency-Key: \"7f\" | Content-Type: application/json || {\"a\":2} < 204"),
                ],
            ],
            good: [
                [
                    Example("> POST /a | Idempotency-Key: \"k1\" || one < 503"),
                    Example("> POST /a | Idempotency-Key: \"k1\" || one < 204"),
                ],
                [
                    Example("> POST /a | Idempotency-Key: \"k1\" || one < 204"),
                    Example("> POST /a | Idempotency-Key: \"k2\" || two < 204"),
                ],
                // The server noticed it.
                [
                    Example("> POST /a | Idempotency-Key: \"k1\" || one < 204"),
                    Example("> POST /a | Idempotency-Key: \"k1\" || two < 422"),
                ],
                // The same parts with another boundary.
                [
                    Example(
                        """
                        > POST /a | Idempotency-Key: "k1" | Content-Type: multipart/form-data; boundary=b \
                        || --b-- < 503
                        """),
                    Example(
                        """
                        > POST /a | Idempotency-Key: "k1" | Content-Type: multipart/form-data; boundary=c \
                        || --c-- < 204
                        """),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                var seen: [Int: Int] = [:]
                for place in places {
                    let visit = session.all[place]
                    guard let key = visit.idempotencyKey, let content = visit.requestContent, !visit.isMultipart
                    else { continue }
                    guard let first = seen[key] else {
                        seen[key] = place
                        continue
                    }
                    guard session.all[first].requestContent != content,
                        session.all[first].method == visit.method, visit.status != 409, visit.status != 422
                    else { continue }
                    found([first, place], [.others: number(session.all[first])])
                    break
                }
            }
        }
        Check(
            session: "created-location-broken", .warning, .statuses, "RFC 9110 §15.3.2",
            "What was created is not there",
            "\(.others) answered 201 and named this URL in Location; now it is \(.status).",
            advice: "Send in \("Location") the URL of the resource that was created.",
            bad: [
                [Example("> POST /a || x < 201 | Location: /a/1"), Example("> GET /a/1 < 404")],
                [
                    Example("> PUT /a || x < 201 | Location: https://a.example/a/1"), Example("> GET /b < 204"),
                    Example("> HEAD /a/1 < 410"),
                ],
            ],
            good: [
                [Example("> POST /a || x < 201 | Location: /a/1"), Example("> GET /a/1 < 204")],
                // It was deleted.
                [
                    Example("> POST /a || x < 201 | Location: /a/1"), Example("> DELETE /a/1 < 204"),
                    Example("> GET /a/1 < 404"),
                ],
                // All of them were deleted.
                [
                    Example("> POST /a || x < 201 | Location: /a/1"), Example("> DELETE /a < 204"),
                    Example("> GET /a/1 < 404"),
                ],
            ]
        ) { session, found in
            var created: [Bytes: Int] = [:]
            // Where something was changed last, other than by creating.
            var changed: [Bytes: Int] = [:]
            for (place, visit) in session.all.enumerated() {
                if let first = created[visit.url] {
                    let isRead = visit.method == .get || visit.method == .head
                    let isRemoved = parents(of: visit.url).contains { changed[$0].map { $0 > first } == true }
                    if isRead, !isRemoved, visit.status == 404 || visit.status == 410 {
                        found(
                            [first, place],
                            [.others: number(session.all[first]), .status: .number(Int64(visit.status))])
                    }
                    created[visit.url] = nil
                }
                if !visit.method.isSafe, visit.status != 201 { changed[withoutQuery(visit.url)] = place }
                if let url = visit.created { created[url] = place }
            }
        }
        Check(
            session: "link-next-loop", .bad, .content, "RFC 8288 §3", "The next page is this page",
            "The link with rel=next leads to the page itself. A client that follows it never stops.",
            advice: "Leave the link out on the last page.",
            bad: [
                [Example("> GET /a?page=2 < 204 | Link: </a?page=2>; rel=\"next\"")],
                [Example("> GET /a?page=1 < 204 | Link: <?page=1>; rel=next")],
            ],
            good: [
                [Example("> GET /a?page=2 < 204 | Link: </a?page=3>; rel=\"next\"")],
                [Example("> GET /a?page=2 < 204 | Link: </a?page=2>; rel=\"self\"")],
            ]
        ) { session, found in
            var told: Set<Bytes> = []
            for (place, visit) in session.all.enumerated() {
                guard visit.method == .get, visit.next == visit.url, told.insert(visit.url).inserted else { continue }
                found([place])
            }
        }
        Check(
            session: "head-differs", .warning, .methods, "RFC 9110 §9.3.2", "HEAD and GET differ",
            """
            The \(.method) of this URL in \(.others) had another \(.field). A response to HEAD must have the fields of \
            the response to GET.
            """,
            advice: "Answer HEAD with the code that answers GET, without the body.",
            bad: [
                [
                    Example("> HEAD /a < 200 | Content-Type: text/csv | Content-Length: 3"),
                    Example("> GET /a < 200 | Content-Type: image/x-raw || abc"),
                ],
                [
                    Example("> GET /a < 200 | Content-Type: image/x-raw | ETag: \"1\" || abc"),
                    Example("> HEAD /a < 200 | Content-Type: image/x-raw | ETag: \"1\" | Content-Length: 9"),
                ],
            ],
            good: [
                [
                    Example("> HEAD /a < 200 | Content-Type: image/x-raw | Content-Length: 3"),
                    Example("> GET /a < 200 | Content-Type: image/x-raw || abc"),
                ],
                // It changed in between.
                [
                    Example("> HEAD /a < 200 | Content-Type: image/x-raw | ETag: \"1\" | Content-Length: 9"),
                    Example("> GET /a < 200 | Content-Type: image/x-raw | ETag: \"2\" || abc"),
                ],
            ]
        ) { session, found in
            for places in session.byResource where places.count > 1 {
                for (first, second) in zip(places, places.dropFirst()) {
                    let (one, other) = (session.all[first], session.all[second])
                    let methods: Set = [one.method, other.method]
                    guard methods == [.get, .head], one.status == 200, other.status == 200, one.coding == other.coding,
                        "accept".asksTheSame(one, other)
                    else { continue }
                    let field: String
                    if one.type != other.type, !one.type.isEmpty, !other.type.isEmpty {
                        field = "Content-Type"
                    } else if let tag = one.tag, tag == other.tag, !tag.isWeak, let length = one.length,
                        let otherLength = other.length, length != otherLength
                    {
                        field = "Content-Length"
                    } else {
                        continue
                    }
                    found(
                        [first, second],
                        [.method: .bytes(one.method.name), .others: number(one), .field: .text(field)])
                }
            }
        }
    }

    private static func withoutQuery(_ url: Bytes) -> Bytes {
        url.firstIndex(of: UInt8(ascii: "?")).map { url.slice(0..<$0) } ?? url
    }

    /// What a URL is under, each with and without its slash.
    private static func parents(of url: Bytes) -> [Bytes] {
        var parents: [Bytes] = []
        for index in withoutQuery(url).indices.filter({ url[$0] == ASCII.slash }).suffix(20) {
            parents.append(url.slice(0..<index))
            parents.append(url.slice(0..<index + 1))
        }
        return parents
    }
}

extension String {
    /// Whether two requests have the same value of this field.
    fileprivate func asksTheSame(_ one: SessionVisit, _ other: SessionVisit) -> Bool {
        one.asked[Bytes(self)] == other.asked[Bytes(self)]
    }
}
