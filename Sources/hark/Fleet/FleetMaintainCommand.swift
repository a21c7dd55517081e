import ArgumentParser
import Bytes
import Fleet

/// `hark fleet maintain`: partitions to come, and the end of those that expired.
struct FleetMaintainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "maintain",
        abstract: "Create partitions for the next 7 days, and drop expired flows.",
        discussion: """
            Run it once a day. Pinned flows are kept. Interrupting it is safe; the next start continues.

            Example:
              hark fleet maintain postgres://postgres@localhost/hark --keep 30d
            """)

    @OptionGroup var place: FleetPlace

    @Option(name: .long, help: ArgumentHelp("Keep flows of this many days (30d, 8w).", valueName: "time"))
    var keep: String

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws { _ = try days() }

    private func days() throws -> Int64 {
        guard let seconds = FigureOption.age(keep), seconds >= 86_400 else {
            throw ValidationError("--keep '\(keep.terminalEscaped)' is not a number of days (expected 30d or 8w)")
        }
        return seconds / 86_400
    }

    func run() throws {
        let days = try days()
        try place.with { lease in
            let meta = try FleetMeta(lease.link)
            try meta.check()
            let today = FleetDay(of: Clock.microseconds())
            let result = try FleetMaintenance(lease.link, today: today, keep: days).run(meta.layout ?? .partitioned)
            guard json else {
                Report.lines { lines in
                    lines.line("partitions created: \(result.created.count), dropped: \(result.dropped.count)")
                    lines.line("rows moved: \(result.moved), deleted: \(result.deleted)")
                }
                return
            }
            Report.json { writer in
                writer.beginObject()
                for (name, list) in [("created", result.created), ("dropped", result.dropped)] {
                    writer.key(name == "created" ? "created" : "dropped")
                    writer.beginArray()
                    for day in list { writer.string(day) }
                    writer.endArray()
                }
                writer.member("moved", result.moved)
                writer.member("deleted", result.deleted)
                writer.endObject()
            }
        }
    }
}
