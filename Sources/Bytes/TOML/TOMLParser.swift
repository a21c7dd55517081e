/// Reads the bytes of a file, once from front to back.
package struct TOMLParser {
    /// The largest file in bytes.
    package static let sizeLimit = 1 << 20
    /// How deep tables and arrays may be nested.
    package static let depthLimit = 32

    private var scanner: TOMLScanner
    private let root: TOMLBuilder
    /// The table that keys are added to.
    private var current: TOMLBuilder
    /// Arrays that are open where the parser is.
    private var openArrays = 0

    private init(_ bytes: Bytes) throws(TOMLError) {
        scanner = try TOMLScanner(bytes)
        root = TOMLBuilder(at: scanner.place)
        root.isHeader = true
        current = root
    }

    /// The table that is the file.
    package static func parse(_ bytes: Bytes) throws(TOMLError) -> TOMLTable {
        var parser = try TOMLParser(bytes)
        while try parser.parseLine() {}
        return parser.root.table
    }

    /// What can be read of the file, and every mistake in it: after one the next line that may begin something is read.
    package static func parseAll(_ bytes: Bytes) -> (table: TOMLTable, errors: [TOMLError]) {
        var errors: [TOMLError] = []
        do throws(TOMLError) {
            var parser = try TOMLParser(bytes)
            var isUnread = true
            while isUnread {
                let line = parser.scanner.place.line
                do throws(TOMLError) {
                    isUnread = try parser.parseLine()
                } catch {
                    errors.append(error)
                    guard errors.count < errorLimit else { break }
                    parser.recover(from: error, begunIn: line)
                }
            }
            return (parser.root.table, errors)
        } catch {
            return (TOMLTable(entries: [], place: error.place), [error])
        }
    }

    /// More mistakes have one cause, which is none of TOML's.
    private static let errorLimit = 50

    private mutating func recover(from error: TOMLError, begunIn line: Int) {
        let isLong = openArrays > 0 || error.code == .multilineString
        openArrays = 0
        // An array without an end took all that came after it.
        scanner.move(after: error.code == .openArray ? line : error.place.line)
        // The other lines of a value are no mistakes of their own.
        if isLong { scanner.skipLinesOfValue() }
    }

    /// The line of a place as text, and how many characters are before the place; to show it above a caret.
    package static func excerpt(of bytes: Bytes, at place: TOMLPlace) -> (line: String, before: Int) {
        let lines = bytes.split(
            separator: ASCII.lineFeed, maxSplits: place.line, omittingEmptySubsequences: false)
        guard lines.indices.contains(place.line - 1) else { return ("", 0) }
        var line = lines[place.line - 1]
        if line.last == ASCII.carriageReturn { line = line.dropLast() }
        return (String(decoding: line, as: UTF8.self), place.column - 1)
    }

    // MARK: - Lines

    /// false at the end of the file.
    private mutating func parseLine() throws(TOMLError) -> Bool {
        scanner.skipBlanks()
        switch scanner.next {
        case nil: return false
        case ASCII.openBracket?: try parseHeader()
        case ASCII.hash?, ASCII.lineFeed?, ASCII.carriageReturn?: break
        default: try parsePair()
        }
        try scanner.finishLine()
        return true
    }

    /// `[a.b]` or `[[a.b]]`.
    private mutating func parseHeader() throws(TOMLError) {
        scanner.advance()
        current = TOMLBuilder(at: scanner.place)
        let isArray = scanner.take(ASCII.openBracket)
        let keys = try parseKeys()
        do throws(TOMLError) {
            guard scanner.take(ASCII.closeBracket), !isArray || scanner.take(ASCII.closeBracket) else {
                throw scanner.error(isArray ? .expectedArrayTableEnd : .expectedTableEnd)
            }
            guard let last = keys.last else { return }
            var table = root
            for key in keys.dropLast() { table = try table.descend(key) }
            current = isArray ? try table.append(last) : try table.define(last)
        } catch {
            // What comes next belongs to it all the same.
            var table: TOMLBuilder? = root
            for key in keys { table = table.flatMap { try? $0.descend(key) } }
            current = table ?? TOMLBuilder(at: error.place)
            throw error
        }
    }

    /// `a.b = value`.
    private mutating func parsePair() throws(TOMLError) {
        let keys = try parseKeys()
        guard scanner.take(ASCII.equals) else { throw scanner.error(.expectedEquals) }
        scanner.skipBlanks()
        guard let last = keys.last else { return }
        var table = current
        for key in keys.dropLast() { table = try table.extend(key) }
        // Before the value: the place of a key that is written twice is more useful than that of its value.
        if let taken = table[last.name] { throw TOMLError(.repeatedKey, last.place, first: taken.place) }
        table.add(last, .item(try parseValue(depth: 0)))
    }

    /// Dotted keys with blanks around them; what follows comes next.
    private mutating func parseKeys() throws(TOMLError) -> [TOMLKey] {
        var keys: [TOMLKey] = []
        repeat {
            scanner.skipBlanks()
            if keys.count == Self.depthLimit { throw scanner.error(.tooDeep) }
            keys.append(try scanner.key())
            scanner.skipBlanks()
        } while scanner.take(ASCII.period)
        return keys
    }

    private mutating func parseValue(depth: Int) throws(TOMLError) -> TOMLItem {
        let place = scanner.place
        guard scanner.next == ASCII.openBracket else { return TOMLItem(value: try scanner.value(), place: place) }
        if depth == Self.depthLimit { throw scanner.error(.tooDeep) }
        scanner.advance()
        openArrays += 1
        var items: [TOMLItem] = []
        while true {
            try scanner.skipLinesAndComments()
            if scanner.take(ASCII.closeBracket) { break }
            if scanner.next == nil { throw TOMLError(.openArray, place) }
            items.append(try parseValue(depth: depth + 1))
            try scanner.skipLinesAndComments()
            if scanner.take(ASCII.closeBracket) { break }
            if scanner.next == nil { throw TOMLError(.openArray, place) }
            guard scanner.take(ASCII.comma) else { throw scanner.error(.expectedCommaOrBracket) }
        }
        openArrays -= 1
        return TOMLItem(value: .array(items), place: place)
    }
}
