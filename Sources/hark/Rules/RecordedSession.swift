import Filter
import Flow
import Library
import Platform
import Rules
import Store

/// Sessions, HARs and logs that answer requests in place of servers.
enum RecordedSession {
    /// What `answer-from` names: a path, beginning where the rules file is, or else the name of a session.
    static func answers(
        _ recording: RuleLoader.Recording
    ) throws(RuleLoader.Unreadable) -> RecordedAnswers {
        try answers(at: try path(recording))
    }

    private static func path(_ recording: RuleLoader.Recording) throws(RuleLoader.Unreadable) -> String {
        if recording.name.contains("/") || access(recording.path, F_OK) == 0 { return recording.path }
        guard let folder = KeptSession.folder else { throw RuleLoader.Unreadable("is neither a file nor a session") }
        do throws(SessionError) {
            return try folder.find(recording.name)
        } catch {
            throw RuleLoader.Unreadable("is neither a file nor a session: \(error.text)")
        }
    }

    private static func answers(at path: String) throws(RuleLoader.Unreadable) -> RecordedAnswers {
        var answers = RecordedAnswers()
        do {
            let source: any FlowLibrary =
                try SessionFile.isDatabase(path)
                ? SessionLibrary(SessionReader(path), .standard) : RecordLibrary.open(path)
            try source.forEach(.everything, .here) { subject in
                answers.take(subject.record)
                return answers.memory <= RecordedAnswers.memoryLimit
            }
        } catch let error as SessionError {
            throw RuleLoader.Unreadable("cannot be read: \(error.text)")
        } catch {
            throw RuleLoader.Unreadable("cannot be read as a session, a HAR or a log")
        }
        guard answers.memory <= RecordedAnswers.memoryLimit else {
            throw RuleLoader.Unreadable(
                "has more than \(RecordedAnswers.memoryLimit >> 20) MiB of bodies; export a part of it with "
                    + "'hark export'"
            )
        }
        guard answers.count > 0 else {
            throw RuleLoader.Unreadable("has no exchange with a complete response")
        }
        return answers
    }
}
