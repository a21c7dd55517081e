/// A body that goes to the file of a `SpoolPool` as it comes. Used on the recorder's queue alone; what was not taken
/// from it is given back to the pool with it.
final class BodySpool {
    private let pool: SpoolPool
    private var blocks: [Int] = []
    private(set) var count = 0

    init(_ pool: SpoolPool) {
        self.pool = pool
    }

    deinit {
        pool.free(blocks)
    }

    /// Appends all of the bytes, or none: false when there was no room for them.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var done = 0
        while done < bytes.count {
            let (index, offset) = (count + done).quotientAndRemainder(dividingBy: SpoolPool.blockSize)
            if index == blocks.count {
                guard let block = pool.allocate() else { return false }
                blocks.append(block)
            }
            let length = min(bytes.count - done, SpoolPool.blockSize - offset)
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[done..<done + length])
            guard unsafe pool.write(part, block: blocks[index], offset: offset) else { return false }
            done += length
        }
        count += bytes.count
        return true
    }

    /// Everything that came, for whoever reads it. Nothing may be appended after.
    func take() -> SpooledBody {
        defer { blocks = [] }
        return SpooledBody(pool, blocks: blocks, count: count)
    }
}
