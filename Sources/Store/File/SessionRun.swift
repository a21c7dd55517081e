package import Flow

/// One start of Hark that writes to a session: a row of `run`.
package struct SessionRun: Sendable {
    package let id: RunID
    /// When it started, in microseconds since 1970.
    package let started: Int64
    /// The version of Hark.
    package let version: String
    /// What was run, as a person would type it.
    package let command: String

    package init(id: RunID, started: Int64, version: String, command: String) {
        self.id = id
        self.started = started
        self.version = version
        self.command = command
    }
}
