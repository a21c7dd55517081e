/// What a rule of the user's did to a flow, whether or not a line of a message changed.
public struct RuleAct: Sendable, Hashable {
    /// The rule's name.
    public let rule: String
    /// The file it stands in, or the option it was given by.
    public let file: String
    /// The line of that file, from 1 on.
    public let line: Int
    /// The action as it is written: `delay response 200ms`.
    public let action: String
    /// What came of it, in a sentence.
    public let text: String
    /// When.
    public var time: Instant

    /// Something that a rule did.
    public init(
        rule: String, file: String, line: Int, action: String, text: String, time: Instant = Instant(nanoseconds: 0)
    ) {
        self.rule = rule
        self.file = file
        self.line = line
        self.action = action
        self.text = text
        self.time = time
    }

    /// Its action meant what it wrote, malformed or not.
    package var isRaw: Bool { action.hasPrefix("raw ") }

    /// Something else that came of the same action.
    package func saying(_ text: String) -> RuleAct {
        RuleAct(rule: rule, file: file, line: line, action: action, text: text)
    }
}
