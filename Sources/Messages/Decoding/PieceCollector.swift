import Flow

/// Joins what decoders hand out to pieces of `ContentRef.pieceSize` bytes.
///
/// Safe: the piece lives as long as this does, `filled` never exceeds its count, and whoever is handed it has it for
/// the call.
@safe final class PieceCollector {
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: ContentRef.pieceSize, alignment: 1)
    private var filled = 0
    /// Bytes in all.
    private(set) var count = 0

    deinit {
        unsafe piece.deallocate()
    }

    func add(_ bytes: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Void) {
        count += bytes.count
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            let length = unsafe min(rest.count, piece.count - filled)
            unsafe UnsafeMutableRawBufferPointer(rebasing: piece[filled..<filled + length]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: rest[0..<length]))
            filled += length
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[length...])
            if unsafe filled == piece.count { unsafe flush(output) }
        }
    }

    func flush(_ output: (UnsafeRawBufferPointer) -> Void) {
        if filled > 0 { unsafe output(UnsafeRawBufferPointer(rebasing: piece[0..<filled])) }
        filled = 0
    }
}
