/// The rows of other tables that a row of `flow` points to.
struct FlowLinks {
    var run: Int64?
    var request = MessageLinks()
    var response = MessageLinks()
    var clientTLS: Int64?
    var upstreamTLS: Int64?
    var parts: FlowParts = []
    /// The row that has the grams of its texts; 0 for none, so that any word may be in it.
    var search: Int64 = 0
    /// The list of what was changed.
    var changes: Int64?

    /// What belongs to one message.
    struct MessageLinks {
        var edits: Int64?
        var body: Int64?
        /// Not all of the content was kept.
        var isCut = false
    }
}
