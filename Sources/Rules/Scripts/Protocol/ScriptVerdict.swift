package import Bytes

/// What a script answers, as it was written; whether a message can be so is for ``ScriptChanger`` to say.
package struct ScriptVerdict: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case pass, modify, respond, drop, hold, tunnel
    }

    /// What of a message changes.
    package struct Part: Sendable, Hashable {
        package var method: Bytes?
        package var url: Bytes?
        /// Another server for the same request, `HOST:PORT`.
        package var server: Bytes?
        /// The proxy through which the server is reached, a URL; empty: none.
        package var via: Bytes?
        package var status: Int?
        package var reason: Bytes?
        /// The whole list.
        package var headers: [RuleAnswer.Field]?
        package var remove: [Bytes] = []
        package var set: [RuleAnswer.Field] = []
        package var add: [RuleAnswer.Field] = []
        package var body: Bytes?
        /// Fields after the content.
        package var trailers: [RuleAnswer.Field]?

        package init() {}
    }

    package var kind: Kind
    package var request = Part()
    package var response = Part()
    /// In place of the content of a WebSocket's message, or of a piece of a body.
    package var data: Bytes?
    package var tags: [String] = []
    package var comment: String?
    package var pins = false
    /// The script is not asked about the message whose head this is any more, whose body does not wait for it.
    package var streams = false
    /// It is asked about each piece of it instead.
    package var wantsChunks = false

    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// The flow gets a mark.
    package var hasMarks: Bool { !tags.isEmpty || comment != nil || pins }
}

/// What came of a command of a script, or of what it asked of Hark (there a value is JSON).
package enum ScriptResult: Sendable, Hashable {
    /// A text, or JSON; empty when it gave nothing.
    case value(String)
    /// Why there is nothing: a clause.
    case failed(String)
}

/// What became of a question.
package enum ScriptOutcome: Sendable, Hashable {
    case verdict(ScriptVerdict)
    /// Why there is none: a clause, such as "no answer in 30 s".
    case failed(String)
}
