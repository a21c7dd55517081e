internal import CPosix
internal import Dispatch
internal import Synchronization

/// The back end where there is no epoll: a read and a write Dispatch source per descriptor.
///
/// Both are made once and suspended as soon as they fired; `rearm` resumes them, which turns Dispatch's "is ready" into
/// the "became ready" that channels expect. Owned by its loop; runs on it.
final class DispatchPoller: Poller {
    private struct Sources {
        let read: any DispatchSourceRead
        let write: any DispatchSourceWrite
        /// Each source is suspended at most once.
        var isReadSuspended = false
        var isWriteSuspended = false
    }

    private let executor: LoopExecutor
    private var enter: (@Sendable (LoopWake) -> Void)?
    private var sources: [Registration: Sources] = [:]

    init(executor: LoopExecutor) {
        self.executor = executor
    }

    func start(_ enter: @escaping @Sendable (LoopWake) -> Void) {
        self.enter = enter
    }

    func stop() {
        enter = nil
    }

    func add(_ descriptor: Int32, _ registration: Registration) throws(SocketError) {
        let read = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
        let write = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: executor.queue)
        let closer = DescriptorCloser(descriptor)
        // Only what is Sendable may be captured: the executor finds the way into the loop.
        let executor = executor
        read.setEventHandler { executor.enter(.ready(registration, .readable)) }
        write.setEventHandler { executor.enter(.ready(registration, .writable)) }
        read.setCancelHandler { closer.letGo() }
        write.setCancelHandler { closer.letGo() }
        sources[registration] = Sources(read: read, write: write)
        read.resume()
        write.resume()
    }

    /// A source fired: it stays suspended until its channel has met "would block".
    func didFire(_ registration: Registration, _ readiness: Readiness) {
        guard var pair = sources[registration] else { return }
        if readiness.contains(.readable), !pair.isReadSuspended {
            pair.isReadSuspended = true
            pair.read.suspend()
        }
        if readiness.contains(.writable), !pair.isWriteSuspended {
            pair.isWriteSuspended = true
            pair.write.suspend()
        }
        sources[registration] = pair
    }

    func rearm(_ registration: Registration, _ readiness: Readiness) {
        guard var pair = sources[registration] else { return }
        if readiness.contains(.readable), pair.isReadSuspended {
            pair.isReadSuspended = false
            pair.read.resume()
        }
        if readiness.contains(.writable), pair.isWriteSuspended {
            pair.isWriteSuspended = false
            pair.write.resume()
        }
        sources[registration] = pair
    }

    func removeAndClose(_ descriptor: Int32, _ registration: Registration) {
        guard let pair = sources.removeValue(forKey: registration) else {
            _ = CPosix.close(descriptor)
            return
        }
        pair.read.cancel()
        pair.write.cancel()
        // A suspended source never runs its cancel handler, and must not be released.
        if pair.isReadSuspended { pair.read.resume() }
        if pair.isWriteSuspended { pair.write.resume() }
    }
}

/// Closes a descriptor when both of its sources have let go of it: a number that Dispatch still watches must not be
/// given to another socket. Kept by the cancel handlers; they run on the loop's queue.
private final class DescriptorCloser: Sendable {
    private let descriptor: Int32
    private let holders = Atomic<Int>(2)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func letGo() {
        if holders.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
            _ = CPosix.close(descriptor)
        }
    }
}
