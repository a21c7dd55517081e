import Flow

/// A flow that the writer has heard of and that has not ended, or not been written as ended.
struct OpenFlow {
    /// As it was last told; nil while there was content alone.
    var record: FlowRecord?
    var request = OpenBody()
    var response = OpenBody()
    /// Something is not in the file yet.
    var isDirty = false
    /// How many chunk lines are in the file.
    var requestChunks = 0
    var responseChunks = 0
}
