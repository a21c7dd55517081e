import ArgumentParser
import Bytes
import Explain
import Platform
import Store
import Views

/// `hark sessions list`: name, flows, size, and what was run, the newest last.
struct SessionsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List sessions, newest last.",
        discussion: """
            Example:
              hark sessions list --json
            """)

    @Flag(name: .long, help: "Print one JSON array.")
    var json = false

    func run() throws {
        let rows = try SessionsFolder.existing().files().map(SessionRow.init)
        guard !json else {
            Report.json { writer in
                writer.beginArray()
                for row in rows { row.write(to: &writer) }
                writer.endArray()
            }
            return
        }
        guard !rows.isEmpty else {
            Report.lines { $0.line("No sessions yet. 'hark proxy' creates one at each start.") }
            return
        }
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        var table = FlowTable(
            [
                FlowTable.Heading(title: "session", isNumeric: false, isWhole: true),
                FlowTable.Heading(title: "size", isNumeric: true), FlowTable.Heading(title: "flows", isNumeric: true),
                FlowTable.Heading(title: "command", isNumeric: false),
            ], width: terminal.isTerminal ? terminal.width : nil)
        Report.lines { lines in
            for row in rows { table.append(row.cells, to: &lines) }
            table.settle(&lines)
        }
    }
}
