import ArgumentParser
import Authority
import Flow
import Platform
import Store
import Views

extension SessionRun {
    /// This run of the command. Its command line is quoted for a shell and without credentials: the row of a run stays
    /// when its flows are deleted.
    init(_ id: RunID = .random, started: Int64 = Clock.microseconds()) {
        self.init(
            id: id, started: started, version: Hark.version,
            command: Secrets.redacted(command: ShellText.command(["hark"] + CommandLine.arguments.dropFirst())))
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
