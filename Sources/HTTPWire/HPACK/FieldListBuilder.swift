import Bytes
import HTTPModel

/// Gathers fields as they are decoded, up to the limits: each a line of HTTP/1, written where it stays.
struct FieldListBuilder {
    /// How large a section is.
    struct Size {
        var octets = 0
        var lines = 0
    }

    /// A line that is being written: where it begins, and its name.
    struct Draft {
        let start: Int
        let nameCount: Int
        let known: KnownField

        fileprivate var valueStart: Int { start + nameCount + TableEntry.separator }
    }

    private let sizeLimit: Int
    private let countLimit: Int
    /// The lines so far. Names and values that are written out are decoded into it, behind them.
    var text: [UInt8] = []
    private var lines: [FieldLine] = []
    /// Places of the lines that came as never to be indexed.
    private(set) var sensitiveLines: Set<Int> = []
    private(set) var size = 0
    private(set) var count = 0
    private(set) var isExcessive = false

    /// - Parameter usual: room for so much is there at first, so that a section is allocated once.
    init(sizeLimit: Int, countLimit: Int, usual: Size) {
        self.sizeLimit = sizeLimit
        self.countLimit = countLimit
        text.reserveCapacity(usual.octets)
        lines.reserveCapacity(usual.lines)
    }

    /// Appends a field of a table.
    mutating func append(_ entry: FieldStore.Entry, of store: FieldStore) {
        guard admit(entry.size) else { return }
        let draft = Draft(start: text.count, nameCount: entry.nameCount, known: entry.known)
        store.copyLine(of: entry, to: &text)
        note(draft)
    }

    /// What was appended to the text from `start` on is a name; its value comes next.
    mutating func endName(from start: Int, known: KnownField?) -> Draft {
        let known = known ?? KnownField.named(text.span.extracting(start..<text.count))
        let draft = Draft(start: start, nameCount: text.count - start, known: known)
        text.append(ASCII.colon)
        text.append(ASCII.space)
        return draft
    }

    /// What was appended since is the value.
    mutating func endValue() {
        text.appendLineEnd()
    }

    /// Enters the last line into the table.
    func enter(_ draft: Draft, into table: inout DynamicTable, from stream: UInt32) {
        let name = text.span.extracting(draft.start..<draft.start + draft.nameCount)
        let value = text.span.extracting(draft.valueStart..<text.count - TableEntry.lineEnd)
        // Nobody searches it.
        table.insert(
            name, value, FieldHash(), known: draft.known, origin: TableEntry.Origin(stream: stream, field: count))
    }

    /// Counts the last line, which goes when it is one too many.
    mutating func keep(_ draft: Draft, isSensitive: Bool) {
        let place = count
        let around = TableEntry.separator + TableEntry.lineEnd
        guard admit(text.count - draft.start - around + TableEntry.overhead) else {
            return text.removeLast(text.count - draft.start)
        }
        note(draft)
        if isSensitive { sensitiveLines.insert(place) }
    }

    private mutating func admit(_ fieldSize: Int) -> Bool {
        count += 1
        size += fieldSize
        if size > sizeLimit || count > countLimit { isExcessive = true }
        return !isExcessive
    }

    private mutating func note(_ draft: Draft) {
        lines.append(
            FieldLine(
                start: draft.start, nameEnd: draft.start + draft.nameCount, valueStart: draft.valueStart,
                valueEnd: text.count - TableEntry.lineEnd, end: text.count, known: draft.known))
    }

    /// How large the section is, its empty line included.
    var extent: Size { Size(octets: text.count + TableEntry.lineEnd, lines: lines.count) }

    /// The section, an empty line at its end; nothing is left here.
    mutating func takeSection() -> FieldSection {
        text.appendLineEnd()
        var (raw, places): ([UInt8], [FieldLine]) = ([], [])
        swap(&raw, &text)
        swap(&places, &lines)
        return FieldSection(raw: Bytes(raw), lines: places)
    }
}
