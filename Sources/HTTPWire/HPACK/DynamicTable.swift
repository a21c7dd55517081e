import Bytes
import HTTPModel

/// What both sides remember of the fields that came (RFC 7541 §2.3.2): the newest first, the oldest given up when room
/// is needed.
package struct DynamicTable: Sendable {
    /// In the order of arrival; those before `start` are given up.
    private(set) var store = FieldStore()
    private var start = 0
    /// How many were taken out of the store before: an entry's number is its place there and these.
    private var gone = 0
    /// What the entries count for (RFC 7541 §4.1).
    package private(set) var size = 0
    /// What they may count for at most; the encoder says it in its blocks.
    package private(set) var limit: Int
    /// Of each remainder of a field's hash the number of the newest entry, -1 without one; each entry knows the one
    /// before it. Empty while nobody searches, and before the first entry.
    private var newest: [Int] = []
    private let isSearched: Bool
    private static let remainders = 64

    /// An empty table.
    ///
    /// - Parameter isSearched: fields are looked up in it.
    package init(limit: Int = 4096, isSearched: Bool = false) {
        self.limit = limit
        self.isSearched = isSearched
    }

    /// How many entries there are.
    package var count: Int { store.entries.count - start }
    /// The newest first, as they are counted.
    package var entries: [TableEntry] {
        (start..<store.entries.count).reversed().map { store.tableEntry(at: $0) }
    }

    /// The entry at an index as blocks have it (RFC 7541 §2.3.3); nil for one of the static table, and beyond the last.
    func entry(at index: Int) -> FieldStore.Entry? {
        let place = store.entries.count - (index - StaticTable.count)
        return index > StaticTable.count && place >= start ? store.entries[place] : nil
    }

    private func index(of place: Int) -> Int { StaticTable.count + store.entries.count - place }

    /// Puts an entry first. One that is larger than the table empties it, and is none (RFC 7541 §4.4).
    mutating func insert(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ hash: FieldHash, known: KnownField,
        origin: TableEntry.Origin? = nil
    ) {
        let added = name.count + value.count + TableEntry.overhead
        evict(downTo: limit - added)
        guard added <= limit else { return }
        var next = -1
        if isSearched {
            if newest.isEmpty { newest = Array(repeating: -1, count: Self.remainders) }
            let remainder = Int(hash.whole) % Self.remainders
            next = newest[remainder]
            newest[remainder] = gone + store.entries.count
        }
        store.append(name, value, hash, known: known, origin: origin, next: next)
        size += added
    }

    mutating func setLimit(_ limit: Int) {
        self.limit = limit
        evict(downTo: limit)
    }

    private mutating func evict(downTo most: Int) {
        while size > max(0, most), start < store.entries.count {
            size -= store.entries[start].size
            start += 1
        }
        // What was given up is dropped when it is most of what is stored.
        if start * 2 > store.entries.count {
            store.removeFirst(start)
            gone += start
            start = 0
        }
    }

    // MARK: - Searches

    /// The index of the newest entry that is this field.
    func index(of name: Span<UInt8>, _ value: Span<UInt8>, _ hash: FieldHash) -> Int? {
        guard !newest.isEmpty else { return nil }
        var number = newest[Int(hash.whole) % Self.remainders]
        // Numbers fall from one to the next: behind the first that was given up, all were.
        while number >= gone + start {
            let entry = store.entries[number - gone]
            if store.isField(entry, name, value, hash) { return index(of: number - gone) }
            number = entry.next
        }
        return nil
    }

    /// The index of the newest entry of this name.
    func index(ofName name: Span<UInt8>, _ hash: UInt32) -> Int? {
        var place = store.entries.count - 1
        while place >= start {
            if store.isNamed(store.entries[place], name, hash) { return index(of: place) }
            place -= 1
        }
        return nil
    }
}
