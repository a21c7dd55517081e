package import Bytes
package import Flow
internal import HTTPModel
internal import HTTPWire
package import Rules
internal import Synchronization

/// The messages that rules hold until somebody decides. Safe to use from anywhere: loops put them in, and whoever
/// serves the commands takes them out.
package final class HeldMessages: Sendable {
    package struct Held: Sendable {
        /// The number of its flow.
        package let flow: UInt64
        package let kind: MessageKind
        package let rule: String
        let section: FieldSection
        package let body: HeldBody
        /// Nanoseconds of the steady clock at which it was held.
        package let since: UInt64
        /// What is known of its flow.
        package let record: FlowRecord
        /// When its client had ended its side of the connection: it may read on, or be gone, which nobody can tell
        /// before something is sent to it. Never before `since`.
        package var clientEndedAt: UInt64?
        /// What somebody writes in its place goes out byte for byte.
        package let isRaw: Bool

        init(
            flow: UInt64, kind: MessageKind, rule: String, section: FieldSection, body: HeldBody, since: UInt64,
            record: FlowRecord? = nil, clientEndedAt: UInt64? = nil, isRaw: Bool = false
        ) {
            self.clientEndedAt = clientEndedAt
            self.isRaw = isRaw
            self.flow = flow
            self.kind = kind
            self.rule = rule
            self.section = section
            self.body = body
            self.since = since
            self.record = record ?? FlowRecord(id: FlowID(flow), openedAt: Instant(nanoseconds: since))
        }

        /// The head as it came: start line, fields, empty line.
        package var head: Bytes { section.raw }

        /// What to do so that it becomes what somebody wrote in its place; where that goes out byte for byte, whatever
        /// it is.
        package func edit(to text: Bytes) throws(HeldEdit.Refusal) -> Alteration {
            guard isRaw else { return try HeldEdit.alteration(kind, section, to: text) }
            var alteration = Alteration()
            alteration.head = text
            return alteration
        }

        /// What it begins with, in one line: of HTTP/2 what a start line would say.
        package var start: Bytes {
            guard head.first == ASCII.colon else {
                return head.slice(0..<(head.firstIndex(of: ASCII.carriageReturn) ?? head.count))
            }
            switch kind {
            case .request:
                let request = RecordedHead.request(head).head
                return Bytes([request.method.name, " ", request.targetBytes, " HTTP/2"].flatMap { $0 })
            case .response:
                let status = RecordedHead.response(head, to: .get).head?.status ?? 0
                return Bytes("HTTP/2 \(status)")
            }
        }
    }

    private struct Entry {
        var held: Held
        let decide: @Sendable (HeldDecision) -> Void
    }

    /// Wrapped, as a bare closure in a generic box gets a layer with each access.
    private struct Listener {
        let changed: (@Sendable () -> Void)?
    }

    /// More are not held, but go on at once.
    private static let limit = 1_000

    private let entries = Mutex<[UInt64: Entry]>([:])
    private let hasStopped = Atomic(false)
    private let listener = Mutex(Listener(changed: nil))
    package let timeout: Duration

    package init(timeout: Duration) {
        self.timeout = timeout
    }

    package var count: Int { entries.withLock { $0.count } }

    /// Of how many the clients have ended their sides.
    package var endedCount: Int { entries.withLock { $0.values.count { $0.held.clientEndedAt != nil } } }

    /// - Parameter changed: called from any thread when others are held than before; nil: nobody listens any more.
    package func watch(_ changed: (@Sendable () -> Void)?) {
        listener.withLock { $0 = Listener(changed: changed) }
    }

    /// The longest held first.
    package var all: [Held] {
        entries.withLock { $0.values.map(\.held) }.sorted { ($0.since, $0.flow) < ($1.since, $1.flow) }
    }

    package func held(_ flow: UInt64) -> Held? { entries.withLock { $0[flow]?.held } }

    /// False when nothing is held under this number any more.
    package func decide(_ flow: UInt64, _ decision: HeldDecision) -> Bool {
        guard let entry = entries.withLock({ $0.removeValue(forKey: flow) }) else { return false }
        entry.decide(decision)
        listener.withLock { $0 }.changed?()
        return true
    }

    /// The client sends nothing more.
    func clientEnded(_ flow: UInt64, at time: UInt64) {
        let isNews = entries.withLock { entries in
            guard let entry = entries[flow], entry.held.clientEndedAt == nil else { return false }
            entries[flow]?.held.clientEndedAt = max(time, entry.held.since)
            return true
        }
        if isNews { listener.withLock { $0 }.changed?() }
    }

    /// nil when it is held; else what becomes of it: there are too many, or the proxy stops.
    func hold(_ held: Held, _ decide: @escaping @Sendable (HeldDecision) -> Void) -> HeldDecision? {
        let refusal: HeldDecision? = entries.withLock { entries in
            if hasStopped.load(ordering: .relaxed) { return .stop }
            guard entries.count < Self.limit else {
                return .proceed("\(Self.limit) messages were already held: forwarded unchanged.")
            }
            entries[held.flow] = Entry(held: held, decide: decide)
            return nil
        }
        if refusal == nil { listener.withLock { $0 }.changed?() }
        return refusal
    }

    /// The proxy stops: nothing is held any more.
    package func stop() {
        let all = entries.withLock { entries in
            hasStopped.store(true, ordering: .relaxed)
            defer { entries = [:] }
            return entries.values.map(\.decide)
        }
        for decide in all { decide(.stop) }
    }
}
