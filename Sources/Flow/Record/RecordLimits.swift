/// How much evidence a record keeps of one flow. What is beyond is counted, so that a flow can say what it left out,
/// and memory does not grow with what a peer sends.
public struct RecordLimits: Sendable, Hashable {
    /// Bytes of the heads of interim responses, as they came and as they were forwarded, in all.
    public var interimBytes: Int
    /// Chunks of one message; a stream may last for days.
    public var chunks: Int
    /// Bytes of the chunk extensions of one message, in all.
    public var extensionBytes: Int
    /// Quirks of one message.
    public var quirks: Int
    /// Frames of one message in HTTP/2, both received and forwarded.
    public var frames: Int
    /// Times in which a message had to wait, where HTTP/2 is spoken.
    public var waits = 100
    /// What rules did.
    public var ruleActs = 1_000
    /// Bytes of what came in place of a head and is none.
    public var malformedHead: Int
    /// Messages inside of one exchange.
    public var messages: Int
    /// Bytes of these messages, in all.
    public var messageBytes: Int

    /// What a record keeps at most.
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
