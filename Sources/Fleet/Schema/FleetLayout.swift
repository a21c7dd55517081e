/// How the large tables are stored.
package enum FleetLayout: String, Sendable, CaseIterable {
    /// A partition a day, so that a day expires at once.
    case partitioned
    /// One table each, for engines without partitions.
    case plain
    /// A partition a day, and the rows of a run on one node (the extension Citus).
    case citus

    var isPartitioned: Bool { self != .plain }
}
