import Bytes
import HTTPSemantics

/// HTTP-date (RFC 9110 §5.6.7) in its three forms, and fields that are one, or one or something else.
enum Dates {
    private static let spec = "RFC 9110 §5.6.7"
    private static let dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let longDays = dayNames.map { Bytes($0) }
    private static let shortDays = dayNames.map { Bytes(String($0.prefix(3))) }
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let shortMonths = months.map { Bytes(String($0.prefix(3))) }
    private static let what = "a date such as Sun, 06 Nov 1994 08:49:37 GMT"

    /// A field that says when something is or was; `text` gets the moment in words.
    static func reader(_ text: @escaping @Sendable (String) -> String) -> FieldReader {
        { scan in date(&scan, text) }
    }

    static func retryAfter(_ scan: inout SpanScanner) {
        if let first = scan.peek, ASCII.isDigit(first) {
            Numbers.seconds("RFC 9110 §10.2.3", &scan) { "Try again in \(Quantity.seconds($0))." }
        } else {
            date(&scan) { "Try again after \($0)." }
        }
    }

    /// RFC 9111 §5.3: what is no date, `0` above all, means that the response is stale already.
    static func expires(_ scan: inout SpanScanner) {
        if scan.rest == "0" || scan.rest == "-1" {
            scan.advanceToEnd()
            scan.expected(
                "HTTP-date", "RFC 9111 §5.3", "a date; recipients take anything else for a time in the past")
        } else {
            date(&scan) { "The response is fresh until \($0)." }
        }
    }

    /// Reads to the end.
    static func date(_ scan: inout SpanScanner, _ text: (String) -> String) {
        let written = scan.rest
        // The century of two digits depends on the day of reading; the sentence about the year says so.
        let seconds = HTTPDate.parse(written, now: readingYear)
        let moment = seconds.map { text(Quantity.moment($0)) }
        scan.begin()
        guard let comma = scan.position(of: ASCII.comma) else {
            asctime(&scan)
            return finish("asctime-date", "obsolete form of C's asctime", moment, &scan)
        }
        if comma - scan.index == 3 {
            imfFixdate(&scan)
            finish("IMF-fixdate", nil, moment, &scan)
        } else {
            rfc850(&scan)
            finish("rfc850-date", "obsolete form of RFC 850, with two digits for the year", moment, &scan)
        }
    }

    /// 2000-01-01: two digits then mean the years 1951 to 2050.
    private static let readingYear: Int64 = 946_684_800

    private static func finish(_ rule: String, _ obsolete: String?, _ moment: String?, _ scan: inout SpanScanner) {
        scan.leftOver(rule, spec)
        guard let moment else {
            return scan.finish(rule, spec, "No date that exists: expected \(what).", malformed: true)
        }
        scan.finish(rule, spec, obsolete.map { "\(moment) This is the \($0)." } ?? moment)
    }

    // IMF-fixdate = day-name "," SP date1 SP time-of-day SP GMT
    private static func imfFixdate(_ scan: inout SpanScanner) {
        dayName("day-name", &scan)
        _ = scan.sign(ASCII.comma, spec, "Follows the day's name.")
        space(&scan)
        number("day", 2, &scan) { "Day \($0) of the month." }
        space(&scan)
        month(&scan)
        space(&scan)
        number("year", 4, &scan) { "The year \($0)." }
        space(&scan)
        timeOfDay(&scan)
        space(&scan)
        zone(&scan)
    }

    // rfc850-date = day-name-l "," SP date2 SP time-of-day SP GMT
    private static func rfc850(_ scan: inout SpanScanner) {
        dayName("day-name-l", &scan)
        _ = scan.sign(ASCII.comma, spec, "Follows the day's name.")
        space(&scan)
        number("day", 2, &scan) { "Day \($0) of the month." }
        sign(ASCII.hyphen, "date2", &scan)
        month(&scan)
        sign(ASCII.hyphen, "date2", &scan)
        number("year", 2, &scan) { "The last digits of the year, \($0); more than 50 years ahead means the past." }
        space(&scan)
        timeOfDay(&scan)
        space(&scan)
        zone(&scan)
    }

    // asctime-date = day-name SP date3 SP time-of-day SP year
    private static func asctime(_ scan: inout SpanScanner) {
        dayName("day-name", &scan)
        space(&scan)
        month(&scan)
        if scan.peek == ASCII.space, scan.peek(1) == ASCII.space {
            scan.advance()
            scan.name("SP", spec, "One space.")
            scan.advance()
            scan.name("SP", spec, "Fills the place of the day's first digit.")
            number("day", 1, &scan) { "Day \($0) of the month." }
        } else {
            space(&scan)
            number("day", 2, &scan) { "Day \($0) of the month." }
        }
        space(&scan)
        timeOfDay(&scan)
        space(&scan)
        number("year", 4, &scan) { "The year \($0)." }
    }

    private static func dayName(_ rule: String, _ scan: inout SpanScanner) {
        scan.skip(while: ASCII.isAlpha)
        let written = scan.seen
        let isLong = rule == "day-name-l"
        let place = (isLong ? longDays : shortDays).firstIndex(of: written)
        if let place {
            let day = dayNames[place]
            scan.name(rule, spec, "The day of the week, \(day); recipients do not look at it.")
        } else if written.isEmpty {
            scan.skip { !Octets.isDelimiter($0) }
            scan.expected(rule, spec, "the name of a day, such as \(isLong ? "Sunday" : "Sun")")
        } else {
            scan.expected(rule, spec, "the name of a day in English, such as \(isLong ? "Sunday" : "Sun")")
        }
    }

    private static func month(_ scan: inout SpanScanner) {
        scan.skip(while: ASCII.isAlpha)
        let written = scan.seen
        if let place = shortMonths.firstIndex(of: written) {
            scan.name("month", spec, "\(months[place]).")
        } else {
            if written.isEmpty { scan.skip { !Octets.isDelimiter($0) } }
            scan.expected("month", spec, "the first three letters of a month's English name, such as Nov")
        }
    }

    private static func timeOfDay(_ scan: inout SpanScanner) {
        scan.begin()
        number("hour", 2, &scan) { "Hour \($0)." }
        sign(ASCII.colon, "time-of-day", &scan)
        number("minute", 2, &scan) { "Minute \($0)." }
        sign(ASCII.colon, "time-of-day", &scan)
        number("second", 2, &scan) { $0 == "60" ? "Second 60: a leap second." : "Second \($0)." }
        scan.finish("time-of-day", spec, "The time of day, \(Quotation.abbreviated(scan.group)), in GMT.")
    }

    private static func number(_ rule: String, _ count: Int, _ scan: inout SpanScanner, _ text: (String) -> String) {
        let found = scan.skip(while: ASCII.isDigit)
        if found == count, isInRange(scan.seen, rule) {
            scan.name(rule, spec, text(Quotation.abbreviated(scan.seen)))
        } else {
            if found == 0 { scan.skip { !Octets.isDelimiter($0) && $0 != ASCII.colon && $0 != ASCII.hyphen } }
            scan.expected(rule, spec, "the \(rule), with \(count) digit\(count == 1 ? "" : "s")")
        }
    }

    private static func isInRange(_ digits: Bytes, _ rule: String) -> Bool {
        guard let value = digits.decimal else { return false }
        return switch rule {
        case "day": (1...31).contains(value)
        case "hour": value < 24
        case "minute": value < 60
        case "second": value <= 60
        default: true
        }
    }

    private static func space(_ scan: inout SpanScanner) {
        let count = scan.skip(while: ASCII.isWhitespace)
        if count == 1, scan.seen.first == ASCII.space {
            scan.name("SP", spec, "One space.")
        } else {
            scan.expected("SP", spec, "one space")
        }
    }

    private static func sign(_ byte: UInt8, _ rule: String, _ scan: inout SpanScanner) {
        let sign = Character(Unicode.Scalar(byte))
        if !scan.sign(byte, spec, "Separates the parts.") { scan.expected(rule, spec, "\(sign)") }
    }

    private static func zone(_ scan: inout SpanScanner) {
        scan.advanceToEnd()
        if scan.seen == "GMT" {
            scan.name("GMT", spec, "Greenwich Mean Time, the only zone there is here; it is the same as UTC.")
        } else {
            scan.expected("GMT", spec, "GMT")
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
            reader { "The message was made at \($0)." }),
        Field(
            "last-modified", samples: ["Tue, 15 Nov 1994 12:45:26 GMT"],
            reader { "The representation was last changed at \($0)." }),
        Field(
            "if-modified-since", samples: ["Sat, 29 Oct 1994 19:43:31 GMT"],
            reader { "Send it only if it was changed after \($0)." }),
        Field(
            "if-unmodified-since", samples: ["Sat, 29 Oct 1994 19:43:31 GMT"],
            reader { "Do it only if it was not changed after \($0)." }),
        Field("sunset", samples: ["Sat, 31 Dec 2018 23:59:59 GMT"], reader { "It goes away at \($0)." }),
        Field("retry-after", samples: ["120", "Fri, 31 Dec 1999 23:59:59 GMT"], retryAfter),
    ]
}
