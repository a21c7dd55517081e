/// Why the messages of one side were read no further. The exchange that carries them continued.
public struct InnerReadingEnd: Sendable, Hashable {
    /// Whose messages they are.
    public let from: MessageKind
    /// A word for programs: `missingMask`.
    public let code: String
    /// Octets before it of what this side sent.
    public let offset: UInt64
    /// With what a WebSocket is to be closed then (RFC 6455 §7.4.1); nil where that is not asked.
    public let closeCode: UInt16?
    /// One plain sentence for people.
    public let text: String
    /// The section that speaks of it; empty when none does.
    public let spec: String

    /// The end of reading, and its reason.
    public init(
        from: MessageKind, code: String, offset: UInt64, closeCode: UInt16? = nil, text: String, spec: String = ""
    ) {
        self.from = from
        self.code = code
        self.offset = offset
        self.closeCode = closeCode
        self.text = text
        self.spec = spec
    }
}
