import ArgumentParser

/// `hark config init`.
struct ConfigInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Create the configuration file, with every key commented out.",
        discussion: "An existing file is not changed.\n\nExample:\n  hark config init")

    func run() throws { try SettingsExample.create() }
}
