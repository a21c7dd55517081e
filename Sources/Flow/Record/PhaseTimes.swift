/// Where an exchange's time went, as HAR 1.2 divides it. In whole microseconds, so that the sum is exact; nil for a
/// phase that was not reached or not measured.
///
/// The phases follow one another without gap or overlap, from the first byte of the request to the last of the
/// response. A step that was reached before an earlier one ended counts from the end of that one, so none is negative;
/// an example is a response that comes while the request is still being sent. A phase that the flow's end interrupted
/// has the time until the end.
public struct PhaseTimes: Sendable, Equatable {
    /// The phases of HAR 1.2.
    public enum Phase: String, Sendable, CaseIterable {
        case blocked, dns, connect, ssl, send, wait, receive
    }

    /// From the beginning until the look-up of a server, or the lease of an idle connection.
    public private(set) var blocked: Int64?
    /// The DNS look-up of the server.
    public private(set) var dns: Int64?
    /// With the TLS handshake, when there is one (HAR 1.2: `connect` includes `ssl`).
    public private(set) var connect: Int64?
    /// The TLS handshake with the server.
    public private(set) var ssl: Int64?
    /// Sending the request.
    public private(set) var send: Int64?
    /// Waiting for the response.
    public private(set) var wait: Int64?
    /// Reading the response.
    public private(set) var receive: Int64?

    /// The sum of the measured phases.
    public var total: Int64 {
        var total: Int64 = 0
        func add(_ part: Int64?) {
            let (sum, overflow) = total.addingReportingOverflow(part ?? 0)
            total = overflow ? .max : sum
        }
        add(blocked)
        add(dns)
        add(connect)
        add(send)
        add(wait)
        add(receive)
        return total
    }

    /// The time of a phase; nil when it was not measured.
    public package(set) subscript(phase: Phase) -> Int64? {
        get {
            switch phase {
            case .blocked: blocked
            case .dns: dns
            case .connect: connect
            case .ssl: ssl
            case .send: send
            case .wait: wait
            case .receive: receive
            }
        }
        set {
            switch phase {
            case .blocked: blocked = newValue
            case .dns: dns = newValue
            case .connect: connect = newValue
            case .ssl: ssl = newValue
            case .send: send = newValue
            case .wait: wait = newValue
            case .receive: receive = newValue
            }
        }
    }

    /// Nothing measured, for a reader that has the phases and not the steps.
    package init() {}

    /// The phases of a flow, in microseconds.
    public init(_ record: borrowing FlowRecord) {
        let times = record.times
        var clock = PhaseClock(start: record.openedAt, end: times.responseEnded ?? times.finished ?? times.latest)
        let isNew = record.upstream?.reused != true
        if isNew, let began = times.transportConnected {
            let ended = times.upstreamConnected ?? times.finished ?? times.latest ?? began
            ssl = ended.microseconds(since: began)
        }
        if isNew, let sought = times.upstreamSought {
            blocked = clock.advance(to: sought)
            if let resolved = times.nameResolved {
                dns = clock.advance(to: resolved)
                // A recorder may know what the name took, and nothing of the connection.
                if times.upstreamConnected != nil || (times.requestForwarded ?? times.responseHead) == nil {
                    connect = clock.advance(to: times.upstreamConnected)
                }
            } else if let connected = times.upstreamConnected {
                connect = clock.advance(to: connected)
            } else if Self.failedConnecting(record.outcome) {
                // An address needs no look-up.
                connect = clock.advance(to: nil)
            } else {
                // Without a connection and without an address, it was the name that took the time.
                dns = clock.advance(to: nil)
            }
        } else if times.upstreamConnected != nil || (times.requestForwarded ?? times.responseHead) == nil {
            blocked = clock.advance(to: times.upstreamConnected)
        }
        guard times.upstreamConnected != nil || (times.requestForwarded ?? times.responseHead) != nil else { return }
        if let opened = times.tunnelOpened, times.responseHead == nil {
            // CONNECT: everything after the tunnel opened is content of neither message, but time of this flow.
            send = clock.advance(to: opened)
            receive = clock.advance(to: times.finished)
            return
        }
        send = clock.advance(to: Self.requestSent(times))
        guard times.requestForwarded != nil || times.responseHead != nil else { return }
        wait = clock.advance(to: times.responseHead)
        guard times.responseHead != nil else { return }
        receive = clock.advance(to: times.responseEnded)
    }

    private static func failedConnecting(_ outcome: Outcome?) -> Bool {
        guard let code = outcome?.code else { return false }
        return [
            .connectionRefused, .unreachable, .connectTimedOut, .connectFailed, .upstreamProxyFailed,
            .upstreamProxyTimedOut,
        ].contains(code)
    }

    /// When the request had gone out: the later of its head and its end, but not after the response began.
    private static func requestSent(_ times: FlowRecord.Times) -> Instant? {
        guard let forwarded = times.requestForwarded else { return times.responseHead }
        guard let ended = times.requestEnded else { return times.responseHead }
        let sent = max(forwarded, ended)
        return times.responseHead.map { min($0, sent) } ?? sent
    }
}

/// Cuts the time from start to end into consecutive phases.
private struct PhaseClock {
    private let start: Instant
    private let end: Int64
    private var position: Int64 = 0

    init(start: Instant, end: Instant?) {
        self.start = start
        self.end = end.map { $0.microseconds(since: start) } ?? 0
    }

    /// The time from where the last phase ended to `mark`, or to the end when the mark was never reached.
    mutating func advance(to mark: Instant?) -> Int64 {
        let next = min(max(mark.map { $0.microseconds(since: start) } ?? end, position), max(end, position))
        defer { position = next }
        return next - position
    }
}
