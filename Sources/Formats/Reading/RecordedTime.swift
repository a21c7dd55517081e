import Bytes
import HTTPSemantics

/// Reads the moments of a recording: ISO 8601 with any offset and any fraction (HAR 1.2 asks for it).
enum RecordedTime {
    /// Microseconds since 1970; nil when this is no date.
    ///
    /// `2024-02-29T12:00:00.123456+01:00`; a space may stand for the T, `Z` or nothing for the offset, and the offset's
    /// colon may be missing. Digits beyond microseconds are dropped.
    static func parse(_ text: Bytes) -> Int64? {
        var scan = Scan(text.trimmed)
        guard let year = scan.number(4), scan.take("-"), let month = scan.number(2), scan.take("-"),
            let day = scan.number(2), scan.takeAny(of: "Tt "), let hour = scan.number(2), scan.take(":"),
            let minute = scan.number(2)
        else { return nil }
        var second = 0
        var fraction: Int64 = 0
        if scan.take(":") {
            guard let number = scan.number(2) else { return nil }
            second = number
            if scan.takeAny(of: ".,") {
                guard let read = scan.fraction() else { return nil }
                fraction = read
            }
        }
        guard let offset = scan.offset(), scan.isAtEnd else { return nil }
        let date = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard let seconds = date.secondsSince1970 else { return nil }
        return (seconds - offset) * 1_000_000 + fraction
    }

    private struct Scan {
        let text: Bytes
        var position = 0

        init(_ text: Bytes) {
            self.text = text
        }

        var isAtEnd: Bool { position == text.count }

        mutating func number(_ digits: Int) -> Int? {
            guard position + digits <= text.count else { return nil }
            guard let value = text.slice(position..<position + digits).decimal else { return nil }
            position += digits
            return Int(value)
        }

        mutating func take(_ sign: Unicode.Scalar) -> Bool {
            guard position < text.count, text[position] == UInt8(ascii: sign) else { return false }
            position += 1
            return true
        }

        mutating func takeAny(of signs: String) -> Bool {
            guard position < text.count, signs.utf8.contains(text[position]) else { return false }
            position += 1
            return true
        }

        /// Microseconds.
        mutating func fraction() -> Int64? {
            var value: Int64 = 0
            var weight: Int64 = 100_000
            let start = position
            while position < text.count, ASCII.isDigit(text[position]) {
                value += Int64(text[position] - ASCII.zero) * weight
                weight /= 10
                position += 1
            }
            return position > start ? value : nil
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int64? {
            if isAtEnd || takeAny(of: "Zz") { return 0 }
            let isEast = take("+")
            guard isEast || take("-"), let hours = number(2) else { return nil }
            _ = take(":")
            let minutes = isAtEnd ? 0 : number(2)
            guard let minutes, hours <= 23, minutes <= 59 else { return nil }
            let seconds = Int64(hours * 3600 + minutes * 60)
            return isEast ? seconds : -seconds
        }
    }
}
