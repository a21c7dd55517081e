import Bytes
import Fleet
import Flow
import Platform
import Synchronization

/// Counts flows as they pass, for whoever reads `/metrics`. The recorder calls it; the text is asked for anywhere.
final class MetricsSink: FlowSink, Sendable {
    private let metrics = Mutex(FlowMetrics())
    /// In microseconds since 1970.
    let start = Clock.microseconds()

    let needs: SinkNeeds = []

    func began(_ record: FlowRecord) { metrics.withLock { $0.begin() } }

    func finished(_ flow: JudgedFlow) { metrics.withLock { $0.end(flow.record) } }

    func batchEnded() {}

    func close() {}

    /// What was counted so far.
    var counts: FlowMetrics { metrics.withLock { $0 } }

    func note(_ change: (inout ExportCounts) -> Void) { metrics.withLock { change(&$0.exports) } }

    /// What the process that ships flows says.
    func note(_ shipping: ShipCounts) { metrics.withLock { $0.shipping = shipping } }

    /// In the text format 0.0.4 of Prometheus.
    var text: Bytes {
        let now = counts
        return Bytes(PrometheusText.of(now, version: Hark.version, process: process))
    }

    private var process: String {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which Glibc and Darwin type differently.
        getrusage(0, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return """
            # HELP process_cpu_seconds_total CPU time of the process.
            # TYPE process_cpu_seconds_total counter
            process_cpu_seconds_total \(seconds(usage.ru_utime) + seconds(usage.ru_stime))
            # HELP process_start_time_seconds When recording began, since 1970.
            # TYPE process_start_time_seconds gauge
            process_start_time_seconds \(Double(start) / 1e6)

            """
    }
}
