import Page
import Store

/// What was recorded, for the views that show it.
enum OpenedSource {
    /// - Parameters:
    ///   - name: of a session, or the path of a recording; nil: the newest session.
    ///   - snapshot: of a fleet's database, which is shown in its place.
    static func open(_ name: String?, _ snapshot: FleetSnapshot? = nil) throws -> any PageSource {
        if let snapshot {
            return try SessionChoice.say { () throws(SessionError) in
                try SessionFlows(
                    snapshot.path, kind: .session, now: Clock.microseconds(), name: "fleet", canEdit: false)
            }
        }
        let path = try SessionChoice.path(of: name)
        guard SessionFile.isDatabase(path) else { return try RecordingFlows(path) }
        return try SessionChoice.say { () throws(SessionError) in
            try SessionFlows(path, kind: .session, now: Clock.microseconds())
        }
    }
}
