import ArgumentParser
import Platform

/// Asks a person before something happens that cannot be undone, or that others notice.
enum Consent {
    /// What a command does where nobody can be asked.
    enum Elsewhere {
        /// Nothing: nobody said yes.
        case refuses
        /// What it was told: scripts rely on it.
        case proceeds
    }

    /// Goes on when a person agrees; else fails with an exit code.
    ///
    /// - Parameters:
    ///   - what: what would happen, as "3 flows would be deleted from a.hark: …". It is said before anything happens.
    ///   - question: as "delete them?".
    ///   - isForced: `--force` was given: it is said, and not asked.
    static func ask(_ what: String, _ question: String, isForced: Bool, elsewhere: Elsewhere = .refuses) throws {
        if isForced || (elsewhere == .proceeds && !isTerminal) { return Diagnostics.say(what) }
        guard isTerminal else {
            Diagnostics.say(
                "\(what) Without a terminal to ask for confirmation, nothing was done; --force skips the question.")
            throw UsageFailure.code
        }
        Diagnostics.say(what)
        Diagnostics.say("\(question) [y/N]")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
            Diagnostics.say("nothing was done")
            throw UsageFailure.notFound
        }
    }

    private static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
}
