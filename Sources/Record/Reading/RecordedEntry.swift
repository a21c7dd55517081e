package import Bytes
package import Explain
package import HTTPModel

/// One entry of a HAR or a log, read back: the exchange as it is explained, and the evidence that explanations do not need
/// but a rebuilt message does.
package struct RecordedEntry: Sendable {
    package var exchange: RecordedExchange
    /// `_id`: the number that the recorder gave it.
    package var id: UInt64?
    /// Where the entry begins in the file.
    package var offset: Int
    package var request = Evidence()
    package var response = Evidence()

    /// What a recording says of one message beyond what the exchange has.
    package struct Evidence: Sendable {
        /// The head is the bytes that were on the wire, not made from a list of headers.
        package var isHeadExact = false
        /// What came instead of a head, when it could not be understood.
        package var malformedHead: Bytes?
        /// The head as it was forwarded.
        package var sent: Bytes?
        /// The chunks, the last of size 0 included, so far as they were kept.
        package var chunks: [Chunk] = []
        /// How many there were.
        package var chunkCount = 0
        package var trailers: FieldSection?
        /// The content with its codings removed, where the recording has it so. Of an answer from a cache, what the cache had.
        package var decodedContent: Bytes?

        package init() {}
    }

    init(exchange: RecordedExchange, offset: Int) {
        self.exchange = exchange
        self.offset = offset
    }
}

/// Everything read from one file.
package struct Recording: Sendable {
    /// In the order of the file.
    package var entries: [RecordedEntry] = []
    /// In the order of the file.
    package var damage: [Damage] = []
    /// Who wrote it, as it says itself: `Hark`, `Firefox`.
    package var creator: Bytes?

    package var exchanges: [RecordedExchange] { entries.map(\.exchange) }
}
