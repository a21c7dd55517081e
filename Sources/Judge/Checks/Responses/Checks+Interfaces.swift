import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// What interfaces say of themselves: that they are retired, that their quota is used up, what went wrong.
extension Checks {
    static let interfaces: [Check] = Array {
        Check(
            "json-sent-as-text", .warning, .content, .response("content-type"),
            when: .given(.response([.text, .kept])), "RFC 9110 §8.3", "JSON sent as text",
            "The body is JSON, but \(.value) says text: clients that use the type do not parse it.",
            advice: "Send \("Content-Type: application/json").",
            bad: [
                "< 200 | Content-Type: «text/plain; charset=utf-8» || {\"a\": 1}",
                "< 200 | Content-Type: «text/plain; charset=utf-8» || [{\"a\": 1}]",
            ],
            good: [
                "< 200 | Content-Type: application/json || {\"a\": 1}",
                "< 200 | Content-Type: text/plain; charset=utf-8 || {a} is a name",
                "< 200 | Content-Type: text/plain; charset=utf-8 || [1] see [2]",
                "< 200 | Content-Type: text/plain; charset=utf-8 || 42",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, let type = x.type, type.isWellFormed, type.is("text", "plain"),
                x.signature == .json, isJSON(x.responseContent), let value = x.typeValue
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "deprecation-malformed", .warning, .dates, .response("deprecation"), "RFC 9745 §2.1", "Not a valid date",
            """
            \(.value) is the form of older drafts. RFC 9745 requires \("@") and the seconds since 1970, for example \
            \(.expected).
            """,
            advice: "Write \(.expected).",
            bad: [
                "Deprecation: «true»", "Deprecation: «Mon, 02 Feb 2026 09:30:00 GMT»", "Deprecation: «?1»",
                "Deprecation: «1688169599»",
            ],
            good: ["Deprecation: @1688169599", "Deprecation: @1772366400"]
        ) { x, found in
            guard let value = x.answered(named: "deprecation"), deprecation(x) == nil else { return }
            let seconds = x.moment(value) ?? x.date ?? 1_688_169_599
            found([.value: .bytes(value), .expected: .text("@\(seconds)")])
        }
        Check(
            "sunset-past", .info, .dates, .response("sunset"), "RFC 8594 §3", "Past its Sunset",
            "The resource should have been removed on \(.date), before this response, but is still available.",
            advice: "Remove the resource, or send a later date.",
            bad: ["Sunset: «Sat, 28 Feb 2026 12:00:00 GMT»", "Sunset: «Sun, 01 Mar 2020 12:00:00 GMT»"],
            good: ["Sunset: Mon, 01 Mar 2027 12:00:00 GMT", "Sunset: Mon, 02 Mar 2026 12:00:00 GMT"]
        ) { x, found in
            guard let sunset = x.moment(x.answered(named: "sunset")), let date = x.date, sunset < date else { return }
            found([.date: .date(sunset)])
        }
        Check(
            "sunset-before-deprecation", .warning, .dates, .response("sunset"), "RFC 9745 §4",
            "Sunset before deprecation",
            "The Sunset date, \(.date), must not be earlier than the Deprecation date.",
            advice: "Move Sunset to the time of Deprecation or later.",
            bad: [
                "Sunset: «Mon, 01 Mar 2027 12:00:00 GMT» | Deprecation: @1900000000",
                "Sunset: «Mon, 01 Mar 2027 12:00:00 GMT» | Deprecation: @1850000000",
            ],
            good: [
                "Sunset: Mon, 01 Mar 2027 12:00:00 GMT | Deprecation: @1688169599",
                "Sunset: Mon, 01 Mar 2027 12:00:00 GMT",
            ]
        ) { x, found in
            guard let sunset = x.moment(x.answered(named: "sunset")), let since = deprecation(x), sunset < since else {
                return
            }
            found([.date: .date(sunset)])
        }
        Check(
            "rate-limit-reached", .info, .statuses, .message(.response),
            when: .answered("ratelimit", "ratelimit-remaining", "x-ratelimit-remaining"),
            "draft-ietf-httpapi-ratelimit-headers", "The quota is used up", "No requests remain.\(.next)",
            advice: "Wait before the next request.",
            bad: [
                "< «429» | RateLimit: \"default\";r=0;t=50 | Retry-After: 50",
                "< «200» | X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 30",
                "< «200» | RateLimit-Remaining: 0", "< «200» | RateLimit: limit=100, remaining=0, reset=50",
            ],
            good: ["< 200 | X-RateLimit-Remaining: 10", "< 200 | RateLimit: \"default\";r=5;t=50"]
        ) { x, found in
            guard let limit = x.response.flatMap({ RateLimit($0.fields) }), limit.remaining == 0 else { return }
            let next: Prose = limit.wait(at: x.date).map { " The quota is renewed in \(Quantity.span($0))." } ?? ""
            found([.next: .words(next)])
        }
        Check(
            "problem-with-success", .warning, .content, .response("content-type"),
            when: .status(200...299, given: .response([.json, .content])), "RFC 9457 §3",
            "An error with a success status",
            "The body describes an error, but the status is \(.status). Clients decide by the status.",
            advice: "Send the status of the error, 4xx or 5xx.",
            bad: [
                "< 200 | Content-Type: «application/problem+json» || {\"title\":\"No\"}",
                "< 201 | Location: /a | Content-Type: «application/problem+json» || {\"title\":\"No\"}",
            ],
            good: [
                "< 404 | Content-Type: application/problem+json || {\"title\":\"No\"}",
                "< 500 | Content-Type: application/problem+json || {\"title\":\"No\"}",
            ]
        ) { x, found in
            guard x.responseHasContent, let response = x.response, (200..<300).contains(response.status),
                ProblemDetails.isNamed(by: x.type)
            else { return }
            found([.status: .number(Int64(response.status))])
        }
        Check(
            "problem-status-differs", .warning, .content, .response("content-type"),
            when: .given(.response([.json, .kept])), "RFC 9457 §3.1.2",
            "Two different statuses",
            """
            The problem document says \(.seen), the response says \(.status). An intermediary may have changed one of \
            them.
            """,
            advice: "Write the status of the response into the document, or leave it out there.",
            bad: [
                "< 404 | Content-Type: «application/problem+json» || {\"status\":403}",
                "< 500 | Content-Type: «application/problem+json» || {\"title\":\"No\",\"status\":400}",
            ],
            good: [
                "< 404 | Content-Type: application/problem+json || {\"status\":404}",
                "< 404 | Content-Type: application/problem+json || {\"title\":\"No\"}",
            ]
        ) { x, found in
            guard x.responseMayHaveContent, x.codings.isEmpty, let status = x.response?.status,
                ProblemDetails.isNamed(by: x.type), let bytes = x.responseContent.bytes,
                let said = ProblemDetails(bytes)?.status, said != Int64(status)
            else { return }
            found([.seen: .number(said), .status: .number(Int64(status))])
        }
    }

    /// Since when it is deprecated, as RFC 9745 §2.1 writes it.
    private static func deprecation(_ facts: Facts) -> Int64? {
        guard let value = facts.answered(named: "deprecation"),
            case .item(let item)? = try? StructuredField(.item, value), case .date(let seconds) = item.bare
        else { return nil }
        return seconds
    }

    /// More is not read to see that it is JSON to its end.
    private static let jsonLimit = 256 << 10

    /// Whether all of it is one object or array: a text may well begin like one.
    static func isJSON(_ content: Facts.Content) -> Bool {
        guard let bytes = content.bytes, !content.isTruncated, bytes.count <= jsonLimit else { return false }
        return bytes.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            guard (try? parser.tree()) != nil else { return false }
            parser.skipWhitespace()
            return parser.next == nil
        }
    }
}
