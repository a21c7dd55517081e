/// What of one signal is to be sent, in order and within limits: what does not fit is dropped and counted, and what is
/// there already stays. A value.
package struct ExportQueue: Sendable {
    private struct Entry {
        let items: [[UInt8]]
        let size: Int
        let added: Int64
    }

    /// So many flows, or so many bytes, wait at most.
    package static let flowLimit = 16_384
    package static let byteLimit = 32 << 20
    /// A batch has at most so many spans, and goes at the latest so many microseconds after its first one came.
    package static let batch = 512
    package static let patience: Int64 = 1_000_000

    private var entries: ArraySlice<Entry> = []
    private var waiting = 0
    /// Bytes that wait.
    private var size = 0
    /// Flows that were dropped, as there was no room.
    package private(set) var dropped = 0

    package init() {}

    /// Flows that wait.
    package var count: Int { entries.count }

    package mutating func add(_ items: [[UInt8]], now: Int64) {
        guard !items.isEmpty else { return }
        let bytes = items.reduce(0) { $0 + $1.count }
        guard entries.count < Self.flowLimit, size + bytes <= Self.byteLimit else {
            dropped += 1
            return
        }
        entries.append(Entry(items: items, size: bytes, added: now))
        waiting += items.count
        size += bytes
    }

    /// Whether a batch is full, or its first part has waited long enough.
    package func isDue(now: Int64) -> Bool {
        guard let first = entries.first else { return false }
        return waiting >= Self.batch || now - first.added >= Self.patience
    }

    /// Takes a batch: whole flows, at least one; and how many they are.
    package mutating func take() -> (flows: Int, items: [[UInt8]]) {
        var batch: [[UInt8]] = []
        var flows = 0
        while let first = entries.first, batch.isEmpty || batch.count + first.items.count <= Self.batch {
            batch += first.items
            size -= first.size
            entries.removeFirst()
            flows += 1
        }
        waiting -= batch.count
        // A slice keeps what was in front of it.
        if entries.startIndex > 4_096 { entries = ArraySlice(Array(entries)) }
        return (flows, batch)
    }
}
