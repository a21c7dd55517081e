import ArgumentParser
import Platform
import Store

/// The folder of sessions, for commands that cannot do without it.
enum SessionsFolder {
    static func existing() throws -> SessionFolder {
        guard let folder = KeptSession.folder else {
            Diagnostics.say("HOME does not say where sessions are.")
            throw ExitCode(EX_CONFIG)
        }
        return folder
    }
}
