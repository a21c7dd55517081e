import Bytes
import Flow

/// What was kept so far of one message's content, as transferred: in memory while small, else in a temporary file.
struct KeptBody {
    /// One piece is kept as it came, without a copy: most bodies are no more.
    private var first = Bytes()
    private var memory: [UInt8] = []
    private var spool: BodySpool?
    /// Nothing more is kept: the limit was reached, or there was no room.
    var isCut = false

    /// Bytes kept.
    var count: Int { spool?.count ?? (first.count + memory.count) }
    /// What it takes of memory.
    var memoryUsed: Int { first.count + memory.capacity }
    /// It is in a file, and no longer in memory.
    var isSpilled: Bool { spool != nil }

    /// Keeps the bytes in memory.
    mutating func append(_ bytes: Bytes) {
        if count == 0 {
            first = bytes
            return
        }
        if memory.isEmpty {
            memory.reserveCapacity((first.count + bytes.count) * 3 / 2)
            memory += first
            first = Bytes()
        }
        memory += bytes
    }

    /// Keeps the bytes in the file; false when there was no room for them.
    func spool(_ bytes: Bytes) -> Bool {
        spool.map { spool in unsafe bytes.withUnsafeBytes { unsafe spool.append($0) } } ?? false
    }

    /// Moves what is in memory to the file; false when there was no room for it.
    mutating func spill(to pool: SpoolPool) -> Bool {
        let spool = BodySpool(pool)
        let whole = first.isEmpty ? Bytes(memory) : first
        guard unsafe whole.withUnsafeBytes({ unsafe spool.append($0) }) else { return false }
        self.spool = spool
        first = Bytes()
        memory = []
        return true
    }

    /// For the record of a flow that ends; nothing is kept after.
    mutating func takeContent() -> ContentRef {
        defer { self = KeptBody() }
        if let spool { return .spooled(spool.take()) }
        return .inline(first.isEmpty ? Bytes(memory) : first)
    }
}
