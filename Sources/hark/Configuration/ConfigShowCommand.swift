import ArgumentParser
import Platform

/// `hark config show`, or `hark config`.
struct ConfigShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the settings in force (default).",
        discussion: "Example:\n  hark config show --for run --all")

    @Argument(help: ArgumentHelp("Print only the value of this key.", valueName: "key"))
    var key: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("Show what this command would use.", valueName: "command"))
    var command = "proxy"

    @Flag(name: .long, help: "Include the defaults.")
    var all = false

    @Flag(name: .long, help: "Print one JSON array.")
    var json = false

    @Flag(name: .long, help: "Print the paths of the configuration files, highest precedence first.")
    var path = false

    @OptionGroup var choice: ConfigChoice

    func run() throws {
        let settings = try choice.settings()
        if path {
            return Report.lines { out in
                for place in settings.places { out.line("\(place.path)  \(place.state.rawValue)") }
            }
        }
        if let problem = settings.problems.first {
            Diagnostics.mistake(problem.text)
            throw ExitCode(EX_CONFIG)
        }
        try SettingsReport(settings, command: command, key: key, hasDefaults: all, isJSON: json).write()
    }
}
