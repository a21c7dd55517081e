public import HTTPModel

/// One line of a head that Hark forwards in another form, and why. Records call it a *change*.
public struct Change: Sendable, Hashable {
    /// What happens to a line.
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

    /// What happens to the line.
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

    /// Hashes both.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(action)
        hasher.combine(reason)
    }

    /// Why Hark changed a line.
    public enum Reason: Sendable, Hashable {
        /// A specification requires this edit from a proxy: the section, and its requirement in one sentence.
        case owed(spec: StaticText, text: StaticText)
        /// A rule of the user, as written in the option.
        case rule(String)
        /// A `raw` rule of the user: its text is not checked.
        case raw(String)
    }

    /// What it writes goes out as it is, malformed or not.
    package var isRaw: Bool { parts.isRaw }
}

extension Change: CustomStringConvertible {
    /// What was changed and why, for debugging.
    public var description: String { "\(action), \(reason)" }
}
