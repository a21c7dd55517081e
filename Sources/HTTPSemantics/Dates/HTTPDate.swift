public import Bytes

/// Dates as fields write them (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete forms that
/// recipients have to understand. Times are seconds since 1970-01-01T00:00:00Z.
public enum HTTPDate {
    static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let shortDays: [StaticString] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let longDays: [StaticString] = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// Reads any of the three forms; nil when it is none of them, or names a day that does not exist.
    ///
    /// `now` decides the century of a two-digit year. Letters are compared without case, as a cache should
    /// (RFC 9111 §4.2); a zone other than GMT is not accepted there either.
    public static func parse(_ bytes: Bytes, now: Int64) -> Int64? {
        imfFixdate(bytes) ?? rfc850(bytes, now: now) ?? asctime(bytes)
    }

    /// The form that senders generate, IMF-fixdate.
    public static func format(_ secondsSince1970: Int64) -> Bytes {
        let time = CivilTime(secondsSince1970: secondsSince1970)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][time.weekday]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][time.month - 1]
        var text: [UInt8] = []
        text.reserveCapacity(29)
        func append(_ value: Int, digits: Int) {
            var divisor = 1
            for _ in 1..<digits { divisor *= 10 }
            while divisor > 0 {
                text.append(ASCII.zero + UInt8(value / divisor % 10))
                divisor /= 10
            }
        }
        text += day.utf8
        text += ", ".utf8
        append(time.day, digits: 2)
        text.append(ASCII.space)
        text += month.utf8
        text.append(ASCII.space)
        append(time.year, digits: 4)
        text.append(ASCII.space)
        append(time.hour, digits: 2)
        text.append(ASCII.colon)
        append(time.minute, digits: 2)
        text.append(ASCII.colon)
        append(time.second, digits: 2)
        text += " GMT".utf8
        return Bytes(text)
    }

    // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
    private static func imfFixdate(_ bytes: Bytes) -> Int64? {
        var scan = ByteScanner(bytes)
        guard take(shortDays, &scan) != nil, scan.take(ASCII.comma), scan.take(ASCII.space),
            let day = scan.digits(2), scan.take(ASCII.space), let month = take(months, &scan),
            scan.take(ASCII.space), let year = scan.digits(4), scan.take(ASCII.space),
            let clock = timeOfDay(&scan), scan.take(" gmt"), scan.isAtEnd
        else { return nil }
        return seconds(year, month, day, clock)
    }

    // rfc850-date: Sunday, 06-Nov-94 08:49:37 GMT
    private static func rfc850(_ bytes: Bytes, now: Int64) -> Int64? {
        var scan = ByteScanner(bytes)
        guard take(longDays, &scan) != nil, scan.take(ASCII.comma), scan.take(ASCII.space),
            let day = scan.digits(2), scan.take(ASCII.hyphen), let month = take(months, &scan), scan.take(ASCII.hyphen),
            let short = scan.digits(2), scan.take(ASCII.space), let clock = timeOfDay(&scan), scan.take(" gmt"),
            scan.isAtEnd
        else { return nil }
        // RFC 9110 §5.6.7: a date that appears to be more than 50 years ahead is in the past instead.
        let thisYear = CivilTime(secondsSince1970: now).year
        var year = thisYear - thisYear % 100 + short
        if year > thisYear + 50 { year -= 100 }
        return seconds(year, month, day, clock)
    }

    // asctime-date: Sun Nov  6 08:49:37 1994
    private static func asctime(_ bytes: Bytes) -> Int64? {
        var scan = ByteScanner(bytes)
        guard take(shortDays, &scan) != nil, scan.take(ASCII.space), let month = take(months, &scan),
            scan.take(ASCII.space), let day = scan.take(ASCII.space) ? scan.digits(1) : scan.digits(2),
            scan.take(ASCII.space), let clock = timeOfDay(&scan), scan.take(ASCII.space),
            let year = scan.digits(4), scan.isAtEnd
        else { return nil }
        return seconds(year, month, day, clock)
    }

    private static func timeOfDay(_ scan: inout ByteScanner) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = scan.digits(2), scan.take(ASCII.colon), let minute = scan.digits(2),
            scan.take(ASCII.colon), let second = scan.digits(2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Steps over one of the names; gives its place in the list.
    private static func take(_ names: [StaticString], _ scan: inout ByteScanner) -> Int? {
        for (place, name) in names.enumerated() where scan.take(name) {
            return place
        }
        return nil
    }

    private static func seconds(
        _ year: Int, _ month: Int, _ day: Int, _ clock: (hour: Int, minute: Int, second: Int)
    ) -> Int64? {
        CivilTime(
            year: year, month: month + 1, day: day, hour: clock.hour, minute: clock.minute, second: clock.second
        ).secondsSince1970
    }
}
