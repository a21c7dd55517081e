internal import CPosix

/// Something with a descriptor that a loop watches: the root of `StreamSocket` and `Listener`.
///
/// A base class and not a protocol, because an event then costs one virtual call and no boxing. Owned by its loop's
/// table from registration to close; runs on the loop.
package class Channel {
    package let loop: EventLoop
    /// -1 once closed.
    private(set) var descriptor: Int32
    private(set) var registration = Registration(index: .max, generation: 0)

    init(loop: EventLoop, descriptor: Int32) {
        self.loop = loop
        self.descriptor = descriptor
    }

    deinit {
        if descriptor >= 0, registration.index == .max {
            _ = CPosix.close(descriptor)
        }
    }

    final var isOpen: Bool { descriptor >= 0 }

    /// The descriptor is ready for what `readiness` says.
    func handle(_ readiness: Readiness) {}

    /// The channel was on the ready list and has its turn.
    func continueWork() {}

    /// The loop stops: close without a word to anyone.
    func close() {
        closeDescriptor()
    }

    /// Puts the channel into the loop's table and its descriptor into the poller.
    final func register() throws(SocketError) {
        registration = loop.table.insert(self)
        do {
            try loop.poller.add(descriptor, registration)
        } catch {
            loop.table.remove(registration)
            registration = Registration(index: .max, generation: 0)
            throw error
        }
    }

    /// Closes the descriptor, once: later calls do nothing. Events still under way for it are dropped.
    final func closeDescriptor() {
        guard descriptor >= 0 else { return }
        let closing = descriptor
        descriptor = -1
        guard registration.index != .max else {
            _ = CPosix.close(closing)
            return
        }
        loop.poller.removeAndClose(closing, registration)
        loop.table.remove(registration)
    }
}
