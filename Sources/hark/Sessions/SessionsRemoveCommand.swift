import ArgumentParser
import Platform
import Store

/// `hark sessions remove`: by name, or by age.
struct SessionsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove sessions, by name or by age.",
        discussion: """
            A session that is in use is kept. --older-than also keeps sessions with a pinned flow. Hark prints what \
            it is about to remove, and asks on a terminal.

            Examples:
              hark sessions remove 2026-11-21T12-00-00Z
              hark sessions remove --older-than 7d
            """)

    @Option(name: .long, help: ArgumentHelp("Remove sessions older than this (12h, 7d, 4w).", valueName: "age"))
    var olderThan: String?

    @Argument(help: ArgumentHelp("Session names, as 'hark sessions' prints them, or paths.", valueName: "name"))
    var names: [String] = []

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask for confirmation.")
    var force = false

    func validate() throws {
        guard (olderThan != nil) != !names.isEmpty else {
            throw ValidationError("give session names or --older-than AGE, such as --older-than 7d")
        }
        if let olderThan, FigureOption.age(olderThan) == nil {
            throw ValidationError(
                "--older-than '\(olderThan.terminalEscaped)' is not an age (expected a number and a unit, such "
                    + "as 12h, 7d or 4w)"
            )
        }
    }

    func run() throws {
        let folder = try SessionsFolder.existing()
        if let age = olderThan.flatMap({ FigureOption.age($0) }) {
            let now = Clock.microseconds() / 1_000_000
            let old = folder.files().filter { $0.start < now && now - $0.start > age }
            guard !old.isEmpty else {
                Diagnostics.say("no session is older")
                return
            }
            try ask(old.map(\.name))
            let removed = SessionKeeping(age: age).apply(to: folder, now: now)
            for file in removed { Diagnostics.say("removed \(file.name)") }
            if removed.isEmpty { Diagnostics.say("no session was removed: each has a pinned flow or is in use") }
            return
        }
        var hasFailed = false
        var paths: [String] = []
        for name in names {
            do throws(SessionError) {
                paths.append(try SessionEntry(path: try folder.find(name)).path)
            } catch {
                Diagnostics.say(error.text)
                hasFailed = true
            }
        }
        if !paths.isEmpty { try ask(paths) }
        for path in paths {
            do throws(SessionError) {
                try SessionEntry(path: path).remove()
                Diagnostics.say("removed \(path)")
            } catch {
                Diagnostics.say(error.text)
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode(EX_NOINPUT) }
    }

    private func ask(_ names: [String]) throws {
        let list = names.prefix(3).map(\.terminalEscaped).joined(separator: ", ")
        let rest = names.count > 3 ? ", and \(names.count - 3) more" : ""
        try Consent.ask(
            "removing \(names.count == 1 ? "1 session" : "\(names.count) sessions"): \(list)\(rest)",
            "remove \(names.count == 1 ? "it" : "them")? This cannot be undone.", isForced: force,
            elsewhere: .proceeds)
    }
}
