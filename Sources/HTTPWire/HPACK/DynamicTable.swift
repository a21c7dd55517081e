import Bytes

/// What both sides remember of the fields that came (RFC 7541 §2.3.2): the newest first, the oldest given up when room
/// is needed.
package struct DynamicTable: Sendable, Hashable {
    /// In the order they came; those before `start` are gone.
    private var stored: [TableEntry] = []
    private var start = 0
    /// What the entries count for (RFC 7541 §4.1).
    package private(set) var size = 0
    /// What they may count for at most; the encoder says it in its blocks.
    package private(set) var limit: Int

    /// An empty table.
    package init(limit: Int = 4096) {
        self.limit = limit
    }

    /// How many entries there are.
    package var count: Int { stored.count - start }
    /// The newest first, as they are counted.
    package var entries: [TableEntry] { stored[start...].reversed() }

    /// The entry at a place from 0, the newest, on; nil beyond the last.
    package func entry(_ place: Int) -> TableEntry? {
        place >= 0 && place < count ? stored[stored.count - 1 - place] : nil
    }

    /// The entry at an index as blocks have it (RFC 7541 §2.3.3): the static table's first.
    package func field(at index: Int) -> TableEntry? {
        index <= StaticTable.count ? StaticTable[index] : entry(index - StaticTable.count - 1)
    }

    /// Puts an entry first. One that is larger than the table empties it, and is none (RFC 7541 §4.4).
    mutating func insert(_ entry: TableEntry) {
        evict(downTo: limit - entry.size)
        guard entry.size <= limit else { return }
        stored.append(entry)
        size += entry.size
    }

    mutating func setLimit(_ limit: Int) {
        self.limit = limit
        evict(downTo: limit)
    }

    private mutating func evict(downTo most: Int) {
        while size > max(0, most), start < stored.count {
            size -= stored[start].size
            start += 1
        }
        // What was given up is dropped when it is most of what is stored.
        if start * 2 > stored.count {
            stored.removeFirst(start)
            start = 0
        }
    }

    /// The place of the field; the newest first.
    func place(of name: Bytes, _ value: Bytes, _ hash: FieldHash) -> Int? {
        // By a span: what is read of an array's element in place of it copies the element.
        let entries = stored.span
        var place = entries.count - 1
        while place >= start {
            if entries[place].isField(name, value, hash) { return entries.count - 1 - place }
            place -= 1
        }
        return nil
    }

    /// The place of the newest field of this name.
    func place(ofName name: Bytes, _ hash: FieldHash) -> Int? {
        let entries = stored.span
        var place = entries.count - 1
        while place >= start {
            if entries[place].isNamed(name, hash) { return entries.count - 1 - place }
            place -= 1
        }
        return nil
    }
}
