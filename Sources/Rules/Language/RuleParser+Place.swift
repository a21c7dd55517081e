import Bytes
import Filter

/// Where in a rule a text ends that is being written. It is never refused: who writes has not finished.
enum RulePosition: Sendable, Hashable {
    case name(Range<Int>)
    /// Where `when` or `do` is to stand.
    case opening(Range<Int>, written: String)
    /// In a filter that begins at this byte.
    case filter(first: Int, written: String)
    /// Where the name of an action is to stand.
    case action(Range<Int>, written: String, isRaw: Bool)
    /// Behind the name of an action.
    case argument(Range<Int>, written: String, action: String)
    /// A comment, a line that includes.
    case nothing(Range<Int>)
}

extension RuleParser {
    /// - Parameter text: a line up to the place.
    static func place(in text: String) -> RulePosition {
        var parser = RuleParser(text)
        return parser.place()
    }

    private mutating func place() -> RulePosition {
        let end = scanner.bytes.count
        scanner.skipSpace()
        let first = scanner.peek
        if first == ASCII.at || first == ASCII.hash { return .nothing(end..<end) }
        skipName()
        scanner.skipSpace()
        let start = scanner.position
        if !take(word: "do") || scanner.peek == nil {
            guard scanner.position == start, take(word: "when"), scanner.peek != nil else {
                let written = scanner.bytes.slice(start..<end).text
                return isNameDone ? .opening(start..<end, written: written) : .name(start..<end)
            }
            scanner.skipSpace()
            let first = scanner.position
            while scanner.peek != nil, !endsFilter {
                let before = scanner.position
                (try? stepOverFilterPart()) ?? ()
                scanner.skipSpace()
                // What is no part of a filter is stepped over by nobody.
                if scanner.position == before { return .nothing(end..<end) }
            }
            while scanner.peek != nil, scanner.ahead() != "do" {
                guard !scanner.word().isEmpty else { return .nothing(end..<end) }
                scanner.skipSpace()
            }
            guard take(word: "do"), scanner.peek != nil else {
                return .filter(first: first, written: scanner.bytes.slice(first..<end).text)
            }
        }
        return action(from: scanner.position)
    }

    /// Whether a rule begins here: behind a name with its colon, or without a name at all.
    private var isNameDone: Bool {
        let text = scanner.bytes.text
        return text.contains(":") || ["when", "do"].contains { $0.hasPrefix(text.trimmingBlanks) }
    }

    private mutating func skipName() {
        var copy = self
        guard !copy.scanner.run(Self.isNameByte).isEmpty else { return }
        copy.scanner.skipSpace()
        if copy.scanner.take(ASCII.colon) { self = copy }
    }

    /// The last action is the one behind the last comma that stands in no quotes and no JSON.
    private func action(from first: Int) -> RulePosition {
        let bytes = scanner.bytes
        var (start, depth, isQuoted, isEscaped) = (first, 0, false, false)
        for place in first..<bytes.count {
            let byte = bytes[place]
            if isQuoted {
                isQuoted = byte != ASCII.quote || isEscaped
                isEscaped = byte == ASCII.backslash && !isEscaped
            } else {
                switch byte {
                case ASCII.quote: isQuoted = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case ASCII.comma where depth <= 0: start = place + 1
                default: break
                }
            }
        }
        while start < bytes.count, RuleScanner.isSpace(bytes[start]) { start += 1 }
        let isRaw = bytes.slice(start..<bytes.count).starts(with: "\(ActionTable.rawWord) ".utf8)
        if isRaw { start += ActionTable.rawWord.utf8.count }
        while start < bytes.count, RuleScanner.isSpace(bytes[start]) { start += 1 }
        let written = bytes.slice(start..<bytes.count).text
        guard let space = written.firstIndex(of: " ") else {
            return .action(start..<bytes.count, written: written, isRaw: isRaw)
        }
        let name = String(written[..<space])
        if isQuoted || depth > 0 { return .argument(bytes.count..<bytes.count, written: "", action: name) }
        var word = bytes.count
        while word > start, !RuleScanner.isSpace(bytes[word - 1]) { word -= 1 }
        return .argument(
            word..<bytes.count, written: bytes.slice(word..<bytes.count).text, action: name)
    }
}

extension String {
    fileprivate var trimmingBlanks: String { String(drop { $0 == " " || $0 == "\t" }) }
}
