import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeLines {
    /// Chunk sizes are listed up to this many; beyond, their range is told.
    private static let listedChunks = 8

    /// How each body was framed: type, size, chunks with their extensions, trailers, compression.
    mutating func bodyLines(_ record: FlowRecord) {
        if let head = record.requestHead { bodyLine("sent body", record.request, head.fields) }
        if let head = record.responseHead { bodyLine("body", record.response, head.fields) }
    }

    private mutating func bodyLine(_ label: StaticString, _ message: FlowRecord.Message, _ fields: FieldSection) {
        guard let framing = message.framing else { return }
        var expected: UInt64?
        switch framing.kind {
        case .none, .tunnel: return
        case .length(0): return
        case .length(let length): expected = length
        case .chunked, .close, .frames: break
        }
        let isCut = !message.hasEnded
        writer.detail(label, ink: isCut ? .warning : .normal) { out in
            if let type = fields.first(.contentType), !type.isEmpty {
                let essence = type.slice(0..<(type.firstIndex(of: ASCII.semicolon) ?? type.count)).trimmed
                out.wire(essence, limit: 60)
                out.text(", ")
            }
            out.size(message.contentSize)
            if isCut, let expected {
                out.text(" of ")
                out.size(expected)
            }
            switch framing.kind {
            case .chunked: Self.chunkWords(message, to: &out)
            case .close: out.text(", ended by closing the connection")
            case .length: out.text(" by Content-Length")
            case .frames: out.text(" in frames")
            case .none, .tunnel: break
            }
            Self.codingWords(fields, to: &out)
            if let trailers = message.trailers, !trailers.lines.isEmpty {
                out.text(trailers.lines.count == 1 ? ", trailer " : ", trailers ")
                for (place, line) in trailers.lines.prefix(Self.listedChunks).enumerated() {
                    if place > 0 { out.text(", ") }
                    out.wire(trailers.name(of: line), limit: 40)
                    out.text(": ")
                    out.wire(trailers.value(of: line), limit: 40)
                }
            }
            if isCut { out.text(", cut off") }
        }
    }

    /// ` in 3 chunks (5, 12, 3 B), 1 with an extension (;sig=abc)`
    private static func chunkWords(_ message: FlowRecord.Message, to out: inout LineBuffer) {
        let chunks = message.chunks
        let hasLast = chunks.last?.chunk.isLast ?? false
        let count = message.chunkCount - (hasLast ? 1 : 0)
        out.text(" in ")
        out.number(count)
        out.text(count == 1 ? " chunk" : " chunks")
        if count > listedChunks {
            var least = UInt64.max
            var most: UInt64 = 0
            for entry in chunks where !entry.chunk.isLast {
                least = min(least, entry.chunk.size)
                most = max(most, entry.chunk.size)
            }
            out.text(" of ")
            out.size(least)
            if most > least {
                out.text(" to ")
                out.size(most)
            }
        } else if count > 1 {
            out.text(" (")
            for (place, entry) in chunks.prefix(count).enumerated() {
                if place > 0 { out.text(", ") }
                out.number(entry.chunk.size)
            }
            out.text(" B)")
        }
        var extended = 0
        var first: Bytes?
        for entry in chunks where !entry.chunk.extension.isEmpty {
            extended += 1
            if first == nil { first = entry.chunk.extension }
        }
        guard let first else { return }
        out.text(", ")
        out.number(extended)
        out.text(extended == 1 ? " with an extension (" : " with extensions (")
        out.wire(first, limit: 32)
        out.text(extended == 1 ? ")" : " …)")
    }

    private static func codingWords(_ fields: FieldSection, to out: inout LineBuffer) {
        guard fields.contains(.contentEncoding) else { return }
        var isFirst = true
        for coding in ContentCoding.list(fields) where coding != .identity {
            out.text(isFirst ? ", compressed with " : " and ")
            isFirst = false
            out.wire(coding.name, limit: 20)
        }
    }
}
