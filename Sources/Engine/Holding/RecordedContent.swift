internal import Bytes
internal import Flow

/// What was recorded of a body.
final class RecordedContent: StoredContent {
    let count: Int
    private let content: ContentRef

    /// nil when nothing was kept.
    init?(_ content: ContentRef) {
        guard let count = content.count else { return nil }
        self.content = content
        self.count = count
    }

    func read(_ range: Range<Int>) -> Bytes? {
        var found: [UInt8] = []
        let isRead = content.forEachPiece(from: range.lowerBound, of: range.count) { piece in
            found = Array(piece)
            return false
        }
        return isRead && found.count == range.count ? Bytes(found) : nil
    }
}

extension ContentRef {
    /// All that was kept, to be sent; nil when nothing was, or it is longer than `limit`. May block.
    func source(limit: Int) -> ContentSource? {
        guard let count, count <= limit else { return nil }
        if let bytes { return .bytes(bytes) }
        guard let content = RecordedContent(self) else { return nil }
        guard count > ContentSource.window else { return content.read(0..<count).map { .bytes($0) } }
        return .stored(content, 0..<count)
    }
}
