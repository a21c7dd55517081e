import ArgumentParser

/// `hark script set`: another value for an option of a script that runs.
struct ScriptSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set an option of a script of the running proxy.",
        discussion: """
            Every script that has this option gets the value. Exits with 64 if none has it.

            Example:
              hark script set key=abc
            """)

    @Argument(help: ArgumentHelp("Option and value.", valueName: "name=value"))
    var option: String

    @OptionGroup var choice: ScriptedProxyOption

    func validate() throws { try ScriptOptions.check([option]) }

    func run() throws {
        for (name, value) in ScriptOptions.pairs([option]) {
            _ = try choice.found().ask(ScriptedProxyOption.question("script-set", [name, value]))
        }
    }
}
