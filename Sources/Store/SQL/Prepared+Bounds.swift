/// Numbers of a file that anybody may have made: none is so large that what is reckoned with it has no room. What Hark
/// writes lies within all of these.
extension Prepared {
    /// Seconds of the years 0 to 9999, for which dates are written.
    private static let years: ClosedRange<Int64> = -62_167_219_200...253_402_300_799
    /// 36 years in nanoseconds.
    static let longestSpan: Int64 = 1 << 60

    /// A date, in seconds since 1970.
    func seconds(_ place: Int32) -> Int64? { integer(place)?.within(Self.years) }

    /// A date, in microseconds since 1970.
    func moment(_ place: Int32) -> Int64? {
        integer(place)?.within(Self.years.lowerBound * 1_000_000...Self.years.upperBound * 1_000_000 + 999_999)
    }

    /// A length of time, of any unit; before zero it lies the other way.
    func span(_ place: Int32) -> Int64? { integer(place)?.within(-Self.longestSpan...Self.longestSpan) }

    /// A place in a message or a list, or a number of such.
    func position(_ place: Int32) -> Int? { integer(place).map { Self.position($0) } }

    static func position(_ number: Int64) -> Int { Int(number.within(0...1 << 40)) }
}

extension Int64 {
    fileprivate func within(_ bounds: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}
