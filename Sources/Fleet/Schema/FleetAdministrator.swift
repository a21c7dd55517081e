import Bytes

/// What the owner of the schema does: makes it, gives rights, removes what expired. Used by one thread.
package struct FleetAdministrator {
    let link: any PostgresLink

    package init(_ link: any PostgresLink) { self.link = link }

    /// Makes the schema, all of it or nothing.
    package func create(_ layout: FleetLayout, today: FleetDay) throws(PostgresError) {
        if layout == .citus, try link.run("SELECT 1 FROM pg_extension WHERE extname = 'citus'").count == 0 {
            // undefined_object
            throw PostgresError(
                state: "42704", "the extension citus, which --layout citus needs (run: CREATE EXTENSION citus)")
        }
        do throws(PostgresError) {
            try link.run(script: "BEGIN;\n" + FleetSchema.statements(layout, today: today) + "COMMIT;")
        } catch {
            if !error.isLost { _ = try? link.run("ROLLBACK") }
            throw error
        }
    }

    package enum Rights: String, Sendable {
        case writer, reader
    }

    /// Lets a login role write or read the flows of a tenant.
    package func grant(_ rights: Rights, to role: String, tenant: String) throws(PostgresError) {
        try link.transaction { () throws(PostgresError) in
            try link.run("GRANT hark_\(rights.rawValue) TO \(Self.identifier(role))")
            try link.run(
                "INSERT INTO hark.member(role, tenant) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                [.text(role), .text(tenant)])
        }
    }

    /// Takes a tenant away from a role; with its last tenant the rights to write and read, too.
    ///
    /// - Returns: whether the role had it.
    package func revoke(from role: String, tenant: String) throws(PostgresError) -> Bool {
        try link.transaction { () throws(PostgresError) in
            let rows = try link.run(
                "DELETE FROM hark.member WHERE role = $1 AND tenant = $2", [.text(role), .text(tenant)])
            let left = try link.run("SELECT count(*) FROM hark.member WHERE role = $1", [.text(role)])
            if left.first?.integer(0) == 0 {
                try link.run("REVOKE hark_writer, hark_reader FROM \(Self.identifier(role))")
            }
            return rows.changed > 0
        }
    }

    /// A name as SQL has it, whatever is in it.
    static func identifier(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
