import Bytes
import HTTPSemantics

/// Reads moments: RFC 3339 with an offset, or less of it and by the clock on the wall.
enum FilterClockText {
    private static let second: Int64 = 1_000_000
    private static let minute: Int64 = 60_000_000
    private static let day: Int64 = 86_400_000_000

    /// `12:30`, `12:30:15.5`, `2026-11-21`, `2026-11-21T12:30`, `2026-11-21T12:30:00Z`, `…+01:00`; nil for anything
    /// else.
    static func read(_ text: String) -> FilterTime? {
        var scan = ByteScanner(Bytes(text))
        if text.utf8.count >= 5, Array(text.utf8)[2] == ASCII.colon {
            guard let (start, open) = timeOfDay(&scan), scan.isAtEnd else { return nil }
            return .today(start, open: open)
        }
        guard let year = scan.digits(4), scan.take(ASCII.hyphen), let month = scan.digits(2), scan.take(ASCII.hyphen),
            let date = scan.digits(2)
        else { return nil }
        let civil = CivilTime(year: year, month: month, day: date, hour: 0, minute: 0, second: 0)
        guard let midnight = civil.secondsSince1970 else { return nil }
        if scan.isAtEnd { return .local(midnight * second, open: day - 1) }
        guard scan.take("t") || scan.take(ASCII.space), let (start, open) = timeOfDay(&scan) else { return nil }
        let moment = midnight * second + start
        if scan.isAtEnd { return .local(moment, open: open) }
        if scan.take("z"), scan.isAtEnd { return .absolute(moment, open: open) }
        let isEast = scan.take(ASCII.plus)
        guard isEast || scan.take(ASCII.hyphen), let hours = scan.digits(2), scan.take(ASCII.colon),
            let minutes = scan.digits(2), hours < 24, minutes < 60, scan.isAtEnd
        else { return nil }
        let offset = Int64(hours * 60 + minutes) * minute
        return .absolute(isEast ? moment - offset : moment + offset, open: open)
    }

    /// Microseconds since midnight, and how many the writing leaves open: those of its last unit.
    private static func timeOfDay(_ scan: inout ByteScanner) -> (Int64, open: Int64)? {
        guard let hour = scan.digits(2), scan.take(ASCII.colon), let minutes = scan.digits(2), hour < 24, minutes < 60
        else { return nil }
        var start = Int64(hour * 60 + minutes) * minute
        guard scan.take(ASCII.colon) else { return (start, minute - 1) }
        // RFC 3339 §5.6: 60 is a leap second.
        guard let seconds = scan.digits(2), seconds <= 60 else { return nil }
        start += Int64(seconds) * second
        guard scan.take(ASCII.period) else { return (start, second - 1) }
        let fraction = scan.run(while: ASCII.isDigit)
        guard !fraction.isEmpty, fraction.count <= 9 else { return nil }
        var weight = second
        for byte in fraction {
            weight /= 10
            start += Int64(byte - ASCII.zero) * weight
        }
        return (start, max(0, weight - 1))
    }
}
