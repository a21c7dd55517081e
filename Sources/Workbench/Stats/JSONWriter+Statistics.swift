package import Bytes

// The names of the members are a contract with scripts. Times in milliseconds, -1 where none was measured; sizes in
// bytes as transferred.

extension JSONWriter {
    /// Figures of all flows and of each group, the largest first.
    ///
    /// - Parameter rows: as many groups as are wanted.
    package mutating func statistics(
        _ statistics: FlowStatistics, _ rows: ArraySlice<FlowStatistics.Row>, of count: Int
    ) {
        beginObject()
        member("by", statistics.dimension.rawValue)
        beginObject("all")
        figures(statistics.total)
        endObject()
        member("groupCount", count)
        beginArray("groups")
        for row in rows {
            beginObject()
            member("name", row.key.text)
            if !row.key.host.isEmpty {
                member("method", row.key.method)
                member("host", row.key.host)
                member("path", row.key.path)
            }
            figures(row.figures)
            endObject()
        }
        endArray()
        key("series")
        series(statistics.series)
        endObject()
    }

    private mutating func figures(_ figures: FlowFigures) {
        member("count", figures.count)
        if figures.isEstimated { member("about", true) }
        beginObject("failures")
        for kind in FailureKind.allCases {
            guard let count = figures.failures[kind] else { continue }
            key(escaping: Bytes(kind.rawValue))
            integer(count)
        }
        endObject()
        beginObject("phases")
        for phase in StatPhase.allCases {
            key(escaping: Bytes(phase.rawValue))
            quantiles(figures.phases[phase])
        }
        endObject()
        member("requestSize", figures.requestBytes)
        member("responseSize", figures.responseBytes)
        beginObject("connections")
        member("opened", figures.opened)
        member("reused", figures.reused)
        endObject()
        beginObject("cache")
        member("answered", figures.cache.answered)
        member("validated", figures.cache.validated)
        member("bytes", figures.cache.bytes)
        endObject()
    }

    private mutating func quantiles(_ sketch: QuantileSketch?) {
        beginObject()
        member("count", sketch?.count ?? 0)
        key("p50")
        time(sketch?.quantile(500))
        key("p95")
        time(sketch?.quantile(950))
        key("p99")
        time(sketch?.quantile(990))
        key("greatest")
        time(sketch?.greatest)
        endObject()
    }

    private mutating func series(_ series: TimeSeries) {
        let (start, steps) = series.all
        beginObject()
        member("start", start)
        member("step", series.width)
        beginArray("steps")
        for step in steps {
            beginObject()
            member("count", step.count)
            member("failures", step.failures)
            member("bytes", step.bytes)
            key("p50")
            time(step.durations.quantile(500))
            key("p95")
            time(step.durations.quantile(950))
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func time(_ microseconds: Int64?) {
        if let microseconds { milliseconds(micro: microseconds) } else { integer(-1) }
    }
}
