import Bytes
import Flow
import JSON

/// Collects the entries of one file, and finds the next one behind a damaged place. Owned by one reader, for as long as
/// the file's bytes are lent to it.
struct EntryList {
    let file: Bytes
    var parser: JSONParser
    var log = DamageLog()
    /// The pages of the file, as JSON, by their names.
    var pages: [Bytes: Bytes] = [:]
    /// Which pages flows belong to, by their place in `flows`: a file may list its pages behind them.
    private var pageNames: [(place: Int, name: Bytes)] = []
    private(set) var flows: [FlowRecord] = []
    /// The place of the next entry, damaged ones counted.
    private(set) var index: Int
    /// Names that entries of this file begin with, beyond those that recorders are known to begin with.
    private var firstKeys: [Bytes] = []
    /// How much may be read in vain while looking for entries, so that hostile files cost no more than their size.
    private var budget: Int

    /// - Parameter first: the place of the first entry, when the bytes are not a whole file.
    init(_ file: Bytes, _ bytes: UnsafeBufferPointer<UInt8>, first: Int = 0) {
        self.file = file
        index = first
        parser = JSONParser(bytes)
        budget = bytes.count * 4 + (1 << 20)
    }

    /// Reads the entry at the position. When it is broken, goes on to where the next may begin, or to the end.
    mutating func readEntry() {
        parser.skipWhitespace()
        let start = parser.position
        log.entry = index
        // A stray bracket is no entry, and moves none from its place.
        let isStray = parser.next != UInt8(ascii: "{")
        defer { log.entry = nil }
        do throws(JSONError) {
            let node = try parser.tree()
            // A quotation mark too many makes a string of what stands before the next one.
            if case .string = node.value, !parser.endsElement() {
                throw JSONError(code: .expectedCommaOrEnd, offset: parser.position)
            }
            take(node)
            index += 1
        } catch {
            if !isStray { index += 1 }
            budget -= parser.position - start
            recover(from: start, error)
        }
    }

    mutating func take(_ node: JSONNode) {
        if case .object(let members) = node.value, let key = members.first?.key, !key.hasEscapes, firstKeys.count < 8 {
            let name = file.slice(key.range)
            if !firstKeys.contains(name) { firstKeys.append(name) }
        }
        var reader = EntryReader(file: file, index: index, log: log)
        if let flow = reader.read(node) {
            if let name = reader.pageName(node) { pageNames.append((flows.count, name)) }
            flows.append(flow)
        }
        log = reader.log
    }

    /// The flows, each with the page it belongs to.
    mutating func finish() -> [FlowRecord] {
        for (place, name) in pageNames {
            guard let page = pages[name] else { continue }
            let remarks = flows[place].remarks
            flows[place].remarks = FileRemarks(
                comment: remarks?.comment, tags: remarks?.tags ?? [],
                members: ToldMembers.adding(page, to: remarks?.members))
        }
        pageNames = []
        return flows
    }

    private mutating func recover(from start: Int, _ error: JSONError) {
        if findEntry(from: start + 1) {
            log.add(error.offset, error.text, "This entry was left out; reading goes on at byte \(parser.position).")
            return
        }
        let remedy =
            budget < 0
            ? "What follows is too damaged to look for more entries in it."
            : "This entry was left out, and no other follows it."
        log.add(error.offset, error.text, remedy)
        parser.position = parser.end
    }

    // MARK: Looking for entries

    /// Moves to the next place where a whole entry begins: an object whose first member is named as entries' are, and
    /// that has a request or a response. False when there is none; the position is of no use then.
    mutating func findEntry(from start: Int) -> Bool {
        var candidate = start
        while budget >= 0, let found = nextOpening(from: candidate) {
            parser.position = found
            let isEntry = (try? parser.tree()).map(looksLikeEntry) ?? false
            if isEntry {
                parser.position = found
                return true
            }
            budget -= parser.position - found
            candidate = found + 1
        }
        return false
    }

    private func looksLikeEntry(_ node: JSONNode) -> Bool {
        if case .object = node.member("request", in: file)?.value { return true }
        if case .object = node.member("response", in: file)?.value { return true }
        return false
    }

    /// The next `{` with such a name behind it.
    private func nextOpening(from start: Int) -> Int? {
        let bytes = parser.bytes
        var index = start
        while index < parser.end {
            guard bytes[index] == UInt8(ascii: "{") else {
                index += 1
                continue
            }
            var name = index + 1
            while name < parser.end, bytes[name] <= ASCII.space { name += 1 }
            if name < parser.end, bytes[name] == ASCII.quote, beginsEntry(name + 1) { return index }
            index += 1
        }
        return nil
    }

    private func beginsEntry(_ start: Int) -> Bool {
        let bytes = parser.bytes
        var end = start
        while end < parser.end, end - start <= Self.longestKey, bytes[end] != ASCII.quote { end += 1 }
        guard end < parser.end, bytes[end] == ASCII.quote, end > start else { return false }
        let name = file.slice(start..<end)
        return firstKeys.contains(name) || Self.knownKeys.contains { name.isExactly($0) }
    }

    private static let longestKey = 64
    private static let knownKeys: [StaticString] = [
        "_id", "startedDateTime", "pageref", "request", "response", "time", "cache", "connection", "serverIPAddress",
        "timings", "comment", "_initiator", "_priority", "_resourceType", "_connectionId", "_fromCache",
        "_webSocketMessages",
    ]
}
