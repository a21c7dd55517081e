import Bytes
public import Flow
import HTTPModel
import HTTPSemantics

/// Notes about dates and clocks.
public enum DateNotes: NoteSource {
    public static let codes = [
        "date-missing", "date-malformed", "date-obsolete-form", "server-clock-differs", "last-modified-in-future",
        "expires-malformed",
    ]

    /// Seconds by which clocks may differ without a word about it.
    private static let tolerance: Int64 = 60

    public static func notes(about exchange: FlowRecord) -> [Note] {
        guard let response = exchange.responseHead, response.status >= 200 else { return [] }
        var notes = NoteList(exchange)
        let fields = response.fields
        let now = exchange.seconds
        var date: Int64?
        if let value = fields.first(.date), let range = fields.range(.date) {
            date = HTTPDate.parse(value, now: now)
            if let date {
                clock(date, range, exchange, fields, &notes)
                if value != HTTPDate.format(date) {
                    notes.response(
                        "date-obsolete-form", .warning, at: range, "Not written as dates are",
                        "\(value) can be read, but must be written \(HTTPDate.format(date)).", "RFC 9110 §5.6.7")
                }
            } else {
                notes.response(
                    "date-malformed", .bad, at: range, "Not a date",
                    "\(value) is no date that HTTP knows; caches take the time of arrival instead.", "RFC 9110 §5.6.7")
            }
        } else if response.status < 500 {
            notes.response(
                "date-missing", .warning, "No Date",
                """
                A server with a clock must say when the answer was made; without it every cache on the way counts \
                its age from its own arrival.
                """,
                "RFC 9110 §6.6.1")
        }
        if let value = fields.first(.expires), HTTPDate.parse(value, now: now) == nil {
            notes.response(
                "expires-malformed", value == "0" || value == "-1" ? .info : .bad, at: fields.range(.expires),
                "Expires is no date",
                "\(value) is no date; caches take it for long past, so the response is stale at once.",
                "RFC 9111 §5.3")
        }
        if let value = fields.first(.lastModified), let modified = HTTPDate.parse(value, now: now),
            let limit = date ?? (exchange.isRecorded(.responseTime) ? now : nil), modified > limit
        {
            notes.response(
                "last-modified-in-future", .bad, at: fields.range(.lastModified), "Changed after it was sent",
                """
                \(value) is later than the response itself. A server must not send that: conditional requests \
                would fail.
                """,
                "RFC 9110 §8.8.2.1")
        }
        return notes.notes
    }

    private static func clock(
        _ date: Int64, _ range: Range<Int>, _ exchange: FlowRecord, _ fields: FieldSection,
        _ notes: inout NoteList
    ) {
        // A response out of a cache is older than its arrival by its Age.
        let age = fields.first(.age).flatMap { $0.decimal }.flatMap { Int64(exactly: $0) } ?? 0
        guard exchange.isRecorded(.responseTime), age < 1 << 40 else { return }
        let difference = date + age - exchange.seconds
        guard difference.magnitude > tolerance.magnitude else { return }
        notes.response(
            "server-clock-differs", .warning, at: range, "The clocks differ",
            """
            The server's clock is \(Quantity.span(difference)) \(difference > 0 ? "ahead of" : "behind") this one's. \
            Lifetimes by Expires, cookies and tokens are off by as much.
            """,
            "RFC 9110 §6.6.1")
    }
}
