import Bytes
import Flow

/// What one transaction ships: flows, and the cursor that follows from them. A value.
struct FleetBatch: Sendable {
    /// So many flows are looked at, and so many bytes of records and bodies gathered.
    static let flowLimit = 2_048
    static let sizeLimit = 8 << 20
    /// Microseconds for making one.
    static let timeLimit: Int64 = 1_000_000

    /// The cursor that it was made for, and the one after it.
    let before: ShippingCursor
    let after: ShippingCursor
    var flows: [FleetFlow]
    /// Of the flow with the highest number that was looked at so far, when this batch has it.
    let last: Bytes?
    /// What was left out, refused or lost.
    var totals: ShippingTotals

    /// The same for a part of its flows: the others stay missing.
    func part(_ range: Range<Int>, takesOmitted: Bool) -> FleetBatch {
        let others = flows[..<range.lowerBound] + flows[range.upperBound...]
        return FleetBatch(
            before: before, after: after.leaving(others.map(\.id)), flows: Array(flows[range]), last: last,
            totals: takesOmitted ? totals : ShippingTotals())
    }

    /// Bodies in the order of their hashes: two batches that insert the same ones in the same order wait for each
    /// other, and never both at once.
    var bodies: [(day: FleetDay, body: FleetBody)] {
        struct Key: Hashable {
            let day: FleetDay
            let sha256: Bytes
        }
        var found: [Key: FleetBody] = [:]
        for flow in flows {
            for body in [flow.request, flow.response] {
                if let body { found[Key(day: flow.day, sha256: body.sha256)] = body }
            }
        }
        return found.sorted {
            $0.key.sha256 == $1.key.sha256
                ? $0.key.day < $1.key.day : $0.key.sha256.lexicographicallyPrecedes($1.key.sha256)
        }.map { ($0.key.day, $0.value) }
    }
}
