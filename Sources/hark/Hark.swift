import ArgumentParser
import CBuild
import Engine
import Library
import Platform
import Views

/// Where the process begins: signals are blocked while there is one thread, so that every later one inherits the mask.
@main
enum Main {
    static func main() {
        // Without its name every command would be a proxy.
        guard hasWords else {
            Diagnostics.say("cannot read the command line: /proc is not mounted")
            ProcessEnd.now(EX_OSERR)
        }
        // Before the first thread: its process keeps none of Hark's rights. To a person it is no command.
        if CommandLine.arguments.dropFirst() == [PACWorker.word], isatty(STDIN_FILENO) == 0 { PACWorker.serve() }
        Signals.block()
        // Asked of each release and by each script that looks for Hark: it waits for no parser of options.
        if ["--version", "-V"].contains(CommandLine.arguments.dropFirst().joined(separator: " ")) {
            Report.text(Hark.versionLine + "\n")
            ProcessEnd.now(Report.exitCode(EXIT_SUCCESS))
        }
        let names = Hark.commandNames + ["help"]
        if let mistake = CommandName.mistake(in: Array(CommandLine.arguments.dropFirst()), known: names) {
            Diagnostics.say(mistake)
            ProcessEnd.now(EX_USAGE)
        }
        if let mistake = TopicHelp.mistake(in: Array(CommandLine.arguments.dropFirst()), commands: names)
            ?? Hark.surplus(in: Array(CommandLine.arguments.dropFirst()))
        {
            Diagnostics.say(mistake)
            ProcessEnd.now(EX_USAGE)
        }
        let width = TerminalWriter(descriptor: STDOUT_FILENO).width ?? 80
        if let help = TopicHelp.text(for: Array(CommandLine.arguments.dropFirst()), width: width) {
            Report.text(help)
            ProcessEnd.now(Report.exitCode(EXIT_SUCCESS))
        }
        Task.detached { ProcessEnd.now(Report.exitCode(await Hark.perform())) }
        Signals.serve()
    }
}

extension Main {
    /// Swift reads the words of the command line from a file; where there is none, their count may be anything.
    private static var hasWords: Bool {
        #if os(Linux)
        guard access("/proc/self/cmdline", R_OK) == 0 else { return false }
        #endif
        return CommandLine.argc > 0
    }
}

/// The command. `hark` alone is `hark proxy`.
struct Hark: AsyncParsableCommand {
    static let version = "0.1.0"

    /// The version with the commit and its day, where the build was told them.
    static var versionLine: String {
        let commit = unsafe String(cString: cbuild_commit())
        return commit.isEmpty ? "hark \(version)" : "hark \(version) (\(commit))"
    }

    /// What the subcommands are called.
    static var commandNames: [String] {
        configuration.subcommands.compactMap { (command: any ParsableCommand.Type) in command.configuration.commandName
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "hark",
        abstract: "Inspect, record and modify HTTP traffic.",
        discussion: """
            Example:
              hark run curl https://demo.hark.test/
            """,
        version: versionLine,
        groupedSubcommands: [
            CommandGroup(
                name: "Capture",
                subcommands: [ProxyCommand.self, RunCommand.self, DemoCommand.self]),
            CommandGroup(
                name: "Inspect",
                subcommands: [
                    FlowsCommand.self, ShowCommand.self, DiffCommand.self, StatsCommand.self, PageCommand.self,
                    ScreenCommand.self, ExplainCommand.self, JudgeCommand.self, LearnCommand.self,
                ]),
            CommandGroup(name: "Send again", subcommands: [ReplayCommand.self, SendCommand.self]),
            CommandGroup(
                name: "Change traffic",
                subcommands: [RulesCommand.self, HeldCommand.self, ScriptCommand.self, ServeCommand.self]),
            CommandGroup(
                name: "Files",
                subcommands: [
                    ImportCommand.self, ExportCommand.self, CheckCommand.self, SessionsCommand.self, PinCommand.self,
                    TagCommand.self, CommentCommand.self, DeleteCommand.self, ShipCommand.self, FleetCommand.self,
                ]),
            CommandGroup(
                name: "Set up",
                subcommands: [
                    ConfigCommand.self, CaCommand.self, DoctorCommand.self, MCPCommand.self, UninstallCommand.self,
                ]),
        ],
        defaultSubcommand: ProxyCommand.self)

    /// Does what the command line asks for, says why when it cannot, and answers the exit code.
    static func perform() async -> Int32 {
        do {
            let (words, read) = try configured(Array(CommandLine.arguments.dropFirst()))
            if let (command, isWhole) = CommandHelp.asked(words) {
                let columns = TerminalWriter(descriptor: STDOUT_FILENO).width ?? 80
                Report.text(CommandHelp(command, isWhole: isWhole, columns: min(columns, 100)).text + "\n")
                return EXIT_SUCCESS
            }
            var command: any ParsableCommand
            if let plain = read ?? Hark.command(for: words) {
                command = plain
            } else {
                command = try await asyncParseAsRoot(words)
            }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return EXIT_SUCCESS
        } catch let error as any FlowLibraryError {
            return error.said().rawValue
        } catch {
            let code = exitCode(for: error)
            let text = fullMessage(for: error)
            // Help that was asked for is a result; how to use a command is a diagnostic.
            guard !text.isEmpty else { return code.rawValue }
            // What a file or a variable sets is told by its place, not as if it had been typed.
            if !code.isSuccess, SettingsValues.explain(Array(CommandLine.arguments.dropFirst())) { return EX_CONFIG }
            let output = TerminalWriter(descriptor: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO)
            if code.isSuccess, text.hasPrefix("OVERVIEW: ") {
                let columns = min(output.width ?? 80, 100)
                Report.text(CommandHelp(commandGiven, isWhole: false, columns: columns).text + "\n")
                return code.rawValue
            }
            let options =
                text.contains("Unknown option '") ? UsageWords.options(in: Hark.helpMessage(for: commandGiven)) : []
            let words = UsageWords(
                text, subcommands: subcommandsGiven, options: options,
                words: Array(CommandLine.arguments.dropFirst()), width: output.width ?? 80)
            if code.isSuccess {
                Report.text(CompletionScript(words.usage).text + "\n")
            } else {
                words.mistake.map(Diagnostics.mistake)
                if !words.usage.isEmpty { Diagnostics.explain(words.usage) }
            }
            return code.rawValue
        }
    }

    /// The words as the parser wants them, with what files and variables set, and the command where it was read from
    /// them already. Fails with a sentence and an exit code.
    private static func configured(_ all: [String]) throws -> (words: [String], command: (any ParsableCommand)?) {
        do {
            let request = try SettingsRequest(all)
            let words = completed(request.words)
            if words.first == "config" { return (words + request.options, nil) }
            guard CommandHelp.asked(words) == nil, !SettingsRequest.isInformation(words) else { return (words, nil) }
            // What takes trust away works whatever the files say.
            guard ConfiguredCommand.called(by: words) != nil else { return (words, nil) }
            let settings = try Settings(request)
            // Asking a command for its options takes as long as all else that a start does: only what sets or takes
            // back one (`--no-quiet`) needs it.
            if settings.isEmpty, let command = command(for: words) { return (words, command) }
            let made = try SettingsWords(words, settings)
            if !made.files.isEmpty, !made.isQuiet, ConfiguredCommand.isProxy(words) {
                Diagnostics.say("settings: \(made.files.joined(separator: ", "))")
            }
            return (made.words, nil)
        } catch let problem as SettingsProblem {
            throw UsageFailure.said(problem.text)
        } catch let failure as Settings.Failure {
            Diagnostics.mistake(failure.problem.text)
            throw ExitCode(failure.code)
        }
    }

    /// The words as the parser wants them.
    static func completed(_ words: [String]) -> [String] {
        let whole = TelemetryOptions.completed(PagePlace.completed(LiveJudgeOptions.completed(words)))
        let moved = LeadingOptions.moved(whole, commands: commandNames) { name in
            ConfiguredCommand.all.first { $0.name == name }?.options ?? []
        }
        return RunWords.parted(words == ["-V"] ? ["--version"] : moved) {
            helpMessage(for: RunCommand.self, includeHidden: true, columns: 200)
        }
    }

    /// The command that the first words name.
    private static var commandGiven: any ParsableCommand.Type {
        let command = CommandHelp.command(named: wordsGiven.prefix { !$0.hasPrefix("-") })
        return command == Hark.self ? ProxyCommand.self : command
    }

    private static var wordsGiven: [String] { completed(Array(CommandLine.arguments.dropFirst())) }

    /// A sentence about a word that nothing takes: after a topic of the help, and after what asks for the version.
    static func surplus(in arguments: [String]) -> String? {
        let named = arguments.prefix { !$0.hasPrefix("-") }
        if named.first == "help" {
            var command: any ParsableCommand.Type = Hark.self
            for (place, word) in named.dropFirst().enumerated() {
                let next = command.configuration.subcommands.first { (one: any ParsableCommand.Type) in
                    one.configuration.commandName == word
                }
                // The first one is a topic, or somebody has said that it is none.
                guard let next else { return place == 0 ? unexpected(named.dropFirst(2).first) : unexpected(word) }
                command = next
            }
            return nil
        }
        guard arguments.count > named.count, ["--version", "-V"].contains(arguments[named.count]) else { return nil }
        return unexpected(arguments[(named.count + 1)...].first { !$0.hasPrefix("-") })
    }

    private static func unexpected(_ word: String?) -> String? {
        word.map { "unexpected argument '\($0.terminalEscaped)'" }
    }

    /// The subcommands of the command that the first word names.
    private static var subcommandsGiven: [String] {
        let given = wordsGiven.prefix { !$0.hasPrefix("-") }
        let command = CommandHelp.command(named: given.prefix(1))
        let names =
            command == Hark.self
            ? []
            : command.configuration.subcommands.compactMap { (one: any ParsableCommand.Type) in
                one.configuration.commandName
            }
        // Where it has got one, a word too much is no subcommand.
        return given.dropFirst().first.map(names.contains) == true ? [] : names
    }
}

// The way past the root: it asks each command for all its options several times over, which took two thirds of a start.
extension Hark {
    /// The command that these words are for, read by itself; nil when they are not that plain, or wrong: then the whole
    /// tree of commands finds out what they are, and says it.
    static func command(for words: [String]) -> (any ParsableCommand)? {
        let names = words.first.map { first in
            configuration.subcommands.filter { (command: any ParsableCommand.Type) in
                command.configuration.commandName == first
            }
        }
        if let command = names?.first { return try? command.parseAsRoot(Array(words.dropFirst())) }
        guard words.first?.hasPrefix("-") ?? true else { return nil }
        return try? configuration.defaultSubcommand?.parseAsRoot(words)
    }
}
