/// Where a flow is in the order of a fleet: by start, run and number; two tenants may have flows that are equal in all
/// of these. A value.
struct FleetRowPlace: Sendable, Hashable {
    /// Microseconds since 1970.
    let started: Int64
    let run: Int64
    let id: Int64
    let tenant: String
    let day: Int64

    static func < (left: FleetRowPlace, right: FleetRowPlace) -> Bool {
        (left.started, left.run, left.id, left.tenant) < (right.started, right.run, right.id, right.tenant)
    }
}

/// A row of `flow`, called `f`, perhaps with its marks, called `m`.
protocol FleetPlacedRow {
    /// What is asked for, in the order in which `init` takes it.
    static var columns: String { get }
    static var tables: String { get }
    init?(_ row: PostgresRow)
    var place: FleetRowPlace { get }
}
