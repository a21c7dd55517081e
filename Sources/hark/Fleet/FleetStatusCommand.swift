import ArgumentParser
import Fleet

/// `hark fleet status`: who ships, how far, how much.
struct FleetStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the runs in the database, how far each is shipped, and sizes.",
        discussion: """
            Example:
              hark fleet status postgres://postgres@localhost/hark --json
            """)

    @OptionGroup var place: FleetPlace

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func run() throws {
        try place.with { lease in
            let status = try FleetStatus(lease.link)
            let report = FleetReport(status)
            if json { Report.json(report.write) } else { report.print() }
        }
    }
}
