import ArgumentParser

/// `hark script restart`: a new process for a script of a running proxy.
struct ScriptRestartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Restart a script of the running proxy.",
        discussion: """
            The new process replaces the old one when it is ready. If it does not start, the old one stays.

            Example:
              hark script restart sign
            """)

    @Argument(help: ArgumentHelp("Name of the script (hark script list).", valueName: "name"))
    var name: String

    @OptionGroup var choice: ScriptedProxyOption

    func run() throws {
        _ = try choice.found().ask(ScriptedProxyOption.question("script-restart", [name]))
    }
}
