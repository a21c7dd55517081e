/// How much evidence a record keeps of one flow. The rest is counted, so that a flow can say how much is missing, and
/// memory does not grow with what a peer sends.
public struct RecordLimits: Sendable, Hashable {
    /// Bytes of the heads of interim responses, received and forwarded, in total.
    public var interimBytes: Int
    /// Chunks of one message; a stream may last for days.
    public var chunks: Int
    /// Bytes of the chunk extensions of one message, in total.
    public var extensionBytes: Int
    /// Quirks of one message.
    public var quirks: Int
    /// Frames of one message in HTTP/2, both received and forwarded.
    public var frames: Int
    /// Periods in which an HTTP/2 message had to wait.
    public var waits = 100
    /// Actions of rules.
    public var ruleActs = 1_000
    /// Bytes in place of a head that are not one.
    public var malformedHead: Int
    /// Messages inside one exchange.
    public var messages: Int
    /// Bytes of these messages, in total.
    public var messageBytes: Int

    /// The limits of a record.
    public init(
        interimBytes: Int = 256 << 10, chunks: Int = 10_000, extensionBytes: Int = 256 << 10, quirks: Int = 100,
        frames: Int = 1000, malformedHead: Int = 64 << 10, messages: Int = 100_000, messageBytes: Int = 16 << 20
    ) {
        self.interimBytes = interimBytes
        self.chunks = chunks
        self.extensionBytes = extensionBytes
        self.quirks = quirks
        self.frames = frames
        self.malformedHead = malformedHead
        self.messages = messages
        self.messageBytes = messageBytes
    }
}
