package import Flow

/// What is known of a flow beyond its record: marks that people set, and its place among other flows.
package struct FlowContext: Sendable, Hashable {
    package var isPinned = false
    package var comment: String?
    package var tags: [String] = []
    /// How many redirects led to it; nil when none did, or when nobody looked.
    package var redirectHop: Int64?

    package init() {}

    /// What rules put on it.
    package init(marks: FlowEvent.Remarks) {
        isPinned = marks.isPinned
        comment = marks.comments.isEmpty ? nil : marks.comments.joined(separator: "\n")
        tags = marks.tags
    }
}
