public import Bytes

/// Dates of fields (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT` and the two obsolete forms that recipients must
/// accept. Times are seconds since 1970-01-01T00:00:00Z.
public enum HTTPDate {
    static let months: [Bytes] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    static let shortDays: [Bytes] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let longDays: [Bytes] = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    /// Reads any of the three forms; nil when it is none of them, or names a day that does not exist.
    ///
    /// `now` decides the century of a two-digit year. Letter case is ignored, as caches should (RFC 9111 §4.2); zones
    /// other than GMT are not accepted.
    public static func parse(_ bytes: Bytes, now: Int64) -> Int64? {
        // Every response has one as senders generate it.
        if let time = generated(bytes) { return time }
        var time = CivilTime(year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        var isReadable = true
        let form = Form(bytes)
        read(bytes, as: form) { part in
            guard let value = part.value else {
                isReadable = false
                return false
            }
            switch part.kind {
            case .day: time.day = value
            case .month: time.month = value + 1
            case .year: time.year = value
            case .hour: time.hour = value
            case .minute: time.minute = value
            case .second: time.second = value
            case .dayName, .comma, .space, .fill, .hyphen, .colon, .zone, .rest: break
            }
            return true
        }
        guard isReadable else { return nil }
        if form == .rfc850 {
            // RFC 9110 §5.6.7: a date that appears to be more than 50 years ahead is in the past instead.
            let thisYear = CivilTime(secondsSince1970: now).year
            time.year += thisYear - thisYear % 100
            if time.year > thisYear + 50 { time.year -= 100 }
        }
        return time.secondsSince1970
    }

    /// The form that senders generate, IMF-fixdate.
    public static func format(_ secondsSince1970: Int64) -> Bytes {
        let time = CivilTime(secondsSince1970: secondsSince1970)
        var text: [UInt8] = []
        text.reserveCapacity(29)
        shortDays[time.weekday].withUnsafeBytes { text.append(contentsOf: $0) }
        text.append(ASCII.comma)
        text.append(ASCII.space)
        append(time.day, to: &text)
        text.append(ASCII.space)
        months[time.month - 1].withUnsafeBytes { text.append(contentsOf: $0) }
        text.append(ASCII.space)
        append(time.year / 100, to: &text)
        append(time.year % 100, to: &text)
        text.append(ASCII.space)
        append(time.hour, to: &text)
        text.append(ASCII.colon)
        append(time.minute, to: &text)
        text.append(ASCII.colon)
        append(time.second, to: &text)
        text.append(ASCII.space)
        text.append(contentsOf: "GMT".utf8)
        return Bytes(text)
    }

    /// Two digits.
    private static func append(_ value: Int, to text: inout [UInt8]) {
        text.append(ASCII.zero + UInt8(value / 10 % 10))
        text.append(ASCII.zero + UInt8(value % 10))
    }
}
