/// A time in which Hark had something to send on a stream of HTTP/2 and could not.
public struct StreamWait: Sendable, Hashable {
    /// What it waited for.
    public enum Cause: String, Sendable, CaseIterable {
        /// The receiver had opened no window for the stream (RFC 9113 §6.9).
        case streamWindow
        /// The receiver had opened no window for the connection; other streams had used it up (§6.9.1).
        case connectionWindow
        /// The receiver took no further stream at once (§5.1.2).
        case streamLimit
        /// The system took no more for the connection: everything before it had to leave first, in the order of TCP.
        case transport
    }

    /// What it waited for.
    public let cause: Cause
    /// When it began.
    public let start: Instant
    /// When it ended, or the stream did.
    public let end: Instant
    /// Octets of content that waited when it began.
    public let count: Int

    /// A wait by its parts.
    public init(_ cause: Cause, from start: Instant, to end: Instant, count: Int) {
        self.cause = cause
        self.start = start
        self.end = end
        self.count = count
    }
}
