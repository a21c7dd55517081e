import ArgumentParser
import Fleet

/// `hark fleet init`: the schema.
struct FleetInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the schema 'hark', and roles for writers and readers.",
        discussion: """
            The roles are hark_writer and hark_reader. The connecting role must be allowed to create schemas and \
            roles, and owns what is created.

            Example:
              hark fleet init postgres://postgres@localhost/hark
            """)

    @OptionGroup var place: FleetPlace

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Store flows by day (partitioned), in one table each (plain), or by day on the nodes of Citus (citus).",
            valueName: "layout"))
    var layout = FleetLayout.partitioned

    func run() throws {
        try place.with { lease in
            try FleetAdministrator(lease.link).create(layout, today: FleetDay(of: Clock.microseconds()))
            Diagnostics.say("created schema 'hark' in \(lease.name)")
        }
    }
}

extension FleetLayout: ExpressibleByArgument {}
