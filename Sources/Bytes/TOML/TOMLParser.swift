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
        let isArray = scanner.take(ASCII.openBracket)
        let keys = try parseKeys()
        guard scanner.take(ASCII.closeBracket) else {
            throw scanner.error(isArray ? .expectedArrayTableEnd : .expectedTableEnd)
        }
        if isArray, !scanner.take(ASCII.closeBracket) { throw scanner.error(.expectedArrayTableEnd) }
        guard let last = keys.last else { return }
        var table = root
        for key in keys.dropLast() { table = try table.descend(key) }
        current = isArray ? try table.append(last) : try table.define(last)
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
        return TOMLItem(value: .array(items), place: place)
    }
}
