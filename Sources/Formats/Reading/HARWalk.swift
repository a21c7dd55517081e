import Bytes
import Flow
import Messages

/// The way through one file: `{"log": {…, "entries": [ … ]}}`.
struct HARWalk {
    var list: EntryList
    private(set) var creator: Bytes?
    /// Gets the pages that the file lists.
    private let pages: (HARPages) -> Void
    /// Gets the connections that the file lists.
    private let connections: (ConnectionRecord) -> Void
    private var foundEntries = false
    /// The whole file is one entry.
    private var isEntry = false
    /// Members beside the log.
    private var rootMembers: [(name: String, place: Int)] = []

    init(
        _ list: EntryList, pages: @escaping (HARPages) -> Void,
        connections: @escaping (ConnectionRecord) -> Void = { _ in }
    ) {
        self.list = list
        self.connections = connections
        self.pages = pages
    }

    mutating func read() {
        if list.window.startsWithByteOrderMark() { list.window.position = 3 }
        list.window.skipWhitespace()
        let start = list.window.position
        do throws(JSONError) {
            switch list.window.next {
            case UInt8(ascii: "{"): try members(isRoot: true)
            case UInt8(ascii: "["): entries()
            case nil:
                list.log.add(start, "The file is empty.", "There is nothing to read.")
                return
            default: throw JSONError(code: .expectedValue, offset: start)
            }
            if isEntry, !foundEntries {
                list.window.position = start
                list.readEntry()
                return
            }
        } catch {
            recover(error)
        }
        guard !foundEntries else {
            for member in rootMembers { list.log.leave(member.name, at: member.place) }
            return trailing()
        }
        list.log.add(
            start, "There is no list of entries (log.entries) in this file.", "No entry was read.", losesFlows: true)
    }

    private mutating func members(isRoot: Bool) throws(JSONError) {
        list.window.position += 1
        while true {
            list.window.skipWhitespace()
            if list.window.next == UInt8(ascii: "}") { break }
            let place = list.window.position
            let key = try list.window.parse { parser throws(JSONError) in try parser.key() }.bytes(
                in: list.window.bytes)
            list.window.skipWhitespace()
            if isRoot, key.isExactly("log"), list.window.next == UInt8(ascii: "{") {
                try members(isRoot: false)
            } else if key.isExactly("entries"), list.window.next == UInt8(ascii: "[") {
                entries()
            } else {
                if isRoot, key.isExactly("request") { isEntry = true }
                let node = try list.window.parse { parser throws(JSONError) in try parser.tree() }
                let bytes = list.window.bytes
                if !isRoot, key.isExactly("pages") { pages(HARPages(node, bytes, at: place)) }
                if !isRoot, key.isExactly("_connections") {
                    for element in node.elements ?? [] { ConnectionReader.read(element, in: bytes).map(connections) }
                }
                leave(key, at: place, node, isRoot: isRoot)
                if key.isExactly("creator") {
                    creator = node.member("name", in: bytes)?.string(in: bytes).map { Bytes(Array($0)) }
                }
            }
            if list.isStopped { return }
            let goesOn = try list.window.parse { parser throws(JSONError) in
                try parser.goesOn(until: UInt8(ascii: "}"))
            }
            guard goesOn else { break }
        }
        list.window.position += 1
    }

    /// Notes what no record has a place for.
    private mutating func leave(_ key: Bytes, at place: Int, _ node: JSONNode, isRoot: Bool) {
        if isRoot {
            // Whether the file is one entry is known at its end.
            let isRead = Self.read.contains { key.isExactly($0) }
            if !isRead, rootMembers.count < Self.rootLimit { rootMembers.append((key.text, place)) }
            return
        }
        let isOwn =
            key.isExactly("creator")
            && node.member("name", in: list.window.bytes)?.string(in: list.window.bytes)?.isExactly("Hark") == true
        if !isOwn, !Self.read.contains(where: { key.isExactly($0) }) { list.log.leave("log." + key.text, at: place) }
    }

    private static let rootLimit = 100

    /// What is read of a log, or says nothing beyond its form.
    private static let read: [StaticString] = ["version", "entries", "pages", "_connections", "log"]

    /// The list, from its opening bracket to past its closing one, or to the end of the file.
    private mutating func entries() {
        foundEntries = true
        list.window.position += 1
        while true {
            list.window.skipWhitespace()
            switch list.window.next {
            case ASCII.comma: list.window.position += 1
            case UInt8(ascii: "]"):
                list.window.position += 1
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
            isCutOff ? "All entries before this place were read." : "Hark looks for more entries after this place.",
            losesFlows: true)
        guard !isCutOff, list.findEntry(from: error.offset) else {
            list.window.position = list.window.end
            return
        }
        // As if the bracket that opens the list stood in front.
        list.window.position -= 1
        entries()
    }

    private mutating func trailing() {
        list.window.skipWhitespace()
        guard list.window.position < list.window.end else { return }
        let offset = list.window.position
        if list.findEntry(from: offset) {
            list.log.add(offset, "More entries follow the end of the list.", "They were read.")
            list.window.position -= 1
            entries()
        } else {
            list.log.add(
                offset, "\(list.window.end - offset) bytes follow the end of the list.", "They were left out.")
            list.window.position = list.window.end
        }
    }
}
