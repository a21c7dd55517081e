import Messages

/// Writes metrics as messages of OTLP (opentelemetry-proto, metrics.proto). All are counted from the start on
/// (`AGGREGATION_TEMPORALITY_CUMULATIVE`).
package enum MetricWriter {
    private static let cumulative: UInt64 = 2

    /// The metrics, each as field 2 of a scope. Times are in microseconds since 1970.
    package static func metrics(_ metrics: FlowMetrics, start: Int64, now: Int64) -> [[UInt8]] {
        let span = Span(start: nanoseconds(start), now: nanoseconds(now))
        var all = metrics.histograms.filter { !$0.series.isEmpty }.map { histogram($0, span) }
        all.append(
            metric("http.server.active_requests", "Exchanges that have not ended.", "{request}") { metric in
                // It goes down as well, so it is a sum that does not only grow.
                sum(in: &metric, isMonotonic: false, span, [([], UInt64(metrics.active))], names: [])
            })
        if !metrics.outcomes.isEmpty {
            let counts = metrics.outcomes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .map { ($0.key, $0.value) }
            all.append(
                metric("hark.flows", "Exchanges that ended, by outcome.", "{flow}") { metric in
                    sum(in: &metric, isMonotonic: true, span, counts, names: ["hark.outcome", "hark.outcome.by"])
                })
        }
        return all
    }

    private struct Span {
        let start: UInt64
        let now: UInt64
    }

    private static func nanoseconds(_ time: Int64) -> UInt64 { UInt64(max(0, time)) * 1_000 }

    private static func metric(
        _ name: String, _ help: String, _ unit: String, _ write: (inout ProtobufWriter) -> Void
    ) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.message(2) { metric in
            metric.text(1, name)
            metric.text(2, help)
            metric.text(3, unit)
            write(&metric)
        }
        return writer.bytes
    }

    private static func histogram(_ histogram: MetricHistogram, _ span: Span) -> [UInt8] {
        metric(histogram.name, histogram.help, histogram.unit) { metric in
            metric.message(9) { data in
                for (values, series) in histogram.sorted {
                    data.message(1) { point in
                        point.fixed64(2, span.start)
                        point.fixed64(3, span.now)
                        point.fixed64(4, series.count)
                        point.double(5, series.sum, always: true)
                        point.packed(6, series.counts)
                        point.packed(7, histogram.bounds.map(\.bitPattern))
                        attributes(9, histogram.names, values, in: &point)
                    }
                }
                data.number(2, cumulative)
            }
        }
    }

    private static func sum(
        in metric: inout ProtobufWriter, isMonotonic: Bool, _ span: Span, _ counts: [([String], UInt64)],
        names: [String]
    ) {
        metric.message(7) { data in
            for (values, count) in counts {
                data.message(1) { point in
                    point.fixed64(2, span.start)
                    point.fixed64(3, span.now)
                    point.fixed64(6, count, always: true)
                    attributes(7, names, values, in: &point)
                }
            }
            data.number(2, cumulative)
            data.number(3, isMonotonic ? 1 : 0)
        }
    }

    private static func attributes(
        _ field: UInt32, _ names: [String], _ values: [String], in point: inout ProtobufWriter
    ) {
        if values.isEmpty, !names.isEmpty { point.attribute(field, "otel.metric.overflow", true) }
        for (name, value) in zip(names, values) where !value.isEmpty {
            // The conventions have it as a number.
            if name == "http.response.status_code" {
                point.attribute(field, name, Int(value))
            } else {
                point.attribute(field, name, value)
            }
        }
    }
}
