import PageAPI
import Store

/// What was recorded, for the views that show it.
enum OpenedSource {
    /// - Parameter name: of a session, or the path of a recording; nil: the newest session.
    static func open(_ name: String?) throws -> any PageSource {
        let path = try SessionChoice.path(of: name)
        guard SessionFile.isDatabase(path) else { return try RecordingFlows(path) }
        return try SessionChoice.say { () throws(SessionError) in
            try SessionFlows(path, kind: .session, now: Clock.microseconds())
        }
    }
}
