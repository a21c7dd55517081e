import ArgumentParser
import Platform
import Store

/// `hark sessions remove`: by name, or by age.
struct SessionsRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove sessions, by name or by age.",
        discussion: """
            One that is being written is left alone. By age, so is one with a pinned flow. What is removed is printed \
            first, and asked on a terminal.

            Examples:
              hark sessions remove 2026-11-21T12-00-00Z
              hark sessions remove --older-than 7d
            """)

    @Option(name: .long, help: ArgumentHelp("Those that began longer ago: 12h, 7d, 4w.", valueName: "age"))
    var olderThan: String?

    @Argument(help: ArgumentHelp("Names as 'hark sessions' shows them, or paths.", valueName: "name"))
    var names: [String] = []

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask.")
    var force = false

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
            let now = Clock.microseconds() / 1_000_000
            let old = folder.files().filter { $0.start < now && now - $0.start > age }
            guard !old.isEmpty else {
                Diagnostics.say("no session is older.")
                return
            }
            try ask(old.map(\.name))
            let removed = SessionKeeping(age: age).apply(to: folder, now: now)
            for file in removed { Diagnostics.say("removed \(file.name)") }
            if removed.isEmpty { Diagnostics.say("none was removed: each has a pinned flow, or is being written.") }
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
            "remove \(names.count == 1 ? "it" : "them")? That cannot be undone.", isForced: force,
            elsewhere: .proceeds)
    }
}
