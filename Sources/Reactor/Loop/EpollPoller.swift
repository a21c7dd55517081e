#if os(Linux)
internal import CPosix
internal import Dispatch

/// The back end of Linux: one Dispatch source on an epoll descriptor that holds all of the loop's descriptors.
///
/// A descriptor is registered once, edge-triggered, and never touched again until the kernel forgets it at close.
/// When Dispatch says that there are events, the turn takes them in batches and then lingers: it waits in
/// `epoll_wait` itself for a moment, because coming back through Dispatch costs two changes of thread. Owned by
/// its loop; runs on it.
@safe final class EpollPoller: Poller {
    /// How long a turn waits for more events before it gives the queue back.
    static let linger: Int32 = 5
    /// A turn's length in nanoseconds, after which Dispatch has the queue back for a moment. Who hands work over ends
    /// the turn earlier.
    static let turnLength: UInt64 = 100_000_000
    private static let batchSize = 256
    private static let wakeMark = UInt64.max

    private let descriptor: Int32
    private let executor: LoopExecutor
    private let events: UnsafeMutablePointer<epoll_event>
    private var source: (any DispatchSourceRead)?

    init(executor: LoopExecutor) throws(SocketError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        self.executor = executor
        unsafe events = .allocate(capacity: Self.batchSize)
        guard descriptor >= 0 else { throw .last(.poll) }
        if executor.wakeDescriptor >= 0 {
            try watch(executor.wakeDescriptor, for: EPOLLIN.rawValue, mark: Self.wakeMark)
        }
    }

    deinit {
        unsafe events.deallocate()
        if source == nil, descriptor >= 0 {
            _ = CPosix.close(descriptor)
        }
    }

    func add(_ descriptor: Int32, _ registration: Registration) throws(SocketError) {
        try watch(
            descriptor, for: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue,
            mark: registration.rawValue)
    }

    private func watch(_ watched: Int32, for events: UInt32, mark: UInt64) throws(SocketError) {
        var event = unsafe epoll_event()
        unsafe event.events = events | EPOLLET.rawValue
        unsafe event.data.u64 = mark
        guard unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) == 0 else {
            throw .last(.poll)
        }
    }

    func rearm(_ registration: Registration, _ readiness: Readiness) {}

    func removeAndClose(_ descriptor: Int32, _ registration: Registration) {
        // The kernel removes a closed descriptor from the set by itself.
        _ = CPosix.close(descriptor)
    }

    func start(_ enter: @escaping @Sendable (LoopWake) -> Void) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
        let descriptor = descriptor
        source.setEventHandler { enter(.poll) }
        source.setCancelHandler { _ = CPosix.close(descriptor) }
        self.source = source
        source.resume()
    }

    func stop() {
        source?.cancel()
    }

    /// Takes and dispatches batches of events until there are none for a while or the turn is over.
    func turn(_ loop: EventLoop) {
        let end = loop.now + Self.turnLength
        var timeout: Int32 = 0
        while true {
            let count = unsafe Int(epoll_wait(descriptor, events, Int32(Self.batchSize), timeout))
            if timeout != 0 {
                executor.endLingering()
            }
            loop.refreshNow()
            for index in 0..<max(count, 0) {
                let mark = unsafe events[index].data.u64
                if mark != Self.wakeMark {
                    loop.dispatch(Registration(rawValue: mark), unsafe Self.readiness(events[index].events))
                }
            }
            loop.finishBatch()
            guard !loop.isStopped, loop.now < end, !executor.hasWaiting else { return }
            if loop.hasReadyChannels {
                timeout = 0
                continue
            }
            guard count > 0 else { return }
            timeout = loop.millisecondsToNextTimer(atMost: Self.linger)
            if timeout != 0 {
                guard executor.beginLingering() else { return }
            }
        }
    }

    @inline(__always)
    private static func readiness(_ events: UInt32) -> Readiness {
        var result: Readiness = []
        let broken = EPOLLHUP.rawValue | EPOLLERR.rawValue
        if events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | broken) != 0 {
            result.insert(.readable)
        }
        if events & (EPOLLOUT.rawValue | broken) != 0 {
            result.insert(.writable)
        }
        if events & (EPOLLRDHUP.rawValue | broken) != 0 {
            result.insert(.hangUp)
        }
        if events & broken != 0 {
            result.insert(.broken)
        }
        return result
    }
}
#endif
