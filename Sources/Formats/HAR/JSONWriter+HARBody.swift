import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Messages

// Bodies in a record: text as text, anything else as base64, decided by the bytes. All of it runs piece by piece, so
// that a large body is never in memory whole.

extension JSONWriter {
    /// `response.content`. `text` is the content with its coding removed, as HAR wants it; when that is another than
    /// what was transferred, `_raw` has the transferred bytes too. Of content that is damaged, or cut off, it is what
    /// came before that, and `_contentDamage` says so. A coding that cannot be removed at all leaves both size and text
    /// as transferred, and `_contentDecoded` says so.
    ///
    /// - Parameter decodedSize: of the content as it came, when what is there has other bytes.
    mutating func content(
        _ message: borrowing FlowRecord.Message, _ fields: FieldSection?, decodedSize: Int? = nil,
        _ told: ToldMembers? = nil
    ) {
        let body = message.content.kept
        beginObject("content")
        let transferred = Int64(clamping: message.contentSize)
        let type = told?.contentType(.content) ?? fields?.first(.contentType) ?? Bytes()
        let decoded: DecodedContent
        if let fields { decoded = DecodedContent(fields, message) } else { decoded = .identity }
        // Another recorder's own figures, unless what is there has other bytes.
        let listed = decodedSize == nil ? told : nil
        func size(_ size: Int64, compression: Int64?, _ type: Bytes) {
            guard let listed, let count = listed.size(.content, "size"), count >= 0 else {
                return self.size(size, compression: listed == nil ? compression : nil, type)
            }
            self.size(count, compression: listed.size(.content, "compression"), type)
        }
        switch decoded {
        case .identity:
            size(transferred, compression: 0, type)
            kept(body)
        case .told(let content):
            let count = Int64(
                clamping: decodedSize ?? message.content.decodedSize.map { Int(clamping: $0) } ?? content.count)
            size(count, compression: count - transferred, type)
            kept(.inline(content))
        case .decoded(let codings, let decoded, let isText):
            let isCut = message.isCutByTheRecord
            size(Int64(decoded.size), compression: isCut ? nil : Int64(decoded.size) - transferred, type)
            if let remark = decoded.remark {
                member(
                    "_contentDamage",
                    isCut ? "Only the beginning of the content was stored; this is its decoded text." : remark)
            }
            text(isText: isText, encoding: "encoding") { emit in
                _ = ContentDecoder.decode(body, codings) { emit($0) }
            }
            key("_raw")
            beginString()
            _ = body.forEachPiece(of: ContentRef.pieceSize) { piece in
                appendBase64(piece)
                spoolIfLarge()
                return true
            }
            endString()
        case .unknown:
            size(transferred, compression: nil, type)
            member("_contentDecoded", false)
            kept(body)
        }
        self.told(told, .content)
        endObject()
    }

    private mutating func size(_ size: Int64, compression: Int64?, _ type: Bytes) {
        member("size", size)
        if let compression { member("compression", compression) }
        member("mimeType", type)
    }

    private mutating func kept(_ body: ContentRef) {
        guard body.count ?? 0 > 0 else { return }
        text(isText: body.isText, encoding: "encoding") { emit in
            _ = body.forEachPiece(of: ContentRef.pieceSize) { piece in
                emit(piece)
                return true
            }
        }
    }

    /// `request.postData`, of any method whose request has content. HAR 1.2 lets it have `params` or `text`: the text
    /// is what was sent, and a form's pairs can be read from it, but not the other way round.
    mutating func postData(_ fields: FieldSection, _ body: ContentRef, _ told: ToldMembers? = nil) {
        beginObject("postData")
        member("mimeType", told?.contentType(.postData) ?? fields.first(.contentType) ?? Bytes())
        let isText = body.isText
        text(isText: isText, encoding: "_encoding") { emit in
            _ = body.forEachPiece(of: ContentRef.pieceSize) { piece in
                emit(piece)
                return true
            }
        }
        self.told(told, .postData)
        endObject()
    }

    /// `text`, and under the name `encoding` how it is encoded when it is base64.
    private mutating func text(
        isText: Bool, encoding: StaticString, _ source: ((UnsafeRawBufferPointer) -> Void) -> Void
    ) {
        if !isText {
            key(encoding)
            string("base64" as StaticString)
        }
        key("text")
        beginString()
        var carried: [UInt8] = []
        source { piece in
            if isText {
                escape(piece, carrying: &carried)
            } else {
                appendBase64(piece)
            }
            spoolIfLarge()
        }
        carried.withUnsafeBytes { escape($0) }
        endString()
    }

    /// Escapes text that comes in pieces: the beginning of a character at a piece's end waits for its rest.
    private mutating func escape(_ piece: UnsafeRawBufferPointer, carrying carried: inout [UInt8]) {
        var piece = piece
        if !carried.isEmpty {
            // A character has at most four bytes, so three more make it whole.
            let head = min(3, piece.count)
            carried.append(contentsOf: piece[0..<head])
            let whole = carried.withUnsafeBytes { UTF8Sequence.wholeCount($0) }
            carried.withUnsafeBytes { escape(UnsafeRawBufferPointer(rebasing: $0[0..<whole])) }
            carried.removeFirst(whole)
            piece = UnsafeRawBufferPointer(rebasing: piece[head...])
            if !carried.isEmpty, !piece.isEmpty { return escape(piece, carrying: &carried) }
        }
        let whole = UTF8Sequence.wholeCount(piece)
        escape(UnsafeRawBufferPointer(rebasing: piece[0..<whole]))
        carried.append(contentsOf: piece[whole...])
    }
}

/// What is known of a response's content after a look at its coding.
private enum DecodedContent {
    case identity
    case decoded([ContentCoding], ContentDecoder.Decoded, isText: Bool)
    /// Its codings are off already, and the bytes as they were transferred are not here.
    case told(Bytes)
    case unknown

    init(_ fields: FieldSection, _ message: borrowing FlowRecord.Message) {
        let body = message.content.kept
        // Also of an answer without content of its own, as a 304: a browser lists what its cache had.
        if body.count ?? 0 == 0, let told = message.content.decoded {
            self = .told(told)
            return
        }
        // Where nothing was transferred (HEAD, 204, 304), the coding describes content that is elsewhere.
        switch message.contentSize == 0 ? .nothing : ContentDecoder.plan(fields) {
        case .nothing:
            self = .identity
        case .codings(let codings):
            guard let count = body.count, count > 0 || !message.isCutByTheRecord else {
                self = .unknown
                return
            }
            var check = TextCheck()
            let decoded = ContentDecoder.decode(body, codings) { check.add($0) }
            // What stands for too much, or is not coded so at all, is better left as it came.
            let isOfUse = decoded.fault.map { $0.reason != .tooLarge && decoded.size > 0 } ?? true
            self = isOfUse ? .decoded(codings, decoded, isText: check.isText) : .unknown
        case .unknown:
            self = .unknown
        }
    }
}

extension FlowRecord.Message {
    /// More was transferred than was kept.
    fileprivate var isCutByTheRecord: Bool { UInt64(content.kept.count ?? 0) < contentSize }
}

extension ContentRef {
    fileprivate var isText: Bool {
        var check = TextCheck()
        let wasRead = forEachPiece(of: Self.pieceSize) { piece in
            check.add(piece)
            return true
        }
        return wasRead && check.isText
    }
}
