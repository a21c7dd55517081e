import ArgumentParser
import Fleet

/// `hark fleet sql`: the statements of `hark fleet init`.
struct FleetSQLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Print the statements that 'hark fleet init' runs.",
        discussion: """
            Example:
              hark fleet sql > hark.sql
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Print those of this layout: partitioned, plain or citus.", valueName: "layout"))
    var layout = FleetLayout.partitioned

    func run() {
        Report.text(FleetSchema.statements(layout, today: FleetDay(of: Clock.microseconds())))
    }
}
