/// What a shipper did. A value.
package struct ShippingTotals: Sendable, Equatable {
    /// Flows that were inserted, and those that were in the database before.
    package var shipped = 0
    package var already = 0
    /// Flows that the policy left out.
    package var filtered = 0
    package var sampled = 0
    /// Flows of which the database refused a value.
    package var conflicts = 0
    /// Flows that the database refused altogether, or that were gone before they could be shipped.
    package var lost = 0
    /// Contents that were stored beside their records.
    package var bodies = 0
    /// Of packs and bodies, as they were sent.
    package var bytes = 0

    package init() {}

    package mutating func add(_ other: ShippingTotals) {
        shipped += other.shipped
        already += other.already
        filtered += other.filtered
        sampled += other.sampled
        conflicts += other.conflicts
        lost += other.lost
        bodies += other.bodies
        bytes += other.bytes
    }
}
