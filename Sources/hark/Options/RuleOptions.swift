import ArgumentParser
import Engine
import Filter
import Rules

/// The options that bring rules: one by one, or files of them.
struct RuleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A rule: 'when FILTER do ACTION' (hark help actions). Repeatable.", valueName: "rule"))
    var rule: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A file of rules, read again when it changes and on SIGHUP. Repeatable.", valueName: "file"),
        completion: .file())
    var rules: [String] = []

    @Option(name: .long, help: ArgumentHelp("Makes 'chance' in rules the same each time.", valueName: "number"))
    var seed: UInt64?

    @Option(
        name: .long,
        help: ArgumentHelp("Bodies that rules change at most; longer ones pass unchanged.", valueName: "size"))
    var maxBodyChange = "16MiB"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long 'break' holds a message that nobody decides about; then it goes on.", valueName: "time"))
    var holdTimeout = "10m"

    func validate() throws {
        _ = try bodyLimit()
        _ = try timeout()
        if rules.contains("-") { throw ValidationError("--rules needs a file: it is read again when it changes.") }
    }

    private func timeout() throws -> Duration {
        guard case .integers(let time)? = FilterValues.read(holdTimeout, as: .duration), time.lowerBound > 0 else {
            throw ValidationError("--hold-timeout '\(holdTimeout.terminalEscaped)' is no time, such as 30s or 10m.")
        }
        return .microseconds(time.lowerBound)
    }

    private func bodyLimit() throws -> Int {
        try FigureOption.size(maxBodyChange, of: "--max-body-change")
    }

    /// The rules of a run; nil when there are none, and none can be made. Fails with a sentence, the place, and an exit
    /// code.
    ///
    /// - Parameters:
    ///   - last: rules behind all others.
    ///   - isShown: there is a page, or a screen, on which they can be made.
    func live(_ last: LastRules? = nil, isShown: Bool) throws -> RuleWatch? {
        guard isShown || !rule.isEmpty || !rules.isEmpty || last != nil else { return nil }
        let book = try RuleFiles.book(files: rules, rules: rule, last: last, clock: .here)
        let live = LiveRules(
            book, seed: seed ?? UInt64.random(in: 1...UInt64.max), bodyLimit: try bodyLimit(),
            holdTimeout: try timeout())
        return RuleWatch(live, files: rules, rules: rule, last: last)
    }
}
