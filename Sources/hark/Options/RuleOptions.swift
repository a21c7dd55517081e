import ArgumentParser
import Engine
import Filter
import Rules

/// The options that bring rules: one by one, or files of them.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Apply a rule: 'when FILTER do ACTION' (hark help actions). Repeatable.", valueName: "rule"))
    var rule: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Apply the rules of this file; reloaded when it changes and on SIGHUP. Repeatable.", valueName: "file"),
        completion: .file())
    var rules: [String] = []

    @Option(name: .long, help: ArgumentHelp("Seed for 'chance', so that runs are repeatable.", valueName: "number"))
    var seed: UInt64?

    @Option(
        name: .long,
        help: ArgumentHelp("Largest body a rule may change; larger bodies pass unchanged.", valueName: "size"))
    var maxBodyChange = "16MiB"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Forward a message after this time at a breakpoint.", valueName: "time"))
    var holdTimeout = "10m"

    func validate() throws {
        _ = try bodyLimit()
        _ = try timeout()
        if rules.contains("-") {
            throw ValidationError(
                "--rules needs a file, not standard input, because it reloads the file when it changes")
        }
    }

    private func timeout() throws -> Duration {
        guard case .integers(let time)? = FilterValues.read(holdTimeout, as: .duration), time.lowerBound > 0 else {
            throw ValidationError(
                "--hold-timeout '\(holdTimeout.terminalEscaped)' is not a time (expected a number and a unit, "
                    + "such as 30s or 10m)"
            )
        }
        return .microseconds(time.lowerBound)
    }

    func bodyLimit() throws -> Int {
        try FigureOption.size(maxBodyChange, of: "--max-body-change")
    }

    /// The rules of a run; nil when there are none, and none can be made. Fails with a sentence, the place, and an exit
    /// code.
    ///
    /// - Parameters:
    ///   - last: rules behind all others.
    ///   - isShown: there is a page, or a screen, on which they can be made.
    ///   - takesMessages: there is a page, on which messages can be sent into WebSockets.
    ///   - hasScripts: there are scripts, whose changes go the way of rules.
    func live(
        _ last: LastRules? = nil, isShown: Bool, takesMessages: Bool, hasScripts: Bool = false
    ) throws -> RuleWatch? {
        guard isShown || hasScripts || !rule.isEmpty || !rules.isEmpty || last != nil else { return nil }
        let book = try RuleFiles.book(files: rules, rules: rule, last: last, clock: .here)
        let live = LiveRules(
            book, seed: seed ?? UInt64.random(in: 1...UInt64.max), bodyLimit: try bodyLimit(),
            holdTimeout: try timeout(), takesMessages: takesMessages)
        return RuleWatch(live, files: rules, rules: rule, last: last)
    }
}
