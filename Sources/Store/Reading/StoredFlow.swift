package import Flow

/// A flow as a session has it: the record, and what people put on it.
package struct StoredFlow: Sendable {
    package var record: FlowRecord
    package var isPinned = false
    package var comment: String?
    package var tags: [String] = []

    package init(
        record: FlowRecord, isPinned: Bool = false, comment: String? = nil, tags: [String] = []
    ) {
        self.record = record
        self.isPinned = isPinned
        self.comment = comment
        self.tags = tags
    }
}
