package import Bytes
package import Explain
package import Filter
package import Messages
package import Rules

/// What the API uses and does not have itself. A value.
package struct PageTools: Sendable {
    package var version: String
    /// Names this start of Hark.
    package var instance: String
    /// Judges and decodes.
    package var reader: FilterReader
    package var explaining: ExplainOptions
    /// Reads charsets of several bytes a character.
    package var multibyte: MultibyteCharset.Reader?
    /// By which messages of Protocol Buffers are read.
    package var schema: ProtoSchema?
    /// Makes a place outside of memory for what is large.
    package var spool: @Sendable () -> (any JSONSpool)?
    /// Reads windows of decoded bodies.
    package var windows: any PageWindows
    /// Those of a running proxy; nil: none runs.
    package var rules: (any PageRules)?
    /// Answers agents, at `/mcp`; nil where they have nothing to read.
    package var agents: (any PageAgents)?
    /// Other sessions, and files that a person opens; nil: only what is shown is there.
    package var sessions: (any PageSessions)?
    /// Begins new sessions of a running proxy; nil: none runs, or it has to stay with the one it has.
    package var recording: (any PageRecording)?
    /// Lessons with the flows of the session; nil: there are none.
    package var lessons: (any PageLessons)?
    /// Those of scripts; nil: there are none.
    package var bodyViews: (any PageBodyViews)?
    /// This computer's address in its network; nil where it has none.
    package var networkAddress: @Sendable () -> String?
    /// What rules need that are tried.
    package var trials: Trials

    package struct Trials: Sendable {
        /// Makes counters that begin anew with each trial of rules.
        package var counts: @Sendable () -> any RuleCounting
        /// Reads a file that a rule names; nil when it cannot be read.
        package var file: @Sendable (_ path: String) -> Bytes?

        package init(
            counts: @escaping @Sendable () -> any RuleCounting = { FirstTime() },
            file: @escaping @Sendable (_ path: String) -> Bytes? = { _ in nil }
        ) {
            self.counts = counts
            self.file = file
        }
    }

    package init(
        version: String, instance: String, reader: FilterReader = FilterReader(),
        explaining: ExplainOptions = ExplainOptions(), multibyte: MultibyteCharset.Reader? = nil,
        schema: ProtoSchema? = nil,
        spool: @escaping @Sendable () -> (any JSONSpool)? = { nil },
        windows: any PageWindows = FreshWindows(), rules: (any PageRules)? = nil,
        agents: (any PageAgents)? = nil,
        sessions: (any PageSessions)? = nil, recording: (any PageRecording)? = nil,
        lessons: (any PageLessons)? = nil, bodyViews: (any PageBodyViews)? = nil,
        networkAddress: @escaping @Sendable () -> String? = { nil }, trials: Trials = Trials()
    ) {
        self.version = version
        self.instance = instance
        self.reader = reader
        self.explaining = explaining
        self.multibyte = multibyte
        self.schema = schema
        self.spool = spool
        self.windows = windows
        self.rules = rules
        self.agents = agents
        self.sessions = sessions
        self.recording = recording
        self.lessons = lessons
        self.bodyViews = bodyViews
        self.networkAddress = networkAddress
        self.trials = trials
    }
}

/// Answers agents over the page's listener.
package protocol PageAgents: Sendable {
    /// Answers one POST to `/mcp`, once, from anywhere; it may take as long as its calls do. Returns at once what stops
    /// them.
    func answer(
        _ request: PageRequest, then: @escaping @Sendable (PageAnswer) -> Void
    ) -> @Sendable () -> Void
}
