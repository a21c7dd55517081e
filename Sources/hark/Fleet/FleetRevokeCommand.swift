import ArgumentParser
import Fleet

/// `hark fleet revoke`: the opposite of `grant`.
struct FleetRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take the flows of a tenant away from a role.",
        discussion: """
            Example:
              hark fleet revoke postgres://postgres@localhost/hark ci
            """)

    @OptionGroup var place: FleetPlace

    @Argument(help: "Login role.")
    var role: String

    @Option(name: .long, help: "Take this tenant away.")
    var tenant = "default"

    func run() throws {
        try place.with { lease in
            _ = try FleetMeta(lease.link)
            guard try FleetAdministrator(lease.link).revoke(from: role, tenant: tenant) else {
                Diagnostics.say("role '\(role)' has no rights on tenant '\(tenant)'")
                throw UsageFailure.notFound
            }
        }
    }
}
