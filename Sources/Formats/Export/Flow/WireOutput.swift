import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Redaction

/// A message as bytes of HTTP/1: as it was on the wire where the record has that, else framed anew, so that whoever
/// reads it finds its end. One whose content was replaced says so by a field `_redacted`.
struct WireOutput {
    let fields: FieldSection
    /// What may differ from what was on the wire, a sentence each.
    private(set) var remarks: [String] = []
    private let kept: ContentRef
    private let chunks: ChunkedBody?
    /// Chunk lines were there and are not known: the content is one chunk.
    private let isOneChunk: Bool

    init(_ flow: ExportedFlow, _ kind: MessageKind) {
        let record = flow.record
        let message = record[kind]
        let section = RecordedHead.section(Self.head(record, kind))
        let isChunked = section.members(.transferEncoding).last?.equalsIgnoringCase("chunked") == true
        let state = flow.places?[kind].state ?? .untouched
        let decoded = message.content.kept.count == nil ? message.content.decoded : nil
        kept = decoded.map { ContentRef.inline($0) } ?? message.content.kept
        let count = kept.count ?? 0
        let isLeftOut = if case .leftOut = state { true } else { false }
        guard state != .untouched || decoded != nil else {
            chunks = isChunked ? ChunkedBody(message, contentSize: count) : nil
            isOneChunk = isChunked && chunks == nil && count > 0
            if isOneChunk { remarks.append("The chunk lines of the body were not recorded: it is one chunk.") }
            let isWhole = !message.content.isTruncated && UInt64(count) >= message.contentSize
            if !isWhole { remarks.append("Not all of the body was recorded.") }
            let hasEdits = flow.places.map { !$0[kind].edits.isEmpty } ?? false
            fields = hasEdits ? Self.marked(section, nil, isDecoded: false) : section
            return
        }
        chunks = nil
        isOneChunk = false
        let isBodyless = isLeftOut && message.contentSize == 0
        if decoded != nil, state == .untouched { remarks.append("The body was recorded with its coding removed.") }
        fields = Self.marked(
            section, isBodyless ? nil : count, isDecoded: decoded != nil || isLeftOut, isRedacted: state != .untouched)
    }

    /// The content alone, when it is in memory or fits into it.
    var content: Bytes {
        var bytes: [UInt8] = []
        _ = kept.forEachPiece(of: ContentRef.pieceSize) { piece in
            bytes += piece
            return true
        }
        return Bytes(bytes)
    }

    /// What stands behind the head, in order; `body` says whether to go on.
    func forEachBodyPiece(_ body: (UnsafeRawBufferPointer) -> Bool) {
        if let chunks {
            _ = chunks.forEachPiece(of: kept, body)
            return
        }
        let count = kept.count ?? 0
        if isOneChunk {
            guard Bytes(Hex.number(count) + "\r\n").withUnsafeBytes(body) else { return }
        }
        guard kept.forEachPiece(of: ContentRef.pieceSize, body), isOneChunk else { return }
        _ = Bytes("\r\n0\r\n\r\n").withUnsafeBytes(body)
    }

    /// Head and body.
    func write(to output: ExportOutput) {
        output.put(fields.raw)
        forEachBodyPiece { piece in
            output.put(piece)
            return !output.hasFailed
        }
    }

    /// Why there is nothing to write of a flow; nil when there is.
    static func hindrance(_ record: FlowRecord) -> String? {
        let hasMessage = [MessageKind.request, .response].contains { kind in
            !head(record, kind).isEmpty
        }
        return hasMessage ? nil : "has no message that was recorded"
    }

    /// The bytes of a head; for a tunnel, of the answer that was given in the server's place.
    static func head(_ record: FlowRecord, _ kind: MessageKind) -> Bytes {
        if let malformed = record[kind].malformedHead { return malformed }
        return switch kind {
        case .request: record.requestHead?.raw ?? Bytes()
        case .response:
            record.responseHead?.raw ?? (record.tunnelProtocol == nil ? nil : record.response.sent) ?? Bytes()
        }
    }

    /// The head with a framing for so many bytes, where the former one stood (RFC 9112 §6.3 rule 6), and the mark.
    private static func marked(
        _ section: FieldSection, _ count: Int?, isDecoded: Bool, isRedacted: Bool = true
    ) -> FieldSection {
        guard !section.raw.isEmpty else { return section }
        var head = section.startLine.array + [ASCII.carriageReturn, ASCII.lineFeed]
        var isFramed = count == nil
        func frame() {
            if !isFramed, let count { head += Array("Content-Length: \(count)\r\n".utf8) }
            isFramed = true
        }
        for line in section.lines {
            if count != nil, line.known == .contentLength || line.known == .transferEncoding {
                frame()
            } else if !isDecoded || line.known != .contentEncoding {
                head += section.raw.slice(line.line).array
            }
        }
        frame()
        if isRedacted { head += Array("_redacted: yes\r\n".utf8) }
        return RecordedHead.section(Bytes(head + [ASCII.carriageReturn, ASCII.lineFeed]))
    }
}
