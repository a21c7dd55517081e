/// How the current task sees the flows of every session that it opens. A value of a task, so that commands need not
/// know for whom they run.
enum FlowView {
    typealias Change = @Sendable (any FlowSource) -> any FlowSource

    /// nil: as they were recorded.
    @TaskLocal static var current: Change?
}
