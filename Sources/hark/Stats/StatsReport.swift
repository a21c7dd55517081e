import Bytes
import Explain
import Flow
import HTTPSemantics
import Views
import Workbench

/// Figures as tables and bars, for a person; in a pipe the rows alone, one a line, beneath their heading.
struct StatsReport {
    private let statistics: FlowStatistics
    /// Columns of the terminal; nil for a pipe.
    private let width: Int?

    init(_ statistics: FlowStatistics, width: Int?) {
        self.statistics = statistics
        self.width = width
    }

    // MARK: - Groups

    func groups(_ rows: [FlowStatistics.Row], limit: Int, to out: inout LineBuffer) {
        let total = statistics.total
        guard total.count > 0 else { return out.line("No matching flows.") }
        let shown = rows.prefix(limit)
        let greatest = shown.first?.figures.count ?? 1
        var titles = ["flows", "failed", "p50", "p95", "p99", "sent", "received", "cached"]
        // What flows are grouped by is what the table is about: figures make room for it.
        let longest = shown.reduce(0) { max($0, $1.key.text.text.terminalEscaped.count) }
        for title in ["sent", "p99", "cached", "received", "p95"] {
            guard let width, Self.width(of: titles) + min(longest, 44) > width else { break }
            titles.removeAll { $0 == title }
        }
        let isWide = width.map { $0 >= 110 && Self.width(of: titles) + 14 + longest <= $0 } ?? false
        var headings = titles.map { FlowTable.Heading(title: $0, isNumeric: true) }
        if isWide { headings.append(FlowTable.Heading(title: "", isNumeric: false)) }
        headings.append(FlowTable.Heading(title: statistics.dimension.rawValue, isNumeric: false))
        var table = FlowTable(headings, width: width, hasHeading: true)
        for row in shown {
            var cells = titles.map { Self.cell($0, row.figures) }
            if isWide { cells.append(BlockBar.across(row.figures.count, of: greatest, width: 12)) }
            table.append(cells + [row.key.text.text.terminalEscaped], to: &out)
        }
        table.settle(&out)
        guard width != nil else { return }
        if rows.count > shown.count {
            out.ink(.quiet) { $0.wire("… and \(rows.count - shown.count) more (--limit)") }
            out.newline()
        }
        out.newline()
        times(total, to: &out)
        out.newline()
        sentences(total, to: &out)
    }

    /// Columns that figures take, with the gaps behind them.
    private static func width(of titles: [String]) -> Int {
        titles.reduce(0) { sum, title in
            sum + 2 + (title == "flows" ? 6 : title == "failed" || title == "cached" ? 6 : 9)
        }
    }

    private static func cell(_ title: String, _ figures: FlowFigures) -> String {
        switch title {
        case "flows": (figures.isEstimated ? "~" : "") + String(figures.count)
        case "failed": share(figures.failureCount, of: figures.count)
        case "p50": time(figures.phases[.total]?.quantile(500))
        case "p95": time(figures.phases[.total]?.quantile(950))
        case "p99": time(figures.phases[.total]?.quantile(990))
        case "sent": size(figures.requestBytes)
        case "received": size(figures.responseBytes)
        default: share(figures.cache.answered + figures.cache.validated, of: figures.count)
        }
    }

    /// The phases of all flows, with a bar of what is usual and of what is slow.
    private func times(_ figures: FlowFigures, to out: inout LineBuffer) {
        let greatest = StatPhase.allCases.compactMap { figures.phases[$0]?.quantile(950) }.max() ?? 0
        let room = max(0, (width ?? 80) - 50)
        var table = FlowTable(
            ["p50", "p95", "p99"].map { FlowTable.Heading(title: $0, isNumeric: true) }
                + ["phase", "p95"].map { FlowTable.Heading(title: $0 == "p95" ? "" : $0, isNumeric: false) },
            width: width)
        for phase in StatPhase.allCases {
            guard let sketch = figures.phases[phase] else { continue }
            let bar = BlockBar.across(
                UInt64(clamping: sketch.quantile(950) ?? 0), of: UInt64(clamping: greatest), width: min(room, 60))
            table.append([500, 950, 990].map { Self.time(sketch.quantile($0)) } + [phase.rawValue, bar], to: &out)
        }
        table.settle(&out)
    }

    private func sentences(_ figures: FlowFigures, to out: inout LineBuffer) {
        let kinds = FailureKind.allCases.compactMap { kind in figures.failures[kind].map { "\($0) \(kind.rawValue)" } }
        let failed =
            kinds.isEmpty
            ? "none failed"
            : "\(Self.share(figures.failureCount, of: figures.count)) failed (\(kinds.joined(separator: ", ")))"
        let about = figures.isEstimated ? "about " : ""
        line("\(about)\(Self.counted(figures.count, "flow")), \(failed).", to: &out)
        if figures.isEstimated {
            line(
                "Some flows were sampled (--ship-sample): each counts for those that were left out, and all figures "
                    + "but the savings of the cache are about.", to: &out)
        }
        line(
            "Connections to servers: \(figures.opened) opened; \(Self.counted(figures.reused, "flow")) reused an open "
                + "connection.", to: &out)
        let cache = figures.cache
        line(
            "A cache would have answered \(cache.answered) flows, revalidated \(cache.validated) without a body, "
                + "and saved "
                + "\(Self.size(cache.bytes)) (one cache for all clients, empty at the first flow).", to: &out)
    }

    private func line(_ text: String, to out: inout LineBuffer) {
        for part in WrappedText.lines(text, width: max(40, (width ?? 100) - 1)) { out.line(String(part)) }
    }

    // MARK: - Over time

    func series(to out: inout LineBuffer) {
        let (start, steps) = statistics.series.all
        guard !steps.isEmpty else { return out.line("No matching flows with a known start time.") }
        guard let width else { return rows(start, steps, to: &out) }
        let span = statistics.series.width
        // Neighbours are drawn in one column where there are more steps than columns.
        let perColumn = max(1, (steps.count + max(20, width - 30) - 1) / max(20, width - 30))
        let columns = stride(from: 0, to: steps.count, by: perColumn).map {
            steps[$0..<min($0 + perColumn, steps.count)]
        }
        out.line(
            "From \(Self.clock(start)) to \(Self.clock(start + span * Int64(steps.count))), one column is "
                + "\(Self.span(span * Int64(perColumn)))."
        )
        out.newline()
        let lines: [(String, [UInt64], (UInt64) -> String)] = [
            ("flows", columns.map { $0.reduce(0) { $0 + $1.count } }, { String($0) }),
            ("failed", columns.map { $0.reduce(0) { $0 + $1.failures } }, { String($0) }),
            (
                "p50", columns.map { $0.compactMap { $0.durations.quantile(500) }.max().map { UInt64($0) } ?? 0 },
                { Self.time(Int64(clamping: $0)) }
            ),
            (
                "p95", columns.map { $0.compactMap { $0.durations.quantile(950) }.max().map { UInt64($0) } ?? 0 },
                { Self.time(Int64(clamping: $0)) }
            ),
            ("bytes", columns.map { $0.reduce(0) { $0 &+ $1.bytes } }, { Self.size($0) }),
        ]
        for (name, values, show) in lines {
            out.ink(.quiet) { $0.wire(name) }
            out.pad(to: 8)
            out.ink(name == "failed" ? .bad : .notice) { $0.wire(BlockBar.up(values)) }
            out.text("  up to ")
            out.wire(show(values.max() ?? 0))
            out.newline()
        }
        if statistics.series.untimed > 0 {
            out.line("\(Self.counted(statistics.series.untimed, "more flow")) without a known start time.")
        }
    }

    private func rows(_ start: Int64, _ steps: [TimeSeries.Step], to out: inout LineBuffer) {
        var table = FlowTable(
            [FlowTable.Heading(title: "from", isNumeric: false)]
                + ["flows", "failed", "p50", "p95", "bytes"].map { FlowTable.Heading(title: $0, isNumeric: true) },
            width: nil, hasHeading: true)
        for (index, step) in steps.enumerated() {
            let cells = [
                Self.clock(start + Int64(index) * statistics.series.width), String(step.count), String(step.failures),
                Self.time(step.durations.quantile(500)), Self.time(step.durations.quantile(950)), Self.size(step.bytes),
            ]
            table.append(cells, to: &out)
        }
        table.settle(&out)
    }

    // MARK: - Words

    static func share(_ part: UInt64, of all: UInt64) -> String {
        guard part > 0, all > 0 else { return "-" }
        let tenths = (Double(part) / Double(all) * 1000).rounded()
        return tenths < 1 ? "<0.1 %" : tenths >= 1000 ? "100 %" : "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
    }

    static func time(_ microseconds: Int64?) -> String {
        guard let microseconds else { return "-" }
        return made { Units.append(nanoseconds: DiffReport.nanoseconds(microseconds), to: &$0) }
    }

    private static func size(_ bytes: UInt64) -> String { made { Units.append(size: bytes, to: &$0) } }

    private static func span(_ seconds: Int64) -> String {
        made { Units.append(seconds: UInt64(clamping: seconds), to: &$0) }
    }

    private static func made(_ append: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func counted(_ count: UInt64, _ word: String) -> String {
        "\(count) \(word)\(count == 1 ? "" : "s")"
    }

    /// `2026-11-21 12:00:00`, by the clock on the wall.
    private static func clock(_ seconds: Int64) -> String {
        let date = CivilTime(secondsSince1970: seconds + LocalTime.offset(at: seconds))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(date.hour)):\(two(date.minute)):\(two(date.second))"
    }
}
