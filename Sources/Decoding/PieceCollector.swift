import Flow

/// Joins what decoders hand out to pieces of `ContentRef.pieceSize` bytes.
final class PieceCollector {
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: ContentRef.pieceSize, alignment: 1)
    private var filled = 0
    /// Bytes in all.
    private(set) var count = 0

    deinit {
        piece.deallocate()
    }

    func add(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Void) {
        count += bytes.count
        var rest = bytes
        while !rest.isEmpty {
            let length = min(rest.count, piece.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: piece[filled..<filled + length]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: rest[0..<length]))
            filled += length
            rest = UnsafeRawBufferPointer(rebasing: rest[length...])
            if filled == piece.count { flush(output) }
        }
    }

    func flush(_ output: (UnsafeRawBufferPointer) -> Void) {
        if filled > 0 { output(UnsafeRawBufferPointer(rebasing: piece[0..<filled])) }
        filled = 0
    }
}
