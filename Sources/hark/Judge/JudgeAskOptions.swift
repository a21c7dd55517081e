import ArgumentParser
import Bytes
import Filter
import Platform
import Views

/// What is asked, and what counts.
struct JudgeAskOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Exit with 1 at this level or worse: bad, warning, info, never (default: bad).", valueName: "level"))
    var failOn: JudgePolicy.FailOn?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Run only these checks: a code, a glob (csp-*), topic:caching, scope:exchange or level:info. Repeatable.",
            valueName: "checks"))
    var only: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Leave out these checks, even if --only names them. Repeatable.", valueName: "checks"))
    var ignore: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Raise missing fields of web pages (browser) or API responses (api) to warnings (default: default).",
            valueName: "profile"))
    var profile: JudgeProfile?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read levels and suppressions from this file (default: hark-judge.toml in this folder, if it exists).",
            valueName: "file"),
        completion: .file())
    var config: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Ignore the known findings in this file.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Flag(name: .long, help: "Write all findings to the baseline, and exit with 0.")
    var updateBaseline = false

    func validate() throws {
        _ = try patterns(only, of: "--only")
        _ = try patterns(ignore, of: "--ignore")
    }

    private func patterns(_ texts: [String], of option: String) throws -> [CheckPattern] {
        try texts.map { text in
            do throws(CheckPattern.Fault) {
                return try CheckPattern(text)
            } catch {
                throw ValidationError("\(option): \(error.text.terminalEscaped)")
            }
        }
    }

    /// What the configuration says, and what the command line says in its place.
    func policy() throws -> JudgePolicy {
        var policy = try JudgeFiles.policy(config)
        if let failOn { policy.failOn = failOn }
        if let profile { policy.profile = profile }
        policy.only = try patterns(only, of: "--only")
        policy.ignored = try patterns(ignore, of: "--ignore")
        return policy
    }
}

extension JudgePolicy.FailOn: ExpressibleByArgument {}
extension JudgeProfile: ExpressibleByArgument {}
