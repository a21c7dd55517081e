import Explain
import Workbench

/// From what to what the bars of a list reach. A value.
struct TimeScale: Equatable {
    /// The moment of the left edge, in microseconds since 1970; nil: each bar begins there.
    let origin: Int64?
    /// Microseconds of the whole width.
    let span: Int64

    /// Rows that follow one another closely share one time; bars of others would be too short to be seen.
    private static let mostTimes: Int64 = 8

    /// What all these rows fit on.
    ///
    /// - Parameter since: the session's first moment, where the scale is to begin; nil: at the first of these rows.
    init(_ rows: [ScreenRow], since: Int64? = nil) {
        if let since, let last = rows.compactMap(\.end).max(), last > since {
            origin = since
            span = last - since
            return
        }
        let longest = max(rows.map { max($0.duration ?? 0, $0.waterfall.segments.last?.to ?? 0) }.max() ?? 0, 1)
        let starts = rows.compactMap(\.start)
        guard let first = starts.min(), let last = rows.compactMap(\.end).max(), last > first,
            last - first <= longest.multipliedReportingOverflow(by: Self.mostTimes).partialValue
        else {
            origin = nil
            span = longest
            return
        }
        origin = first
        span = last - first
    }

    /// Where a bar begins.
    func offset(_ start: Int64?) -> Int64 {
        guard let origin, let start else { return 0 }
        return start - origin
    }

    /// Moments worth a label, so that each has room; the last at the right edge.
    func labels(_ columns: Int) -> [(column: Int, text: String)] {
        guard columns >= 8 else { return [] }
        let step = step(columns)
        let end = Quantity.duration(span)
        let room = columns - end.count - 1
        var labels: [(Int, String)] = []
        var moment: Int64 = 0
        while moment < span, labels.count < 32 {
            let column = Int(Double(moment) / Double(span) * Double(columns))
            let text = Self.text(moment)
            if column + text.count <= room { labels.append((column, text)) }
            moment += step
        }
        return labels + [(columns - end.count, end)]
    }

    /// Columns of a label, and a space.
    private static let labelWidth: Int64 = 7

    /// 1, 2 or 5 times a power of ten, so that labels have room.
    private func step(_ columns: Int) -> Int64 {
        var power: Int64 = 1
        while power < 1_000_000_000_000_000 {
            for factor: Int64 in [1, 2, 5] {
                let (room, overflow) = (power * factor).multipliedReportingOverflow(by: Int64(columns))
                if overflow || room / max(span, 1) >= Self.labelWidth { return power * factor }
            }
            power *= 10
        }
        return power
    }

    private static func text(_ moment: Int64) -> String {
        if moment == 0 { return "0" }
        if moment % 60_000_000 == 0 { return "\(moment / 60_000_000) min" }
        if moment % 1_000_000 == 0 { return "\(moment / 1_000_000) s" }
        if moment % 1_000 == 0 { return "\(moment / 1_000) ms" }
        return "\(moment) µs"
    }
}
