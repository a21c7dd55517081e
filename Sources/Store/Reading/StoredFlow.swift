package import Flow

/// A flow as a session has it: the record, what people put on it, and its place among the others.
package struct StoredFlow: Sendable {
    package var record: FlowRecord
    package var isPinned = false
    package var comment: String?
    package var tags: [String] = []
    /// How many redirects led to it; nil when none did.
    package var redirectHop: Int64?

    package init(
        record: FlowRecord, isPinned: Bool = false, comment: String? = nil, tags: [String] = [],
        redirectHop: Int64? = nil
    ) {
        self.record = record
        self.isPinned = isPinned
        self.comment = comment
        self.tags = tags
        self.redirectHop = redirectHop
    }
}
