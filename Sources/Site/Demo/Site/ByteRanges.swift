import Bytes
import HTTPSemantics

/// What this server makes of a Range field (RFC 9110 §14.2). Pure.
enum ByteRanges: Sendable, Hashable {
    /// No Range, another unit, a malformed one, or an unreasonable one: the whole is sent.
    case whole
    /// At least one of these, in the order asked for; none is empty.
    case parts([Range<Int>])
    /// 416: no part of it lies within the content.
    case unsatisfiable

    /// More ranges than these are no download but an attack (RFC 9110 §14.2 allows to ignore them).
    private static let mostParts = 10

    init(_ field: Bytes?, size: Int) {
        guard let field, let asked = RangeRequest(field, limit: Self.mostParts), !asked.specs.isEmpty else {
            self = .whole
            return
        }
        let parts = asked.resolved(size: UInt64(size)).compactMap { part in
            part.map { Int($0.lowerBound)..<Int($0.upperBound) + 1 }
        }
        // What overlaps until it is larger than the whole is better sent as the whole.
        guard parts.reduce(0, { $0 + $1.count }) <= size else {
            self = .whole
            return
        }
        self = parts.isEmpty ? .unsatisfiable : .parts(parts)
    }
}
