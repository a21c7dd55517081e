internal import Synchronization

/// One question to a `Resolver`. Safe to use from anywhere.
package final class ResolverTicket: Sendable {
    /// Wrapped for the reason given at `LoopExecutor.Entrance`.
    private struct Receiver {
        let receive: @Sendable (Resolver.Outcome) -> Void
    }

    private let receiver: Mutex<Receiver?>

    init(_ receiver: @escaping @Sendable (Resolver.Outcome) -> Void) {
        self.receiver = Mutex(Receiver(receive: receiver))
    }

    /// Nobody waits any more. The thread that may be asking goes on, unheard. An outcome that has been posted to the
    /// loop already still arrives.
    package func cancel() {
        receiver.withLock { $0 = nil }
    }

    var isCancelled: Bool {
        receiver.withLock { $0 == nil }
    }

    /// The outcome, the first time.
    func deliver(_ outcome: Resolver.Outcome) {
        let receiver = receiver.withLock { receiver in
            defer { receiver = nil }
            return receiver
        }
        receiver?.receive(outcome)
    }
}
