import ArgumentParser

/// `hark config`: which settings are in force, and where each comes from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show settings and their origin; check or create the file.",
        discussion: """
            Settings come from the command line, HARK_ variables, a profile, the user's file and \
            /etc/hark/config.toml, in this order of precedence. A file in a project is read only if --config or \
            HARK_CONFIG \
            names it.

            Examples:
              hark config
              hark config listen
              hark config check
              hark config init
            """,
        subcommands: [ConfigShowCommand.self, ConfigCheckCommand.self, ConfigInitCommand.self],
        defaultSubcommand: ConfigShowCommand.self)
}
