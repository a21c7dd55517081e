import Bytes
import Flow
import Formats
import HTTPModel
import Messages
import Views

extension FlowRecord {
    /// The same with `*` for each byte of what proves who one is, in heads and contents: for a terminal. A content of
    /// which nobody can tell is not there.
    var maskedWhole: FlowRecord {
        var record = masked
        for kind in MessageKind.allCases {
            record[kind].content = self[kind].content.masked(fields(kind) ?? .none)
        }
        record.inner.hide { Self.masked($0) }
        return record
    }

    private static func masked(_ message: InnerMessage) -> InnerMessage? {
        let found = SecretFinder.secrets(inContent: message.bytes, type: Bytes())
        return found.isEmpty ? nil : message.replacing(message.bytes.starred(found))
    }
}

extension Bytes {
    /// The same with `*` for each byte of these.
    fileprivate func starred(_ secrets: [Secret]) -> Bytes {
        var bytes = array
        for secret in secrets {
            for place in secret.range { bytes[place] = ASCII.asterisk }
        }
        return Bytes(bytes)
    }
}

extension FlowRecord.Content {
    /// Larger contents are not looked through.
    private static let limit = 16 << 20

    fileprivate func masked(_ fields: FieldSection) -> FlowRecord.Content {
        var masked = self
        let type = fields.first(.contentType) ?? Bytes()
        masked.decoded = decoded.map { Self.masked($0, type) }
        guard let count = kept.count, count > 0 else { return masked }
        guard count <= Self.limit, let bytes = whole else {
            masked.kept = .absent
            masked.isTruncated = true
            return masked
        }
        switch ContentDecoder.plan(fields) {
        case .nothing: masked.kept = .inline(Self.masked(bytes, type))
        case .unknown: break
        case .codings(let codings):
            // As it was transferred nobody can read it; whoever takes the codings off is to find stars.
            var plain: [UInt8] = []
            let result = ContentDecoder.decode(kept, codings, limit: Self.limit) { plain += $0 }
            guard result.size > 0, !SecretFinder.secrets(inContent: Bytes(plain), type: type).isEmpty else { break }
            masked.kept = .absent
            masked.decoded = Self.masked(Bytes(plain), type)
        }
        return masked
    }

    private var whole: Bytes? {
        if let bytes { return bytes }
        var collected: [UInt8] = []
        return kept.forEachPiece(of: ContentRef.pieceSize) { piece in
            collected += piece
            return true
        } ? Bytes(collected) : nil
    }

    private static func masked(_ content: Bytes, _ type: Bytes) -> Bytes {
        let found = SecretFinder.secrets(inContent: content, type: type)
        return found.isEmpty ? content : content.starred(found)
    }
}
