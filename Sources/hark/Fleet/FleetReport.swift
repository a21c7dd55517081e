import Bytes
import Explain
import Fleet
import Flow
import Formats
import Platform
import Views

/// A fleet's status as a table, or as JSON.
struct FleetReport {
    private let status: FleetStatus

    init(_ status: FleetStatus) { self.status = status }

    func print() {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let columns = [
            FlowTable.Heading(title: "run", isNumeric: false, isWhole: true),
            FlowTable.Heading(title: "proxy", isNumeric: false), FlowTable.Heading(title: "tenant", isNumeric: false),
            FlowTable.Heading(title: "flows", isNumeric: true),
            FlowTable.Heading(title: "seen", isNumeric: false, isWhole: true),
            FlowTable.Heading(title: "lag", isNumeric: true), FlowTable.Heading(title: "skew", isNumeric: true),
            FlowTable.Heading(title: "lost", isNumeric: true), FlowTable.Heading(title: "conflicts", isNumeric: true),
            FlowTable.Heading(title: "gaps", isNumeric: true), FlowTable.Heading(title: "labels", isNumeric: false),
        ]
        var table = FlowTable(columns, width: terminal.isTerminal ? terminal.width : nil)
        Report.lines { lines in
            for run in status.runs {
                // A clock that is a second wrong moves flows among those of others.
                let skew = abs(run.skew) > 1_000_000 ? StatsReport.time(abs(run.skew)) : ""
                table.append(
                    [
                        run.run.text, run.proxy.terminalEscaped, run.tenant.terminalEscaped, "\(run.flows)",
                        Self.date(run.seen), run.lag.map { StatsReport.time($0) } ?? "", skew, "\(run.lost)",
                        "\(run.conflicts)", "\(run.gaps)", run.labels == "{}" ? "" : run.labels.terminalEscaped,
                    ], to: &lines)
            }
            table.settle(&lines)
            lines.line("\(status.partitions.count) tables, \(Self.size(status.bytes))")
        }
    }

    private static func size(_ bytes: Int64) -> String {
        var text: [UInt8] = []
        Units.append(size: UInt64(clamping: bytes), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func date(_ time: Int64) -> String {
        var writer = JSONWriter()
        writer.date(micro: time)
        return String(writer.withBytes { Bytes(Array($0)) }.text.dropFirst().prefix(19))
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("version", status.meta.version)
        writer.member("layout", status.meta.layout?.rawValue ?? "")
        writer.beginArray("runs")
        for run in status.runs { write(run, to: &writer) }
        writer.endArray()
        writer.beginArray("partitions")
        for partition in status.partitions {
            writer.beginObject()
            writer.member("name", partition.name)
            writer.member("bytes", partition.bytes)
            writer.endObject()
        }
        writer.endArray()
        writer.member("bytes", status.bytes)
        writer.endObject()
    }

    private func write(_ run: FleetStatus.Run, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("run", run.run.text)
        writer.member("proxy", run.proxy)
        writer.member("tenant", run.tenant)
        writer.member("version", run.version)
        writer.member("flows", run.flows)
        writer.member("gaps", run.gaps)
        writer.key("lag")
        if let lag = run.lag { writer.milliseconds(micro: lag) } else { writer.null() }
        writer.key("seen")
        writer.date(micro: run.seen)
        writer.key("skew")
        writer.milliseconds(micro: run.skew)
        writer.member("lost", run.lost)
        writer.member("conflicts", run.conflicts)
        writer.key("labels")
        // The database wrote it as JSON.
        Bytes(run.labels).withUnsafeBytes { writer.append($0) }
        writer.endObject()
    }
}
