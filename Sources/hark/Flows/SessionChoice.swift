import ArgumentParser
import Fleet
import Library
import Platform
import Store

/// Which session a command is about: an option that several share.
struct SessionChoice: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Session name or path, HAR or log (-: standard input) (default: the newest session).",
            valueName: "session"),
        completion: SessionNameCompletion.kind)
    var session: String?

    /// Its path. Fails with a sentence and an exit code when there is none.
    func path() throws -> String { try Self.path(of: session) }

    /// It names the database of a fleet.
    static func isFleet(_ session: String?) -> Bool { session.map { FleetLibrary.isFleet($0) } ?? false }

    /// The path of the session's file; nil for a database.
    static func file(of session: String?) throws -> String? { isFleet(session) ? nil : try path(of: session) }

    /// - Parameter session: a name or a path; nil for the newest.
    static func path(of session: String?) throws -> String {
        if isFleet(session) {
            throw UsageFailure.said(
                "this needs a session file; 'hark flows --session fleet' and the commands for its flows read a database"
            )
        }
        // A path needs no folder, nor a HOME that says where it is.
        if let session, session.contains("/") { return session }
        let folder = try SessionsFolder.existing()
        do throws(SessionError) {
            return try folder.find(session)
        } catch {
            // The folder of sessions is not where a person looks who named a file.
            if let session, error.code == .notFound {
                let name = session.terminalEscaped
                Diagnostics.say(
                    "no file or session is called \(name); 'hark sessions' lists the sessions")
            } else {
                Diagnostics.say(error.text)
            }
            throw ExitCode(EX_NOINPUT)
        }
    }

    /// Its flows, whatever it is: a session, a HAR, a log. Fails with a sentence and an exit code.
    func source() throws -> any FlowLibrary { try Self.source(of: session) }

    /// - Parameter session: a name or a path; nil for the newest.
    static func source(of session: String?) throws -> any FlowLibrary {
        guard session != "-" else { return try RecordLibrary.open("-") }
        if let session, FleetLibrary.isFleet(session) {
            let source: any FlowLibrary = try OpenedFleet.flows(of: session) ?? FleetLibrary.open(session)
            return FlowView.current?.view(source) ?? source
        }
        let path = try path(of: session)
        let source: any FlowLibrary =
            try SessionFile.isDatabase(path) ? SessionLibrary.open(path) : RecordLibrary.open(path)
        return FlowView.current?.view(source) ?? source
    }

    /// The file of a session, when that is one that more can be written to: no HAR, no log.
    ///
    /// - Parameter session: a name or a path; nil for the newest.
    static func storedPath(of session: String?) throws -> String? {
        guard session != "-", !Self.isFleet(session) else { return nil }
        let path = try path(of: session)
        return SessionFile.isDatabase(path) ? path : nil
    }

    /// Runs what needs a session, and says what went wrong.
    static func say<Result>(_ body: () throws(SessionError) -> Result) throws -> Result {
        do throws(SessionError) {
            return try body()
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_DATAERR)
        }
    }
}
