import ArgumentParser

/// Which session a command changes: an option that several share. A HAR or a log cannot be changed.
struct EditedSession: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The session, by name or path [default: the newest].", valueName: "session"),
        completion: .file())
    var session: String?
}
