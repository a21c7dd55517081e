import ArgumentParser
import Engine
import Filter
import Platform
import Rules

/// The options that bring scripts, and say how they are run.
struct ScriptOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Run a script: SDK, mitmproxy addon or any program. Repeatable.", valueName: "file"),
        completion: .file())
    var script: [String] = []

    @Option(name: .long, help: ArgumentHelp("Set an option of a script. Repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(name: .long, help: ArgumentHelp("Time limit for one answer of a script.", valueName: "time"))
    var scriptTimeout = "30s"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Forward unchanged, or answer 502, when a script fails.", valueName: "pass|refuse"))
    var scriptFailure = ScriptProgram.FailurePolicy.pass

    func validate() throws {
        _ = try timeout()
        try Self.check(set)
        if script.isEmpty, !set.isEmpty { throw ValidationError("--set needs a script (--script FILE)") }
    }

    static func check(_ set: [String]) throws {
        for text in set where !text.dropFirst().contains("=") {
            throw ValidationError("invalid value '\(text.terminalEscaped)' for --set (expected NAME=VALUE)")
        }
    }

    static func pairs(_ set: [String]) -> [(name: String, value: String)] {
        set.compactMap { text in
            guard let equals = text.firstIndex(of: "=") else { return nil }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }

    private func timeout() throws -> UInt64 {
        guard case .integers(let time)? = FilterValues.read(scriptTimeout, as: .duration), time.lowerBound > 0,
            time.lowerBound <= 3_600_000_000
        else {
            throw ValidationError(
                "--script-timeout '\(scriptTimeout.terminalEscaped)' is not a time of at most 1h (expected a number "
                    + "and a unit, such as 500ms or 30s)")
        }
        return UInt64(time.lowerBound) * 1_000
    }

    /// The scripts of a run, not started yet; nil when there are none. Fails with a sentence and an exit code.
    func live(_ bodyLimit: Int, listeners: [ListenerSpec]) throws -> LiveScripts? {
        guard !script.isEmpty else { return nil }
        var settings = ScriptSettings.standard
        settings.limits.timeout = try timeout()
        settings.limits.body = bodyLimit
        settings.policy = scriptFailure
        settings.options = Self.pairs(set)
        // The system chooses a port in place of 0 only when the proxy listens.
        settings.listen = listeners.map(\.address).filter { $0.port != 0 }.map(\.description)
        return try LiveScripts(try ScriptFiles.programs(script), settings)
    }
}

extension ScriptProgram.FailurePolicy: ExpressibleByArgument {}
