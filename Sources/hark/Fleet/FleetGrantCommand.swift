import ArgumentParser
import Fleet

/// `hark fleet grant`: who may write or read the flows of a tenant.
struct FleetGrantCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grant a login role the right to write or read a tenant's flows.",
        discussion: """
            A writer adds flows and reads none. The role must exist (CREATE ROLE ci LOGIN).

            Example:
              hark fleet grant postgres://postgres@localhost/hark ci --writer
            """)

    @OptionGroup var place: FleetPlace

    @Argument(help: "Login role.")
    var role: String

    @Option(name: .long, help: "Give rights on this tenant.")
    var tenant = "default"

    @Flag(name: .long, help: "Allow the role to ship flows.")
    var writer = false

    @Flag(name: .long, help: "Allow the role to read and mark flows.")
    var reader = false

    func validate() throws {
        guard writer || reader else { throw ValidationError("choose --writer, --reader or both") }
    }

    func run() throws {
        try place.with { lease in
            _ = try FleetMeta(lease.link)
            let administrator = FleetAdministrator(lease.link)
            do {
                if writer { try administrator.grant(.writer, to: role, tenant: tenant) }
                if reader { try administrator.grant(.reader, to: role, tenant: tenant) }
            } catch let error as PostgresError where error.kind == .missing {
                Diagnostics.say("there is no role '\(role)'; create it first, with CREATE ROLE … LOGIN")
                throw UsageFailure.notFound
            }
        }
    }
}
