import Foundation

/// Runs each piece of a task on a thread of its own, so that a test may wait with blocking calls without taking one of
/// the few threads that all tests share.
package final class ThreadExecutor: TaskExecutor {
    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        Thread.detachNewThread { job.runSynchronously(on: executor) }
    }
}
