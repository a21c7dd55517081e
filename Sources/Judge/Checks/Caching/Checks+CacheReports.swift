import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Vary, dates, and what caches report.
extension Checks {
    private static let vary = Scope.response("vary")
    private static let dateFields: [(known: KnownField, name: StaticString)] = [
        (.date, "date"), (.expires, "expires"), (.lastModified, "last-modified"),
        (.ifModifiedSince, "if-modified-since"), (.other, "if-unmodified-since"),
    ]

    static let cacheReports: [Check] = Array {
        Check(
            "vary-malformed", .warning, .caching, vary, "RFC 9110 §12.5.5", "Not a list of field names",
            "\(.value) in \("Vary") is \(.rule)",
            advice: "List field names with commas between them.",
            bad: ["< 204 | Vary: «Accept;Origin»", "< 204 | Vary: «\"Accept\"»"],
            good: ["< 204 | Vary: Accept, Origin", "< 204 | Vary: X-Own"],
            besides: ["cache-vary-star"]
        ) { x, found in
            if let wrong = x.vary.first(where: { !OctetClass.token.containsAll($0) }) {
                found([.value: .bytes(wrong), .rule: .words("not a field name, so caches compare the wrong field.")])
            }
        }
        Check(
            "cache-vary-host", .info, .caching, vary, "RFC 9111 §4.1", "Vary: Host is unnecessary",
            "Caches keep the responses of each URL apart, so \("Host") in \("Vary") adds nothing.",
            advice: "Remove \("Host") from \("Vary").",
            bad: ["< 204 | Vary: «Host»", "< 204 | Vary: «Accept, host»"],
            good: ["< 204 | Vary: Accept", "< 204 | Vary: X-Forwarded-Host"]
        ) { x, found in
            if x.vary.contains(where: { $0.equalsIgnoringCase("host") }) { found() }
        }
        Check(
            "cache-vary-user-agent", .warning, .caching, .exchange, when: .answered("vary"), "RFC 9110 §12.5.5",
            "One stored copy per browser version",
            """
            With \("Vary: User-Agent"), caches store one copy for each browser version and system, so shared caches \
            hardly ever have the right one.
            """,
            advice: "Send one response to all browsers, or vary by a client hint such as \("Sec-CH-UA-Mobile").",
            bad: [
                "> GET / < 200 | Vary: «User-Agent» | Cache-Control: max-age=60 | Content-Type: a/b | ETag: \"a\" || x",
                """
                > GET / < 200 | Vary: «Accept-Encoding, user-agent» | Cache-Control: max-age=60 | Content-Type: a/b \
                | ETag: "a" || x
                """,
            ],
            good: [
                "> GET / < 200 | Vary: User-Agent | Cache-Control: no-store | Content-Type: a/b || x",
                "> GET / < 200 | Vary: Accept | Cache-Control: max-age=60 | Content-Type: a/b | ETag: \"a\" || x",
            ]
        ) { x, found in
            guard let shared = x.freshness?.shared, shared.isKept,
                x.vary.contains(where: { $0.equalsIgnoringCase("user-agent") })
            else { return }
            found(in: .response, at: x.response?.fields.range(.vary))
        }
        Check(
            "cache-vary-many", .info, .caching, .exchange, when: .answered("vary"), "RFC 9110 §12.5.5",
            "Caches hardly ever have the right copy",
            "Each combination of \(.value) is another copy, so shared caches hardly ever have the right one.",
            advice: "List only fields with few values.",
            bad: [
                "> GET / < 200 | Vary: «Cookie» | Cache-Control: max-age=60 | Content-Type: a/b | ETag: \"a\" || x",
                """
                > GET / < 200 | Vary: «a, b, c, d, e» | Cache-Control: max-age=60 | Content-Type: a/b | ETag: "a" || x
                """,
            ],
            good: [
                """
                > GET / < 200 | Vary: Accept, Origin | Cache-Control: max-age=60 | Content-Type: a/b | ETag: "a" || x
                """,
                "> GET / < 200 | Vary: Cookie | Cache-Control: private | Content-Type: a/b | ETag: \"a\" || x",
            ]
        ) { x, found in
            guard let shared = x.freshness?.shared, shared.isKept, !x.vary.contains("*"),
                x.vary.count > 4 || x.vary.contains(where: { $0.equalsIgnoringCase("cookie") })
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.vary), [.value: .words(Prose.list(x.vary, limit: 6))])
        }
        Check(
            "cache-expires-without-date", .warning, .caching, .response("expires"), "RFC 9111 §4.2.1",
            "Expires without Date",
            "Caches compute the lifetime from \("Expires") minus \("Date"), and \("Date") is missing.",
            advice: "Send \("Date"), or use \("max-age").",
            bad: [
                "< 200 | -Date | Expires: «Sun, 01 Mar 2026 13:00:00 GMT» | Content-Type: a/b || x",
                "< 404 | -Date | Expires: «Sun, 01 Mar 2026 13:00:00 GMT»",
            ],
            good: [
                "< 200 | Expires: Sun, 01 Mar 2026 13:00:00 GMT | Content-Type: a/b || x",
                """
                < 200 | -Date | Cache-Control: max-age=60 | Expires: Sun, 01 Mar 2026 13:00:00 GMT \
                | Content-Type: a/b || x
                """,
                "< 200 | -Date | Expires: 0 | Content-Type: a/b || x",
            ]
        ) { x, found in
            guard x.answered(.date) == nil, !x.control.contains(.maxAge), !x.control.contains(.noStore),
                let expires = x.answered(.expires), x.moment(expires) != nil
            else { return }
            found()
        }
        Check(
            "cache-date-weekday", .info, .dates, .each, "RFC 9110 §5.6.7", "The weekday does not fit the date",
            "\(.value) in \(.field) was or is a \(.expected). Most recipients ignore the weekday, some the date.",
            advice: "Write the date with a library.",
            bad: [
                "< 204 | Date: «Mon, 01 Mar 2026 12:00:00 GMT»",
                "> GET / | If-Modified-Since: «Fri, 01 Mar 2026 12:00:00 GMT» < 200",
            ],
            good: [
                "< 204 | Date: Sun, 01 Mar 2026 12:00:00 GMT",
                "> GET / | If-Modified-Since: Sun, 01 Mar 2026 12:00:00 GMT < 200",
            ]
        ) { x, found in
            let fields = x.fields(found.side)
            for (known, name) in dateFields where known == .other || fields.contains(known) {
                guard let line = fields.line(named: name) else { continue }
                let value = fields.value(of: line)
                let isDate = line.known == .date && found.side == .response
                guard let moment = isDate ? x.date : x.moment(value), value.count > 3 else { continue }
                let expected = dayNames[CivilTime(secondsSince1970: moment).weekday]
                guard !value.hasPrefix(ignoringCase: expected.short), ASCII.isAlpha(value[0]) else { continue }
                found(
                    at: line.value,
                    [
                        .value: .bytes(value), .field: .text(FieldTitle.of(name.description)),
                        .expected: .words(Prose(stringLiteral: expected.name)),
                    ])
            }
        }
        Check(
            "cache-request-limit-unmet", .info, .caching, .exchange, when: .answered("age"), "RFC 9111 §5.2.1",
            "Older than the request allows",
            "The request accepts at most \(.limit), but a cache answered with a response that is \(.age) old.",
            advice: "Configure the cache to obey max-age in requests, or send \("no-cache") in the request.",
            bad: [
                "> GET / | Cache-Control: max-age=10 < 200 | Age: «60» | Cache-Control: max-age=600 | ETag: \"a\"",
                "> GET / | Cache-Control: max-age=0 < 200 | Age: «5» | Cache-Control: max-age=600 | ETag: \"a\"",
            ],
            good: [
                "> GET / | Cache-Control: max-age=100 < 200 | Age: 60 | Cache-Control: max-age=600 | ETag: \"a\"",
                "> GET / < 200 | Age: 60 | Cache-Control: max-age=600 | ETag: \"a\"",
                """
                > GET / | Cache-Control: max-age=10, max-stale=100 < 200 | Age: 60 | Cache-Control: max-age=600 \
                | ETag: "a"
                """,
            ]
        ) { x, found in
            guard case .value(let limit) = x.requestControl.seconds(.maxAge), !x.requestControl.contains(.maxStale),
                let age = x.answered(.age)?.decimal.flatMap({ Int64(exactly: $0) }), age > limit
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.age), [.limit: .seconds(limit), .age: .seconds(age)])
        }
        Check(
            "cache-status-hit-and-forward", .warning, .caching, .response("cache-status"), "RFC 9211 §2.1",
            "A hit that was forwarded",
            "\(.name) says both \("hit") and \("fwd"). A request is either answered from the cache or forwarded.",
            advice: "Send one of the two.",
            bad: ["< 204 | Cache-Status: «Edge; hit; fwd=miss»", "< 204 | Cache-Status: «A; fwd=stale; hit, B; hit»"],
            good: ["< 204 | Cache-Status: Edge; hit", "< 204 | Cache-Status: A; fwd=miss, B; hit"]
        ) { x, found in
            for (name, parameters) in reports(x, "cache-status")
            where parameters["hit"] == .boolean(true) && parameters["fwd"] != nil {
                found([.name: .text(name)])
            }
        }
        Check(
            "proxy-error", .info, .statuses, .response("proxy-status"), "RFC 9209 §2.3", "An error on the way",
            "\(.name) reports \(.value): the response was made there, or changed on the way.",
            advice: "Look for the cause at \(.name), not at the origin server.",
            bad: [
                "< 504 | Proxy-Status: «edge; error=connection_timeout»",
                "< 502 | Proxy-Status: «\"cache 1\"; error=dns_error; rcode=\"NXDOMAIN\"»",
            ],
            good: ["< 200 | Proxy-Status: edge; next-hop=backend", "< 502 | Proxy-Status: edge; received-status=502"]
        ) { x, found in
            for (name, parameters) in reports(x, "proxy-status") {
                guard case .token(let error)? = parameters["error"] else { continue }
                found([.name: .text(name), .value: .bytes(error)])
            }
        }
        Check(
            "cache-groups-ignored", .info, .caching, .exchange, when: .answered("cache-group-invalidation"),
            "RFC 9875 §3", "An invalidation that caches ignore",
            """
            Caches heed \("Cache-Group-Invalidation") only after unsafe methods such as POST, and this is \(.method).
            """,
            advice: "Send it with responses to unsafe methods.",
            bad: [
                "> GET / < 204 | Cache-Group-Invalidation: «\"a\"»",
                "> HEAD / < 204 | Cache-Group-Invalidation: «\"a\"»",
            ],
            good: [
                "> POST / | Content-Type: a/b || x < 204 | Cache-Group-Invalidation: \"a\"",
                "> DELETE / < 204 | Cache-Group-Invalidation: \"a\"",
            ]
        ) { x, found in
            guard let method = x.request?.method, method.isSafe,
                x.answered(named: "cache-group-invalidation") != nil
            else { return }
            found(
                in: .response, at: x.response?.fields.range(named: "cache-group-invalidation"),
                [.method: .bytes(method.name)])
        }
    }

    /// Members of a list whose items are names with parameters.
    private static func reports(
        _ facts: Facts, _ field: StaticString
    ) -> [(name: String, parameters: StructuredMap<BareItem>)] {
        (facts.structured(.response, field)?.members ?? []).compactMap { _, member in
            guard case .item(let item) = member else { return nil }
            switch item.bare {
            case .token(let name), .string(let name): return (name.text, item.parameters)
            default: return nil
            }
        }
    }

    private static let dayNames: [(short: StaticString, name: String)] = [
        ("sun", "Sunday"), ("mon", "Monday"), ("tue", "Tuesday"), ("wed", "Wednesday"), ("thu", "Thursday"),
        ("fri", "Friday"), ("sat", "Saturday"),
    ]
}
