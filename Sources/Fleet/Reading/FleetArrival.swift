/// A pack of flows that the database has taken. A value.
package struct FleetArrival: Sendable, Hashable {
    let key: FleetRow.PackKey
    /// In microseconds since 1970, by the database's clock.
    package let arrived: Int64

    init?(_ row: PostgresRow) {
        guard let tenant = row.text(0), let run = row.integer(1), let pack = row.integer(2), let day = row.integer(3),
            let arrived = row.time(4)
        else { return nil }
        key = FleetRow.PackKey(tenant: tenant, run: run, pack: pack, day: day)
        self.arrived = arrived
    }
}
