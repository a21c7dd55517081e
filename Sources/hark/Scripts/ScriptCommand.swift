import ArgumentParser

/// `hark script`: scripts, written, checked and tried without a proxy.
struct ScriptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script",
        abstract: "Write, check, try and control scripts that change traffic.",
        discussion: """
            A script is a Python file that uses Hark's SDK, a mitmproxy addon, or any program that reads and writes \
            JSON lines. 'hark proxy --script FILE' runs it.

            Examples:
              hark script new python > sign.py
              hark script check sign.py
              hark script try sign.py 'host = shop.example.com'
              hark script list
            """,
        subcommands: [
            ScriptNewCommand.self, ScriptCheckCommand.self, ScriptTryCommand.self, ScriptSDKCommand.self,
            ScriptListCommand.self, ScriptRestartCommand.self, ScriptSetCommand.self, ScriptCallCommand.self,
        ])
}
