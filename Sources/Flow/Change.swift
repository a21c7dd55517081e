public import HTTPModel

/// One line of a head that Hark forwards otherwise than it came, and why. What a record calls a *change*.
public struct Change: Sendable, Hashable {
    /// What is done with a line.
    public typealias Action = HeadAction

    /// In one object, as changes are handed on a lot.
    private final class Parts: Sendable {
        let action: Action
        let reason: Reason
        let isRaw: Bool

        init(_ action: Action, _ reason: Reason) {
            self.action = action
            self.reason = reason
            isRaw = if case .raw = reason { true } else { false }
        }
    }

    private let parts: Parts

    /// What is done.
    public var action: Action { parts.action }
    /// Why.
    public var reason: Reason { parts.reason }

    /// One difference and its reason.
    public init(_ action: Action, _ reason: Reason) {
        parts = Parts(action, reason)
    }

    /// The same difference for the same reason.
    public static func == (left: Change, right: Change) -> Bool {
        left.parts === right.parts || (left.action == right.action && left.reason == right.reason)
    }

    /// By both.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(action)
        hasher.combine(reason)
    }

    /// Why Hark changed a line.
    public enum Reason: Sendable, Hashable {
        /// A specification requires this edit of a proxy: the section, and what it requires in one sentence.
        case owed(spec: StaticText, text: StaticText)
        /// A rule of the user's, by the flag as it was given.
        case rule(String)
        /// A rule of the user's that means it (`raw`): what is written is not looked at.
        case raw(String)
    }

    /// What it writes goes out as it is, malformed or not.
    package var isRaw: Bool { parts.isRaw }
}

extension Change: CustomStringConvertible {
    /// What was changed and why, for debugging.
    public var description: String { "\(action), \(reason)" }
}
