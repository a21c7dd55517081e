import Flow

/// A message's content in the file of a `SpoolPool`. Owns its blocks, which are free again when nobody holds this.
final class SpooledBody: SpooledContent {
    private let pool: SpoolPool
    private let blocks: [Int]
    let count: Int

    init(_ pool: SpoolPool, blocks: [Int], count: Int) {
        self.pool = pool
        self.blocks = blocks
        self.count = count
    }

    deinit {
        pool.free(blocks)
    }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        unsafe FilePieces.forEach(upTo: count, of: pieceSize, read: { unsafe read(into: $0, from: $1) }, unsafe body)
    }

    func forEachPiece(from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        unsafe FilePieces.forEach(
            upTo: max(0, count - first), of: pieceSize, read: { unsafe read(into: $0, from: first + $1) }, unsafe body)
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, from start: Int) -> Bool {
        var filled = 0
        while filled < buffer.count {
            let (index, offset) = (start + filled).quotientAndRemainder(dividingBy: SpoolPool.blockSize)
            let length = min(buffer.count - filled, SpoolPool.blockSize - offset)
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + length])
            guard unsafe pool.read(into: part, block: blocks[index], offset: offset) else { return false }
            filled += length
        }
        return true
    }
}
