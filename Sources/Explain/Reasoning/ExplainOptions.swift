public import Bytes
package import Flow

/// Facts for explanations that are not in the messages.
public struct ExplainOptions: Sendable {
    /// Passwords that the user gave, to compute Digest responses with. They are hashed and never shown.
    public var passwords: [Bytes]

    /// What judges an exchange. It stands on explanations, so whoever wants both hands it in; without it there are no
    /// notes but the decoder's.
    package var notes: @Sendable (FlowRecord) -> [Note] = { _ in [] }

    /// What takes codings off a content, handed in for the same reason; nil where there is nothing to take off, or the
    /// bytes are not here.
    package var decode: @Sendable (FlowRecord, MessageKind) -> PlainContent? = { _, _ in nil }

    /// Passwords to compute Digest responses with; they are not shown.
    public init(passwords: [Bytes] = []) {
        self.passwords = passwords
    }

    package init(
        passwords: [Bytes] = [], notes: @escaping @Sendable (FlowRecord) -> [Note],
        decode: @escaping @Sendable (FlowRecord, MessageKind) -> PlainContent? = { _, _ in nil }
    ) {
        self.passwords = passwords
        self.notes = notes
        self.decode = decode
    }
}
