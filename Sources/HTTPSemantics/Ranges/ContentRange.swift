public import Bytes

/// Which part of a resource the content is, or that there is no part to send (RFC 9110 §14.4).
public struct ContentRange: Sendable, Hashable {
    /// The unit, usually `bytes`.
    public let unit: Bytes
    /// First and last position, both included; nil after 416 (`bytes */1234`).
    public let range: ClosedRange<UInt64>?
    /// The resource's size; nil when it is `*`.
    public let size: UInt64?

    /// nil when the value is malformed: also when the first position is after the last, or the last is not within the
    /// size, which §14.4 declares invalid.
    public init?(_ value: Bytes) {
        let parts = Parts(value)
        guard let range = parts.range, let total = parts.size, !parts.unit.isEmpty,
            OctetClass.token.containsAll(parts.unit)
        else { return nil }
        unit = parts.unit
        size = total.decimal
        guard size != nil || total == "*" else { return nil }
        if range == "*" {
            guard size != nil else { return nil }
            self.range = nil
            return
        }
        let positions = RangeRequest.Positions(range)
        guard let first = positions.first.decimal, let last = positions.last?.decimal, first <= last,
            size.map({ last < $0 }) ?? true
        else { return nil }
        self.range = first...last
    }

    /// A value taken apart at its first space and the slash behind it, whatever it is: slices of it.
    package struct Parts: Sendable, Hashable {
        /// Before the space.
        package let unit: Bytes
        /// Behind the space, up to the slash; nil without a space.
        package let range: Bytes?
        /// Behind the slash; nil without one.
        package let size: Bytes?

        package init(_ value: Bytes) {
            let space = value.firstIndex(of: ASCII.space)
            let slash = space.flatMap { value.firstIndex(of: ASCII.slash, from: $0) }
            unit = value.slice(0..<(space ?? value.count))
            range = space.map { value.slice($0 + 1..<(slash ?? value.count)) }
            size = slash.map { value.slice($0 + 1..<value.count) }
        }
    }

    /// The required size of the content.
    public var length: UInt64? {
        guard let range else { return nil }
        let (count, overflow) = (range.upperBound - range.lowerBound).addingReportingOverflow(1)
        return overflow ? nil : count
    }
}
