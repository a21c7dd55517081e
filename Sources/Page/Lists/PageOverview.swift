import Bytes
import Library

/// When flows began, in steps of one width. A value, filled once; four numbers a flow.
struct PageOverview {
    private struct Item {
        let at: Int64
        let duration: Int64
        let isFailed: Bool
    }

    private var items: [Item] = []

    /// - Parameter count: how many flows there are at most.
    init(of count: Int) {
        items.reserveCapacity(count)
    }

    mutating func add(_ moment: FlowMoments, since start: Int64) {
        guard let began = moment.start else { return }
        items.append(Item(at: began - start, duration: moment.duration ?? 0, isFailed: moment.isFailed))
    }

    /// - Parameters:
    ///   - from: microseconds since the session's start; nil: the first flow.
    ///   - to: nil: the last.
    func write(_ buckets: Int, from: Int64?, to: Int64?, to json: inout JSONWriter) {
        let first = from ?? items.lazy.map(\.at).min() ?? 0
        let last = max(to ?? items.lazy.map(\.at).max() ?? 0, first)
        let width = max(1, (last - first) / Int64(buckets) + 1)
        var counts = [Int](repeating: 0, count: buckets)
        var failed = counts
        var slowest = [Int64](repeating: 0, count: buckets)
        for item in items where item.at >= first && item.at <= last {
            let place = Int((item.at - first) / width)
            counts[place] += 1
            if item.isFailed { failed[place] += 1 }
            slowest[place] = max(slowest[place], item.duration)
        }
        json.beginObject()
        json.key("from")
        json.milliseconds(micro: first)
        json.key("to")
        json.milliseconds(micro: last)
        json.key("width")
        json.milliseconds(micro: width)
        json.beginArray("counts")
        for count in counts { json.integer(count) }
        json.endArray()
        json.beginArray("failed")
        for count in failed { json.integer(count) }
        json.endArray()
        json.beginArray("slowest")
        for duration in slowest { json.milliseconds(micro: duration) }
        json.endArray()
        json.endObject()
    }
}
