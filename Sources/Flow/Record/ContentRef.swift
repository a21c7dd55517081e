public import Bytes

/// The content of a message, as far as it was kept.
public enum ContentRef: Sendable {
    /// It was not kept.
    case absent
    case inline(Bytes)
    /// In a file, because it is large. Readable as long as this object is alive.
    case spooled(any SpooledContent)

    /// Bytes kept; nil when none were.
    public var count: Int? {
        switch self {
        case .absent: nil
        case .inline(let bytes): bytes.count
        case .spooled(let content): content.count
        }
    }

    /// The size of the pieces that large content is worked on in: a multiple of three, so that base64 can be written
    /// piece by piece.
    package static let pieceSize = 3 * 256 << 10

    /// Hands out what was kept, in order, in pieces of which all but the last have `pieceSize` bytes; `body` says
    /// whether to go on. False when it could not be read.
    package func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        switch self {
        case .absent: return true
        case .spooled(let content): return content.forEachPiece(of: pieceSize, body)
        case .inline(let bytes):
            return bytes.withUnsafeBytes { all in
                var offset = 0
                while offset < all.count {
                    let end = min(offset + pieceSize, all.count)
                    guard body(UnsafeRawBufferPointer(rebasing: all[offset..<end])) else { break }
                    offset = end
                }
                return true
            }
        }
    }

    /// The same from a place on, without reading what stands before it where that can be.
    package func forEachPiece(
        from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        switch self {
        case .absent: return true
        case .spooled(let content): return content.forEachPiece(from: first, of: pieceSize, body)
        case .inline(let bytes):
            guard first < bytes.count else { return true }
            return ContentRef.inline(bytes.slice(first..<bytes.count)).forEachPiece(of: pieceSize, body)
        }
    }

    /// What is in memory; nil for content that is in a file.
    public var bytes: Bytes? {
        switch self {
        case .inline(let bytes): bytes
        case .absent, .spooled: nil
        }
    }
}

/// Content that was kept outside of memory. Its storage implements this; reading blocks.
public protocol SpooledContent: AnyObject, Sendable {
    /// Its number of bytes.
    var count: Int { get }
    /// Passes everything to `body` in order, in pieces of `pieceSize` bytes, apart from the last; `body` says whether
    /// to continue. False when it could not be read.
    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool
    /// The same from an offset on.
    func forEachPiece(from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool
}

extension SpooledContent {
    /// This version also reads the bytes before it; prefer an implementation that does not.
    public func forEachPiece(
        from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool
    ) -> Bool {
        var skipped = 0
        return forEachPiece(of: pieceSize) { piece in
            let passed = min(first - skipped, piece.count)
            skipped += passed
            return passed == piece.count || body(UnsafeRawBufferPointer(rebasing: piece[passed...]))
        }
    }
}
