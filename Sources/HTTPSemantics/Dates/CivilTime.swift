/// A date and a time of day in UTC, in the Gregorian calendar extended to all years.
///
/// Converts the fields of a date to seconds since 1970-01-01T00:00:00Z and back, without a clock, a locale or a time
/// zone.
public struct CivilTime: Sendable, Hashable {
    /// In the Gregorian calendar.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    /// 0 to 23.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 60: 60 is a leap second and counts as the first second of the next minute.
    public var second: Int

    /// A moment by its parts, in UTC.
    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The moment `seconds` after the start of 1970; years outside 0 to 9999 are limited to that range.
    public init(secondsSince1970 seconds: Int64) {
        let held = min(max(seconds, Self.earliest), Self.latest)
        let days = held >= 0 ? held / 86_400 : -((-held + 86_399) / 86_400)
        let rest = Int(held - days * 86_400)
        // A year is counted from March here, so that the leap day is its last and months have a regular pattern.
        let sinceEpoch = Int(days) + Self.marchEpoch
        let era = sinceEpoch >= 0 ? sinceEpoch / Self.daysInEra : (sinceEpoch - Self.daysInEra + 1) / Self.daysInEra
        let dayOfEra = sinceEpoch - era * Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Seconds since 1970, or nil when there is no such date or time of day.
    public var secondsSince1970: Int64? {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        let seconds = Int64(daysSince1970) * 86_400
        return seconds + Int64(hour * 3600 + minute * 60 + second)
    }

    /// 0 is Sunday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let shifted = (daysSince1970 + 4) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    /// Midnight of 0000-01-01 and the last second of 9999.
    private static let earliest: Int64 = -62_167_219_200
    private static let latest: Int64 = 253_402_300_799
    /// Days of 400 years, after which the calendar repeats.
    private static let daysInEra = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let marchEpoch = 719_468

    private var daysSince1970: Int {
        let marchYear = month <= 2 ? year - 1 : year
        let era = marchYear >= 0 ? marchYear / 400 : (marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysInEra + dayOfEra - Self.marchEpoch
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}
