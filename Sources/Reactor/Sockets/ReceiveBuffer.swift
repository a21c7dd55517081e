/// The bytes a socket received and nobody has consumed yet.
///
/// Owned by its socket; runs on the loop. Its memory is borrowed: nothing while there is nothing unread, a block of the
/// loop's pool while bytes pass, an allocation of the right size for a small rest that waits for more, and a larger one
/// when the consumer cannot go on without more than a block, up to `maximum`.
@safe package final class ReceiveBuffer {
    /// How many unread bytes are kept before reading stops.
    package var maximum = 512 * 1024

    private let pool: BlockPool
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    private var head = 0
    private var tail = 0
    /// How many `withSpan` are running: until they end, the memory stays where it is.
    private var lent = 0
    private var isReleased = false
    /// Set while reading has stopped because the buffer is full; called when bytes were consumed.
    package var didMakeRoom: (() -> Void)?

    init(pool: BlockPool) {
        self.pool = pool
    }

    deinit {
        releaseMemory()
    }

    package var count: Int { tail - head }
    package var isEmpty: Bool { head == tail }
    /// No more can be received until something is consumed.
    package var isFull: Bool { count >= maximum }

    /// Lends the unread bytes. Consuming inside is allowed; the span stays as it was.
    package func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lent += 1
        defer { endLending() }
        let bytes = unsafe UnsafeBufferPointer(
            start: base.map { unsafe ($0 + head).assumingMemoryBound(to: UInt8.self) }, count: count)
        return unsafe try body(bytes.span)
    }

    /// Lends the unread bytes as a buffer; the pointer must not escape.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lent += 1
        defer { endLending() }
        let start = unsafe base.map { unsafe UnsafeRawPointer($0 + head) }
        return unsafe try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Drops the first `count` unread bytes (at most all).
    package func consume(_ count: Int) {
        head += min(max(count, 0), self.count)
        if let notify = didMakeRoom {
            didMakeRoom = nil
            notify()
        }
    }

    package func consumeAll() {
        consume(count)
    }

    // MARK: For who fills it: the socket, or what stands between a socket and its reader

    /// A buffer for bytes that are made of a socket's, as by decryption.
    package convenience init(on loop: EventLoop) {
        self.init(pool: loop.pool)
    }

    /// Room to receive into, or nil when the buffer is full. `received` must follow before anything else is done.
    package func room() -> UnsafeMutableRawBufferPointer? {
        guard !isFull, !isReleased else { return nil }
        if isEmpty {
            head = 0
            tail = 0
        }
        if capacity < BlockPool.blockSize {
            unsafe adopt(pool.take(), capacity: BlockPool.blockSize)
        } else if capacity - tail < 4096 {
            if head > capacity / 2 || capacity >= maximum {
                compact()
            } else {
                let larger = max(min(capacity * 2, maximum), BlockPool.blockSize)
                unsafe adopt(.allocate(byteCount: larger, alignment: 64), capacity: larger)
            }
        }
        guard let base = unsafe base else { return nil }
        return unsafe UnsafeMutableRawBufferPointer(start: base + tail, count: min(capacity - tail, maximum - count))
    }

    package func received(_ count: Int) {
        tail += count
    }

    /// Reading is over for now: keeps no more memory than the unread bytes deserve.
    package func settle() {
        guard lent == 0 else { return }
        if isEmpty {
            releaseMemory()
        } else if count <= min(capacity, BlockPool.blockSize) / 4, capacity >= BlockPool.blockSize {
            let exact = (count + 63) & ~63
            unsafe adopt(.allocate(byteCount: exact, alignment: 64), capacity: exact)
        }
    }

    /// The socket is closed: unread bytes are gone.
    package func release() {
        isReleased = true
        didMakeRoom = nil
        head = tail
        if lent == 0 {
            releaseMemory()
        }
    }

    private func endLending() {
        lent -= 1
        if lent == 0, isReleased {
            releaseMemory()
        }
    }

    private func compact() {
        guard head > 0, let base = unsafe base else { return }
        unsafe base.copyMemory(from: base + head, byteCount: count)
        tail -= head
        head = 0
    }

    /// Moves the unread bytes into `memory`.
    private func adopt(_ memory: UnsafeMutableRawPointer, capacity: Int) {
        let unread = count
        if let base = unsafe base {
            unsafe memory.copyMemory(from: base + head, byteCount: unread)
        }
        releaseMemory()
        unsafe base = memory
        self.capacity = capacity
        tail = unread
    }

    private func releaseMemory() {
        if let base = unsafe base {
            if capacity == BlockPool.blockSize {
                unsafe pool.giveBack(base)
            } else {
                unsafe base.deallocate()
            }
        }
        unsafe base = nil
        capacity = 0
        head = 0
        tail = 0
    }
}
