public import Bytes

/// What explanations may know beyond the messages.
public struct ExplainOptions: Sendable {
    /// Passwords that the user gave, to compute Digest responses with. They are hashed and never shown.
    public var passwords: [Bytes]

    public init(passwords: [Bytes] = []) {
        self.passwords = passwords
    }
}
