internal import Flow

/// A shard's outbox: events gather during a wake-up and are handed over once at its end.
///
/// When no one keeps or shows flows there is no port, and the engine makes no events at all.
final class FlowPublisher {
    private let port: FlowOutlet?
    private var outbox: [FlowEvent] = []
    /// Flows that somebody else ends than who tells of them here.
    private var handedOver: Set<FlowID> = []
    /// Flows of which nobody is told.
    private var silenced: Set<FlowID> = []

    init(port: FlowOutlet?) {
        self.port = port
    }

    var isActive: Bool { port != nil }
    var bodyLimit: Int { port?.bodyLimit ?? 0 }
    var isFull: Bool { port?.isFull() ?? false }
    var isFilling: Bool { port?.isFilling() ?? false }

    func publish(_ flow: FlowID, at nanoseconds: UInt64, _ fact: consuming FlowEvent.Fact) {
        if !silenced.isEmpty, silenced.contains(flow) {
            if case .finished = fact { silenced.remove(flow) }
            return
        }
        if !handedOver.isEmpty, case .finished = fact { handedOver.remove(flow) }
        outbox.append(FlowEvent(flow: flow, time: Instant(nanoseconds: nanoseconds), fact: fact))
    }

    /// Nobody is told of a flow that has begun just now. One that somebody has heard of already goes on.
    ///
    /// - Returns: whether nobody had.
    func silence(_ flow: FlowID) -> Bool {
        let count = outbox.count
        outbox.removeAll { $0.flow == flow }
        guard outbox.count < count else { return false }
        silenced.insert(flow)
        return true
    }

    /// Another one ends this flow: whoever goes on telling of it asks whether that has happened.
    func handOver(_ flow: FlowID) {
        if isActive { handedOver.insert(flow) }
    }

    /// Whether a flow that was handed over has not ended: nothing may be told of it behind its end.
    func isUnderWay(_ flow: FlowID) -> Bool { handedOver.contains(flow) }

    /// A connection of HTTP/2 as it is now.
    func publish(_ connection: ConnectionRecord) {
        port?.submitConnection(connection)
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
