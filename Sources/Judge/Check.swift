package import Explain

/// One thing that is looked for: its code, how bad it is, where it is specified, its words, inputs that have it and
/// inputs that do not, and the function that finds it.
///
/// The function passes on where and which values; the words stand here, once. One object, since each finding has its
/// check.
package final class Check: Sendable {
    /// Looks at all exchanges of a session, and reports what it finds.
    typealias SessionRun = @Sendable (_ session: SessionVisits, _ found: inout SessionFindings) -> Void
    /// Looks at a connection; nil when nothing is wrong with it, else what the words need.
    typealias ConnectionRun = @Sendable (_ connection: ConnectionFacts) -> KeyValuePairs<Slot, Value>?
    /// Looks, and reports what it finds.
    package typealias Run = @Sendable (_ facts: Facts, _ found: inout Findings) -> Void

    /// Stable, for scripts: `cookie-without-secure`.
    package let code: String
    package let level: Note.Level
    package let topic: Topic
    package let scope: Scope
    package let trigger: Trigger
    package let spec: Spec
    /// A few words, for a line in a list.
    package let summary: Template
    package let text: Template
    /// The text without a message; nil when `text` says it.
    private let general: Template?
    /// What to write instead, with the message's values; nil where there is nothing to change.
    package let advice: Template?
    /// Inputs that have it.
    package let bad: [Example]
    /// Inputs that do not, and are near enough to be taken for such.
    package let good: [Example]
    /// Codes of other faults that its examples have by their nature.
    package let besides: [String]
    let run: Run
    /// Sessions that have it, each a few exchanges in a row; of checks of sessions.
    package let badSessions: [[Example]]
    package let goodSessions: [[Example]]
    let sessionRun: SessionRun?
    /// Connections that have it; of checks of connections.
    package let badConnections: [ConnectionFacts]
    package let goodConnections: [ConnectionFacts]
    let connectionRun: ConnectionRun?

    /// Messages that have it; of checks of the wire.
    package var badOctets: [WireExample] { scope == .wire ? WireExamples.byCode[code]?.bad ?? [] : [] }
    package var goodOctets: [WireExample] { scope == .wire ? WireExamples.byCode[code]?.good ?? [] : [] }

    /// What it finds in a connection; nil when nothing is wrong with it.
    package func arguments(of connection: ConnectionFacts) -> [Argument]? {
        connectionRun?(connection)?.map { Argument($0.key, $0.value) }
    }

    /// It is about several exchanges, or about their connection.
    package var isOfSeveral: Bool { scope == .session || scope == .connection }

    /// What it says of any message.
    package var about: Prose { (general ?? text).filled(with: []) }

    init(
        _ code: String, _ level: Note.Level, _ topic: Topic, _ scope: Scope, when trigger: Trigger = .always,
        _ spec: Spec,
        _ summary: Template, _ text: Template, general: Template? = nil, advice: Template? = nil, bad: [Example],
        good: [Example],
        besides: [String] = [],
        run: @escaping Run
    ) {
        self.code = code
        self.level = level
        self.topic = topic
        self.scope = scope
        self.trigger = trigger
        self.spec = spec
        self.summary = summary
        self.text = text
        self.general = general
        self.advice = advice
        self.bad = bad
        self.good = good
        self.besides = besides
        self.run = run
        badSessions = []
        goodSessions = []
        sessionRun = nil
        (badConnections, goodConnections, connectionRun) = ([], [], nil)
    }

    /// A check of a session: what its exchanges say together.
    init(
        session code: String, _ level: Note.Level, _ topic: Topic, _ spec: Spec, _ summary: Template, _ text: Template,
        advice: Template? = nil, bad: [[Example]], good: [[Example]], run: @escaping SessionRun
    ) {
        self.code = code
        self.level = level
        self.topic = topic
        scope = .session
        trigger = .always
        self.spec = spec
        self.summary = summary
        self.text = text
        general = nil
        self.advice = advice
        (self.bad, self.good) = ([], [])
        besides = []
        self.run = { _, _ in }
        badSessions = bad
        goodSessions = good
        sessionRun = run
        (badConnections, goodConnections, connectionRun) = ([], [], nil)
    }

    /// A check of a connection: what its handshake agreed on and showed.
    init(
        connection code: String, _ level: Note.Level, _ spec: Spec, _ summary: Template, _ text: Template,
        advice: Template, bad: [ConnectionFacts], good: [ConnectionFacts], run: @escaping ConnectionRun
    ) {
        self.code = code
        self.level = level
        topic = .tls
        scope = .connection
        trigger = .always
        self.spec = spec
        self.summary = summary
        self.text = text
        general = nil
        self.advice = advice
        (self.bad, self.good) = ([], [])
        besides = []
        self.run = { _, _ in }
        (badSessions, goodSessions, sessionRun) = ([], [], nil)
        badConnections = bad
        goodConnections = good
        connectionRun = run
    }
}

/// Collects the checks of a list, each typed by itself.
@resultBuilder
enum CheckList {
    static func buildExpression(_ check: Check) -> [Check] { [check] }
    static func buildPartialBlock(first: [Check]) -> [Check] { first }
    static func buildPartialBlock(accumulated: [Check], next: [Check]) -> [Check] { accumulated + next }
}

extension [Check] {
    /// The checks of one file.
    init(@CheckList _ checks: () -> [Check]) {
        self = checks()
    }
}
