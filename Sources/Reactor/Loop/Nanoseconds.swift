/// A length of time as the loop counts it, in whole nanoseconds.
///
/// Made of a `Duration` once and not at each use, since dividing its 128 bits is dear. What is longer than can be
/// counted is `never`, and less than nothing is nothing.
package struct Nanoseconds: Sendable, Hashable {
    package let count: UInt64

    /// Longer than any clock runs.
    package static let never = Nanoseconds(count: .max)

    package init(count: UInt64) {
        self.count = count
    }

    package init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else {
            self.init(count: 0)
            return
        }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        self.init(count: overflow || carry ? .max : sum)
    }

    package static func seconds(_ count: Int) -> Nanoseconds { Nanoseconds(.seconds(count)) }
    package static func milliseconds(_ count: Int) -> Nanoseconds { Nanoseconds(.milliseconds(count)) }

    /// The time so long after `moment` of a steady clock; the last there is when it lies beyond.
    package func after(_ moment: UInt64) -> UInt64 {
        let (time, overflow) = moment.addingReportingOverflow(count)
        return overflow ? .max : time
    }
}
