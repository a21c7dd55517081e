internal import CPosix

/// What a back end does for a loop. Readiness is reported once per change ("edge"): a channel that was told it is ready
/// works until the system says "would block", then calls `rearm`.
///
/// Two implementations, `EpollPoller` and `DispatchPoller`; `AnyPoller` picks between them without an existential.
/// Runs on the loop.
protocol Poller: AnyObject {
    /// Begins to report. Reading is armed; writing is reported when it becomes possible after a `rearm`.
    func add(_ descriptor: Int32, _ registration: Registration) throws(SocketError)
    /// The channel met "would block" for `readiness` and wants to hear of the next change.
    func rearm(_ registration: Registration, _ readiness: Readiness)
    /// Ends reporting and closes the descriptor, now or as soon as the back end can let go of it.
    func removeAndClose(_ descriptor: Int32, _ registration: Registration)
    func start(_ enter: @escaping @Sendable (LoopWake) -> Void)
    func stop()
}

enum AnyPoller {
    #if os(Linux)
    case epoll(EpollPoller)
    #endif
    case sources(DispatchPoller)

    private var poller: any Poller {
        switch self {
        #if os(Linux)
        case .epoll(let poller): poller
        #endif
        case .sources(let poller): poller
        }
    }

    func add(_ descriptor: Int32, _ registration: Registration) throws(SocketError) {
        try poller.add(descriptor, registration)
    }

    @inline(__always)
    func rearm(_ registration: Registration, _ readiness: Readiness) {
        // With edge-triggered epoll there is nothing to do, and this is called for every read.
        if case .sources(let poller) = self {
            poller.rearm(registration, readiness)
        }
    }

    func removeAndClose(_ descriptor: Int32, _ registration: Registration) {
        poller.removeAndClose(descriptor, registration)
    }

    func start(_ enter: @escaping @Sendable (LoopWake) -> Void) {
        poller.start(enter)
    }

    func stop() {
        poller.stop()
    }
}
