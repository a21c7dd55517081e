package import Flow
import HTTPModel

/// What figures ask of one flow: taken from its record, or from columns that say the same.
package struct FlowSample: Sendable {
    /// nil when it did not fail.
    package var failure: FailureKind?
    /// Bytes of content as transferred.
    package var requestBytes: UInt64 = 0
    package var responseBytes: UInt64 = 0
    /// Whether it went over a connection that was made for another flow; nil without a connection.
    package var isReused: Bool?
    /// When it began, in microseconds since 1970; nil when nobody knows.
    package var startedAt: Int64?
    /// In microseconds, nil where it was not measured.
    package var dns: Int64?
    package var connect: Int64?
    package var tls: Int64?
    package var send: Int64?
    package var wait: Int64?
    package var receive: Int64?
    package var total: Int64?
    /// For so many flows it stands, where others were not kept.
    package private(set) var weight = 1.0

    package init() {}

    /// What columns say, those of a session and those of a fleet alike.
    ///
    /// - Parameters:
    ///   - outcome: nil where it need not be looked at, as the flow ended well.
    ///   - phases: in microseconds, nil where they were not measured.
    package init(
        outcome: Outcome.Kind?, status: Int64?, requestSize: Int64?, responseSize: Int64?, isReused: Bool?,
        startedAt: Int64?, phases: (StatPhase) -> Int64?
    ) {
        failure = FailureKind(outcome, status: status.map { Int(clamping: $0) })
        requestBytes = UInt64(bitPattern: requestSize ?? 0)
        responseBytes = UInt64(bitPattern: responseSize ?? 0)
        (self.isReused, self.startedAt) = (isReused, startedAt)
        (dns, connect, tls) = (phases(.dns), phases(.connect), phases(.tls))
        (send, wait, receive) = (phases(.send), phases(.wait), phases(.receive))
        total = phases(.total)
    }

    /// What others wrote may be no weight at all.
    package func weighted(_ weight: Double) -> FlowSample {
        var sample = self
        sample.weight = weight >= 1 && weight <= 1_000_000 ? weight : 1
        return sample
    }

    /// How often its times count.
    var times: UInt32 { weight > 1 ? UInt32(weight.rounded()) : 1 }

    package init(_ record: FlowRecord) {
        failure = FailureKind(record.outcome?.kind, status: record.status)
        requestBytes = record.request.contentSize
        responseBytes = record.response.contentSize
        isReused = record.upstream?.reused
        startedAt = record.isRecorded(.startTime) ? record.startedAt : nil
        guard !record.phases.isEmpty else {
            total = record.duration
            return
        }
        let times = PhaseTimes(record)
        (dns, connect, tls) = (times.dns, times.connect, times.ssl)
        (send, wait, receive) = (times.send, times.wait, times.receive)
        total = times.total
    }

    subscript(phase: StatPhase) -> Int64? {
        switch phase {
        case .dns: dns
        case .connect: connect
        case .tls: tls
        case .send: send
        case .wait: wait
        case .receive: receive
        case .total: total
        }
    }
}
