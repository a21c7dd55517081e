public import Bytes

/// What a Range field asks for (RFC 9110 §14.1, §14.2).
public struct RangeRequest: Sendable, Hashable {
    /// One range of the list.
    public enum Spec: Sendable, Hashable {
        /// From a position to another, both included, or to the end.
        case from(UInt64, through: UInt64?)
        /// The last so many bytes.
        case last(UInt64)
    }

    /// `bytes` as a rule.
    public let unit: Bytes
    /// In the order asked for; empty when the unit is not `bytes`.
    public let specs: [Spec]

    /// nil when the value is malformed: servers then send the whole (§14.2). At most `limit` ranges are read; a list
    /// longer than that is taken for malformed.
    public init?(_ value: Bytes, limit: Int = 64) {
        guard let equals = value.firstIndex(of: ASCII.equals), equals > 0 else { return nil }
        unit = value.slice(0..<equals)
        guard unit.equalsIgnoringCase("bytes") else {
            specs = []
            return
        }
        var specs: [Spec] = []
        let members = FieldList.split(value.slice(equals + 1..<value.count))
        guard !members.isEmpty, members.count <= limit else { return nil }
        for member in members {
            guard let hyphen = member.firstIndex(of: ASCII.hyphen) else { return nil }
            let first = member.slice(0..<hyphen)
            let last = member.slice(hyphen + 1..<member.count)
            if first.isEmpty {
                guard let count = Self.position(last) else { return nil }
                specs.append(.last(count))
                continue
            }
            guard let start = Self.position(first) else { return nil }
            if last.isEmpty {
                specs.append(.from(start, through: nil))
            } else {
                guard let end = Self.position(last), start <= end else { return nil }
                specs.append(.from(start, through: end))
            }
        }
        self.specs = specs
    }

    /// Digits alone; what exceeds 64 bits is beyond every resource, and held at the border.
    private static func position(_ digits: Bytes) -> UInt64? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.decimal ?? .max
    }

    /// The bytes meant of a resource of `size`, each first and last included; nil where a range lies outside
    /// (§14.1.2: unsatisfiable).
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
