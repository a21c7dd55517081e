import Bytes
import HTTPSemantics

/// HTTP-date (RFC 9110 §5.6.7) in its three forms, and fields that are one, or one or something else.
enum Dates {
    private static let spec = "RFC 9110 §5.6.7"
    private static let dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let what = "a date such as Sun, 06 Nov 1994 08:49:37 GMT"

    /// A field that says when something is or was; `text` gets the moment in words.
    static func reader(_ text: @escaping @Sendable (String) -> Wording) -> FieldReader {
        { scan in date(&scan, text) }
    }

    static func retryAfter(_ scan: inout SpanScanner) {
        if let first = scan.peek, ASCII.isDigit(first) {
            Numbers.seconds("RFC 9110 §10.2.3", &scan) {
                "Wait \(Quantity.seconds($0)) before retrying or following a redirect."
            }
        } else {
            date(&scan, expecting: "a number of seconds, or \(what)") {
                "Wait until \($0) before retrying or following a redirect."
            }
        }
    }

    /// RFC 9111 §5.3: what is no date, `0` above all, means that the response is stale already.
    static func expires(_ scan: inout SpanScanner) {
        if scan.rest == "0" || scan.rest == "-1" {
            scan.advanceToEnd()
            scan.expected(
                "HTTP-date", "RFC 9111 §5.3", "a date; recipients treat anything else as a time in the past")
        } else {
            let seconds = HTTPDate.parse(scan.rest, now: readingYear)
            if let seconds, seconds < longPast {
                date(&scan) { _ in "A time in the past: the response is stale at once." }
            } else {
                date(&scan) { "The response is stale after \($0)." }
            }
        }
    }

    /// Reads to the end, where `HTTPDate` finds the parts. `text` gets the moment in words.
    static func date(_ scan: inout SpanScanner, expecting: String = what, _ text: (String) -> Wording) {
        // The century of two digits depends on the day of reading; the sentence about the year says so.
        date(&scan, at: HTTPDate.parse(scan.rest, now: readingYear), expecting: expecting, text)
    }

    /// The same for a field that reads a date in its own way: as the moment that it is there.
    static func date(
        _ scan: inout SpanScanner, at seconds: Int64?, expecting: String = what, _ text: (String) -> Wording
    ) {
        let written = scan.rest
        let form = HTTPDate.Form(written)
        let start = scan.index
        let parts = HTTPDate.parts(of: written)
        // Nothing of it is of a date: that is said once, and not of each part that is missing.
        let there = parts.filter { !$0.range.isEmpty }
        if seconds == nil, there.count == 1, there.allSatisfy({ !$0.isCorrect }) {
            scan.advanceToEnd()
            return scan.expected(form.rule, spec, expecting)
        }
        scan.begin()
        for part in parts where part.kind != .rest {
            if part.kind == .hour { scan.begin() }
            scan.advance(start + part.range.upperBound - scan.index)
            name(part, written.slice(part.range), form, &scan)
            if part.kind == .second {
                scan.finish("time-of-day", spec, "The time of day, \(abbreviating: scan.group), in GMT.")
            }
        }
        scan.leftOver(form.rule, spec)
        guard let seconds else {
            return scan.finish(form.rule, spec, "Not an HTTP date: expected \(expecting).", malformed: true)
        }
        let obsolete = form.obsolete.map { " This is the \($0)." } ?? ""
        scan.finish(form.rule, spec, "\(text(Quantity.moment(seconds)))\(obsolete)")
    }

    /// 1990-01-01. What is before HTTP was written to be in the past.
    static let longPast: Int64 = 631_152_000

    /// 2000-01-01: two digits then mean the years 1951 to 2050.
    private static let readingYear: Int64 = 946_684_800

    private static func name(
        _ part: HTTPDate.Part, _ written: Bytes, _ form: HTTPDate.Form, _ scan: inout SpanScanner
    ) {
        let isLong = form == .rfc850
        let rule = part.kind.rule(isLong: isLong)
        guard part.isCorrect else { return missing(part, rule, form, &scan) }
        let text: Wording =
            switch part.kind {
            case .dayName: "The day of the week, \(dayNames[part.value ?? 0]); recipients ignore it."
            case .comma: "Follows the day's name."
            case .space: "One space."
            case .fill: "A space in place of the day's first digit."
            case .hyphen, .colon: "Separates the parts."
            case .day: "Day \(abbreviating: written) of the month."
            case .month: "\(months[part.value ?? 0])."
            case .year where isLong:
                """
                The last two digits of the year, \(abbreviating: written). A date more than 50 years ahead is read as \
                past.
                """
            case .year: "The year \(abbreviating: written)."
            case .hour: "Hour \(abbreviating: written)."
            case .minute: "Minute \(abbreviating: written)."
            case .second: part.value == 60 ? "Second 60: a leap second." : "Second \(abbreviating: written)."
            case .zone: "Greenwich Mean Time, which equals UTC here. HTTP dates have no other time zone."
            case .rest: ""
            }
        scan.name(rule, spec, text)
    }

    private static func missing(
        _ part: HTTPDate.Part, _ rule: String, _ form: HTTPDate.Form, _ scan: inout SpanScanner
    ) {
        let what: String
        switch part.kind {
        case .dayName:
            what =
                "the name of a day\(part.range.isEmpty ? "" : " in English"), such as "
                + (form == .rfc850 ? "Sunday" : "Sun")
        case .month: what = "the first three letters of a month's English name, such as Nov"
        case .space: what = "one space"
        case .hyphen: what = "-"
        case .colon: what = ":"
        case .zone: what = "GMT"
        case .day, .year, .hour, .minute, .second:
            what = "the \(rule), with \(part.digits) digit\(part.digits == 1 ? "" : "s")"
        // The part behind it is found wanting.
        case .comma, .fill, .rest: return
        }
        scan.expected(part.kind == .hyphen ? "date2" : part.kind == .colon ? "time-of-day" : rule, spec, what)
    }
}

extension HTTPDate.Form {
    fileprivate var rule: String {
        switch self {
        case .imfFixdate: "IMF-fixdate"
        case .rfc850: "rfc850-date"
        case .asctime: "asctime-date"
        }
    }

    fileprivate var obsolete: String? {
        switch self {
        case .imfFixdate: nil
        case .rfc850: "obsolete format of RFC 850, with two digits for the year"
        case .asctime: "obsolete format of C's asctime"
        }
    }
}

extension HTTPDate.Part.Kind {
    fileprivate func rule(isLong: Bool) -> String {
        switch self {
        case .dayName: isLong ? "day-name-l" : "day-name"
        case .comma: "\",\""
        case .hyphen: "\"-\""
        case .colon: "\":\""
        case .space, .fill: "SP"
        case .day: "day"
        case .month: "month"
        case .year: "year"
        case .hour: "hour"
        case .minute: "minute"
        case .second: "second"
        case .zone: "GMT"
        case .rest: "HTTP-date"
        }
    }
}

extension Dates {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("expires", samples: ["Thu, 01 Dec 1994 16:00:00 GMT"], expires),
        Field(
            "date",
            samples: ["Tue, 15 Nov 1994 08:12:31 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"],
            reader { "The response was generated at \($0)." }),
        Field(
            "last-modified", samples: ["Tue, 15 Nov 1994 12:45:26 GMT"],
            reader { "The resource was last changed at \($0)." }),
        Field(
            "if-modified-since", samples: ["Sat, 29 Oct 1994 19:43:31 GMT"],
            reader { "Send the resource only if it has changed since \($0)." }),
        Field(
            "if-unmodified-since", samples: ["Sat, 29 Oct 1994 19:43:31 GMT"],
            reader { "Carry out the request only if the resource has not changed since \($0)." }),
        Field(
            "sunset", samples: ["Sat, 31 Dec 2018 23:59:59 GMT"],
            reader { "The announced time: \($0)." }),
        Field("retry-after", samples: ["120", "Fri, 31 Dec 1999 23:59:59 GMT"], retryAfter),
    ]
}
