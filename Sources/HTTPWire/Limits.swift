/// How much of a message the decoder reads before it refuses it. The limits are checked while bytes arrive, so that an
/// endless line costs neither time nor memory.
///
/// Created once with the proxy's configuration and passed to every decoder.
public struct Limits: Sendable, Hashable {
    /// Bytes of a request or status line, without its line end.
    public let startLine: Int
    /// Bytes of a head, from its start line to its empty line.
    public let head: Int
    /// Field lines of a head, and of a trailer section; each fold counts as one.
    public let fields: Int
    /// Bytes between a chunk's size and the end of its line.
    public let chunkExtension: Int
    /// Bytes of a body that frame its chunks: size lines and line ends. Above that, at least a quarter of the bytes
    /// must be content, because many tiny chunks keep a reader busy.
    public let chunkOverhead: Int
    /// Bytes of a trailer section with its empty line.
    public let trailers: Int
    /// Empty lines that are skipped before a request line.
    public let emptyLines: Int
    /// Quirks of one head or trailer section that are kept; the rest is counted.
    public let quirks: Int
    /// Interim responses to one request; more would only fill the record.
    public let interimResponses: Int

    /// Values that are too large are reduced: field lines are kept as 32-bit ranges.
    public init(
        startLine: Int = 64 << 10, head: Int = 256 << 10, fields: Int = 1000, chunkExtension: Int = 256,
        chunkOverhead: Int = 256 << 10, trailers: Int = 64 << 10, emptyLines: Int = 4, quirks: Int = 100,
        interimResponses: Int = 256
    ) {
        let largest = 1 << 30
        func bounded(_ value: Int) -> Int { max(0, min(value, largest)) }
        self.startLine = bounded(startLine)
        self.head = bounded(head)
        self.fields = bounded(fields)
        self.chunkExtension = bounded(chunkExtension)
        self.chunkOverhead = bounded(chunkOverhead)
        self.trailers = bounded(trailers)
        self.emptyLines = bounded(emptyLines)
        self.quirks = bounded(quirks)
        self.interimResponses = bounded(interimResponses)
    }
}
