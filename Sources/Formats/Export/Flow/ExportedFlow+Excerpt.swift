import Bytes
import Flow
import HTTPModel
import Messages

extension ExportedFlow {
    /// The beginning of a message's content with its codings taken off.
    struct Excerpt {
        /// At most as many bytes as were asked for.
        var bytes: Bytes
        /// How many there are in all; nil when nobody knows.
        var size: Int?
        var isText: Bool
    }

    /// - Parameter limit: bytes to be had at most.
    /// - Returns: nil when there is no content, or none was kept.
    func excerpt(_ kind: MessageKind, limit: Int) -> Excerpt? {
        let content = record[kind].content
        var bytes: [UInt8] = []
        var size = 0
        func take(_ piece: UnsafeRawBufferPointer) -> Bool {
            if bytes.count < limit { bytes += piece.prefix(limit - bytes.count) }
            size += piece.count
            return true
        }
        if let decoded = content.decoded, content.kept.count == nil {
            _ = decoded.withUnsafeBytes { take($0) }
        } else if content.kept.count ?? 0 > 0 {
            switch ContentDecoder.plan(record.fields(kind) ?? .none) {
            case .codings(let codings): _ = ContentDecoder.decode(content.kept, codings) { _ = take($0) }
            case .nothing, .unknown: _ = content.kept.forEachPiece(of: ContentRef.pieceSize) { take($0) }
            }
        }
        guard size > 0 else { return nil }
        // A character may be cut in two at the end.
        let whole = size > bytes.count ? bytes.withUnsafeBytes { UTF8Sequence.wholeCount($0) } : bytes.count
        var check = TextCheck()
        bytes.withUnsafeBytes { check.add(UnsafeRawBufferPointer(rebasing: $0[0..<whole])) }
        return Excerpt(bytes: Bytes(Array(bytes[0..<whole])), size: size, isText: check.isText)
    }
}
