/// In which order flows are wanted, and what of them.
package struct FlowReading: Sendable {
    package var order: FlowOrder
    /// At most so many; nil: all.
    package var limit: Int?
    /// The contents of messages are wanted.
    package var hasContent: Bool

    package init(_ order: FlowOrder = .recorded, limit: Int? = nil, hasContent: Bool = true) {
        self.order = order
        self.limit = limit
        self.hasContent = hasContent
    }
}
