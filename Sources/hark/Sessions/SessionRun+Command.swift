import ArgumentParser
import Flow
import Platform
import Store

extension SessionRun {
    /// This run of the command, in words that a list of sessions shows.
    ///
    /// - Parameter command: what was run; nil: the command line as it was typed.
    init(_ id: RunID = .random, started: Int64 = Clock.microseconds(), command: String? = nil) {
        self.init(
            id: id, started: started, version: Hark.version,
            command: command ?? (["hark"] + CommandLine.arguments.dropFirst()).joined(separator: " "))
    }
}

extension RunID {
    /// A new one.
    static var random: RunID { RunID(.random(in: .min ... .max)) }
}

extension SessionError {
    /// With what a command ends that was to use this file: another time it may work, or it will not.
    var exitCode: ExitCode { ExitCode(code == .inUse ? EX_TEMPFAIL : EX_IOERR) }
}
