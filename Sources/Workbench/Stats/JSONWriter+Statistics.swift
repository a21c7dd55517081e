import Bytes
package import JSON

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
        key("by")
        string(statistics.dimension.rawValue)
        key("all")
        beginObject()
        figures(statistics.total)
        endObject()
        key("groupCount")
        integer(count)
        key("groups")
        beginArray()
        for row in rows {
            beginObject()
            key("name")
            string(row.key.text)
            if !row.key.host.isEmpty {
                key("method")
                string(row.key.method)
                key("host")
                string(row.key.host)
                key("path")
                string(row.key.path)
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
        key("count")
        integer(figures.count)
        key("failures")
        beginObject()
        for kind in FailureKind.allCases {
            guard let count = figures.failures[kind] else { continue }
            key(escaping: Bytes(kind.rawValue))
            integer(count)
        }
        endObject()
        key("phases")
        beginObject()
        for phase in StatPhase.allCases {
            key(escaping: Bytes(phase.rawValue))
            quantiles(figures.phases[phase])
        }
        endObject()
        key("requestSize")
        integer(figures.requestBytes)
        key("responseSize")
        integer(figures.responseBytes)
        key("connections")
        beginObject()
        key("opened")
        integer(figures.opened)
        key("reused")
        integer(figures.reused)
        endObject()
        key("cache")
        beginObject()
        key("answered")
        integer(figures.cache.answered)
        key("validated")
        integer(figures.cache.validated)
        key("bytes")
        integer(figures.cache.bytes)
        endObject()
    }

    private mutating func quantiles(_ sketch: QuantileSketch?) {
        beginObject()
        key("count")
        integer(sketch?.count ?? 0)
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
        key("start")
        integer(start)
        key("step")
        integer(series.width)
        key("steps")
        beginArray()
        for step in steps {
            beginObject()
            key("count")
            integer(step.count)
            key("failures")
            integer(step.failures)
            key("bytes")
            integer(step.bytes)
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
