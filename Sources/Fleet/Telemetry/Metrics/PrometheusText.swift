/// Metrics in Prometheus's text format 0.0.4, in the spelling that OpenTelemetry's names have there. A value.
package struct PrometheusText: Sendable {
    private var text = ""

    /// - Parameter process: more lines, of the process.
    package static func of(_ metrics: FlowMetrics, version: String, process: String) -> String {
        var writer = PrometheusText()
        writer.title("hark_build_info", "The version of Hark.", "gauge")
        writer.line("hark_build_info", ["version"], [version], "1")
        writer.title("hark_flows_total", "Exchanges that ended, by outcome.", "counter")
        for (values, count) in metrics.outcomes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.line("hark_flows_total", ["outcome", "by"], values, "\(count)")
        }
        writer.title("http_server_active_requests", "Exchanges that have not ended.", "gauge")
        writer.line("http_server_active_requests", [], [], "\(metrics.active)")
        for histogram in metrics.histograms { writer.histogram(histogram) }
        writer.exports(metrics.exports)
        if let counts = metrics.shipping { writer.shipping(counts) }
        return writer.text + process
    }

    private mutating func exports(_ counts: ExportCounts) {
        guard !counts.sent.isEmpty || !counts.dropped.isEmpty || counts.waiting > 0 else { return }
        title("hark_otlp_queue_flows", "Exchanges that wait to be sent to the collector.", "gauge")
        line("hark_otlp_queue_flows", [], [], "\(counts.waiting)")
        title("hark_otlp_sent_total", "What the collector took, by signal.", "counter")
        for (signal, count) in counts.sent.sorted(by: { $0.key < $1.key }) {
            line("hark_otlp_sent_total", ["signal"], [signal], "\(count)")
        }
        title("hark_otlp_dropped_total", "What was not sent, or not taken, by signal and reason.", "counter")
        for (values, count) in counts.dropped.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            line("hark_otlp_dropped_total", ["signal", "reason"], values, "\(count)")
        }
    }

    private mutating func shipping(_ counts: ShipCounts) {
        title("hark_ship_queue_flows", "Exchanges that ended and are not in the database.", "gauge")
        line("hark_ship_queue_flows", [], [], "\(counts.waiting)")
        title("hark_ship_lag_seconds", "Time since the start of the oldest of them.", "gauge")
        line("hark_ship_lag_seconds", [], [], "\(Double(counts.lag) / 1e6)")
        title("hark_ship_flows_total", "Exchanges that were shipped to the database.", "counter")
        line("hark_ship_flows_total", [], [], "\(counts.shipped)")
        title("hark_ship_lost_total", "Exchanges that were gone before they could be shipped.", "counter")
        line("hark_ship_lost_total", [], [], "\(counts.lost)")
        title("hark_ship_errors_total", "Attempts that failed, by reason.", "counter")
        for (reason, count) in counts.errors.sorted(by: { $0.key < $1.key }) {
            line("hark_ship_errors_total", ["reason"], [reason], "\(count)")
        }
    }

    private mutating func histogram(_ histogram: MetricHistogram) {
        let unit = histogram.unit == "s" ? "seconds" : "bytes"
        let name = Self.spelled(histogram.name) + "_" + unit
        title(name, histogram.help, "histogram")
        let names = histogram.names.map(Self.spelled)
        for (values, series) in histogram.sorted {
            var count: UInt64 = 0
            for (place, bound) in histogram.bounds.enumerated() {
                count += series.counts[place]
                line(name + "_bucket", names, values, "\(count)", bound: Self.number(bound))
            }
            line(name + "_bucket", names, values, "\(series.count)", bound: "+Inf")
            line(name + "_sum", names, values, "\(series.sum)")
            line(name + "_count", names, values, "\(series.count)")
        }
    }

    private mutating func title(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    /// An empty value is the same as no label.
    private mutating func line(
        _ name: String, _ names: [String], _ values: [String], _ number: String, bound: String? = nil
    ) {
        var parts = zip(names, values).filter { !$1.isEmpty }.map { "\($0)=\"\(Self.escaped($1))\"" }
        if values.isEmpty, !names.isEmpty { parts.append("otel_metric_overflow=\"true\"") }
        if let bound { parts.append("le=\"\(bound)\"") }
        text += name + (parts.isEmpty ? "" : "{\(parts.joined(separator: ","))}") + " \(number)\n"
    }

    private static func spelled(_ name: String) -> String { name.replacing(".", with: "_") }

    private static func number(_ bound: Double) -> String {
        bound == bound.rounded() ? String(Int(bound)) : String(bound)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
