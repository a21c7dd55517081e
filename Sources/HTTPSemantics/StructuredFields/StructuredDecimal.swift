/// A decimal number with at most twelve digits before the point and three after (RFC 9651 §3.3.2), kept as whole
/// thousandths: binary fractions could not hold `0.1`.
public struct StructuredDecimal: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number times 1,000: a Decimal has at most three digits after the point.
    public let thousandths: Int64

    static let limit: Int64 = 999_999_999_999_999

    /// nil when it has more than twelve digits before the point.
    public init?(thousandths: Int64) {
        guard (-Self.limit...Self.limit).contains(thousandths) else { return nil }
        self.thousandths = thousandths
    }

    /// The nearest decimal, rounding half to even (RFC 9651 §4.1.5 step 2); nil when it is not a number or too large.
    public init?(rounding value: Double) {
        let scaled = value * 1000
        guard scaled.magnitude < Double(Self.limit) + 1 else { return nil }
        // By hand, as the library's rounding would have to be linked from the C library.
        var whole = Int64(scaled)
        let rest = (scaled - Double(whole)).magnitude
        if rest > 0.5 || (rest == 0.5 && !whole.isMultiple(of: 2)) { whole += scaled < 0 ? -1 : 1 }
        self.init(thousandths: whole)
    }

    /// By value.
    public static func < (left: Self, right: Self) -> Bool { left.thousandths < right.thousandths }

    /// In its serialised form: at least one digit on both sides of the point, without superfluous zeros.
    public var description: String {
        let magnitude = thousandths.magnitude
        var fraction = [magnitude / 100 % 10, magnitude / 10 % 10, magnitude % 10]
        while fraction.count > 1, fraction.last == 0 { fraction.removeLast() }
        let sign = thousandths < 0 ? "-" : ""
        return "\(sign)\(magnitude / 1000)." + fraction.map(String.init).joined()
    }
}
