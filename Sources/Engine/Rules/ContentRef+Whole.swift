internal import Bytes
internal import Flow

extension ContentRef {
    /// All that was kept; nil when it cannot be read, or is longer than `limit`. May block.
    func whole(limit: Int) -> Bytes? {
        guard let count, count <= limit else { return nil }
        if let bytes { return bytes }
        var content: [UInt8] = []
        content.reserveCapacity(count)
        let isRead = forEachPiece(of: Self.pieceSize) { piece in
            content.append(contentsOf: piece)
            return true
        }
        return isRead && content.count == count ? Bytes(content) : nil
    }
}
