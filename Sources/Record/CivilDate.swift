import Bytes

/// A day of the Gregorian calendar, from and to the count of days since 1970-01-01.
struct CivilDate {
    let year: Int
    let month: Int
    let day: Int

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Years are counted from 1 March of year 0, so that the leap day is a year's last; 400 of them are 146,097 days.
    init(day number: Int) {
        let (era, dayOfEra) = (number + 719_468).quotientAndRemainder(dividingByFlooring: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var number: Int {
        let year = month <= 2 ? self.year - 1 : self.year
        let (era, yearOfEra) = year.quotientAndRemainder(dividingByFlooring: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension BinaryInteger {
    /// Quotient rounded down, and the remainder, which is never negative.
    func quotientAndRemainder(dividingByFlooring divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// The date of a cookie's Expires, read as clients read it (RFC 6265 §5.1.1): by tokens, in any order.
enum CookieDate {
    /// Seconds since 1970-01-01T00:00:00Z; nil when it is no date.
    static func seconds(_ text: Bytes) -> Int64? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.split(whereSeparator: isDelimiter) {
            let token = Bytes(Array(token))
            if time == nil, let found = clock(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = monthNumber(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        // RFC 6265 §5.1.1 steps 3 and 4: years of two digits.
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard (1...31).contains(day), year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 59 else {
            return nil
        }
        let date = CivilDate(year: year, month: month, day: day)
        // A day that the month does not have comes back as another.
        guard CivilDate(day: date.number).day == day else { return nil }
        return Int64(date.number) * 86_400 + Int64(time.hour * 3600 + time.minute * 60 + time.second)
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// The number a token begins with, when it has as many digits; what is no digit may follow.
    private static func number(_ token: Bytes, digits: ClosedRange<Int>) -> Int? {
        let length = token.prefix(while: ASCII.isDigit).count
        guard digits.contains(length) else { return nil }
        return token.slice(0..<length).decimal.map { Int($0) }
    }

    private static func clock(_ token: Bytes) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: ASCII.colon, omittingEmptySubsequences: false).map { Bytes(Array($0)) }
        guard parts.count == 3, parts[0].allSatisfy(ASCII.isDigit), parts[1].allSatisfy(ASCII.isDigit),
            let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func monthNumber(_ token: Bytes) -> Int? {
        guard token.count >= 3 else { return nil }
        let name = token.slice(0..<3).lowercased
        let names: [Bytes] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex(of: name).map { $0 + 1 }
    }
}
