package import Filter

extension StoredFlow {
    /// What a filter asks beyond the record.
    package var context: FlowContext {
        var context = FlowContext()
        context.isPinned = isPinned
        context.comment = comment
        context.tags = tags
        context.redirectHop = redirectHop
        return context
    }
}
