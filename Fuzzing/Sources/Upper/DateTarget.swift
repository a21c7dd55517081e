import Bytes
import HTTPSemantics

/// Any bytes are a date or none, with parts side by side; a date that was read is written and read again as the same
/// moment. Eight bytes are a moment too, to be written.
enum DateTarget {
    private static let now: Int64 = 1_700_000_000
    /// 1601-01-01, before which no cookie's date lies (RFC 6265bis §5.1.1 step 5), and the end of the year 9999.
    private static let cookieDates: ClosedRange<Int64> = -11_644_473_600...253_402_300_799

    static func run(_ input: Bytes) {
        var position = 0
        for part in HTTPDate.parts(of: input) {
            check(part.range.lowerBound == position, "a part begins at \(part.range.lowerBound), not at \(position)")
            position = part.range.upperBound
        }
        check(position == input.count, "the parts end at \(position), not at \(input.count)")
        if let moment = HTTPDate.parse(input, now: now) {
            check(moment <= cookieDates.upperBound, "\(moment) is after the year 9999")
            roundTrip(moment)
        }
        if let moment = CookieDate.parse(input) {
            check(cookieDates.contains(moment), "\(moment) lies outside of what Expires can say")
            roundTrip(moment)
        }
        if input.count == 8 {
            let moment = Int64(bitPattern: input.reduce(0) { $0 << 8 | UInt64($1) })
            let text = HTTPDate.format(moment)
            if (0...cookieDates.upperBound).contains(moment) {
                check(HTTPDate.parse(text, now: now) == moment, "\(text.text) is not \(moment)")
            }
        }
    }

    private static func roundTrip(_ moment: Int64) {
        let text = HTTPDate.format(moment)
        check(text.count == 29, "\(text.text) is no IMF-fixdate")
        check(HTTPDate.parse(text, now: now) == moment, "\(text.text) is not \(moment)")
        check(
            moment < cookieDates.lowerBound || CookieDate.parse(text) == moment, "\(text.text) is another cookie date")
    }
}
