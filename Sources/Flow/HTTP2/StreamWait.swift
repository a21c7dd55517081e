/// A period in which Hark had data for an HTTP/2 stream but could not send it.
public struct StreamWait: Sendable, Hashable {
    /// What it waited for.
    public enum Cause: String, Sendable, CaseIterable {
        /// The receiver had opened no window for the stream (RFC 9113 §6.9).
        case streamWindow
        /// The receiver had opened no window for the connection; other streams had used it up (§6.9.1).
        case connectionWindow
        /// The receiver allowed no more concurrent streams (§5.1.2).
        case streamLimit
        /// The system's send buffer was full: earlier data of the connection had to be sent first.
        case transport
    }

    /// What it waited for.
    public let cause: Cause
    /// When it began.
    public let start: Instant
    /// When it ended, or the stream did.
    public let end: Instant
    /// Octets of content that waited at its start.
    public let count: Int

    /// A wait by its parts.
    public init(_ cause: Cause, from start: Instant, to end: Instant, count: Int) {
        self.cause = cause
        self.start = start
        self.end = end
        self.count = count
    }
}
