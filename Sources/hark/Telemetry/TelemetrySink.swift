import Fleet
import Flow
import Judge
import Platform
import Synchronization
import Views

/// Makes telemetry of flows as they end, and keeps what is to be sent. The recorder calls it; exporters take from it
/// anywhere.
final class TelemetrySink: FlowSink, Sendable {
    private let queues: Mutex<[TelemetrySignal: ExportQueue]>
    private let fields: [String]
    private let sampler: TraceSampler
    private let metrics: MetricsSink

    let needs: SinkNeeds = []

    init(_ signals: [TelemetrySignal], fields: [String], sampler: TraceSampler, counting metrics: MetricsSink) {
        queues = Mutex(
            Dictionary(uniqueKeysWithValues: signals.filter { $0 != .metrics }.map { ($0, ExportQueue()) }))
        self.fields = fields
        self.sampler = sampler
        self.metrics = metrics
    }

    func finished(_ flow: JudgedFlow) {
        let wanted = queues.withLock { Set($0.keys) }
        guard !wanted.isEmpty else { return }
        let record = flow.record
        let told = FlowTelemetry(record, fields: fields)
        let ids = SpanIDs(told)
        // A sampler is about spans; each flow has its line.
        let isSampled = sampler.samples(told, ids)
        let now = Clock.microseconds()
        if isSampled, wanted.contains(.traces) {
            add(SpanWriter.spans(told, record, findings: flow.findings, ids), to: .traces, now)
        }
        if wanted.contains(.logs) {
            add([LogWriter.record(told, ids, isSampled: isSampled, line: Self.line(record))], to: .logs, now)
        }
    }

    private func add(_ items: [[UInt8]], to signal: TelemetrySignal, _ now: Int64) {
        let (waiting, lost) = queues.withLock { queues in
            let before = queues[signal]?.dropped ?? 0
            queues[signal]?.add(items, now: now)
            return (queues.values.reduce(0) { $0 + $1.count }, (queues[signal]?.dropped ?? 0) - before)
        }
        metrics.note { counts in
            counts.waiting = waiting
            if lost > 0 { counts.dropped[[signal.rawValue, "queue-full"], default: 0] += items.count }
        }
    }

    /// A batch that is to go now; nil while there is none.
    ///
    /// - Parameter isLast: whatever waits goes.
    func take(_ signal: TelemetrySignal, isLast: Bool) -> [[UInt8]]? {
        let batch = queues.withLock { queues -> [[UInt8]]? in
            guard let queue = queues[signal], isLast ? queue.count > 0 : queue.isDue(now: Clock.microseconds()) else {
                return nil
            }
            return queues[signal]?.take().items
        }
        if batch != nil {
            let waiting = queues.withLock { $0.values.reduce(0) { $0 + $1.count } }
            metrics.note { $0.waiting = waiting }
        }
        return batch
    }

    /// The line of the terminal, as it is without colours; credentials are not in it.
    private static func line(_ record: FlowRecord) -> String {
        var lines = ExchangeLines(options: .init())
        lines.render(record)
        let first = lines.take().prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: first, as: UTF8.self)
    }

    func batchEnded() {}

    func close() {}
}
