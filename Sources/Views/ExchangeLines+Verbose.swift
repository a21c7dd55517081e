import Bytes
import Flow
import HTTPModel

extension ExchangeLines {
    /// Chunks of one message shown line by line.
    private static let chunkLimit = 1000
    /// Columns of one line of a message.
    private static let lineLimit = 8000

    /// Every line of both messages as it came, `>` to the server and `<` to the client; under a line that was
    /// forwarded differently, how and why; `+` before lines that Hark added.
    mutating func verboseLines(_ record: FlowRecord) {
        if let lease = record.upstream {
            writer.line("*", ink: .quiet) { out in
                if lease.isLocal {
                    out.text("answered by Hark itself")
                } else {
                    out.text("server ")
                    out.wire(lease.address ?? "of unknown address", limit: 60)
                }
                if let number = lease.connection {
                    out.text(", connection ")
                    out.number(number)
                }
                out.text(lease.reused ? ", reused" : ", new")
                for proxy in lease.through {
                    out.text(", through ")
                    out.wire(proxy, limit: 100)
                }
            }
        }
        if let head = record.requestHead {
            headLines(">", secrets.line(head.startLine), head.fields, record.request.edits)
            messageLines(">", record.request, since: record.openedAt)
        }
        for head in record.interim.map(\.head) { headLines("<", head.startLine, head.fields, []) }
        if let head = record.responseHead {
            headLines("<", head.startLine, head.fields, record.response.edits)
            messageLines("<", record.response, since: record.openedAt)
        }
    }

    private mutating func headLines(
        _ mark: StaticString, _ startLine: Bytes, _ fields: FieldSection, _ edits: [Change]
    ) {
        // HTTP/2 has no start line (RFC 9113 §8.3): its pseudo-fields are what was sent.
        let isFrames = fields.lines.first.map { fields.name(of: $0).first == ASCII.colon } == true
        if !isFrames { wireLine(mark, startLine, ink: .strong) }
        for edit in edits {
            switch edit.action {
            case .replaceStartLine(let with), .replaceHead(let with): changedLine(edit, with)
            case .remove, .replace, .add: continue
            }
        }
        for (index, line) in fields.lines.enumerated() {
            fieldLine(mark, fields, line)
            for edit in edits {
                switch edit.action {
                case .remove(let place) where place == index: changedLine(edit, nil)
                case .replace(let place, let with) where place == index: changedLine(edit, with)
                case .remove, .replace, .replaceStartLine, .add, .replaceHead: continue
                }
            }
        }
        for edit in edits {
            guard case .add(let added) = edit.action else { continue }
            let secrets = secrets
            writer.line("+", ink: .warning) { out in
                out.wire(secrets.line(added), limit: Self.lineLimit)
                Self.reason(edit.reason, secrets, to: &out)
            }
        }
        wireLine(mark, Bytes())
    }

    private mutating func fieldLine(_ mark: StaticString, _ fields: FieldSection, _ line: FieldLine) {
        let shown = fields.raw.slice(Int(line.start)..<Int(max(line.valueEnd, line.nameEnd)))
        wireLine(mark, secrets.line(shown))
    }

    private mutating func wireLine(_ mark: StaticString, _ line: Bytes, ink: Ink = .normal) {
        writer.line(mark, ink: ink) { $0.wire(line, limit: Self.lineLimit) }
    }

    /// Under a line: what became of it and why.
    private mutating func changedLine(_ edit: Change, _ with: Bytes?) {
        let secrets = secrets
        writer.line("", ink: .warning) { out in
            if let with {
                out.text("^ forwarded as: ")
                out.wire(secrets.line(with), limit: Self.lineLimit)
            } else {
                out.text("^ not forwarded")
            }
            Self.reason(edit.reason, secrets, to: &out)
        }
    }

    private static func reason(_ reason: Change.Reason, _ secrets: Secrets, to out: inout LineBuffer) {
        out.text(" (")
        switch reason {
        case .owed(let spec, let text):
            out.wire(text.description)
            out.text(" ")
            out.wire(spec.description)
        case .rule(let rule), .raw(let rule):
            out.wire(secrets.line(Bytes(rule)), limit: 200)
        }
        out.text(")")
    }

    /// Chunks and trailers.
    private mutating func messageLines(_ mark: StaticString, _ message: FlowRecord.Message, since start: Instant) {
        for entry in message.chunks.prefix(Self.chunkLimit) {
            writer.line(mark, ink: .quiet) { out in
                out.text(message.framing.map { $0.kind == .frames } == true ? "DATA at " : "chunk at ")
                out.number(entry.chunk.offset)
                out.text(": ")
                out.number(entry.chunk.size)
                out.text(" B")
                if !entry.chunk.extension.isEmpty {
                    out.text(" ")
                    out.wire(entry.chunk.extension, limit: 300)
                }
                out.text(", after ")
                out.duration(nanoseconds: entry.time > start ? entry.time.nanoseconds - start.nanoseconds : 0)
                if entry.chunk.isLast { out.text(" (the last)") }
            }
        }
        let shown = min(message.chunks.count, Self.chunkLimit)
        if message.chunkCount > shown {
            writer.line(mark, ink: .quiet) { out in
                out.text("… ")
                out.number(message.chunkCount - shown)
                out.text(" more chunks")
            }
        }
        guard let trailers = message.trailers else { return }
        for line in trailers.lines { fieldLine(mark, trailers, line) }
    }
}
