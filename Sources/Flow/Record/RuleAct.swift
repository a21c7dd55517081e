/// An action of a user's rule on a flow, whether or not a line of a message changed.
public struct RuleAct: Sendable, Hashable {
    /// In one object, as most rules do the same with each message.
    private final class Parts: Sendable {
        let (rule, file, line, action, text): (String, String, Int, String, String)

        init(_ rule: String, _ file: String, _ line: Int, _ action: String, _ text: String) {
            (self.rule, self.file, self.line, self.action, self.text) = (rule, file, line, action, text)
        }
    }

    private let parts: Parts

    /// The rule's name.
    public var rule: String { parts.rule }
    /// The rule's file, or the option that gave it.
    public var file: String { parts.file }
    /// The line of that file, from 1 on.
    public var line: Int { parts.line }
    /// The action as it is written: `delay response 200ms`.
    public var action: String { parts.action }
    /// The effect, in a sentence.
    public var text: String { parts.text }
    /// When.
    public var time: Instant

    /// An action of a rule.
    public init(
        rule: String, file: String, line: Int, action: String, text: String, time: Instant = Instant(nanoseconds: 0)
    ) {
        parts = Parts(rule, file, line, action, text)
        self.time = time
    }

    /// The same act of the same rule at the same time.
    public static func == (left: RuleAct, right: RuleAct) -> Bool {
        let (one, other) = (left.parts, right.parts)
        let isSame =
            one === other
            || (one.rule == other.rule && one.file == other.file && one.line == other.line
                && one.action == other.action && one.text == other.text)
        return isSame && left.time == right.time
    }

    /// By rule and action.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts.rule)
        hasher.combine(parts.action)
    }

    /// What is told of an action where a changed line says the rest.
    package static let changedRequest = "A line of the request was changed."
    package static let changedResponse = "A line of the response was changed."
    package static let changedMethod = "The method was changed."
    package static let changedPath = "The path was changed."
    package static let changedQuery = "The query was changed."
    package static let toldByLines: Set<String> = [
        changedRequest, changedResponse, changedMethod, changedPath, changedQuery,
    ]
    /// What is told when a message is held.
    package static let heldRequest = "The request was held."
    package static let heldResponse = "The response was held."
    /// What somebody decided about a message that the action held.
    package static let sentByHand = "Forwarded by hand."
    package static let editedByHand = "Edited by hand."
    package static let droppedByHand = "Dropped by hand."
    package static let answeredByHand = "Answered by hand."

    /// A person sent a message into an open WebSocket.
    ///
    /// - Parameter receiver: named as its direction: `request` is for the server.
    package static func sentMessage(to receiver: MessageKind) -> RuleAct {
        let side = receiver == .request ? "server" : "client"
        return RuleAct(
            rule: "", file: "", line: 0, action: "send-message to \(side)",
            text: "A message to the \(side) was sent by hand.")
    }

    /// What a script did: its rule is called so, which no rule can be, as names of rules have no blank.
    package static func script(
        _ name: String, file: String, did verdict: String, on event: String, microseconds: UInt64, text: String
    ) -> RuleAct {
        RuleAct(
            rule: scriptPrefix + name, file: file, line: 0, action: "\(verdict) \(event) in \(microseconds) us",
            text: text)
    }

    private static let scriptPrefix = "script "

    /// The name of the script that did it; nil: a rule did.
    package var script: String? {
        rule.hasPrefix(Self.scriptPrefix) ? String(rule.dropFirst(Self.scriptPrefix.count)) : nil
    }

    /// Of a script's act its verdict, the event, and how many microseconds it took.
    package var scriptAnswer: (verdict: String, event: String, microseconds: Int64)? {
        let words = action.split(separator: " ")
        guard script != nil, words.count == 5, let time = Int64(words[3]) else { return nil }
        return (String(words[0]), String(words[1]), time)
    }

    /// In the words of a sentence: `rule 'slow'`, `script 'sign'`.
    package var whose: String { script.map { "script '\($0)'" } ?? "rule '\(rule)'" }

    /// Where it stands: `debug.rules:3`, of a script its file.
    package var place: String { script == nil ? "\(file):\(line)" : file }

    /// Its action meant what it wrote, malformed or not.
    package var isRaw: Bool { action.hasPrefix("raw ") }

    /// Something else that came of the same action.
    package func saying(_ text: String) -> RuleAct {
        RuleAct(rule: rule, file: file, line: line, action: action, text: text)
    }
}
