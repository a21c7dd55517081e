import ArgumentParser

/// `hark sessions`: the files in which flows were kept.
struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the sessions in which flows were kept, remove some, or rescue a damaged one.",
        discussion: """
            A session is one file, made at each start of hark proxy, run or demo. It is SQLite: docs/store.md \
            describes its tables.

            Example:
              hark sessions
              hark sessions remove --older-than 7d
            """,
        subcommands: [SessionsListCommand.self, SessionsRemoveCommand.self, SessionsRescueCommand.self],
        defaultSubcommand: SessionsListCommand.self)
}
