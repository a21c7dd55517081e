import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import JSON
import Judge

/// A table, one line a flow (RFC 4180). Programs that read tables take what begins with `=` and its like for a formula:
/// such a value has an apostrophe before it, which they do not show.
struct CSVExport: FlowExporter {
    private static let columns = [
        "id", "start", "method", "url", "status", "outcome", "by", "type", "request_size", "response_size",
        "duration_ms", "client", "server", "worst", "tags", "comment",
    ]

    mutating func begin(_ output: ExportOutput) { output.put(Self.columns.joined(separator: ",") + "\r\n") }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        let record = flow.record
        let request = record.requestHead?.method.name ?? record.refusedRequest?.method ?? Bytes()
        let type = record.responseHead?.fields.first(.contentType) ?? Bytes()
        var cells: [Bytes] = [Bytes(String(flow.number)), record.startedAt.map(Self.date) ?? Bytes()]
        cells += [Self.cell(request), Self.cell(record.url), Self.number(record.status)]
        cells += [
            Bytes(record.outcome?.kind.rawValue ?? ""), Bytes(record.outcome?.by.rawValue ?? ""), Self.cell(type),
        ]
        cells += [Self.number(record.request.content.size), Self.number(record.response.content.size)]
        cells.append(record.phases.isEmpty ? Bytes() : Self.milliseconds(PhaseTimes(record).total))
        cells.append(Self.cell(Bytes(record.opening?.client ?? "")))
        cells.append(Self.cell(Bytes(record.upstream?.address ?? "")))
        cells.append(Bytes(flow.findings.map(\.check.level).max()?.rawValue ?? ""))
        cells.append(Self.cell(Bytes(flow.tags.joined(separator: " "))))
        cells.append(Self.cell(Bytes(flow.comment ?? "")))
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.put(",") }
            output.put(cell)
        }
        output.put("\r\n")
    }

    /// In quotes, what is no text replaced, and no formula.
    static func cell(_ bytes: Bytes) -> Bytes {
        var text: [UInt8] = [ASCII.quote]
        let plain = Array(bytes.text.utf8)
        // What one of these stands behind is looked at as if it were first.
        let first = plain.first { $0 > ASCII.space } ?? 0
        if startsFormula(first) || plain.first.map({ $0 < ASCII.space }) == true { text.append(ASCII.apostrophe) }
        for byte in plain {
            switch byte {
            case ASCII.quote: text += [ASCII.quote, ASCII.quote]
            case ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.space...: text.append(byte)
            default: text += Array("\u{FFFD}".utf8)
            }
        }
        return Bytes(text + [ASCII.quote])
    }

    private static func startsFormula(_ byte: UInt8) -> Bool {
        byte == ASCII.equals || byte == ASCII.plus || byte == ASCII.hyphen || byte == ASCII.at || byte == ASCII.bar
            || byte == ASCII.percent
    }

    private static func number(_ number: (some BinaryInteger)?) -> Bytes { Bytes(number.map { String($0) } ?? "") }

    private static func date(_ microseconds: Int64) -> Bytes {
        var writer = JSONWriter()
        writer.date(micro: microseconds)
        return writer.withBytes { Bytes(Array($0.dropFirst().dropLast())) }
    }

    private static func milliseconds(_ microseconds: Int64) -> Bytes {
        var writer = JSONWriter()
        writer.milliseconds(micro: microseconds)
        return writer.withBytes { Bytes(Array($0)) }
    }
}
