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
    }
}

/// A string literal that is compared and hashed by its characters; it costs no allocation on the data path.
public struct StaticText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let literal: StaticString

    /// From a literal.
    public init(stringLiteral value: StaticString) {
        literal = value
    }

    /// The text as a string.
    public var description: String { literal.description }

    /// Lends the UTF-8 form, for writers that must not make a string.
    public func withUTF8Buffer<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        literal.withUTF8Buffer(body)
    }

    /// Whether both have the same characters.
    public static func == (left: StaticText, right: StaticText) -> Bool { left.description == right.description }

    /// Feeds the characters.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}
