import ArgumentParser

/// Which session a command changes: an option that several share. A HAR or a log cannot be changed.
struct EditedSession: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Session name or path, or a database (default: the newest session).", valueName: "session"),
        completion: .file())
    var session: String?
}
