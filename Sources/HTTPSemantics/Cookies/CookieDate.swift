public import Bytes

/// The forgiving date of a cookie's Expires attribute (RFC 6265bis §5.1.1).
///
/// It takes the date apart into runs between delimiters, and the first run that looks like a time, a day, a month or a
/// year is one, wherever it stands. Zones are not looked at.
public enum CookieDate {
    /// Seconds since 1970, or nil when the algorithm fails.
    public static func parse(_ bytes: Bytes) -> Int64? {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?

        // Step 2: for each date-token, the first production that matches and was not found before.
        var scan = ByteScanner(bytes)
        while !scan.isAtEnd {
            scan.skip(while: isDelimiter)
            let token = scan.run { !isDelimiter($0) }
            if token.isEmpty { break }
            if clock == nil, let found = timeOfDay(token) {
                clock = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = monthName(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }

        guard let clock, let day, let month, var year else { return nil }
        // Steps 3 and 4: two digits from 70 on are of the 20th century, below of the 21st.
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        // Step 5: the borders of each field; step 6: the date has to exist.
        guard (1...31).contains(day), year >= 1601, clock.hour <= 23, clock.minute <= 59, clock.second <= 59 else {
            return nil
        }
        return CivilTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second
        ).secondsSince1970
    }

    /// `delimiter = %x09 / %x20-2F / %x3B-40 / %x5B-60 / %x7B-7E`.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// `hms-time [ non-digit *OCTET ]` where each field has one or two digits.
    private static func timeOfDay(_ token: Bytes) -> (hour: Int, minute: Int, second: Int)? {
        var scan = ByteScanner(token)
        guard let hour = field(&scan, 1...2), scan.take(ASCII.colon), let minute = field(&scan, 1...2),
            scan.take(ASCII.colon), let second = field(&scan, 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// As many digits as allowed, then the end or something that is no digit.
    private static func number(_ token: Bytes, digits: ClosedRange<Int>) -> Int? {
        var scan = ByteScanner(token)
        return field(&scan, digits)
    }

    private static func field(_ scan: inout ByteScanner, _ digits: ClosedRange<Int>) -> Int? {
        let run = scan.run(while: ASCII.isDigit)
        guard digits.contains(run.count), let value = run.decimal else { return nil }
        return Int(exactly: value)
    }

    /// A token that begins with the first three letters of a month, in any case.
    private static func monthName(_ token: Bytes) -> Int? {
        for (place, name) in HTTPDate.months.enumerated() where token.hasPrefix(ignoringCase: name) {
            return place + 1
        }
        return nil
    }
}
