import Bytes
import Flow
import HTTPModel

/// Names every part of a body (RFC 9112 §6), whatever is in it. Used once for one body, which begins at `start`.
struct BodySpans {
    let input: Bytes
    let kind: MessageKind
    let lines: LineReader
    /// About so many spans are made; what is left of the body then becomes one.
    let limit: Int
    /// ` of the type text/html`, or nothing.
    let type: String
    private(set) var list: SpanList
    /// The body goes on, by what announces it, behind the end of the input.
    private(set) var isCutOff = false

    init(
        _ input: Bytes, _ kind: MessageKind, at start: Int, type: Bytes?, lines: LineReader, limit: Int
    ) {
        self.input = input
        self.kind = kind
        self.lines = lines
        self.limit = limit
        self.type = type.map { " of the type " + Quotation.of($0) } ?? ""
        list = SpanList(at: start)
    }

    /// Exactly `length` bytes, or what is there of them.
    mutating func read(length: UInt64) {
        let available = input.count - list.position
        isCutOff = length > UInt64(available)
        guard length > 0, available > 0 else { return }
        let count = Int(min(length, UInt64(available)))
        list.leaf(
            "message-body", to: list.position + count, "RFC 9112 §6.2",
            UInt64(count) == length
                ? "The content: \(Quantity.count(length, "byte"))\(type), by Content-Length."
                : """
                The content\(type), cut off: \(count) of the \(Quantity.count(length, "byte")) that Content-Length \
                declares.
                """
        )
    }

    /// Everything until the connection closes.
    mutating func readUntilClose() {
        let count = input.count - list.position
        list.leaf(
            "message-body", to: input.count, "RFC 9112 §6.3",
            "The content: \(Quantity.count(count, "byte"))\(type), up to the end of the connection.")
    }

    /// Everything that was recorded of a body that came in frames (RFC 9113 §8.1).
    mutating func readFramed() {
        let count = input.count - list.position
        list.leaf(
            "message-body", to: input.count, "RFC 9110 §6.4",
            """
            The content: \(Quantity.count(count, "byte"))\(type). On the wire it came in frames; the last one ended \
            it.
            """
        )
    }

    /// What stands where a body begins whose end cannot be told.
    mutating func readUnframed(_ reason: String) {
        list.leaf(
            "message-body", to: input.count, "RFC 9112 §6.3",
            "The end of this body is unknown. \(reason)", malformed: true)
    }

    /// RFC 9112 §7.1: `*chunk last-chunk trailer-section CRLF`.
    mutating func readChunked() {
        var parts = SpanList(at: list.position)
        var total: UInt64 = 0
        var number = 0
        while parts.position < input.count, parts.count < limit {
            number += 1
            let chunk = ChunkSpans(input: input, lines: lines, number: number, kind: kind)
            var pieces = SpanList(at: parts.position)
            let reading = chunk.read(into: &pieces)
            switch reading {
            case .chunk(let size):
                total = total.addingReportingOverflow(size).partialValue
                parts.group(
                    "chunk", "RFC 9112 §7.1", "Chunk \(number): \(Quantity.count(size, "byte")) of content.", pieces)
            case .last:
                parts.group("last-chunk", "RFC 9112 §7.1", "The last chunk: the content is complete.", pieces)
                trailers(&parts)
                return finish(parts, total, chunks: number - 1)
            case .cut:
                isCutOff = true
                parts.group("chunk", "RFC 9112 §7.1", "Chunk \(number), cut off.", pieces)
            case .broken:
                parts.group("chunk", "RFC 9112 §7.1", "Chunk \(number), which is malformed.", pieces)
                parts.leaf(
                    "chunked-body", to: input.count, "RFC 9112 §7.1",
                    "A chunk was expected. After the error before it, the start of the next one is unknown.",
                    malformed: true)
            }
            if case .chunk = reading { continue }
            return finish(parts, total)
        }
        // Chunks alone end no body: the last one, of size 0, does.
        if parts.position < input.count { rest(&parts, total: &total, number: number) } else { isCutOff = true }
        finish(parts, total)
    }

    /// `chunks` is how many there were; nil when the last one was not met.
    private mutating func finish(_ parts: SpanList, _ total: UInt64, chunks: Int? = nil) {
        let size = Quantity.count(total, "byte")
        list.group(
            "message-body", "RFC 9112 §7.1",
            chunks.map { "The content: \(size)\(type), in \(Quantity.count($0, "chunk"))." }
                ?? "The content in chunks: \(size)\(type) in complete chunks.", parts)
    }

    /// Goes on to the end without keeping names.
    private func rest(_ parts: inout SpanList, total: inout UInt64, number: Int) {
        var position = parts.position
        var count = 0
        scan: while position < input.count {
            var pieces = SpanList(at: position, isSilent: true)
            switch ChunkSpans(input: input, lines: lines, number: number, kind: kind).read(into: &pieces) {
            case .chunk(let size):
                total = total.addingReportingOverflow(size).partialValue
                position = pieces.position
                count += 1
            case .last:
                var trailer = SpanList(at: pieces.position, isSilent: true)
                trailers(&trailer)
                position = trailer.position
                count += 1
                break scan
            case .cut, .broken:
                position = input.count
            }
        }
        parts.leaf(
            "chunked-body", to: position, "RFC 9112 §7.1",
            "\(Quantity.count(count, "more chunk")), not described one by one: there are too many parts.")
    }

    /// RFC 9112 §7.1.2: field lines, then the empty line.
    private func trailers(_ parts: inout SpanList) {
        let reader = FieldLineSpans(input: input, lines: lines, kind: kind)
        var section = parts.children()
        var ending: Line?
        while section.position < input.count {
            let line = lines.line(at: section.position)
            if line.isEmpty {
                ending = line
                break
            }
            guard section.count < limit else {
                ending = unnamed(from: line, &section)
                break
            }
            let (last, _) = reader.field(line, into: &section)
            FieldLineSpans.lineEnd(of: last, "Ends the trailer field.", into: &section)
        }
        parts.group(
            "trailer-section", "RFC 9112 §7.1.2",
            "Trailers: fields whose values were known only after the content.",
            section)
        if let ending {
            FieldLineSpans.lineEnd(of: ending, "The empty line ends the body.", into: &parts)
        }
    }
    /// Goes on to the empty line without naming the fields before it.
    private func unnamed(from first: Line, _ section: inout SpanList) -> Line? {
        var line = first
        while !line.isEmpty, line.ending != .none { line = lines.line(at: line.next) }
        section.leaf(
            "field-line", to: line.isEmpty ? line.start : input.count, "RFC 9112 §7.1.2",
            "More field lines, not described one by one: there are too many parts.")
        return line.isEmpty ? line : nil
    }
}
