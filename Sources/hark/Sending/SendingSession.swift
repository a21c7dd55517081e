import ArgumentParser
import Flow
import Platform
import Store

/// The session file that new flows go into: the one of the flows they repeat, when nobody else writes to it.
struct SendingSession {
    let sink: SessionSink
    let path: String
    let lastNumber: UInt64

    /// nil when nothing is to be kept. Fails with an exit code when a person named a file that cannot be used.
    ///
    /// - Parameter beside: the session of the flows that are repeated.
    static func open(_ options: SendingOptions, beside: String?, run: RunID) throws -> SendingSession? {
        guard !options.noStore else { return nil }
        let folder = KeptSession.folder
        guard options.store != nil || beside != nil || folder != nil else {
            Diagnostics.say("the new flows are not stored, because HOME is not set; name a file with --store")
            return nil
        }
        do throws(SessionError) {
            return SendingSession(try file(options.store, beside, folder), isNamed: options.store != nil, run)
        } catch {
            Diagnostics.say(options.store == nil ? "the new flows are not stored: \(error.text)" : error.text)
            guard options.store == nil else { throw error.exitCode }
            return nil
        }
    }

    private static func file(
        _ named: String?, _ beside: String?, _ folder: SessionFolder?
    ) throws(SessionError) -> SessionFile {
        if let named { return try SessionFile(named) }
        if let beside {
            do throws(SessionError) {
                return try SessionFile(beside)
            } catch {
                // A proxy that runs keeps its file to itself; one that may not be written to is no place either.
                guard error.code == .inUse || error.code == .notWritable, folder != nil else { throw error }
            }
        }
        guard let folder else { throw SessionError(.notFound, path: beside ?? "") }
        try folder.make()
        return try folder.create(start: Clock.microseconds(), isSent: true)
    }

    /// How to see what was kept where no command looks by itself; empty for a session that is at hand.
    static func hint(_ number: UInt64, in path: String) -> String {
        guard SessionName.isSent(path), let slash = path.lastIndex(of: "/") else { return "" }
        let name = path[path.index(after: slash)...].dropLast(SessionName.ending.count)
        return " Show it with: hark show \(number) --session \(name)"
    }

    private init(_ file: SessionFile, isNamed: Bool, _ run: RunID) {
        var options = SessionWriter.Options()
        options.removesWhenEmpty = !isNamed
        options.activity = "sending"
        options.reader = .standard
        let writer = SessionWriter(file, run: SessionRun(run), options: options, say: Diagnostics.say)
        sink = SessionSink(writer)
        path = file.path
        DeletedFlows(of: path).forget()
        lastNumber = file.lastNumber
    }
}
