/// The numbers that are near to a flow's. What belongs together lies no further apart; and so many flows fit into
/// memory, without their bodies.
package enum FlowStretch {
    private static let before: UInt64 = 1000
    private static let after: UInt64 = 200

    /// Flows whose numbers differ in their last digits share one stretch, so that it need not be read for each.
    private static let step: UInt64 = 300

    package static func near(_ number: UInt64) -> ClosedRange<UInt64> { range(number, number) }

    /// The numbers near to this one, and to those beside it.
    package static func around(_ number: UInt64) -> ClosedRange<UInt64> {
        let first = number - number % step
        let (end, isBeyond) = first.addingReportingOverflow(step - 1)
        return range(first, isBeyond ? .max : end)
    }

    private static func range(_ first: UInt64, _ last: UInt64) -> ClosedRange<UInt64> {
        let (end, isBeyond) = last.addingReportingOverflow(after)
        return (first > before ? first - before : 0)...(isBeyond ? .max : end)
    }
}
