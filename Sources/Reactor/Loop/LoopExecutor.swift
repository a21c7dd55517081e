internal import CPosix
internal import Dispatch
internal import Synchronization

/// The serial queue of one loop, as a Swift executor: an actor that names it as its executor runs on the loop, and may
/// own what is confined to the loop.
///
/// Shared by everyone who wants something done on the loop; safe to use from anywhere. Work reaches the loop in three
/// ways: `post`, jobs of the actor (`await` from elsewhere), and wake-ups from the poller. After each piece of posted
/// work and each job the loop finishes its turn, so that what the work deferred is done.
package final class LoopExecutor: SerialExecutor {
    let queue: DispatchQueue
    /// The loop's.
    let clock = LoopClock()
    private let key = DispatchSpecificKey<Bool>()
    /// Work handed to the queue that has not begun.
    private let waiting = Atomic<Int>(0)
    private let isLingering = Atomic<Bool>(false)
    /// An eventfd in the loop's epoll set; -1 where there is none, and the loop then never lingers.
    let wakeDescriptor: Int32
    private let entrance = Mutex(Entrance(enter: nil))

    /// The way into the owner's isolation. Wrapped, because a bare closure in a generic box is converted to the generic
    /// calling convention and back at every access, and each conversion adds a layer that stays.
    private struct Entrance {
        let enter: (@Sendable (LoopWake) -> Void)?
    }

    package init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        #if os(Linux)
        wakeDescriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        #else
        wakeDescriptor = -1
        #endif
        queue.setSpecific(key: key, value: true)
    }

    deinit {
        if wakeDescriptor >= 0 {
            _ = CPosix.close(wakeDescriptor)
        }
    }

    /// Runs `work` on the loop, from any thread, after what was posted before.
    ///
    /// The work is not isolated by its type; an actor that lives on this executor enters itself:
    /// `executor.post { shard.assumeIsolated { $0.adopt(accepted) } }`.
    package func post(_ work: @escaping @Sendable () -> Void) {
        hand { executor in
            work()
            executor.enter(.posted)
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        hand { executor in
            unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
            executor.enter(.posted)
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    package func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the loop's queue")
    }

    package var isCurrent: Bool {
        DispatchQueue.getSpecific(key: key) == true
    }

    private func hand(_ work: @escaping @Sendable (LoopExecutor) -> Void) {
        waiting.add(1, ordering: .sequentiallyConsistent)
        queue.async {
            self.waiting.subtract(1, ordering: .sequentiallyConsistent)
            // The loop may have slept since it last looked, and the work sets its deadlines by what it finds.
            self.clock.refresh()
            work(self)
        }
        wake()
    }

    // MARK: For the loop

    func open(_ enter: (@Sendable (LoopWake) -> Void)?) {
        entrance.withLock { $0 = Entrance(enter: enter) }
    }

    func enter(_ wake: LoopWake) {
        let entrance = entrance.withLock { $0 }
        entrance.enter?(wake)
    }

    /// Asks for another wake-up after what waits on the queue.
    func continueLater() {
        hand { $0.enter(.posted) }
    }

    var hasWaiting: Bool { waiting.load(ordering: .relaxed) > 0 }

    /// Whether the loop may block in its poller: from here until `endLingering`, whoever hands work over wakes it.
    ///
    /// The flag is raised before the count is read and the other side counts before it reads the flag, both in one
    /// total order, so one of the two sees the other.
    func beginLingering() -> Bool {
        guard wakeDescriptor >= 0 else { return false }
        isLingering.store(true, ordering: .sequentiallyConsistent)
        guard waiting.load(ordering: .sequentiallyConsistent) == 0 else {
            isLingering.store(false, ordering: .relaxed)
            return false
        }
        return true
    }

    func endLingering() {
        isLingering.store(false, ordering: .relaxed)
    }

    private func wake() {
        #if os(Linux)
        guard isLingering.load(ordering: .sequentiallyConsistent),
            isLingering.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        eventfd_write(wakeDescriptor, 1)
        #endif
    }
}
