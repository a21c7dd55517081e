package import Library

/// Why something with the fleet's database failed, with a sentence for whoever started it.
package enum FleetError: FlowLibraryError, Equatable {
    /// The server, or the way to it.
    case database(PostgresError)
    /// The database has no schema of Hark's.
    case noSchema
    /// The schema is of another version: a newer one that refuses this Hark, or an older one.
    case newerSchema(Int)
    case olderSchema(Int)
    /// The flows of this run in the database are not those of the session file.
    case conflict(run: String)

    package var text: String {
        switch self {
        case .database(let error):
            switch error.kind {
            case .unreachable: "the database is unavailable: \(error.text)"
            case .forbidden: "the database refuses this role: \(error.text)"
            case .missing: "the database has something missing: \(error.text)"
            case .rejected, .exists, .other: "the database reports: \(error.text)"
            }
        case .noSchema: "the database has no schema 'hark'; create it with: hark fleet init URL"
        case .newerSchema(let version):
            """
            the database has version \(version) of the schema, which this Hark may not write (it has \
            \(FleetSchema.version)); update Hark
            """
        case .olderSchema(let version):
            """
            the database has version \(version) of the schema, and this Hark needs \(FleetSchema.version); update it \
            with: hark fleet migrate URL
            """
        case .conflict(let run):
            """
            run \(run) in the database has other flows than this session file, as after a copied machine or an \
            older backup; --new-run ships the file as another run
            """
        }
    }

    /// It may work later.
    package var isTransient: Bool {
        if case .database(let error) = self { error.kind == .unreachable } else { false }
    }

    init(_ error: PostgresError) { self = .database(error) }

    /// What a connection reports, as an error of the fleet.
    static func wrapping<Result>(_ body: () throws(PostgresError) -> Result) throws(FleetError) -> Result {
        do throws(PostgresError) {
            return try body()
        } catch {
            throw FleetError(error)
        }
    }
}
