internal import Bytes
internal import CPosix

/// The bytes a socket owes its peer and the system has not taken yet.
///
/// Small pieces are copied together, large `Bytes` are kept as they are. Owned by its socket; runs on the loop.
struct SendQueue: ~Copyable {
    /// A `Bytes` of this size or more is queued without a copy.
    private static let sharedSize = 4096
    /// Bytes that are copied in such a quantity become a piece of their own.
    private static let wholeSize = 16 * 1024
    /// Copied bytes are gathered up to about this size.
    private static let gatheredSize = 64 * 1024
    static let vectorLimit = 16

    /// Whole pieces, the oldest at `first`.
    private var pieces = ContiguousArray<Bytes>()
    private var first = 0
    /// Copied bytes that come after all pieces.
    private var gathered: [UInt8] = []
    /// How much of the oldest piece (or of `gathered`, without pieces) has been sent.
    private var sent = 0
    private let budget: SendBudget
    private(set) var count = 0 {
        didSet { budget.change(by: count - oldValue) }
    }

    init(budget: SendBudget) {
        self.budget = budget
    }

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard unsafe !bytes.isEmpty else { return }
        if bytes.count >= Self.wholeSize {
            // What grows by appending may take twice its size; a queue of many such pieces is to cost what it holds.
            seal()
            unsafe pieces.append(Bytes(Array(bytes)))
        } else {
            if gathered.count >= Self.gatheredSize {
                seal()
            }
            unsafe gathered.append(contentsOf: bytes)
        }
        count += bytes.count
    }

    mutating func append(_ bytes: Bytes) {
        guard bytes.count >= Self.sharedSize else {
            return unsafe bytes.withUnsafeBytes { unsafe append($0) }
        }
        seal()
        pieces.append(bytes)
        count += bytes.count
    }

    /// Lends the first bytes as vectors, with `extra` after them if there is room; `body` returns how many were sent.
    mutating func withVectors(
        and extra: UnsafeRawBufferPointer, _ body: (UnsafeMutablePointer<iovec>, Int32) -> Int
    ) -> Int {
        unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: Self.vectorLimit) { vectors in
            guard let base = vectors.baseAddress else { return 0 }
            return unsafe lend(from: first, at: 0, base, extra, body)
        }
    }

    /// Nests one borrow per piece; the innermost sees them all.
    private func lend(
        from piece: Int, at index: Int, _ vectors: UnsafeMutablePointer<iovec>, _ extra: UnsafeRawBufferPointer,
        _ body: (UnsafeMutablePointer<iovec>, Int32) -> Int
    ) -> Int {
        guard index < Self.vectorLimit else { return unsafe body(vectors, Int32(index)) }
        let skip = index == 0 ? sent : 0
        if piece < pieces.count {
            return unsafe pieces[piece].withUnsafeBytes { bytes in
                unsafe Self.set(vectors, index, bytes, skip)
                return unsafe lend(from: piece + 1, at: index + 1, vectors, extra, body)
            }
        }
        return unsafe gathered.withUnsafeBytes { bytes in
            var used = index
            if bytes.count > skip {
                unsafe Self.set(vectors, used, bytes, skip)
                used += 1
            }
            if used < Self.vectorLimit, unsafe !extra.isEmpty {
                unsafe Self.set(vectors, used, extra, 0)
                used += 1
            }
            return unsafe body(vectors, Int32(used))
        }
    }

    private static func set(
        _ vectors: UnsafeMutablePointer<iovec>, _ index: Int, _ bytes: UnsafeRawBufferPointer, _ skip: Int
    ) {
        guard let base = bytes.baseAddress else { return }
        // The system only reads through it, though its type does not say so.
        let start = unsafe UnsafeMutableRawPointer(mutating: base + skip)
        unsafe (vectors + index).initialize(to: iovec(iov_base: start, iov_len: bytes.count - skip))
    }

    /// Forgets the first `sentCount` bytes (at most all).
    mutating func remove(_ sentCount: Int) {
        var rest = min(sentCount, count)
        count -= rest
        while rest > 0, first < pieces.count {
            let left = pieces[first].count - sent
            guard rest >= left else {
                sent += rest
                return
            }
            rest -= left
            sent = 0
            pieces[first] = Bytes()
            first += 1
        }
        sent += rest
        if count == 0 {
            reset()
        } else if first > 32, first * 2 > pieces.count {
            pieces.removeSubrange(0..<first)
            first = 0
        }
    }

    mutating func removeAll() {
        count = 0
        reset()
    }

    private mutating func reset() {
        // A small buffer is worth keeping for the next message, a large one is not: most connections are idle.
        if gathered.capacity <= 1024 {
            gathered.removeAll(keepingCapacity: true)
        } else {
            gathered = []
        }
        pieces.removeAll(keepingCapacity: pieces.capacity <= 8)
        first = 0
        sent = 0
    }

    /// Makes the gathered bytes a piece, so that others can come after them.
    private mutating func seal() {
        guard !gathered.isEmpty else { return }
        // Without pieces before it, the part of `gathered` that was sent stays counted in `sent`.
        pieces.append(Bytes(gathered))
        gathered = []
    }
}
