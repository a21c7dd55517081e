import Bytes
import Flow
import HTTPModel
import Platform
import Views
import Workbench

/// Tells of each request that was sent again, and of all of them at the end. A value, owned by who sends.
struct ReplayReport {
    private let compares: Bool
    private let isJSON: Bool
    private let total: Int
    private var bar: ProgressBar
    private var count = 0
    private(set) var failed = 0
    /// Answers that differ from the recorded ones in more than what differs each time.
    private(set) var different = 0
    private var times = QuantileSketch()
    private var first: UInt64 = .max
    private var last: UInt64 = 0

    init(compares: Bool, isJSON: Bool, total: Int) {
        (self.compares, self.isJSON, self.total) = (compares, isJSON, total)
        bar = ProgressBar("sending", of: total)
    }

    mutating func take(_ recorded: FlowRecord, _ record: FlowRecord) {
        count += 1
        let failure = record.sendingFailure
        if failure != nil { failed += 1 }
        times.add(PhaseTimes(record).total)
        (first, last) = (min(first, record.id.number), max(last, record.id.number))
        let diff = compares ? FlowDiff(recorded, record, .answers) : nil
        if let diff, !diff.isSteady { different += 1 }
        bar.end()
        if isJSON {
            Report.json { Self.write(recorded, record, diff, to: &$0) }
        } else {
            lines(recorded, record, failure, diff)
        }
        bar.show(count)
    }

    private func lines(_ recorded: FlowRecord, _ record: FlowRecord, _ failure: String?, _ diff: FlowDiff?) {
        let width = TerminalWriter(descriptor: STDOUT_FILENO).width
        Report.lines { out in
            out.ink(failure == nil ? .good : .bad) { buffer in
                if let status = record.status { buffer.number(status) } else { buffer.text("---") }
            }
            out.right(to: 14) { $0.duration(nanoseconds: DiffReport.nanoseconds(PhaseTimes(record).total)) }
            out.right(to: 24) { $0.size(record.response.contentSize) }
            out.wire("  #\(record.id.number) repeats #\(recorded.id.number)  ")
            out.wire(record.method.name)
            out.text(" ")
            out.wire(record.url, limit: width.map { max(20, $0 - 1 - out.column) } ?? .max)
            out.newline()
            if let failure { out.line(failure, indent: 6) }
            guard let diff else { return }
            if diff.differences.isEmpty || (diff.isSteady && total > 1) {
                return out.line(
                    "Same response\(diff.differences.isEmpty ? "" : ", apart from Date and similar fields").")
            }
            var report = DiffReport(out, width: width)
            report.write(diff, withTimes: total == 1)
            report.out.newline()
            out = report.out
        }
    }

    private static func write(
        _ recorded: FlowRecord, _ record: FlowRecord, _ diff: FlowDiff?, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("id", record.id.number)
        writer.member("repeats", recorded.id.number)
        writer.member("url", record.url)
        writer.key("status")
        if let status = record.status { writer.integer(status) } else { writer.null() }
        writer.member("outcome", record.outcome?.kind.rawValue ?? "open")
        writer.key("error")
        if record.sendingFailure == nil { writer.null() } else { writer.string(record.outcome?.code.rawValue ?? "") }
        writer.key("duration")
        writer.milliseconds(micro: PhaseTimes(record).total)
        writer.member("responseSize", record.response.contentSize)
        if let diff {
            writer.key("diff")
            writer.flowDiff(diff)
        }
        writer.endObject()
    }

    /// What it came to, on standard error.
    func summary(keptIn path: String?) {
        let kept = path.map {
            "stored in \($0) as #\(first)\(last > first ? " to #\(last)" : "").\(SendingSession.hint(first, in: $0))"
        }
        guard total > 1 else {
            if let kept { Diagnostics.say(kept) }
            return
        }
        let quantiles = [500, 950, 990].map { StatsReport.time(times.quantile($0)) }
        let compared = compares ? ", \(different) different" : ""
        let waits = "p50 \(quantiles[0]), p95 \(quantiles[1]), p99 \(quantiles[2])"
        Diagnostics.say("\(count) sent, \(failed) failed\(compared); \(waits).")
        if let kept { Diagnostics.say(kept) }
    }
}
