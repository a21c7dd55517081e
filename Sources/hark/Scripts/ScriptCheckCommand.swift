import ArgumentParser
import Engine
import Filter
import Platform
import Rules

/// `hark script check`: what scripts want.
struct ScriptCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Load scripts and list their events, filters and options.",
        discussion: """
            Runs each script, without traffic. Exits with 78 if a script does not load.

            Example:
              hark script check sign.py
            """)

    @Argument(help: ArgumentHelp("Scripts.", valueName: "file"), completion: .file())
    var files: [String]

    func run() async throws {
        for file in files {
            let program = try ScriptFiles.programs([file])
            let live = try LiveScripts(program, .standard)
            do throws(ScriptStartFailure) {
                try await live.start(after: 0)
            } catch {
                Diagnostics.say(error.text)
                throw ExitCode(EX_CONFIG)
            }
            for ready in await live.descriptions() { report(ready, file) }
            _ = await live.stop()
        }
    }

    private func report(_ ready: ScriptLine.Ready, _ file: String) {
        Report.lines { out in
            out.line(file.terminalEscaped)
            for wish in ready.subscriptions {
                let filter = wish.filter.text.isEmpty ? "everything" : wish.filter.text
                let body = wish.wantsBody ? ", with the body" : ""
                out.line("event \(wish.on.rawValue): \(filter)\(body)".terminalEscaped, indent: 2)
            }
            if ready.subscriptions.isEmpty { out.line("no events", indent: 2) }
            for option in ready.options {
                let fallback = option.fallback.isEmpty ? "" : " [\(option.fallback)]"
                out.line("option \(option.name) (\(option.type)): \(option.help)\(fallback)".terminalEscaped, indent: 2)
            }
            for command in ready.commands {
                let help = command.help.isEmpty ? "" : ": \(command.help)"
                out.line("command \(command.name)\(help)".terminalEscaped, indent: 2)
            }
            for missing in ready.missing { out.line(missing.terminalEscaped, indent: 2) }
        }
    }
}
