import Bytes
import Flow

/// Takes apart what one side sends. A value; how the bytes were cut makes no difference to what it finds.
protocol SideReader {
    /// The next bytes.
    ///
    /// - Parameter tell: hears of what they complete, at once: all that a piece stands for may be a thousand times as
    ///   large.
    mutating func take(_ bytes: Bytes, at time: Instant, _ tell: (FlowEvent.Fact) -> Void)
    /// No more comes.
    mutating func end(at time: Instant, _ tell: (FlowEvent.Fact) -> Void)
    /// Octets that are held to read on: of a message under way, and of what takes its coding off.
    var held: Int { get }
    /// Keeps nothing of the message under way, which is counted then. What cannot be read on without holding much is
    /// read no further.
    mutating func letGo(_ tell: (FlowEvent.Fact) -> Void)
}
