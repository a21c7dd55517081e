package import Flow

/// When a flow was, and how it went; times in microseconds.
package struct FlowMoments: Sendable {
    package var number: UInt64
    /// Since 1970; nil when nobody knows.
    package var start: Int64?
    package var duration: Int64?
    /// It failed, or has a status from 400 on.
    package var isFailed: Bool

    package init(number: UInt64, start: Int64?, duration: Int64?, isFailed: Bool) {
        self.number = number
        self.start = start
        self.duration = duration
        self.isFailed = isFailed
    }

    /// Of a flow that is at hand.
    package init(_ record: FlowRecord) {
        let hasFailed = record.outcome.map { $0.kind != .complete && $0.kind != .tunnel } ?? false
        self.init(
            number: record.id.number, start: record.startedAt, duration: record.duration,
            isFailed: hasFailed || record.status ?? 0 >= 400)
    }
}
