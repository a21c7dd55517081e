import ArgumentParser
import Authority
import Flow
import Platform
import Store

/// The session file of a proxy that is about to start: opened, or a sentence why there is none. Made once.
struct KeptSession {
    let writer: SessionWriter
    let path: String
    /// The number of the last flow in the file.
    let lastNumber: UInt64
    /// What a person is told at the start.
    let sentences: [String]

    /// Nil when nothing is to be kept, or when there is no place for it. Fails with an exit code when a person named a
    /// file that cannot be used.
    static func open(_ options: StoreOptions, bodyLimit: Int, run: RunID) throws -> KeptSession? {
        guard !options.noStore else { return nil }
        let start = Clock.microseconds()
        var sentences: [String] = []
        do throws(SessionError) {
            let file: SessionFile
            if let named = options.store {
                file = try SessionFile(named)
            } else {
                guard let folder = Self.folder else {
                    Diagnostics.say("flows are not stored, because HOME is not set; name a file with --store")
                    return nil
                }
                try folder.make()
                let keeping = (try? options.keeping()) ?? SessionKeeping()
                let removed = keeping.apply(to: folder, now: start / 1_000_000) { ShippingMark(of: $0.path).isThere }
                sentences += Self.removed(removed)
                file = try folder.create(start: start)
            }
            let path = file.path
            DeletedFlows(of: path).forget()
            if file.isOpenToOthers {
                sentences.append(
                    "warning: \(path) is readable by other users and contains passwords and cookies; run: "
                        + "chmod 600 \(ShellText.quoted(path))")
            }
            if file.endedFlows > 0 {
                let were = file.endedFlows == 1 ? " was" : "s were"
                sentences.append(
                    "\(path): \(file.endedFlows) exchange\(were) open when the previous Hark ended, now marked "
                        + "as cut off"
                )
            }
            let writer = writer(file, options, bodyLimit: bodyLimit, run, start)
            sentences.append("flows are stored in \(path); show one with: hark show N")
            return KeptSession(
                writer: writer, path: path, lastNumber: file.lastNumber, sentences: sentences)
        } catch {
            guard options.store == nil else {
                let hasOther = [.inUse, .notOurs].contains(error.code)
                Diagnostics.say(error.text + (hasOther ? " --store names another file." : ""))
                throw error.exitCode
            }
            // Nobody asked for it: the proxy is what was asked for.
            Diagnostics.say("flows are not stored: \(error.text)")
            return nil
        }
    }

    private static func writer(
        _ file: SessionFile, _ options: StoreOptions, bodyLimit: Int, _ run: RunID, _ start: Int64
    ) -> SessionWriter {
        var writing = SessionWriter.Options()
        writing.bodyLimit = bodyLimit
        writing.bound = (try? options.bound()) ?? SessionBound()
        writing.dropsBodies = options.onOverload == .dropBodies
        writing.reader = .standard
        writing.removesWhenEmpty = options.store == nil
        return SessionWriter(file, run: SessionRun(run, started: start), options: writing, say: Diagnostics.say)
    }

    /// The session in which the same run goes on, in the folder of sessions.
    ///
    /// - Parameter name: of its file, without its ending; nil: by its start.
    static func next(
        named name: String?, after kept: StoreOptions, bodyLimit: Int, run: RunID
    ) throws(SessionError) -> (writer: SessionWriter, path: String, start: Int64) {
        let start = Clock.microseconds()
        guard let folder else { throw SessionError(.noSuchFolder, path: "~") }
        try folder.make()
        let file =
            if let name { try SessionFile(folder.path + "/" + name + SessionName.ending, isNew: true) } else {
                try folder.create(start: start)
            }
        return (writer(file, kept, bodyLimit: bodyLimit, run, start), file.path, start)
    }

    /// Where sessions are that nobody gave another place.
    static var folder: SessionFolder? {
        SessionFolder.usual(home: Environment.value("HOME"), dataHome: Environment.value("XDG_DATA_HOME"))
    }

    private static func removed(_ files: [SessionEntry]) -> [String] {
        guard let first = files.first else { return [] }
        if files.count == 1 { return ["removed the old session \(first.name) (--keep-sessions)"] }
        return [
            "removed \(files.count) old sessions, \(first.name) to \(files[files.count - 1].name) (--keep-sessions)"
        ]
    }
}
