public import Bytes

/// Which part of a resource the content is, or that none can be sent (RFC 9110 §14.4).
public struct ContentRange: Sendable, Hashable {
    /// The unit, `bytes` as a rule.
    public let unit: Bytes
    /// First and last position, both included; nil after 416 (`bytes */1234`).
    public let range: ClosedRange<UInt64>?
    /// The resource's size; nil when it is `*`.
    public let size: UInt64?

    /// nil when the value is malformed: also when the first position is after the last, or the last is not within the
    /// size, which §14.4 calls invalid.
    public init?(_ value: Bytes) {
        guard let space = value.firstIndex(of: ASCII.space), space > 0,
            let slash = value.firstIndex(of: ASCII.slash, from: space)
        else { return nil }
        unit = value.slice(0..<space)
        let part = value.slice(space + 1..<slash)
        let total = value.slice(slash + 1..<value.count)
        size = total.decimal
        guard size != nil || total == "*" else { return nil }
        if part == "*" {
            guard size != nil else { return nil }
            range = nil
            return
        }
        guard let hyphen = part.firstIndex(of: ASCII.hyphen), let first = part.slice(0..<hyphen).decimal,
            let last = part.slice(hyphen + 1..<part.count).decimal, first <= last, size.map({ last < $0 }) ?? true
        else { return nil }
        range = first...last
    }

    /// How many bytes the content has to have.
    public var length: UInt64? {
        guard let range else { return nil }
        let (count, overflow) = (range.upperBound - range.lowerBound).addingReportingOverflow(1)
        return overflow ? nil : count
    }
}
