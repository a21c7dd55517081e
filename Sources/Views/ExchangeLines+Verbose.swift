import Bytes
import Flow
import HTTPModel

extension ExchangeLines {
    /// Chunks of one message shown line by line.
    private static let chunkLimit = 1000
    private static let lineLimit = 8000

    /// Every line of both messages as it came, `>` to the server and `<` to the client, with what was forwarded
    /// differently beside it; `+` before lines that Hark added.
    mutating func verboseLines(_ record: FlowRecord) {
        if let lease = record.upstream {
            writer.line(ink: .quiet) { out, _ in
                out.text(lease.isLocal ? "* answered inside hark" : "* server ")
                if !lease.isLocal { out.wire(lease.address, limit: 60) }
                out.text(", connection ")
                out.number(lease.connection)
                out.text(lease.reused ? ", reused" : ", new")
            }
        }
        if let head = record.requestHead {
            headLines(">", head.startLine, head.fields, record.request.edits)
            messageLines(">", record.request, since: record.openedAt)
        }
        for head in record.interim { headLines("<", head.startLine, head.fields, []) }
        if let head = record.responseHead {
            headLines("<", head.startLine, head.fields, record.response.edits)
            messageLines("<", record.response, since: record.openedAt)
        }
    }

    private mutating func headLines(
        _ mark: StaticString, _ startLine: Bytes, _ fields: FieldSection, _ edits: [HeadEdit]
    ) {
        wireLine(mark, startLine, ink: .strong)
        for edit in edits {
            if case .replaceStartLine(let with) = edit.action { changedLine(edit, with) }
        }
        for (index, line) in fields.lines.enumerated() {
            let edit = edits.first { edit in
                switch edit.action {
                case .remove(let place), .replace(let place, _): place == index
                case .replaceStartLine, .add: false
                }
            }
            wireLine(mark, fields.raw.slice(Int(line.start)..<Int(max(line.valueEnd, line.nameEnd))))
            guard let edit else { continue }
            if case .replace(_, let with) = edit.action {
                changedLine(edit, with)
            } else {
                changedLine(edit, nil)
            }
        }
        for edit in edits {
            guard case .add(let added) = edit.action else { continue }
            writer.line(ink: .warning) { out, room in
                out.text("+ ")
                out.wire(added, limit: min(room - 2, Self.lineLimit))
                Self.reason(edit.reason, to: &out)
            }
        }
        wireLine(mark, Bytes())
    }

    private mutating func wireLine(_ mark: StaticString, _ line: Bytes, ink: Ink = .normal) {
        writer.line(ink: ink) { out, room in
            out.text(mark)
            if line.isEmpty { return }
            out.text(" ")
            out.wire(line, limit: min(room - 2, Self.lineLimit))
        }
    }

    /// Under a line: what became of it and why.
    private mutating func changedLine(_ edit: HeadEdit, _ with: Bytes?) {
        writer.line(ink: .warning) { out, room in
            if let with {
                out.text("  ^ forwarded as: ")
                out.wire(with, limit: min(room, Self.lineLimit))
            } else {
                out.text("  ^ not forwarded")
            }
            Self.reason(edit.reason, to: &out)
        }
    }

    private static func reason(_ reason: HeadEdit.Reason, to out: inout LineBuffer) {
        out.text("  (")
        switch reason {
        case .owed(let spec, let text):
            out.wire(text.description)
            out.text(" ")
            out.wire(spec.description)
        case .rule(let rule):
            out.wire(rule, limit: 200)
        }
        out.text(")")
    }

    /// Chunks and trailers.
    private mutating func messageLines(_ mark: StaticString, _ message: FlowRecord.Message, since start: Instant) {
        for entry in message.chunks.prefix(Self.chunkLimit) {
            writer.line(ink: .quiet) { out, room in
                out.text(mark)
                out.text(" chunk at ")
                out.number(entry.chunk.offset)
                out.text(": ")
                out.number(entry.chunk.size)
                out.text(" B")
                out.wire(entry.chunk.extension, limit: max(8, min(room - 50, 200)))
                out.text(", after ")
                let time = entry.time > start ? entry.time.nanoseconds - start.nanoseconds : 0
                out.duration(nanoseconds: time)
                if entry.chunk.isLast { out.text(" (the last)") }
            }
        }
        let shown = min(message.chunks.count, Self.chunkLimit)
        if message.chunkCount > shown {
            writer.line(ink: .quiet) { out, _ in
                out.text(mark)
                out.text(" … ")
                out.number(message.chunkCount - shown)
                out.text(" more chunks")
            }
        }
        guard let trailers = message.trailers else { return }
        for line in trailers.lines {
            wireLine(mark, trailers.raw.slice(Int(line.start)..<Int(max(line.valueEnd, line.nameEnd))))
        }
    }
}
