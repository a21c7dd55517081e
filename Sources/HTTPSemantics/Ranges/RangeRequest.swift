public import Bytes

/// The value of a Range field (RFC 9110 §14.1, §14.2).
public struct RangeRequest: Sendable, Hashable {
    /// One range of the list.
    public enum Spec: Sendable, Hashable {
        /// From a position to another, both included, or to the end.
        case from(UInt64, through: UInt64?)
        /// The last bytes, this many.
        case last(UInt64)
    }

    /// Usually `bytes`.
    public let unit: Bytes
    /// In the requested order; empty when the unit is not `bytes`.
    public let specs: [Spec]

    /// nil when the value is malformed: servers then send the whole (§14.2). At most `limit` ranges are read; a longer
    /// list counts as malformed.
    public init?(_ value: Bytes, limit: Int = 64) {
        guard let (unit, list) = Self.unit(of: value), !unit.isEmpty, OctetClass.token.containsAll(unit) else {
            return nil
        }
        self.unit = unit
        guard unit.equalsIgnoringCase("bytes") else {
            specs = []
            return
        }
        var specs: [Spec] = []
        let members = FieldList.split(list)
        guard !members.isEmpty, members.count <= limit else { return nil }
        for member in members {
            guard let spec = Positions(member).spec else { return nil }
            specs.append(spec)
        }
        self.specs = specs
    }

    /// The unit, and the list behind the `=`: slices of the value. nil where no `=` is.
    package static func unit(of value: Bytes) -> (unit: Bytes, list: Bytes)? {
        value.firstIndex(of: ASCII.equals).map { (value.slice(0..<$0), value.slice($0 + 1..<value.count)) }
    }

    /// One member of the list taken apart at its first hyphen, whatever it is: `first-pos "-" [ last-pos ]`, or a
    /// hyphen and how many of the last bytes. The same form stands in Content-Range.
    package struct Positions: Sendable, Hashable {
        /// Before the hyphen.
        package let first: Bytes
        /// Behind the hyphen; nil without one.
        package let last: Bytes?

        package init(_ member: Bytes) {
            let hyphen = member.firstIndex(of: ASCII.hyphen)
            first = member.slice(0..<(hyphen ?? member.count))
            last = hyphen.map { member.slice($0 + 1..<member.count) }
        }

        /// What is meant; nil for what is no range, also when its last byte is before its first (§14.1.1).
        package var spec: Spec? {
            guard let last else { return nil }
            if first.isEmpty { return RangeRequest.position(last).map { .last($0) } }
            guard let start = RangeRequest.position(first) else { return nil }
            if last.isEmpty { return .from(start, through: nil) }
            guard let end = RangeRequest.position(last), start <= end else { return nil }
            return .from(start, through: end)
        }
    }

    /// Digits alone; what exceeds 64 bits is beyond every resource, and held at the border.
    package static func position(_ digits: Bytes) -> UInt64? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.decimal ?? .max
    }

    /// The requested bytes of a resource of `size`, first and last included; nil for a range outside it (§14.1.2:
    /// unsatisfiable).
    public func resolved(size: UInt64) -> [ClosedRange<UInt64>?] {
        specs.map { spec in
            switch spec {
            case .from(let first, through: let last):
                return first < size ? first...min(last ?? .max, size - 1) : nil
            case .last(let count):
                return count > 0 && size > 0 ? (size - min(count, size))...(size - 1) : nil
            }
        }
    }
}
