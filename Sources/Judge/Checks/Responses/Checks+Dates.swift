import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Dates and clocks.
extension Checks {
    /// Seconds by which clocks may differ without a word about it.
    private static let tolerance: Int64 = 60

    static let dates: [Check] = Array {
        Check(
            "date-missing", .warning, .dates, .message(.response), "RFC 9110 §6.6.1", "No Date",
            """
            A server with a clock must send the time of the response. Without it each cache counts the age from when \
            it received the response.
            """,
            advice: "Send \("Date") in each response.",
            bad: ["< «200 OK» | -Date", "> GET /a < «404 Not Found» | -Date"],
            good: ["< 200", "< 503 | -Date", "> CONNECT a.example:443 | Host: a.example:443 < 200 | -Date"]
        ) { x, found in
            guard let status = x.response?.status, (200..<500).contains(status), x.answered(.date) == nil,
                // That is a proxy's answer; origin servers have to say when they made theirs.
                x.request?.method != .connect
            else { return }
            // Servers of RPCs leave it out; without a cache nobody counts by it.
            found(level: x.isStoredByNobody ? .info : nil)
        }
        Check(
            "date-malformed", .bad, .dates, .response("date"), "RFC 9110 §5.6.7", "Not a date",
            "\(.value) is not a valid HTTP date. Caches use the time of arrival instead.",
            advice: "Send a date such as \("Sun, 06 Nov 1994 08:49:37 GMT").",
            bad: ["Date: «yesterday»", "Date: «2026-03-01T12:00:00Z»"],
            good: ["Date: Sun, 01 Mar 2026 12:00:00 GMT", "Date: Sun, 01 Mar 2026 11:59:59 GMT"]
        ) { x, found in
            guard let value = x.answered(.date), x.date == nil else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "last-modified-malformed", .warning, .dates, .response("last-modified"), "RFC 9110 §8.8.2",
            "Last-Modified is not a date",
            "\(.value) is not a valid HTTP date, so no client can ask whether the resource changed since.",
            advice: "Send a date such as \("Sun, 06 Nov 1994 08:49:37 GMT").",
            bad: ["Last-Modified: «2026-03-01»", "Last-Modified: «yesterday» | Cache-Control: no-store"],
            good: [
                "Last-Modified: Sun, 01 Mar 2026 11:59:59 GMT | Cache-Control: max-age=60",
                "Last-Modified: Sunday, 01-Mar-26 11:00:00 GMT | Cache-Control: max-age=60",
            ]
        ) { x, found in
            guard let value = x.answered(.lastModified), x.lastModified == nil else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "date-obsolete-form", .warning, .dates, .response("date"), "RFC 9110 §5.6.7", "Obsolete date format",
            "Recipients can read \(.value), but senders must write \(.date).",
            advice: "Write \(.date).",
            bad: ["Date: «Sunday, 01-Mar-26 12:00:00 GMT»", "Date: «Sun Mar  1 12:00:00 2026»"],
            good: ["Date: Sun, 01 Mar 2026 12:00:00 GMT", "Date: Sun, 01 Mar 2026 11:59:59 GMT"]
        ) { x, found in
            guard let value = x.answered(.date), let date = x.date, !HTTPDate.isGenerated(value) else { return }
            found([.value: .bytes(value), .date: .date(date)])
        }
        Check(
            "server-clock-differs", .warning, .dates, .response("date"), "RFC 9110 §6.6.1", "The clocks differ",
            """
            The server's clock is \(.difference) \(.part) this one. Expires, cookies and tokens are off by the same \
            time.
            """,
            general: """
                The server's clock and this one differ by more than a minute. Expires, cookies and tokens are off by \
                the same time.
                """,
            advice: "Synchronise the clock, for example with NTP.",
            bad: [
                Example("Date: «Sun, 01 Mar 2026 12:00:00 GMT»", delay: 3_600),
                Example("Date: «Sun, 01 Mar 2026 12:00:00 GMT»", delay: -300),
            ],
            good: [
                Example("Date: Sun, 01 Mar 2026 12:00:00 GMT", delay: 59),
                Example("Age: 3600 | Cache-Control: max-age=7200 | ETag: \"a\"", delay: 3_600),
                Example("Age: 3600 | Cache-Control: max-age=7200 | ETag: \"a\"", delay: nil),
                // Some caches write a Date of their own, and keep the Age.
                Example("Age: 3600 | Cache-Control: max-age=7200 | ETag: \"a\"", delay: 0),
            ]
        ) { x, found in
            guard let arrived = x.clock.arrived, let date = x.date, let status = x.response?.status, status >= 200
            else { return }
            // A response out of a cache is older than its arrival by its Age, unless the cache dated it anew: clocks
            // differ only where it came before the one and after the other.
            let age = x.answered(.age).flatMap { $0.decimal }.flatMap { Int64(exactly: $0) } ?? 0
            guard age < 1 << 40 else { return }
            let nearest = max(date, min(date + age, arrived))
            let (difference, isTooFar) = nearest.subtractingReportingOverflow(arrived)
            guard !isTooFar, difference.magnitude > tolerance.magnitude else { return }
            found([.difference: .seconds(difference), .part: .words(difference > 0 ? "ahead of" : "behind")])
        }
        Check(
            "last-modified-in-future", .bad, .dates, .response("last-modified"), "RFC 9110 §8.8.2.1",
            "Last-Modified is after the response",
            """
            \(.value) is later than the response's own Date. A server must not send that, because conditional requests \
            would fail.
            """,
            advice: "Send the time of Date at most.",
            bad: [
                "Last-Modified: «Mon, 02 Mar 2026 12:00:00 GMT» | Cache-Control: no-cache",
                "Last-Modified: «Mon, 01 Mar 2027 12:00:00 GMT» | Cache-Control: no-cache",
            ],
            good: [
                "Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT | Cache-Control: no-cache",
                "Last-Modified: Sat, 28 Feb 2026 12:00:00 GMT | Cache-Control: no-cache",
            ]
        ) { x, found in
            guard let value = x.answered(.lastModified), let modified = x.lastModified,
                let limit = x.date ?? x.clock.arrived, modified > limit
            else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "expires-malformed", .bad, .dates, .response("expires"), "RFC 9111 §5.3", "Expires is not an HTTP date",
            "\(.value) is not an HTTP date. Caches that use Expires treat the response as expired.",
            advice: "Send \("Cache-Control: max-age=…"), or a date such as \("Sun, 06 Nov 1994 08:49:37 GMT").",
            bad: ["Expires: «never»", "Expires: «Sun, 32 Mar 2026 13:00:00 GMT»"],
            good: ["Expires: Sun, 01 Mar 2026 13:00:00 GMT", "Expires: 0 | Cache-Control: max-age=60"]
        ) { x, found in
            guard let value = x.answered(.expires), value != "0", value != "-1", x.moment(value) == nil else { return }
            found([.value: .bytes(value)])
        }
    }
}
