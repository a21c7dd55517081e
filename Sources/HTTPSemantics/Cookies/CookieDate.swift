public import Bytes

/// The lenient date of a cookie's Expires attribute (RFC 6265bis §5.1.1).
///
/// It splits the date at delimiters. The first part that looks like a time, a day, a month or a year counts as that, in
/// any order. Zones are ignored.
public enum CookieDate {
    /// Seconds since 1970, or nil when the algorithm fails.
    public static func parse(_ bytes: Bytes) -> Int64? {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?

        // Step 2: for each date-token, the first production that matches and was not found before. A token is looked at
        // where it lies: dates are read for every cookie of a live line.
        bytes.withSpan { span in
            var index = 0
            while index < span.count {
                if isDelimiter(span[index]) {
                    index += 1
                    continue
                }
                var end = index + 1
                while end < span.count, !isDelimiter(span[end]) { end += 1 }
                let token = span.extracting(index..<end)
                index = end
                if clock == nil, let found = timeOfDay(token) {
                    clock = found
                } else if day == nil, let found = number(token, 0, 1...2)?.value {
                    day = found
                } else if month == nil, let found = monthName(token) {
                    month = found
                } else if year == nil, let found = number(token, 0, 2...4)?.value {
                    year = found
                }
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
        // Letters, digits and the colon are most of a date.
        if ASCII.isAlpha(byte) || byte &- ASCII.zero <= ASCII.colon - ASCII.zero { return false }
        return byte == ASCII.tab || (ASCII.space...ASCII.tilde).contains(byte)
    }

    /// `hms-time [ non-digit *OCTET ]` where each field has one or two digits.
    private static func timeOfDay(_ token: Span<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(token, 0, 1...2), hour.end < token.count, token[hour.end] == ASCII.colon,
            let minute = number(token, hour.end + 1, 1...2), minute.end < token.count,
            token[minute.end] == ASCII.colon, let second = number(token, minute.end + 1, 1...2)
        else { return nil }
        return (hour.value, minute.value, second.value)
    }

    /// As many digits as allowed, then the end or something that is no digit.
    private static func number(
        _ token: Span<UInt8>, _ start: Int, _ digits: ClosedRange<Int>
    ) -> (value: Int, end: Int)? {
        var value = 0
        var end = start
        while end < token.count, ASCII.isDigit(token[end]) {
            if end - start == digits.upperBound { return nil }
            value = value * 10 + Int(token[end] &- ASCII.zero)
            end += 1
        }
        return end - start >= digits.lowerBound ? (value, end) : nil
    }

    /// A token that begins with the first three letters of a month, in any case.
    private static func monthName(_ token: Span<UInt8>) -> Int? {
        guard token.count >= 3 else { return nil }
        let letters =
            UInt32(ASCII.lowercase(token[0])) << 16 | UInt32(ASCII.lowercase(token[1])) << 8
            | UInt32(ASCII.lowercase(token[2]))
        return months.firstIndex(of: letters).map { $0 + 1 }
    }

    /// The first three letters of each month as one number.
    private static let months: [UInt32] = HTTPDate.months.map { name in
        name.reduce(0) { $0 << 8 | UInt32(ASCII.lowercase($1)) }
    }
}
