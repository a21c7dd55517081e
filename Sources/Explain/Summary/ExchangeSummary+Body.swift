import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension ExchangeSummary {
    /// Chunk sizes are listed up to this many; beyond, their range is told.
    private static let listedChunks = 8

    /// How a body was framed: type, size, chunks with their extensions, trailers, compression.
    ///
    /// - Parameters:
    ///   - goesOn: more may come: what has not ended is not cut off.
    ///   - isOnWire: it came on a connection.
    mutating func body(
        _ label: Label, _ message: FlowRecord.Message, _ fields: FieldSection, goesOn: Bool, isOnWire: Bool = true
    ) {
        guard let framing = message.framing else { return }
        var expected: UInt64?
        switch framing.kind {
        case .none, .tunnel: return
        case .length(0): return
        case .length(let length): expected = length
        case .chunked, .close, .frames: break
        }
        let isOpen = goesOn && !message.hasEnded
        let isCut = !message.hasEnded && !goesOn
        let isWhole = isOpen ? nil : Self.isWhole(message, framing)
        add(label, isCut ? .warning : .normal, verdict: .content(isWhole: isWhole)) { out in
            if let type = fields.first(.contentType), !type.isEmpty {
                let essence = type.slice(0..<(type.firstIndex(of: ASCII.semicolon) ?? type.count)).trimmed
                out.wire(essence, limit: 60)
                out.text(", ")
            }
            // Other recorders may not have counted what was transferred.
            let isCounted = message.content.size != nil || goesOn || message.wireSize != nil || isCut
            if isCounted { out.size(message.contentSize) } else { out.text("unknown size") }
            if isCut, let expected {
                out.text(" of ")
                out.size(expected)
            }
            switch framing.kind {
            case .chunked: Self.chunks(message, to: &out)
            case .close where !isOnWire: break
            case .close: out.text(", ended by closing the connection")
            case .length: if isCounted { out.text(" by Content-Length") }
            case .frames: out.text(" in frames")
            case .none, .tunnel: break
            }
            Self.codings(fields, message.content.decodedSize, to: &out)
            if let trailers = message.trailers, !trailers.lines.isEmpty {
                out.text(trailers.lines.count == 1 ? ", trailer " : ", trailers ")
                out.list(trailers.lines, limit: Self.listedChunks) {
                    $0.line(trailers.raw.slice(Int($1.start)..<Int(max($1.valueEnd, $1.nameEnd))), limit: 80)
                }
            }
            if isCut { out.text(", cut off") }
            if isOpen { out.text(" so far") }
        }
    }

    /// nil when nobody counted, or where the end is that of the connection: it may have been cut off (RFC 9112 §8).
    private static func isWhole(_ message: FlowRecord.Message, _ framing: Framing) -> Bool? {
        guard message.hasEnded else { return false }
        guard let size = message.content.size else { return nil }
        return switch framing.kind {
        case .length(let length): size == length
        case .close: nil
        case .chunked, .frames, .none, .tunnel: true
        }
    }

    /// ` in 3 chunks (5, 12, 3 B), 1 with an extension (;sig=abc)`
    private static func chunks(_ message: FlowRecord.Message, to out: inout Phrase) {
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
            out.list(chunks.prefix(count), limit: listedChunks) { $0.number($1.chunk.size) }
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

    private static func codings(_ fields: FieldSection, _ decodedSize: UInt64?, to out: inout Phrase) {
        guard fields.contains(.contentEncoding) else { return }
        var isFirst = true
        for coding in ContentCoding.list(fields) where coding != .identity {
            out.text(isFirst ? ", compressed with " : " and ")
            isFirst = false
            out.wire(coding.name, limit: 20)
        }
        guard !isFirst, let decodedSize else { return }
        out.text(" from ")
        out.size(decodedSize)
    }
}
