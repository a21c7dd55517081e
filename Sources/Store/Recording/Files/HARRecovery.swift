import Bytes
import Formats
import Platform

/// Looks at a HAR file before entries are added to it: whose it is, and where its last whole entry ends.
///
/// Works from the end backwards, in blocks, so that the size of the file does not matter. What a crash can leave behind
/// is one torn line at the end; anything else is not touched.
enum HARRecovery {
    /// How every file begins that Hark made; its version follows.
    static let creator: StaticString = #"{"log":{"version":"1.2","creator":{"name":"Hark","version":""#
    /// What opens the list of entries, and ends the first line.
    static let entries: StaticString = #""entries":["#

    /// Where the next entry goes, and what was wrong behind that place.
    struct State: Equatable {
        var insertAt: Int
        var hasEntries: Bool
        /// The closing brackets stand behind the last entry and nothing else does.
        var isIntact: Bool
        /// Bytes behind the last whole entry that are no closing brackets.
        var dropped: Int
        /// Entries in front of them; nil when the file is too large to count them.
        var kept: Int?
        /// The lines of `_connections`, without the commas behind them.
        var connections: [[UInt8]] = []

        func finding(_ path: String) -> String? {
            guard !isIntact else { return nil }
            let entries =
                kept.map { $0 == 1 ? "1 entry was kept" : "\($0) entries were kept" }
                ?? "all entries before it were kept"
            return "\(path) was left unfinished by a crash; \(entries), and \(dropped) bytes of a torn one dropped"
        }
    }

    /// Files up to this size have their entries counted when they were damaged.
    private static let countLimit = 1 << 30

    /// Opens or creates the file, readable by its owner alone, and locks it.
    static func open(_ path: String) throws(RecordError) -> Int32 {
        let file = openDescriptor(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { throw .opening(path, errno) }
        var status = stat()
        var problem: RecordError?
        if unsafe fstat(file, &status) != 0 {
            problem = RecordError(.cannotRead, path: path, system: errno)
        } else if status.st_mode & S_IFMT != S_IFREG {
            problem = RecordError(.notAFile, path: path)
        } else if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            // File systems that know no locks are let through: the lock is a courtesy.
            problem = RecordError(.inUse, path: path)
        }
        guard let problem else { return file }
        close(file)
        throw problem
    }

    /// Nil when the file is empty, or so short that its creation was cut off.
    static func inspect(_ file: Int32, _ path: String) throws(RecordError) -> State? {
        let reader = BackwardReader(file: file, path: path)
        let size = try reader.size()
        let head = try reader.bytes(0..<min(size, 512))
        let creator = bytes(creator)
        guard head.starts(with: creator) || creator.starts(with: head) else { throw RecordError(.notOurs, path: path) }
        let line = head.prefix { $0 != 0x0A }
        guard line.count > creator.count, let listStart = place(after: bytes(entries), in: Array(line)) else {
            // The first write is all on one line: without it whole, there never was an entry.
            guard line.count == size else { throw RecordError(.damaged, path: path) }
            return nil
        }
        if let (connections, place) = try connections(reader, from: listStart, size) {
            let end = try lastEntry(reader, from: listStart, place, path)
            return State(
                insertAt: end, hasEntries: end > listStart, isIntact: true, dropped: 0, kept: nil,
                connections: connections)
        }
        let end = try lastEntry(reader, from: listStart, size, path)
        let tail = try reader.bytes(end..<min(size, end + HARFile.closing.count + 1))
        var state = State(insertAt: end, hasEntries: end > listStart, isIntact: true, dropped: 0, kept: nil)
        guard tail != HARFile.closing else { return state }
        state.isIntact = false
        state.dropped = size - end
        if end <= countLimit { state.kept = try reader.count(of: 0x0A, in: listStart..<end) }
        return state
    }

    /// The list behind the entries, and where the line end before it stands; nil when there is none that is whole.
    private static func connections(
        _ reader: BackwardReader, from listStart: Int, _ size: Int
    ) throws(RecordError) -> (lines: [[UInt8]], place: Int)? {
        let tail = HARFile.closing.count
        guard size - listStart > tail, try reader.bytes(size - tail..<size) == HARFile.closing else { return nil }
        var lines: [[UInt8]] = []
        var lineEnd = size - tail
        while lines.count <= HARFile.connectionLimit, lineEnd > listStart,
            let newline = try reader.lastIndex(of: 0x0A, in: listStart..<lineEnd)
        {
            let start = try reader.bytes(newline + 1..<min(lineEnd, newline + 1 + HARFile.connectionsOpening.count))
            if start == HARFile.connectionsOpening { return (lines.reversed(), newline) }
            // Entries begin otherwise, so that no more of a file without this list is looked at.
            guard start.starts(with: Self.connectionOpening) else { return nil }
            var line = try reader.bytes(newline + 1..<lineEnd)
            if line.last == ASCII.comma { line.removeLast() }
            lines.append(line)
            lineEnd = newline
        }
        return nil
    }

    private static let connectionOpening = Array(#"{"number":"#.utf8)

    /// Where the last whole entry ends; where the list begins, when there is none.
    private static func lastEntry(
        _ reader: BackwardReader, from listStart: Int, _ size: Int, _ path: String
    ) throws(RecordError) -> Int {
        var lineEnd = size
        // The line after the last entry, the one with the brackets, and one torn entry are all a crash can leave; or a
        // list of connections that was cut off.
        for _ in 0..<4 + HARFile.connectionLimit {
            let newline = try reader.lastIndex(of: 0x0A, in: listStart..<lineEnd)
            guard let newline else {
                // What stands between the bracket and the first line end is what is left of a first entry.
                guard lineEnd - listStart <= HARFile.closing.count else { throw RecordError(.damaged, path: path) }
                return listStart
            }
            if let end = try wholeEntry(reader, newline + 1..<lineEnd) { return end }
            guard try isRemnant(reader, newline + 1..<lineEnd) else { throw RecordError(.damaged, path: path) }
            lineEnd = newline
        }
        throw RecordError(.damaged, path: path)
    }

    /// Whether a line that is no whole entry can have been left by a write that was cut off: the beginning of an entry,
    /// what remains of closing brackets, or space the file system had set aside and not filled.
    private static func isRemnant(_ reader: BackwardReader, _ line: Range<Int>) throws(RecordError) -> Bool {
        if line.count <= HARFile.closing.count { return true }
        let start = try reader.bytes(
            line.lowerBound..<min(line.upperBound, line.lowerBound + HARFile.connectionsOpening.count))
        if start.starts(with: connectionOpening) || connectionOpening.starts(with: start) { return true }
        if HARFile.connectionsOpening.starts(with: start) { return true }
        let opening = start.prefix(HAREntry.opening.count)
        return HAREntry.opening.starts(with: opening) || opening.allSatisfy { $0 == 0 }
    }

    /// Where the entry on this line ends, when it is whole and nothing follows it but a comma, and what the comma left
    /// of the closing brackets when the write was cut off right behind it.
    static func wholeEntry(_ reader: BackwardReader, _ line: Range<Int>) throws(RecordError) -> Int? {
        var scan = EntryScan()
        var offset = line.lowerBound
        while offset < line.upperBound, scan.end == nil, !scan.isBroken {
            let block = try reader.bytes(offset..<min(line.upperBound, offset + BackwardReader.blockSize))
            scan.add(block)
            offset += block.count
        }
        guard let length = scan.end else { return nil }
        let end = line.lowerBound + length
        let rest = try reader.bytes(end..<min(line.upperBound, end + HARFile.closing.count))
        let isEnd =
            rest.isEmpty || rest == [ASCII.comma] || rest == [ASCII.comma] + HARFile.closing.dropFirst().dropLast()
        return isEnd ? end : nil
    }

    private static func place(after word: [UInt8], in line: [UInt8]) -> Int? {
        guard line.count >= word.count else { return nil }
        for start in 0...(line.count - word.count) where line[start..<(start + word.count)].elementsEqual(word) {
            return start + word.count
        }
        return nil
    }

    private static func bytes(_ text: StaticString) -> [UInt8] {
        text.withUTF8Buffer { unsafe Array($0) }
    }
}

/// Finds the end of an entry that Hark wrote: where its first bracket is closed.
struct EntryScan {
    /// The length of the entry, once its end was seen.
    private(set) var end: Int?
    /// It does not begin as entries do.
    private(set) var isBroken = false
    private var position = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            guard end == nil, !isBroken else { return }
            if position < HAREntry.opening.count, byte != HAREntry.opening[position] { isBroken = true }
            position += 1
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == ASCII.backslash {
                    isEscaped = true
                } else if byte == ASCII.quote {
                    isInString = false
                }
                continue
            }
            switch byte {
            case ASCII.quote: isInString = true
            case ASCII.openBrace, ASCII.openBracket: depth += 1
            case ASCII.closeBrace, ASCII.closeBracket:
                depth -= 1
                if depth == 0 { end = position }
            default: break
            }
        }
    }
}
