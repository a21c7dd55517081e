internal import CLibSSL

/// A loop's store of equal blocks of memory in which its sessions put ciphertext on its way out.
///
/// Owned by the loop, runs on it. A session holds a block only between encrypting and sending, so one or two serve
/// thousands of connections and stay in the processor's cache.
@safe package final class TLSBlockPool {
    /// Four full records with their headers and tags, and room for a few alerts.
    static let blockSize = 66 * 1024
    private static let kept = 8

    private var free = unsafe ContiguousArray<UnsafeMutableRawPointer>()
    /// Whose record buffers are kept between records.
    let recordBuffers = RecordBufferBudget()

    package init() {}

    /// How many sessions keep their record buffers.
    package var bufferKeeperCount: Int { recordBuffers.count }

    deinit {
        while let block = unsafe free.popLast() {
            unsafe clibssl_block_free(block)
        }
    }

    func take() -> UnsafeMutableRawPointer? {
        unsafe free.popLast() ?? clibssl_block_new(Self.blockSize)
    }

    /// `size` tells a block of ours from other memory, which is freed.
    func giveBack(_ block: UnsafeMutableRawPointer, size: Int) {
        if size == Self.blockSize, unsafe free.count < Self.kept {
            unsafe free.append(block)
        } else {
            unsafe clibssl_block_free(block)
        }
    }
}
