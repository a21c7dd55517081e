import Bytes
import Library
import Workbench

/// When flows began, in steps of one width; on demand with pauses shortened, so that they leave room for what happened.
/// A value, filled once; four numbers a flow.
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
    ///   - isShortened: steps are of one width on a scale on which pauses are short.
    func write(_ buckets: Int, from: Int64?, to: Int64?, isShortened: Bool = false, to json: inout JSONWriter) {
        let first = from ?? items.lazy.map(\.at).min() ?? 0
        let last = max(to ?? items.lazy.map(\.at).max() ?? 0, first)
        let width = max(1, (last - first) / Int64(buckets) + 1)
        let scale = isShortened ? scale(first, last) : nil
        var counts = [Int](repeating: 0, count: buckets)
        var failed = counts
        var slowest = [Int64](repeating: 0, count: buckets)
        for item in items where item.at >= first && item.at <= last {
            let place =
                scale.map { min(Int($0.share(of: item.at) * Double(buckets)), buckets - 1) }
                ?? Int((item.at - first) / width)
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
        if let scale { Self.write(scale, buckets, to: &json) }
        json.endObject()
    }

    /// The shortest time in which something happens, in microseconds.
    private static let least: Int64 = 1_000

    /// nil where there is no pause.
    private func scale(_ first: Int64, _ last: Int64) -> TimeStretches? {
        let busy = items.compactMap { item -> ClosedRange<Int64>? in
            guard item.at >= first, item.at <= last else { return nil }
            return item.at...max(item.at, min(last, item.at + max(Self.least, item.duration)))
        }
        let scale = TimeStretches(busy: busy, from: first, to: last)
        return scale.isShortened ? scale : nil
    }

    /// Their places are told in steps.
    private static func write(_ scale: TimeStretches, _ buckets: Int, to json: inout JSONWriter) {
        json.beginArray("stretches")
        for part in scale.stretches {
            json.beginObject()
            json.key("from")
            json.milliseconds(micro: part.from)
            json.key("to")
            json.milliseconds(micro: part.to)
            for (name, share) in [("start" as StaticString, part.start), ("end", part.end)] {
                json.key(name)
                json.milliseconds(micro: Int64(share * Double(buckets) * 1_000))
            }
            json.member("pause", part.isPause)
            json.endObject()
        }
        json.endArray()
    }
}
