import ArgumentParser
import Platform
import Views

/// `hark script list`: the scripts of a running proxy.
struct ScriptListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List scripts of the running proxy, their options and commands.",
        discussion: """
            Example:
              hark script list
            """)

    @OptionGroup var choice: ScriptedProxyOption

    func run() throws {
        let lines = try choice.found().ask("script-list")
        Report.text(lines.split(separator: "\n").map { String($0).terminalEscaped + "\n" }.joined())
    }
}
