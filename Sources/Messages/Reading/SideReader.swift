import Bytes
import Flow

/// Takes apart what one side sends. A value; how the bytes were cut makes no difference to what it finds.
protocol SideReader {
    /// The next bytes.
    mutating func take(_ bytes: Bytes, at time: Instant, _ facts: inout [FlowEvent.Fact])
    /// No more comes.
    mutating func end(at time: Instant, _ facts: inout [FlowEvent.Fact])
}
