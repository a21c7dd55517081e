/// Why reading the messages of one side stopped. The exchange that carries them continued.
public struct InnerReadingEnd: Sendable, Hashable {
    /// The side that sent them.
    public let from: MessageKind
    /// A word for programs: `missingMask`.
    public let code: String
    /// Its offset in what this side sent.
    public let offset: UInt64
    /// The code with which a WebSocket must be closed then (RFC 6455 §7.4.1); nil if it need not be closed.
    public let closeCode: UInt16?
    /// One plain sentence for people.
    public let text: String
    /// The section about it; empty when there is none.
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
