/// Names one flow within a run of Hark; counted from 1, or after the last one of the file that a run continues.
public struct FlowID: Sendable, Hashable, Comparable {
    /// Counts the flows of a run from 1.
    public let number: UInt64

    /// A flow by its number.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// The earlier one first.
    public static func < (left: FlowID, right: FlowID) -> Bool { left.number < right.number }
}
