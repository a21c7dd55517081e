import Bytes
import HTTPModel

/// The fields of a table, in the order of arrival: their lines one behind the other, as HTTP/1 writes them. A field
/// that is named is copied from there as a whole line, and none has storage of its own.
struct FieldStore: Sendable {
    /// A field: where it stands, and by what a search passes it over.
    struct Entry: Sendable {
        /// Octets of the lines before it, of those too that are gone.
        fileprivate let start: Int
        let nameCount: Int
        let valueCount: Int
        /// Which field it is, for those a proxy knows by sight.
        let known: KnownField
        let hash: FieldHash
        /// Nil for entries of the static table.
        let origin: TableEntry.Origin?
        /// Where a search goes on.
        let next: Int

        /// RFC 7541 §4.1.
        var size: Int { nameCount + valueCount + TableEntry.overhead }
        fileprivate var lineCount: Int { nameCount + TableEntry.separator + valueCount + TableEntry.lineEnd }
    }

    private(set) var entries: [Entry] = []
    private var text: [UInt8] = []
    /// Octets of lines that are gone.
    private var gone = 0

    mutating func append(
        _ name: Span<UInt8>, _ value: Span<UInt8>, _ hash: FieldHash, known: KnownField,
        origin: TableEntry.Origin? = nil, next: Int = -1
    ) {
        let start = gone + text.count
        text.appendLine(name, value)
        entries.append(
            Entry(
                start: start, nameCount: name.count, valueCount: value.count, known: known, hash: hash, origin: origin,
                next: next))
    }

    mutating func removeFirst(_ count: Int) {
        guard count > 0 else { return }
        let octets = (count < entries.count ? entries[count].start - gone : text.count)
        text.removeFirst(octets)
        gone += octets
        entries.removeFirst(count)
    }

    // MARK: - One entry

    func copyLine(of entry: Entry, to output: inout [UInt8]) {
        copy(entry.start - gone, entry.lineCount, to: &output)
    }

    func copyName(of entry: Entry, to output: inout [UInt8]) {
        copy(entry.start - gone, entry.nameCount, to: &output)
    }

    private func copy(_ start: Int, _ count: Int, to output: inout [UInt8]) {
        unsafe text.span.extracting(start..<start + count).withUnsafeBufferPointer {
            unsafe output.append(contentsOf: $0)
        }
    }

    @inline(__always)
    func isNamed(_ entry: Entry, _ name: Span<UInt8>, _ hash: UInt32) -> Bool {
        guard entry.hash.name == hash, entry.nameCount == name.count else { return false }
        let start = entry.start - gone
        return text.span.extracting(start..<start + entry.nameCount).holdsSame(as: name)
    }

    @inline(__always)
    func isField(_ entry: Entry, _ name: Span<UInt8>, _ value: Span<UInt8>, _ hash: FieldHash) -> Bool {
        guard entry.hash == hash, entry.nameCount == name.count, entry.valueCount == value.count else { return false }
        let start = entry.start - gone
        let valueStart = start + entry.nameCount + TableEntry.separator
        return text.span.extracting(valueStart..<valueStart + entry.valueCount).holdsSame(as: value)
            && text.span.extracting(start..<start + entry.nameCount).holdsSame(as: name)
    }

    /// For people, and for whoever keeps it.
    func tableEntry(at place: Int) -> TableEntry {
        let entry = entries[place]
        let start = entry.start - gone
        let line = Bytes(copying: text.span, start..<start + entry.lineCount)
        let valueStart = entry.nameCount + TableEntry.separator
        return TableEntry(
            name: line.slice(0..<entry.nameCount), value: line.slice(valueStart..<valueStart + entry.valueCount),
            origin: entry.origin)
    }
}
