/// What a database says of its schema. A value.
package struct FleetMeta: Sendable, Equatable {
    package let version: Int
    /// The oldest version of Hark's statements that may write.
    let compatible: Int
    package let layout: FleetLayout?

    package init(_ link: any PostgresLink) throws(FleetError) {
        let rows: PostgresRows
        do throws(PostgresError) {
            rows = try link.run("SELECT name, value FROM hark.meta")
        } catch {
            if ["42P01", "3F000"].contains(error.state) { throw .noSchema }
            throw FleetError(error)
        }
        var values: [String: String] = [:]
        for row in rows.map({ ($0.text(0), $0.text(1)) }) {
            if let name = row.0 { values[name] = row.1 }
        }
        guard let version = values["version"].flatMap({ Int($0) }) else { throw .noSchema }
        self.version = version
        compatible = values["compatible"].flatMap { Int($0) } ?? version
        layout = values["layout"].flatMap { FleetLayout(rawValue: $0) }
    }

    /// Refuses a schema that this Hark may not write, or that lacks something. Versions only add, so that an older Hark
    /// writes to a newer schema that says so.
    package func check() throws(FleetError) {
        if version < FleetSchema.version { throw .olderSchema(version) }
        if compatible > FleetSchema.version { throw .newerSchema(version) }
    }

    /// Versions only add, so that what is newer can be read.
    func checkReadable() throws(FleetError) {
        if version < FleetSchema.version { throw .olderSchema(version) }
    }
}
