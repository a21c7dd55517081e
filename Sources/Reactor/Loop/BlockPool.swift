/// The loop's store of equal blocks of memory for receiving. Owned by the loop; runs on it.
///
/// A socket holds a block only while it has bytes that nobody consumed, so a busy loop uses a handful of blocks that
/// stay in the processor's cache, and ten thousand idle connections use none.
@safe final class BlockPool {
    static let blockSize = 64 * 1024
    /// Blocks kept for later; more are given back to the system.
    private static let kept = 32

    /// Blocks that exist, free or lent.
    private(set) var allocated = 0
    private var free = unsafe ContiguousArray<UnsafeMutableRawPointer>()

    deinit {
        while let block = unsafe free.popLast() {
            unsafe block.deallocate()
        }
    }

    func take() -> UnsafeMutableRawPointer {
        if let block = unsafe free.popLast() {
            return unsafe block
        }
        allocated += 1
        return .allocate(byteCount: Self.blockSize, alignment: 64)
    }

    func giveBack(_ block: UnsafeMutableRawPointer) {
        if unsafe free.count < Self.kept {
            unsafe free.append(block)
        } else {
            allocated -= 1
            unsafe block.deallocate()
        }
    }
}
