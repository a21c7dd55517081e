package import Bytes
package import Flow
package import Rules

/// The rules of a running proxy and the messages they hold, as page and screen see them. Safe to use from anywhere;
/// calls read and write files, and may block.
package protocol PageRules: Sendable {
    func state() -> PageRuleState
    /// - Parameter revision: the state that whoever asks has seen; another one refuses.
    func change(_ change: PageRuleChange, at revision: UInt64) throws(PageError) -> PageRuleState
    /// The longest held first.
    func held() -> [PageHeld]
    func decide(_ flow: UInt64, _ verdict: PageVerdict) throws(PageError)
    /// Whether this flow is an open WebSocket that takes messages.
    func takesMessages(_ flow: UInt64) -> Bool
    /// Sends a message into an open WebSocket; `done` hears once, from any thread: nil when it is on its way.
    func send(_ message: PageSocketMessage, _ done: @escaping @Sendable (PageError?) -> Void)
    /// What streams are told.
    func news() -> PageRuleNews
    /// - Parameter changed: called from any thread when there are other news; nil: nobody listens any more.
    func watch(_ changed: (@Sendable () -> Void)?)
}

/// All rules, in the order in which they apply, and where they come from.
package struct PageRuleState: Sendable {
    /// Counts the changes.
    package var revision: UInt64
    package var sources: [PageRuleSource]
    package var rules: [Rule]
    /// The names of those that are switched off.
    package var off: Set<String>
    /// On how many exchanges each acted.
    package var hits: [String: UInt64]
    /// Why a file that changed was not taken; the rules before it hold.
    package var fault: RuleError?

    package init(
        revision: UInt64, sources: [PageRuleSource], rules: [Rule], off: Set<String>, hits: [String: UInt64],
        fault: RuleError?
    ) {
        self.revision = revision
        self.sources = sources
        self.rules = rules
        self.off = off
        self.hits = hits
        self.fault = fault
    }
}

/// A place that rules come from.
package struct PageRuleSource: Sendable {
    package enum Kind: String, Sendable {
        /// Made on the page or the screen; ends with the proxy.
        case page
        case file, option
    }

    package var name: String
    package var kind: Kind
    /// nil where it is shown to nobody, as a password is in it.
    package var text: String?
    package var isEditable: Bool

    package init(name: String, kind: Kind, text: String?, isEditable: Bool) {
        self.name = name
        self.kind = kind
        self.text = text
        self.isEditable = isEditable
    }

    /// What rules that are made on the page come from.
    package static let page = "page"
}

package enum PageRuleChange: Sendable {
    /// Another text of a source.
    case text(source: String, String)
    /// These are switched off, and no others.
    case off(Set<String>)
    /// The rules of a source in this order.
    case order(source: String, [String])
}

/// A held message.
package struct PageHeld: Sendable {
    package var flow: UInt64
    package var kind: MessageKind
    package var rule: String
    package var head: Bytes
    /// What it begins with, in one line.
    package var start: Bytes
    /// What is known of its flow.
    package var record: FlowRecord
    /// Nanoseconds of the steady clock: when it was held, and when its request came.
    package var since: UInt64
    package var cameAt: UInt64
    /// When it goes on by itself.
    package var until: UInt64
    /// When its client ended its side; it may be gone.
    package var clientEndedAt: UInt64?
    /// What is written in its place goes out byte for byte.
    package var isRaw: Bool
    package var body: HeldBody

    /// Bytes of a body that are handed out to be edited.
    static let mostShown = 512 << 10

    package init(
        flow: UInt64, kind: MessageKind, rule: String, head: Bytes, start: Bytes, record: FlowRecord, since: UInt64,
        until: UInt64, clientEndedAt: UInt64? = nil, isRaw: Bool = false, body: HeldBody = .absent
    ) {
        self.body = body
        self.clientEndedAt = clientEndedAt
        self.isRaw = isRaw
        self.flow = flow
        self.kind = kind
        self.rule = rule
        self.head = head
        self.start = start
        self.record = record
        self.since = since
        self.until = until
        cameAt = min(record.openedAt.nanoseconds, since)
    }
}

/// A message that a person sends into an open WebSocket.
package struct PageSocketMessage: Sendable, Hashable {
    package let flow: UInt64
    /// Named as its direction: `request` is for the server.
    package let receiver: MessageKind
    package let isText: Bool
    package let content: Bytes

    package init(flow: UInt64, receiver: MessageKind, isText: Bool, content: Bytes) {
        (self.flow, self.receiver, self.isText, self.content) = (flow, receiver, isText, content)
    }
}

/// What becomes of a held message.
package enum PageVerdict: Sendable, Hashable {
    case send, drop
    /// This head in its place, and this content where the body was read.
    case edit(Bytes, content: Bytes? = nil)
    /// Reads the body; the message is held again with it.
    case readBody
    /// Answered by hand: `503 "Retry-After: 5" text "busy"`.
    case respond(String)
}

/// What a tab has to know of rules at any time.
package struct PageRuleNews: Sendable, Hashable {
    package var revision: UInt64
    /// Rules in force.
    package var rules: Int
    package var held: Int
    /// Of how many of these the clients have ended their sides.
    package var ended: Int
    /// Why a file that changed was not taken, in a sentence with its place.
    package var fault: String?

    package init(revision: UInt64, rules: Int, held: Int, ended: Int = 0, fault: String?) {
        self.revision = revision
        self.rules = rules
        self.held = held
        self.ended = ended
        self.fault = fault
    }
}
