public import HTTPModel

/// One line of a head that Hark forwards otherwise than it came, and why. What a record calls a *change*.
public struct Change: Sendable, Hashable {
    /// What is done with a line.
    public typealias Action = HeadAction

    /// What is done.
    public let action: Action
    /// Why.
    public let reason: Reason

    /// One difference and its reason.
    public init(_ action: Action, _ reason: Reason) {
        self.action = action
        self.reason = reason
    }

    /// Why Hark changed a line.
    public enum Reason: Sendable, Hashable {
        /// A proxy owes this edit: the section that asks for it, and what it asks in one sentence.
        case owed(spec: StaticText, text: StaticText)
        /// A rule of the user's, by the flag as it was given.
        case rule(String)
        /// A rule of the user's that means it (`raw`): what is written is not looked at.
        case raw(String)
    }

    /// What it writes goes out as it is, malformed or not.
    package var isRaw: Bool { if case .raw = reason { true } else { false } }
}
