import ArgumentParser
import Platform
import Store

/// The folder of sessions, for commands that cannot do without it.
enum SessionsFolder {
    static func existing() throws -> SessionFolder {
        guard let folder = KeptSession.folder else {
            Diagnostics.say("HOME is not set, so Hark cannot find its sessions; set it, or name a file with --session")
            throw ExitCode(EX_CONFIG)
        }
        return folder
    }
}
