import ArgumentParser
import Fleet

/// `hark fleet migrate`: the schema of this version.
struct FleetMigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Update the schema to the version of this Hark.",
        discussion: """
            Update the database before the proxies: older proxies can write to a newer schema.

            Example:
              hark fleet migrate postgres://postgres@localhost/hark
            """)

    @OptionGroup var place: FleetPlace

    func run() throws {
        try place.with { lease in
            let meta = try FleetMeta(lease.link)
            try meta.check()
            // There is one version so far: what is older is none of Hark's.
            Diagnostics.say("the schema in \(lease.name) is up to date (version \(meta.version))")
        }
    }
}
