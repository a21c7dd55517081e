import ArgumentParser

/// `hark sessions`: the files in which flows were kept.
struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List, remove or rescue session files.",
        discussion: """
            'hark proxy', 'run' and 'demo' create a session file at each start. It is an SQLite database; \
            docs/store.md describes its tables.

            Examples:
              hark sessions
              hark sessions remove 2026-11-21T12-00-00Z
            """,
        subcommands: [SessionsListCommand.self, SessionsRemoveCommand.self, SessionsRescueCommand.self],
        defaultSubcommand: SessionsListCommand.self)
}
