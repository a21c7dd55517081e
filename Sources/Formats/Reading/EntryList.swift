import Bytes
import Flow

/// Hands out the entries of one file, one after the other, and finds the next one behind a damaged place. Owned by one
/// reader.
struct EntryList {
    /// Gets an entry, and says whether to go on. What is wrong with it goes into the log.
    typealias Taker = (FoundEntry, inout DamageLog) -> Bool

    var window: RecordingWindow
    var log = DamageLog()
    private let take: Taker
    /// Nobody wants more.
    private(set) var isStopped = false
    /// How many entries were handed out.
    private(set) var count = 0
    /// The place of the next entry, damaged ones counted.
    private var index = 0
    /// Names that entries of this file begin with, beyond those that recorders are known to begin with.
    private var firstKeys: [Bytes] = []
    /// How much may be read in vain while looking for entries, so that hostile files cost no more than their size.
    private var budget: Int

    init(_ window: RecordingWindow, _ take: @escaping Taker) {
        self.window = window
        self.take = take
        budget = window.size * 4 + (1 << 20)
    }

    /// Reads the entry at the position. When it is broken, goes on to where the next may begin, or to the end.
    mutating func readEntry() {
        window.skipWhitespace()
        let start = window.position
        log.entry = index
        // A stray bracket is no entry, and moves none from its place.
        let isStray = window.next != UInt8(ascii: "{")
        defer { log.entry = nil }
        do throws(JSONError) {
            let node = try window.parse { parser throws(JSONError) in
                let node = try parser.tree()
                // A quotation mark too many makes a string of what stands before the next one.
                if case .string = node.value, !parser.endsElement() {
                    throw JSONError(code: .expectedCommaOrEnd, offset: parser.position)
                }
                return node
            }
            hand(node, start..<window.position)
            index += 1
        } catch {
            if !isStray { index += 1 }
            budget -= window.position - start
            recover(from: start, error)
        }
    }

    private mutating func hand(_ node: JSONNode, _ range: Range<Int>) {
        if firstKeys.count < 8, case .object(let members) = node.value, let key = members.first?.key, !key.hasEscapes {
            let name = window.bytes.slice(key.range)
            if !firstKeys.contains(name) { firstKeys.append(Bytes(Array(name))) }
        }
        count += 1
        log.base = window.start
        if !take(FoundEntry(node: node, file: window.bytes, place: index, range: range), &log) { stop() }
        log.base = 0
    }

    /// Reads no more.
    private mutating func stop() {
        isStopped = true
        window.end = window.position
    }

    private mutating func recover(from start: Int, _ error: JSONError) {
        if findEntry(from: start + 1) {
            log.add(
                error.offset, error.text, "This entry was left out; reading continues at byte \(window.position).",
                losesFlows: true)
            return
        }
        let remedy =
            budget < 0
            ? "The rest is too damaged to find more entries."
            : "This entry was left out; no other entry follows."
        log.add(error.offset, error.text, remedy, losesFlows: true)
        window.position = window.end
    }

    // MARK: Looking for entries

    /// Moves to the next place where a whole entry begins: an object whose first member is named as entries' are, and
    /// that has a request or a response. False when there is none; the position is of no use then.
    mutating func findEntry(from start: Int) -> Bool {
        var candidate = start
        while budget >= 0, let found = nextOpening(from: candidate) {
            window.position = found
            let node = try? window.parse { parser throws(JSONError) in try parser.tree() }
            if node?.isEntry(in: window.bytes) == true {
                window.position = found
                return true
            }
            budget -= window.position - found
            candidate = found + 1
        }
        return false
    }

    /// The next `{` with such a name behind it.
    private mutating func nextOpening(from start: Int) -> Int? {
        var place = start
        while let found = window.firstIndex(of: UInt8(ascii: "{"), from: place) {
            if beginsEntry(window.peek(at: found, Self.longestOpening)) { return found }
            place = found + 1
        }
        return nil
    }

    private func beginsEntry(_ opening: Bytes) -> Bool {
        var start = 1
        while start < opening.count, opening[start] <= ASCII.space { start += 1 }
        guard start < opening.count, opening[start] == ASCII.quote,
            let end = opening.firstIndex(of: ASCII.quote, from: start + 1), end > start + 1
        else { return false }
        let name = opening.slice(start + 1..<end)
        return firstKeys.contains(name) || Self.knownKeys.contains { name.isExactly($0) }
    }

    /// As far behind a bracket a name is looked for: white space and all.
    private static let longestOpening = 1 << 10
    private static let knownKeys: [StaticString] = [
        "_id", "startedDateTime", "pageref", "request", "response", "time", "cache", "connection", "serverIPAddress",
        "timings", "comment", "_initiator", "_priority", "_resourceType", "_connectionId", "_fromCache",
        "_webSocketMessages",
    ]
}

/// An entry while its bytes are in memory.
struct FoundEntry {
    let node: JSONNode
    /// What ranges in the node are of.
    let file: Bytes
    /// Among the entries of the file, damaged ones counted, from 0.
    let place: Int
    /// Where it stands in the file.
    let range: Range<Int>
}

extension JSONNode {
    /// Whether a flow can be made of it.
    func isEntry(in file: Bytes) -> Bool {
        if case .object = member("request", in: file)?.value { return true }
        if case .object = member("response", in: file)?.value { return true }
        return false
    }
}
