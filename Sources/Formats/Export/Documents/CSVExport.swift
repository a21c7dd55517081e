import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
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
        cells.append(Bytes(flow.findings.map(\.level).max()?.rawValue ?? ""))
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
        var text = "\""
        let plain = bytes.text.unicodeScalars
        // What one of these stands behind is looked at as if it were first.
        let first = plain.first { !isBlank($0) }
        if first.map(startsFormula) == true || plain.first.map({ $0 < " " }) == true { text += "'" }
        for scalar in plain {
            switch scalar {
            case "\"": text += "\"\""
            case "\t", "\n", "\r": text.unicodeScalars.append(scalar)
            default: text.unicodeScalars.append(steers(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return Bytes(text + "\"")
    }

    /// Signs by which programs know a formula, also as wide as an ideograph.
    private static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "|", "%": true
        case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FF5C}", "\u{FF05}": true
        // Minus signs, which are read as one.
        case "\u{2212}", "\u{FE63}", "\u{FE62}", "\u{FE66}", "\u{FE6B}", "\u{FE6A}": true
        default: false
        }
    }

    /// What programs skip or do not show at the beginning of a cell.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar <= " " || steers(scalar) || scalar.properties.isWhitespace
            || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Controls, C1 and DEL among them, which command a terminal, and what turns the direction of text or ends its
    /// line.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
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
