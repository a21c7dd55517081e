/// How much of a message is read before the decoder gives up on it. Checked while bytes arrive, so that a peer cannot
/// make anyone wait or keep memory for a line that never ends.
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
    /// Bytes of a body that frame its chunks: size lines and line ends. Beyond it, content has to be at least a quarter
    /// of what comes; a body of many tiny chunks is a way to keep a reader busy.
    public let chunkOverhead: Int
    /// Bytes of a trailer section with its empty line.
    public let trailers: Int
    /// Empty lines that are skipped before a request line.
    public let emptyLines: Int
    /// Quirks of one head or trailer section that are kept; more are counted.
    public let quirks: Int
    /// Interim responses to one request; more are no progress report but a way to fill a record.
    public let interimResponses: Int

    /// What is out of proportion is brought into it: field lines are kept as 32-bit ranges.
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
