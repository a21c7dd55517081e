import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire

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
            let fit = FramingFit(record, kind, section, count: count)
            // What was not kept has no chunks that could be read.
            chunks = isChunked && !fit.isMisfit ? ChunkedBody(message, contentSize: count) : nil
            isOneChunk = isChunked && !fit.isMisfit && chunks == nil && count > 0
            if isOneChunk {
                remarks.append(
                    """
                    The chunk lines of the body were not recorded, so it is written as one chunk.
                    """)
            }
            let isWhole = !message.content.isTruncated && UInt64(count) >= message.contentSize && !fit.isMissing
            if !isWhole { remarks.append("The body was recorded only in part.") }
            if let announced = fit.otherLength {
                remarks.append("The recorded body has \(count) bytes, but Content-Length was \(announced).")
            }
            let hasEdits = flow.places.map { !$0[kind].edits.isEmpty } ?? false
            if fit.isMisfit {
                fields = Self.marked(section, count, isDecoded: false, isRedacted: hasEdits)
            } else {
                fields = hasEdits ? Self.marked(section, nil, isDecoded: false) : section
            }
            return
        }
        chunks = nil
        isOneChunk = false
        let isBodyless = isLeftOut && message.contentSize == 0
        if decoded != nil, state == .untouched { remarks.append("The body was recorded without its content coding.") }
        fields = Self.marked(
            section, isBodyless ? nil : count, isDecoded: decoded != nil || isLeftOut, isRedacted: state != .untouched)
    }

    /// Whether whoever reads head and content after one another finds the content's end where it is.
    private struct FramingFit {
        /// The framing is one of another content, so that it has to be written again.
        var isMisfit = false
        /// There was content, and nobody knows how much.
        var isMissing = false
        /// What Content-Length says of a content that has another size.
        var otherLength: UInt64?

        init(_ record: FlowRecord, _ kind: MessageKind, _ section: FieldSection, count: Int) {
            guard !section.raw.isEmpty, record[kind].malformedHead == nil, Self.mayHaveContent(record, kind) else {
                return
            }
            let content = record[kind].content
            let hasCoding = section.contains(.transferEncoding)
            let announced = hasCoding ? nil : section.first(.contentLength)?.decimal
            isMissing = content.kept.count == nil && content.size == nil && (hasCoding || announced ?? 0 > 0)
            let isWhole = !content.isTruncated && UInt64(count) >= record[kind].contentSize && !isMissing
            // Bytes that were on the wire stay as they were, also where a server announced more than it sent.
            let isExact = record.isRecorded(kind == .request ? .requestBytes : .responseBytes)
            let isTextual =
                (kind == .request ? record.requestHead?.version : record.responseHead?.version)
                .map { $0.major < 2 } ?? true
            if isExact, isTextual, isWhole { return }
            if let announced {
                isMisfit = announced != UInt64(count)
                if isMisfit, isWhole { otherLength = announced }
            } else if hasCoding {
                isMisfit = !isWhole
            } else {
                isMisfit = count > 0 || kind == .response && !isWhole || kind == .response && !isTextual
            }
        }

        /// RFC 9112 §6.3 rules 1 and 2.
        private static func mayHaveContent(_ record: FlowRecord, _ kind: MessageKind) -> Bool {
            guard kind == .response else { return true }
            guard let status = record.responseHead?.status, record.tunnelProtocol == nil else { return false }
            return status >= 200 && status != 204 && status != 304 && record.method != .head
                && !(record.method == .connect && status < 300)
        }
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
        return hasMessage ? nil : "has no recorded message"
    }

    /// The bytes of a head; for a tunnel, of the answer that was given in the server's place.
    static func head(_ record: FlowRecord, _ kind: MessageKind) -> Bytes {
        if let malformed = record[kind].malformedHead { return malformed }
        return switch kind {
        case .request:
            record.requestHead.map { head in
                let raw = textual(head.raw, "\(head.method) ", head.targetBytes, " \(head.version)")
                guard let host = record.hostLineOfURL ?? pseudoHost(head), raw.hasEnding("\r\n\r\n") else { return raw }
                return Bytes(raw.array.dropLast(2) + host.array + [ASCII.carriageReturn, ASCII.lineFeed])
            } ?? Bytes()
        case .response:
            record.responseHead.map { textual($0.raw, "\($0.version) \($0.status) ", Bytes(), "") }
                ?? (record.tunnelProtocol == nil ? nil : record.response.sent) ?? Bytes()
        }
    }

    /// RFC 9113 §8.3.1: what `:authority` says is said by Host.
    private static func pseudoHost(_ head: RequestHead) -> Bytes? {
        guard !head.fields.contains(.host), let authority = head.fields.pseudoField(":authority"), !authority.isEmpty
        else { return nil }
        return Bytes(Array("host: ".utf8) + authority.array + [ASCII.carriageReturn, ASCII.lineFeed])
    }

    /// A list of HTTP/2's fields with a start line in place of its pseudo-fields, as people and tools write it.
    private static func textual(_ raw: Bytes, _ start: String, _ target: Bytes, _ end: String) -> Bytes {
        guard raw.first == ASCII.colon else { return raw }
        let section = RecordedHead.section(raw, hasStartLine: false)
        var head = Array(start.utf8) + target.array + Array(end.utf8) + [ASCII.carriageReturn, ASCII.lineFeed]
        for line in section.lines where raw[Int(line.start)] != ASCII.colon { head += raw.slice(line.line).array }
        return Bytes(head + [ASCII.carriageReturn, ASCII.lineFeed])
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
