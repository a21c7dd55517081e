import ArgumentParser
import Platform
import Store

/// `hark sessions remove`: by name, or by age.
struct SessionsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove sessions, by name or by age.",
        discussion: """
            One that is being written is left alone. By age, so is one with a pinned flow.

            Example:
              hark sessions remove 2026-11-21T12-00-00Z
              hark sessions remove --older-than 7d
            """)

    @Option(name: .long, help: ArgumentHelp("Those that began longer ago: 12h, 7d, 4w.", valueName: "age"))
    var olderThan: String?

    @Argument(help: ArgumentHelp("Names as 'hark sessions' shows them, or paths.", valueName: "name"))
    var names: [String] = []

    func validate() throws {
        guard (olderThan != nil) != !names.isEmpty else {
            throw ValidationError("Name the sessions to remove, or give --older-than, such as 7d.")
        }
        if let olderThan, FigureOption.age(olderThan) == nil {
            throw ValidationError("--older-than '\(olderThan.terminalEscaped)' is not an age, such as 12h, 7d or 4w.")
        }
    }

    func run() throws {
        let folder = try SessionsFolder.existing()
        if let age = olderThan.flatMap({ FigureOption.age($0) }) {
            let removed = SessionKeeping(age: age).apply(to: folder, now: Clock.microseconds() / 1_000_000)
            for file in removed { Diagnostics.say("removed \(file.name)") }
            if removed.isEmpty { Diagnostics.say("there is none to remove") }
            return
        }
        var hasFailed = false
        for name in names {
            do throws(SessionError) {
                let path = try folder.find(name)
                try SessionEntry(path: path).remove()
                Diagnostics.say("removed \(path)")
            } catch {
                Diagnostics.say(error.text)
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode(EX_NOINPUT) }
    }
}
