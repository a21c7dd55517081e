import ArgumentParser
import Bytes
import Platform
import Views

/// `hark script call`: a command that a script of a running proxy has.
struct ScriptCallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Run a command of a script of the running proxy.",
        discussion: """
            Example:
              hark script call sign.count
            """)

    @Argument(help: ArgumentHelp("Command (hark script list).", valueName: "command"))
    var command: String

    @Argument(help: ArgumentHelp("Arguments of the command.", valueName: "argument"))
    var arguments: [String] = []

    @OptionGroup var choice: ScriptedProxyOption

    func run() throws {
        let result = try choice.found().ask(ScriptedProxyOption.question("script-call", [command] + arguments))
        guard !result.isEmpty else { return }
        guard isatty(STDOUT_FILENO) == 1 else { return Report.text(result + "\n") }
        Report.text(String(decoding: ScriptOutput.escaped(Bytes(result)), as: UTF8.self) + "\n")
    }
}
