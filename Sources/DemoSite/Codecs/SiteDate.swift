import Bytes

/// Dates as HTTP writes them, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), from and to seconds since 1970. Pure.
enum SiteDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// The first second of the year 10000, which IMF-fixdate has no digits for.
    private static let end: Int64 = 253_402_300_800

    static func text(seconds given: Int64) -> String {
        let seconds = min(max(given, 0), end - 1)
        let day = Int(seconds / 86_400)
        let time = Int(seconds % 86_400)
        var year = 1970
        var left = day
        while left >= daysOf(year: year) {
            left -= daysOf(year: year)
            year += 1
        }
        var month = 0
        while left >= daysOf(month: month, year: year) {
            left -= daysOf(month: month, year: year)
            month += 1
        }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { two($0) }.joined(separator: ":")
        return "\(days[day % 7]), \(two(left + 1)) \(months[month]) \(year) \(clock) GMT"
    }

    /// Reads IMF-fixdate alone: the form that clients send back when the server sent it.
    static func seconds(_ bytes: Bytes) -> Int64? {
        guard bytes.count == 29, bytes.slice(25..<29) == " GMT", bytes.slice(3..<5) == ", ",
            bytes[7] == ASCII.space, bytes[11] == ASCII.space, bytes[16] == ASCII.space,
            bytes[19] == ASCII.colon, bytes[22] == ASCII.colon,
            let month = months.firstIndex(of: bytes.slice(8..<11).text),
            let dayOfMonth = number(bytes, 5..<7), let year = number(bytes, 12..<16), year >= 1970,
            let hour = number(bytes, 17..<19), hour < 24, let minute = number(bytes, 20..<22), minute < 60,
            let second = number(bytes, 23..<25), second < 61,
            dayOfMonth >= 1, dayOfMonth <= daysOf(month: month, year: year)
        else { return nil }
        var day = dayOfMonth - 1
        for earlier in 1970..<max(year, 1971) where earlier < year {
            day += daysOf(year: earlier)
        }
        for earlier in 0..<month {
            day += daysOf(month: earlier, year: year)
        }
        guard bytes.slice(0..<3).text == days[day % 7] else { return nil }
        return Int64(day * 86_400 + hour * 3600 + minute * 60 + second)
    }

    private static func number(_ bytes: Bytes, _ range: Range<Int>) -> Int? {
        bytes.slice(range).decimal.map { Int(clamping: $0) }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysOf(year: Int) -> Int {
        isLeap(year) ? 366 : 365
    }

    private static func daysOf(month: Int, year: Int) -> Int {
        switch month {
        case 1: isLeap(year) ? 29 : 28
        case 3, 5, 8, 10: 30
        default: 31
        }
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
