import Library

/// How the current task sees the flows of every session that it opens. A value of a task, so that commands need not
/// know for whom they run.
enum FlowView {
    /// A type with a name: an optimised build (Swift 6.3) finds no metadata for a function in a task's value, and
    /// crashes as it is set.
    struct Change: Sendable {
        let view: @Sendable (any FlowLibrary) -> any FlowLibrary
    }

    /// nil: as they were recorded.
    @TaskLocal static var current: Change?
}
