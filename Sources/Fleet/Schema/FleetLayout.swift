/// How the large tables are stored.
package enum FleetLayout: String, Sendable, CaseIterable {
    /// A partition a day, so that a day expires at once.
    case partitioned
    /// One table each, for engines without partitions.
    case plain
}
