import Explain
import Workbench

/// From what to what the bars of a list reach. A value.
struct TimeScale: Equatable {
    /// The time that all bars share, in microseconds since 1970, pauses shortened; nil: each bar begins at the left.
    let times: TimeStretches?
    /// Microseconds of the whole width.
    let span: Int64

    /// Rows that follow one another closely share one time; bars of others would be too short to be seen.
    private static let mostTimes = 8.0

    /// What all these rows fit on.
    ///
    /// - Parameter since: the session's first moment, where the scale is to begin; nil: at the first of these rows.
    init(_ rows: [ScreenRow], since: Int64? = nil) {
        let longest = max(rows.map { max($0.duration ?? 0, $0.waterfall.segments.last?.to ?? 0) }.max() ?? 0, 1)
        let busy = rows.compactMap { row -> ClosedRange<Int64>? in
            guard let start = row.start, let end = row.end, end >= start else { return nil }
            return start...end
        }
        guard let first = since ?? busy.map(\.lowerBound).min(), let last = busy.map(\.upperBound).max(), last > first
        else {
            (times, span) = (nil, longest)
            return
        }
        let shared = TimeStretches(busy: busy, from: first, to: last)
        guard since != nil || shared.active <= Double(longest) * Self.mostTimes else {
            (times, span) = (nil, longest)
            return
        }
        (times, span) = (shared, last - first)
    }

    /// Where a moment of a row stands, as a share of the width.
    ///
    /// - Parameters:
    ///   - moment: microseconds since it began.
    ///   - start: when that was.
    func share(_ moment: Int64, since start: Int64?) -> Double {
        guard let times else { return Double(moment) / Double(max(span, 1)) }
        return times.share(of: (start ?? times.from).addingReportingOverflow(moment).partialValue)
    }

    /// Columns in the middle of pauses.
    func pauses(_ columns: Int) -> [Int] {
        (times?.stretches ?? []).filter(\.isPause).map { Int(($0.start + $0.end) / 2 * Double(columns)) }
    }

    /// Moments worth a label, so that each has room; the last at the right edge.
    func labels(_ columns: Int) -> [(column: Int, text: String)] {
        guard columns >= 8 else { return [] }
        let end = Quantity.duration(span)
        let room = columns - end.count - 1
        var labels: [(column: Int, text: String)] = []
        func add(_ column: Int, _ text: String) {
            let isApart = labels.last.map { $0.column + max($0.text.count + 1, Int(Self.labelWidth)) <= column } ?? true
            if isApart, column + text.count <= room { labels.append((column, text)) }
        }
        if let times, times.isShortened {
            for part in times.stretches where !part.isPause {
                let since = part.from - times.from
                add(Int(part.start * Double(columns)), since == 0 ? "0" : Quantity.duration(since))
            }
        } else {
            let step = step(columns)
            var moment: Int64 = 0
            while moment < span, labels.count < 32 {
                // Where bars share no time, each has its own start at the left.
                let text = moment == 0 && times == nil ? "start" : Self.text(moment)
                add(Int(Double(moment) / Double(span) * Double(columns)), text)
                moment += step
            }
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
