/// The flow that another one repeats.
public struct RepeatedFlow: Sendable, Hashable {
    /// Its number, in its run and in the file it was taken from.
    public let id: FlowID
    /// The run that recorded it; nil when unknown.
    public let run: RunID?

    /// A flow by its number and its run.
    public init(_ id: FlowID, run: RunID? = nil) {
        self.id = id
        self.run = run
    }
}
