import ArgumentParser
import Platform

/// Exit codes as errors.
enum UsageFailure {
    static var code: ExitCode { ExitCode(EX_USAGE) }
    /// For a mistake that shows only once the command runs, where the parser no longer knows whose usage to print.
    static func said(_ text: String) -> ExitCode {
        Diagnostics.say(text)
        return code
    }

    static var data: ExitCode { ExitCode(EX_DATAERR) }
    /// What was looked up is not there.
    static var notFound: ExitCode { ExitCode(1) }
}
