package import Flow

/// What a database has of a fleet: who ships, how far, how much. A value.
package struct FleetStatus: Sendable {
    package struct Run: Sendable {
        package let run: RunID
        package let proxy: String
        package let tenant: String
        package let version: String
        package let flows: Int64
        /// How long after its start the newest flow was shipped, in microseconds.
        package let lag: Int64?
        /// When it shipped last: microseconds since 1970.
        package let seen: Int64
        /// The server's clock minus the proxy's, in microseconds.
        package let skew: Int64
        package let lost: Int64
        package let conflicts: Int64
        /// An object of JSON.
        package let labels: String
        /// Numbers up to the cursor that are not shipped.
        package let gaps: Int
    }

    package struct Partition: Sendable {
        package let name: String
        package let bytes: Int64
    }

    package let meta: FleetMeta
    package let runs: [Run]
    package let partitions: [Partition]
    /// Of all tables, with their indices.
    package var bytes: Int64 { partitions.reduce(0) { $0 + $1.bytes } }

    package init(_ link: any PostgresLink) throws(FleetError) {
        let meta = try FleetMeta(link)
        do throws(PostgresError) {
            let rows = try link.run(
                """
                SELECT run, proxy, tenant, version, flows, seen, skew, lost, conflicts, labels::text, newest, gaps
                FROM hark.run ORDER BY seen DESC, run
                """)
            runs = rows.map { row in
                let seen = row.time(5) ?? 0
                return Run(
                    run: RunID(UInt64(bitPattern: row.integer(0) ?? 0)), proxy: row.text(1) ?? "",
                    tenant: row.text(2) ?? "", version: row.text(3) ?? "", flows: row.integer(4) ?? 0,
                    lag: row.time(10).map { max(0, seen - $0) }, seen: seen, skew: row.integer(6) ?? 0,
                    lost: row.integer(7) ?? 0, conflicts: row.integer(8) ?? 0, labels: row.text(9) ?? "{}",
                    gaps: (row.integers(11)?.count ?? 0) / 2)
            }
            let sizes = try link.run(
                """
                SELECT c.relname::text, pg_total_relation_size(c.oid) FROM pg_class c
                WHERE c.relnamespace = 'hark'::regnamespace AND c.relkind = 'r' ORDER BY 1
                """)
            partitions = sizes.map { Partition(name: $0.text(0) ?? "", bytes: $0.integer(1) ?? 0) }
        } catch {
            throw FleetError(error)
        }
        self.meta = meta
    }
}
