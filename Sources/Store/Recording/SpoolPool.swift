import Synchronization

/// One temporary file for the bodies of all flows, divided into blocks: however many are spooled at once, they take one
/// descriptor. Blocks are used again when their body is gone; when all are free, the file is emptied.
final class SpoolPool: Sendable {
    static let blockSize = 64 << 10

    private struct State {
        /// Made when first needed.
        var file: TemporaryFile?
        /// Blocks of the file, used and free.
        var count = 0
        var free: [Int] = []
    }

    private let state = Mutex(State())

    /// Blocks in use.
    var usedCount: Int { state.withLock { $0.count - $0.free.count } }

    /// A block to write to; nil when there can be no file.
    func allocate() -> Int? {
        state.withLock { state in
            if let block = state.free.popLast() { return block }
            if state.file == nil { state.file = try? TemporaryFile() }
            guard state.file != nil else { return nil }
            defer { state.count += 1 }
            return state.count
        }
    }

    func free(_ blocks: [Int]) {
        guard !blocks.isEmpty else { return }
        state.withLock { state in
            state.free += blocks
            guard state.free.count == state.count else { return }
            state.free = []
            state.count = 0
            state.file?.empty()
        }
    }

    /// All of the bytes, which fit into the block from `offset` on; false when there was no room for them.
    func write(_ bytes: UnsafeRawBufferPointer, block: Int, offset: Int) -> Bool {
        unsafe state.withLock { $0.file }?.write(bytes, at: block * Self.blockSize + offset) ?? false
    }

    /// Fills the buffer from a place in a block that has so much; false when it could not be read.
    func read(into buffer: UnsafeMutableRawBufferPointer, block: Int, offset: Int) -> Bool {
        unsafe state.withLock { $0.file }?.read(into: buffer, at: block * Self.blockSize + offset) ?? false
    }
}
