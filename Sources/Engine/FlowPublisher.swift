package import Flow

/// Where a shard's events go. Made by the executable, which knows who keeps and who shows them.
package struct EventPort: Sendable {
    /// Takes one wake-up's events; called from any shard's loop.
    package let submit: @Sendable ([FlowEvent]) -> Void
    /// Whether so much is waiting to be kept that no more should be read.
    package let isFull: @Sendable () -> Bool
    /// How many bytes of a body anyone wants; 0: nobody wants any.
    package let bodyLimit: Int

    package init(
        submit: @escaping @Sendable ([FlowEvent]) -> Void, isFull: @escaping @Sendable () -> Bool, bodyLimit: Int
    ) {
        self.submit = submit
        self.isFull = isFull
        self.bodyLimit = bodyLimit
    }
}

/// A shard's outbox: events gather during a wake-up and are handed over once at its end.
///
/// When no one keeps or shows flows there is no port, and the engine makes no events at all.
final class FlowPublisher {
    private let port: EventPort?
    private var outbox: [FlowEvent] = []

    init(port: EventPort?) {
        self.port = port
    }

    var isActive: Bool { port != nil }
    var bodyLimit: Int { port?.bodyLimit ?? 0 }
    var isFull: Bool { port?.isFull() ?? false }

    func publish(_ flow: FlowID, at nanoseconds: UInt64, _ fact: FlowEvent.Fact) {
        outbox.append(FlowEvent(flow: flow, time: Instant(nanoseconds: nanoseconds), fact: fact))
    }

    /// Hands over what has gathered.
    func flush() {
        guard let port, !outbox.isEmpty else { return }
        let events = outbox
        outbox = []
        outbox.reserveCapacity(events.count)
        port.submit(events)
    }
}
