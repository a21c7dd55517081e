internal import CPosix
internal import Dispatch
internal import Synchronization

/// The back end where there is no epoll: a read and a write Dispatch source per descriptor.
///
/// Both are made once. Dispatch reports "is ready" again and again, and channels expect "became ready": a source whose
/// channel left work undone is suspended until the channel has met "would block". Owned by its loop; runs on it.
final class DispatchPoller: Poller {
    private struct Sources {
        let descriptor: Int32
        let read: any DispatchSourceRead
        let write: any DispatchSourceWrite
        /// What the channel wants to hear of.
        var armed: Readiness = [.readable, .writable]
        /// Each source is suspended at most once.
        var suspended: Readiness = []
        /// That the connection is over in both directions was reported.
        var isBroken = false
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
        sources[registration] = Sources(descriptor: descriptor, read: read, write: write)
        read.resume()
        write.resume()
    }

    /// A source fired, and its channel will be told.
    func willReport(_ registration: Registration, _ readiness: Readiness) {
        sources[registration]?.armed.subtract(readiness)
    }

    /// The channel has been told: unless it asked for more, its source must be silent.
    func didReport(_ registration: Registration, _ readiness: Readiness) {
        guard var pair = sources[registration] else { return }
        let silenced = readiness.subtracting(pair.armed).subtracting(pair.suspended)
        guard !silenced.isEmpty else { return }
        if silenced.contains(.readable) { pair.read.suspend() }
        if silenced.contains(.writable) { pair.write.suspend() }
        pair.suspended.formUnion(silenced)
        sources[registration] = pair
    }

    func rearm(_ registration: Registration, _ readiness: Readiness) {
        guard var pair = sources[registration] else { return }
        let resumed = readiness.intersection(pair.suspended)
        if resumed.contains(.readable) { pair.read.resume() }
        if resumed.contains(.writable) { pair.write.resume() }
        pair.suspended.subtract(resumed)
        pair.armed.formUnion(readiness)
        sources[registration] = pair
    }

    /// Finds what Dispatch has lost, and what it does not tell: the descriptors that are ready for what their channels
    /// wait for, and those whose connections broke while their channels wait for nothing.
    ///
    /// On Linux, Dispatch forgets a descriptor whose both directions have ended (EPOLLHUP), and with it the report of
    /// bytes that arrived just before and were on their way to the handler. Nothing brings it back, so the loop asks
    /// the system itself now and then. A source that is suspended because its channel reads nothing tells of no reset.
    func lostEvents() -> [(Registration, Readiness)] {
        let waiting = sources.filter { !$0.value.armed.isEmpty || !$0.value.isBroken }
        var descriptors = waiting.values.map { sources in
            pollfd(
                fd: sources.descriptor,
                events: Int16(sources.armed.contains(.readable) ? POLLIN : 0)
                    | Int16(sources.armed.contains(.writable) ? POLLOUT : 0),
                revents: 0)
        }
        guard unsafe poll(&descriptors, nfds_t(descriptors.count), 0) > 0 else { return [] }
        return zip(waiting, descriptors).compactMap { entry, result in
            let (registration, known) = entry
            let events = Int32(result.revents)
            var readiness: Readiness = []
            if events & (POLLHUP | POLLERR) != 0 {
                if !known.armed.isEmpty { readiness = [.readable, .writable, .hangUp] }
                if !known.isBroken { readiness.formUnion([.readable, .hangUp, .broken]) }
                sources[registration]?.isBroken = true
            }
            if events & POLLIN != 0 { readiness.insert(.readable) }
            if events & POLLOUT != 0 { readiness.insert(.writable) }
            return readiness.isEmpty ? nil : (registration, readiness)
        }
    }

    func removeAndClose(_ descriptor: Int32, _ registration: Registration) {
        guard let pair = sources.removeValue(forKey: registration) else {
            _ = CPosix.close(descriptor)
            return
        }
        pair.read.cancel()
        pair.write.cancel()
        // A suspended source never runs its cancel handler, and must not be released.
        if pair.suspended.contains(.readable) { pair.read.resume() }
        if pair.suspended.contains(.writable) { pair.write.resume() }
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
