package import Bytes
package import Flow
import JSON

/// Reads HAR files, Hark's own and others', whole or damaged. A function of the bytes.
///
/// Only one entry is taken apart at a time, and what is kept of it shares the file's bytes, so that memory stays near
/// the file's size. Every entry that can be read is read, wherever the damage is; everything else is told with its
/// place.
package enum HARReader {
    package static func read(_ file: Bytes) -> RecordedFile {
        file.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            var walk = HARWalk(EntryList(file, bytes))
            walk.read()
            return RecordedFile(flows: walk.list.finish(), damage: walk.list.log.finish(bytes), creator: walk.creator)
        }
    }
}

extension HARReader {
    /// The entry of these bytes, which are one entry of a HAR or a log and nothing else: the one at `place` in its
    /// file; nil when anything is wrong with it; where, only who reads the whole file can say.
    package static func entry(_ bytes: Bytes, at place: Int) -> FlowRecord? {
        let read = tolerantEntry(bytes, at: place)
        return read.damage.isEmpty ? read.flows.first : nil
    }

    /// The same, so far as it can be read: one flow or none, and what is wrong with it, by its place in these bytes.
    ///
    /// - Parameter pages: the pages of its file.
    package static func tolerantEntry(_ bytes: Bytes, at place: Int, pages: HARPages = HARPages()) -> RecordedFile {
        bytes.withUnsafeBytes { raw in
            let raw = raw.bindMemory(to: UInt8.self)
            var list = EntryList(bytes, raw, first: place)
            list.pages = pages.byName
            list.readEntry()
            list.parser.skipWhitespace()
            guard list.parser.position == list.parser.end, list.flows.count == 1 else {
                if list.log.isEmpty { list.log.add(0, "No entry stands here.", "It was left out.") }
                return RecordedFile(damage: list.log.finish(raw))
            }
            return RecordedFile(flows: list.finish(), damage: list.log.finish(raw))
        }
    }
}

extension HARReader {
    /// The pages of a HAR whose entries were taken out: what stands before the first and behind the last.
    package static func pages(around entries: Bytes) -> HARPages {
        entries.withUnsafeBytes { raw in
            var walk = HARWalk(EntryList(entries, raw.bindMemory(to: UInt8.self)))
            walk.read()
            return HARPages(byName: walk.list.pages)
        }
    }
}

/// The way through one file: `{"log": {…, "entries": [ … ]}}`.
private struct HARWalk {
    var list: EntryList
    var creator: Bytes?
    private var foundEntries = false
    /// The whole file is one entry.
    private var isEntry = false

    init(_ list: EntryList) {
        self.list = list
    }

    mutating func read() {
        if InputKind.hasByteOrderMark(list.parser.bytes) { list.parser.position = 3 }
        list.parser.skipWhitespace()
        let start = list.parser.position
        do throws(JSONError) {
            switch list.parser.next {
            case UInt8(ascii: "{"): try members(isRoot: true)
            case UInt8(ascii: "["): entries()
            case nil:
                list.log.add(start, "The file is empty.", "There is nothing to read.")
                return
            default: throw JSONError(code: .expectedValue, offset: start)
            }
            if isEntry, !foundEntries {
                list.parser.position = start
                list.readEntry()
                return
            }
        } catch {
            recover(error)
        }
        guard !foundEntries else { return trailing() }
        list.log.add(start, "There is no list of entries (log.entries) in this file.", "No entry was read.")
    }

    private mutating func members(isRoot: Bool) throws(JSONError) {
        list.parser.position += 1
        while true {
            list.parser.skipWhitespace()
            if list.parser.next == UInt8(ascii: "}") { break }
            let key = try list.parser.key()
            list.parser.skipWhitespace()
            if isRoot, key.isEqual(to: "log", in: list.file), list.parser.next == UInt8(ascii: "{") {
                try members(isRoot: false)
            } else if key.isEqual(to: "entries", in: list.file), list.parser.next == UInt8(ascii: "[") {
                entries()
            } else {
                if isRoot, key.isEqual(to: "request", in: list.file) { isEntry = true }
                let node = try list.parser.tree()
                if !isRoot, key.isEqual(to: "pages", in: list.file) { list.pages = HARPages(node, list.file).byName }
                if key.isEqual(to: "creator", in: list.file) {
                    creator = node.member("name", in: list.file)?.string(in: list.file)
                }
            }
            guard try list.parser.goesOn(until: UInt8(ascii: "}")) else { break }
        }
        list.parser.position += 1
    }

    /// The list, from its opening bracket to past its closing one, or to the end of the file.
    private mutating func entries() {
        foundEntries = true
        list.parser.position += 1
        while true {
            list.parser.skipWhitespace()
            switch list.parser.next {
            case ASCII.comma: list.parser.position += 1
            case UInt8(ascii: "]"):
                list.parser.position += 1
                return
            case nil: return
            default: list.readEntry()
            }
        }
    }

    /// The file is broken outside of its entries: whatever entries come behind that place are read.
    private mutating func recover(_ error: JSONError) {
        let isCutOff = error.code == .endOfFile && foundEntries
        list.log.add(
            error.offset, isCutOff ? "The file ends before its brackets are closed." : error.text,
            isCutOff ? "All entries before were read." : "Entries behind this place are looked for.")
        guard !isCutOff, list.findEntry(from: error.offset) else {
            list.parser.position = list.parser.end
            return
        }
        // As if the bracket that opens the list stood in front.
        list.parser.position -= 1
        entries()
    }

    private mutating func trailing() {
        list.parser.skipWhitespace()
        guard list.parser.position < list.parser.end else { return }
        let offset = list.parser.position
        if list.findEntry(from: offset) {
            list.log.add(offset, "More entries stand behind the end of the list.", "They were read.")
            list.parser.position -= 1
            entries()
        } else {
            list.log.add(
                offset, "\(list.parser.end - offset) bytes stand behind the end of the list.", "They were left out.")
            list.parser.position = list.parser.end
        }
    }
}
