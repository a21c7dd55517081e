import ArgumentParser

/// `hark config check`: every problem, not only the first.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report every problem in the configuration files.",
        discussion: "Exits with 78 if there is one.\n\nExample:\n  hark config check")

    @Argument(help: ArgumentHelp("Check this file (default: those in use).", valueName: "file"), completion: .file())
    var file: String?

    func run() throws { try SettingsReport.check(file) }
}
