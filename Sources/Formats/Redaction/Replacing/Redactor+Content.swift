import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Messages

extension Redactor {
    /// Larger bodies are left out: they are looked through in memory.
    private static let sizeLimit = 16 << 20

    /// What there is to look through.
    private enum Readable {
        case nothing
        /// With its codings taken off, if it had some.
        case bytes(Bytes, isDecoded: Bool, isWhole: Bool)
        case unreadable(why: String)
    }

    /// - Parameter text: it as UTF-8, when that is what is shown of it.
    func content(
        of record: inout FlowRecord, _ kind: MessageKind, as text: Bytes?, _ places: inout RedactedPlaces
    ) {
        let fields = record.fields(kind) ?? .none
        var content = record[kind].content
        switch text.map({ .bytes($0, isDecoded: true, isWhole: true) }) ?? readable(content, fields) {
        case .nothing: return
        case .unreadable(let why):
            content.kept = .absent
            content.decoded = nil
            places[kind].state = .leftOut(why: why)
        case .bytes(let bytes, let isDecoded, let isWhole):
            var found = SecretFinder.secrets(inContent: bytes, type: fields.first(.contentType) ?? Bytes())
            repeated(in: bytes, &found)
            let (clean, edits) = replace(found, in: bytes)
            // Of a damaged body only what was decoded may go out, also when nothing is found in that.
            guard !edits.isEmpty || !isWhole else { return }
            places.add("\(kind.rawValue) body", edits.count)
            places[kind].state = .replaced(isDecoded: isDecoded)
            places[kind].decodedSize = bytes.count
            if !isWhole { content.isTruncated = true }
            if isDecoded {
                content.kept = .absent
                content.decoded = clean
            } else {
                content.kept = .inline(clean)
            }
        }
        record[kind].content = content
    }

    private func readable(_ content: FlowRecord.Content, _ fields: FieldSection) -> Readable {
        // Also of an answer without content of its own, as a 304, where a browser lists what its cache had.
        if let decoded = content.decoded, content.kept.count ?? 0 == 0 {
            return checked(decoded, fields, isDecoded: true, isWhole: true)
        }
        guard let count = content.kept.count, count > 0 else { return .nothing }
        // A transfer coding besides chunks stays on what is kept (RFC 9112 §7.2).
        let isCoded = fields.members(.transferEncoding).contains {
            !$0.equalsIgnoringCase("chunked") && !$0.equalsIgnoringCase("identity")
        }
        guard !isCoded else { return .unreadable(why: "its transfer coding cannot be decoded") }
        guard count <= Self.sizeLimit else {
            if ContentDecoder.plan(fields) == .nothing, opening(content.kept).isPicture { return .nothing }
            return .unreadable(why: "it is larger than Hark's limit for redaction")
        }
        switch ContentDecoder.plan(fields) {
        case .nothing:
            guard let bytes = whole(content.kept) else { return .unreadable(why: "it is unreadable") }
            return checked(bytes, fields, isDecoded: false, isWhole: true)
        case .unknown:
            return .unreadable(why: "its content coding cannot be decoded")
        case .codings(let codings):
            var bytes: [UInt8] = []
            let result = ContentDecoder.decode(content.kept, codings, limit: Self.sizeLimit) { bytes += $0 }
            if let fault = result.fault {
                // What is behind the damage cannot be looked into; what came before it may stay.
                guard fault.reason != .tooLarge, !bytes.isEmpty else {
                    return .unreadable(why: "its content coding cannot be decoded")
                }
                return checked(Bytes(bytes), fields, isDecoded: true, isWhole: false)
            }
            return checked(Bytes(bytes), fields, isDecoded: true, isWhole: true)
        }
    }

    private func checked(_ bytes: Bytes, _ fields: FieldSection, isDecoded: Bool, isWhole: Bool) -> Readable {
        if bytes.isPacked { return .unreadable(why: "it is compressed") }
        let type = MediaType(fields.first(.contentType) ?? Bytes())
        if let charset = type.parameter("charset"),
            charset.hasPrefix(ignoringCase: "utf-16")
                || charset.hasPrefix(ignoringCase: "utf-32") || charset.hasPrefix(ignoringCase: "ucs-")
                || charset.hasPrefix(ignoringCase: "utf-7")
        {
            return .unreadable(why: "its charset is not supported")
        }
        // The marks of UTF-16 and UTF-32 at the beginning of a text (Unicode, byte order mark).
        if bytes.count >= 2, bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF, type.isText {
            return .unreadable(why: "its charset is not supported")
        }
        return .bytes(bytes, isDecoded: isDecoded, isWhole: isWhole)
    }

    /// The first bytes.
    private func opening(_ content: ContentRef) -> Bytes {
        var bytes: [UInt8] = []
        _ = content.forEachPiece(of: ContentRef.pieceSize) { piece in
            bytes += piece.prefix(64)
            return false
        }
        return Bytes(bytes)
    }

    private func whole(_ content: ContentRef) -> Bytes? {
        if let bytes = content.bytes { return bytes }
        var bytes: [UInt8] = []
        return content.forEachPiece(of: ContentRef.pieceSize) { piece in
            bytes += piece
            return true
        } ? Bytes(bytes) : nil
    }
}
