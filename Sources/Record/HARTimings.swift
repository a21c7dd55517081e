import Flow

/// Where an exchange's time went, as HAR 1.2 divides it. In whole microseconds, so that the sum is exact.
///
/// The phases follow one another without gap or overlap from the first byte of the request to the last of the response:
/// a step that was reached before an earlier one ended (a response that comes while the request is still being sent) counts
/// from where the earlier one ended, so none is negative. When the flow ended in the middle of a phase, that phase has the
/// time until the end.
struct HARTimings: Equatable {
    /// From the beginning until a server was looked for, or a kept connection leased.
    private(set) var blocked: Int64?
    private(set) var dns: Int64?
    /// With the TLS handshake, when there is one (HAR 1.2: `connect` includes `ssl`).
    private(set) var connect: Int64?
    private(set) var ssl: Int64?
    // HAR 1.2 wants these three to be there and not negative: an exchange that never came so far spent no time on them.
    private(set) var send: Int64 = 0
    private(set) var wait: Int64 = 0
    private(set) var receive: Int64 = 0

    /// The sum of what was measured.
    var total: Int64 { (blocked ?? 0) + (dns ?? 0) + (connect ?? 0) + send + wait + receive }

    init(_ record: FlowRecord) {
        let times = record.times
        var clock = PhaseClock(start: record.openedAt, end: times.responseEnded ?? times.finished ?? times.latest)
        let isNew = record.upstream?.reused != true
        if isNew, let began = times.transportConnected {
            let ended = times.upstreamConnected ?? times.finished ?? times.latest ?? began
            ssl = PhaseClock.micro(from: began, to: ended)
        }
        if isNew, let sought = times.upstreamSought {
            blocked = clock.advance(to: sought)
            if let resolved = times.nameResolved {
                dns = clock.advance(to: resolved)
                connect = clock.advance(to: times.upstreamConnected)
            } else if let connected = times.upstreamConnected {
                connect = clock.advance(to: connected)
            } else {
                // Without a connection and without an address, it was the name that took the time.
                dns = clock.advance(to: nil)
            }
        } else {
            blocked = clock.advance(to: times.upstreamConnected)
        }
        guard times.upstreamConnected != nil || times.responseHead != nil else { return }
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
        self.end = end.map { Self.micro(from: start, to: $0) } ?? 0
    }

    /// The time from where the last phase ended to `mark`, or to the end when the mark was never reached.
    mutating func advance(to mark: Instant?) -> Int64 {
        let next = min(max(mark.map { Self.micro(from: start, to: $0) } ?? end, position), max(end, position))
        defer { position = next }
        return next - position
    }

    static func micro(from start: Instant, to end: Instant) -> Int64 {
        end > start ? Int64(clamping: (end.nanoseconds - start.nanoseconds) / 1000) : 0
    }
}

extension JSONWriter {
    mutating func timings(_ timings: HARTimings) {
        key("timings")
        beginObject()
        phase("blocked", timings.blocked)
        phase("dns", timings.dns)
        phase("connect", timings.connect)
        phase("ssl", timings.ssl)
        phase("send", timings.send)
        phase("wait", timings.wait)
        phase("receive", timings.receive)
        endObject()
    }

    private mutating func phase(_ name: StaticString, _ value: Int64?) {
        key(name)
        if let value {
            milliseconds(micro: value)
        } else {
            integer(-1)
        }
    }
}
