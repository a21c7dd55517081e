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
        var text: [UInt8] = []
        text.reserveCapacity(29)
        append("SunMonTueWedThuFriSat", part: time.weekday, to: &text)
        text.append(ASCII.comma)
        text.append(ASCII.space)
        append(time.day, to: &text)
        text.append(ASCII.space)
        append("JanFebMarAprMayJunJulAugSepOctNovDec", part: time.month - 1, to: &text)
        text.append(ASCII.space)
        append(time.year / 100, to: &text)
        append(time.year % 100, to: &text)
        text.append(ASCII.space)
        append(time.hour, to: &text)
        text.append(ASCII.colon)
        append(time.minute, to: &text)
        text.append(ASCII.colon)
        append(time.second, to: &text)
        append(" GMT", part: 0, length: 4, to: &text)
        return Bytes(text)
    }

    /// Two digits.
    private static func append(_ value: Int, to text: inout [UInt8]) {
        text.append(ASCII.zero + UInt8(value / 10 % 10))
        text.append(ASCII.zero + UInt8(value % 10))
    }

    /// One of the parts of equal length that `names` is made of.
    private static func append(_ names: StaticString, part: Int, length: Int = 3, to text: inout [UInt8]) {
        names.withUTF8Buffer { text.append(contentsOf: $0[part * length..<(part + 1) * length]) }
    }

    // IMF-fixdate: Sun, 06 Nov 1994 08:49:37 GMT
    private static func imfFixdate(_ bytes: Bytes) -> Int64? {
        // Every response has one, so it is read by its places.
        guard bytes.count == 29 else { return nil }
        return bytes.withUnsafeBytes { text in
            guard place(of: letters(text, 0), in: dayLetters) != nil, text[3] == ASCII.comma,
                let month = place(of: letters(text, 8), in: monthLetters),
                text[4] == ASCII.space, text[7] == ASCII.space, text[11] == ASCII.space, text[16] == ASCII.space,
                text[19] == ASCII.colon, text[22] == ASCII.colon, text[25] == ASCII.space,
                letters(text, 26) == letters("gmt"),
                let day = number(text, 5), let century = number(text, 12), let year = number(text, 14),
                let hour = number(text, 17), let minute = number(text, 20), let second = number(text, 23)
            else { return nil }
            return seconds(century * 100 + year, month, day, (hour, minute, second))
        }
    }

    private static let dayLetters = shortDays.map { letters($0) }
    private static let monthLetters = months.map { letters($0) }

    private static func place(of letters: UInt32, in names: [UInt32]) -> Int? {
        for place in names.indices where names[place] == letters { return place }
        return nil
    }

    private static func letters(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { letters(UnsafeRawBufferPointer($0), 0) }
    }

    /// Three bytes as one number, letters in lower case. No other byte becomes a letter by it.
    private static func letters(_ text: UnsafeRawBufferPointer, _ start: Int) -> UInt32 {
        (UInt32(text[start]) << 16 | UInt32(text[start + 1]) << 8 | UInt32(text[start + 2])) | 0x20_2020
    }

    /// Two digits.
    private static func number(_ text: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        guard ASCII.isDigit(text[start]), ASCII.isDigit(text[start + 1]) else { return nil }
        return Int(text[start] - ASCII.zero) * 10 + Int(text[start + 1] - ASCII.zero)
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
