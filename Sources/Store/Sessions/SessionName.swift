import Bytes

/// Names of session files: the moment they began, in UTC, `2026-11-21T12-00-00Z.hark`. Colons are left out, as some
/// systems do not have them in names. Those that began in the same second are told apart by their place among them,
/// `2026-11-21T12-00-00Z-2.hark`.
package enum SessionName {
    package static let ending = ".hark"

    /// Of what was sent by hand: it stands beside the session of a proxy, and does not take its place as the newest.
    private static let sentEnding = "-sent" + ending

    /// - Parameters:
    ///   - start: microseconds since 1970.
    ///   - place: among those that began in the same second, from 1.
    package static func name(start: Int64, place: Int = 1, isSent: Bool = false) -> String {
        text(start) + (place > 1 ? "-\(place)" : "") + (isSent ? sentEnding : ending)
    }

    /// The place of a session among those of the same second; 1 for a name that says nothing of it.
    package static func place(_ name: String) -> Int {
        guard start(name) != nil, name.utf8.dropFirst(20).first == UInt8(ascii: "-") else { return 1 }
        return Int(String(decoding: name.utf8.dropFirst(21).prefix(while: ASCII.isDigit), as: UTF8.self)) ?? 1
    }

    /// Whether a file of this name, or at this path, has what was sent by hand.
    package static func isSent(_ name: String) -> Bool { name.hasSuffix(sentEnding) }

    /// Seconds since 1970; nil for a name that says nothing of its start.
    package static func start(_ name: some StringProtocol) -> Int64? {
        let digits = Array(name.utf8.prefix(20))
        let signs = [(4, "-"), (7, "-"), (10, "T"), (13, "-"), (16, "-"), (19, "Z")] as [(Int, Unicode.Scalar)]
        guard digits.count == 20, signs.allSatisfy({ digits[$0.0] == UInt8(ascii: $0.1) }) else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            range.reduce(Int64?.some(0)) { sum, place in
                guard let sum, ASCII.isDigit(digits[place]) else { return nil }
                return sum * 10 + Int64(digits[place] - ASCII.zero)
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// `2026-11-21T12-00-00Z`.
    private static func text(_ microseconds: Int64) -> String {
        let seconds = microseconds.quotientRounding(1_000_000)
        let day = seconds.quotientRounding(86_400)
        let time = seconds - day * 86_400
        let (year, month, date) = civil(day)
        func padded(_ number: Int64, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month))-\(padded(date))T\(padded(time / 3_600))-\(padded(time / 60 % 60))-"
            + "\(padded(time % 60))Z"
    }

    /// Days since 1970 of a date. Years begin in March here, so that the day that leap years have comes last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = shifted.quotientRounding(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted.quotientRounding(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }
}

extension Int64 {
    /// Division that rounds down also for what is before 1970.
    fileprivate func quotientRounding(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
