import ArgumentParser
import Flow
import Platform
import Store

/// The session into which a command puts flows that no proxy recorded: one that a person named, else a new one.
struct SessionTarget {
    let path: String
    /// The number of the last flow in it; 0 in a new one.
    let lastNumber: UInt64
    let writer: SessionWriter

    /// Opens or makes it. Fails with a sentence and an exit code.
    ///
    /// - Parameter activity: what goes on when the file cannot be written, as "import".
    init(_ store: String?, activity: String) throws {
        let start = Clock.microseconds()
        let folder = KeptSession.folder
        guard store != nil || folder != nil else {
            Diagnostics.say("HOME is not set, so Hark has no folder for sessions; name a file with --store")
            throw ExitCode(EX_CONFIG)
        }
        do throws(SessionError) {
            let file: SessionFile
            if store == nil, let folder {
                try folder.make()
                file = try folder.create(start: start)
            } else {
                file = try SessionFile(store ?? "")
            }
            path = file.path
            DeletedFlows(of: path).forget()
            lastNumber = file.lastNumber
            var options = SessionWriter.Options()
            options.bodyLimit = .max
            options.removesWhenEmpty = store == nil
            options.activity = activity
            options.reader = .standard
            options.judgesAtOnce = true
            writer = SessionWriter(
                file, run: SessionRun(started: start), options: options, say: Diagnostics.say)
        } catch {
            Diagnostics.say(error.text)
            throw error.exitCode
        }
    }
}
