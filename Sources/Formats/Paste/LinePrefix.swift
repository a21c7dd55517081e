import Bytes
import Explain

/// What stands before each line of a text that was copied from a log, a mail or a page.
enum LinePrefix: CaseIterable {
    /// `2026-03-01T10:00:00.123Z `, `[2026-03-01 10:00:00] `: container and CI logs.
    case date
    /// `10:00:00.123456 `.
    case clock
    /// `app-1  | `: docker compose.
    case service
    /// `[pod/web-1/app] `, `[0-0] `.
    case bracket
    /// `Mar  1 10:00:00 host app[123]: `.
    case syslog
    /// `     1\t`: the numbers of `cat -n`.
    case number
    /// `> `: mail and Markdown.
    case quote
    /// `< `: what curl puts before the fields of a response.
    case received

    /// How many bytes of the line it takes; nil when the line does not begin so.
    func length(in line: Bytes) -> Int? {
        var scanner = PrefixScanner(line)
        let isThere =
            switch self {
            case .date: scanner.date()
            case .clock: scanner.clock() && scanner.gap()
            case .service: scanner.service()
            case .bracket: scanner.bracket()
            case .syslog: scanner.syslog()
            case .number: scanner.number()
            case .quote: scanner.take(ASCII.greaterThan)
            case .received: scanner.take(ASCII.lessThan) && scanner.peek == ASCII.space
            }
        guard isThere else { return nil }
        if self == .quote || self == .received || self == .service { _ = scanner.take(ASCII.space) }
        return scanner.position
    }

    /// What curl puts before its own marks: `--trace-time`, `--trace-ids`. Other lines have none.
    static func beforeCurlMark(in line: Bytes) -> Int {
        var scanner = PrefixScanner(line)
        guard scanner.clock() && scanner.gap() || scanner.peek == ASCII.openBracket else { return 0 }
        if scanner.peek == ASCII.openBracket, !scanner.bracket() { return 0 }
        let rest = line.slice(scanner.position..<line.count)
        let isMark = CurlLine(rest, at: 0).kind != .other || CurlTrace.isMark(rest)
        return isMark ? scanner.position : 0
    }

    /// In words, for whoever reads what was taken off.
    var name: String {
        switch self {
        case .date, .clock, .syslog: "times"
        case .service, .bracket: "the names of the programs that wrote them"
        case .number: "the numbers of lines"
        case .quote: "quotation marks (>)"
        case .received: "curl's marks (<)"
        }
    }
}

/// Steps over the parts of a prefix.
private struct PrefixScanner {
    private let line: Bytes
    private(set) var position = 0
    /// No name or bracket is longer.
    private static let nameLimit = 80

    init(_ line: Bytes) { self.line = line }

    var peek: UInt8? { position < line.count ? line[position] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    /// Spaces, or the end of the line: editors take white space off there.
    mutating func gap() -> Bool {
        guard position < line.count else { return true }
        let start = position
        // One: what follows may be a line of its own that begins with spaces.
        if peek == ASCII.space || peek == ASCII.tab { position += 1 }
        return position > start
    }

    private mutating func digits(_ counts: ClosedRange<Int>) -> Bool {
        let start = position
        while position < line.count, position - start < counts.upperBound, ASCII.isDigit(line[position]) {
            position += 1
        }
        return counts.contains(position - start)
    }

    mutating func clock() -> Bool {
        guard digits(1...2), take(ASCII.colon), digits(2...2), take(ASCII.colon), digits(2...2) else { return false }
        if take(ASCII.period) || take(ASCII.comma) { return digits(1...9) }
        return true
    }

    mutating func date() -> Bool {
        let isBracketed = take(ASCII.openBracket)
        guard digits(4...4), take(ASCII.hyphen) || take(ASCII.slash), digits(2...2),
            take(ASCII.hyphen) || take(ASCII.slash), digits(2...2),
            take(UInt8(ascii: "T")) || take(ASCII.space), clock()
        else { return false }
        if !take(UInt8(ascii: "Z")), peek == ASCII.plus || peek == ASCII.hyphen {
            position += 1
            guard digits(2...2) else { return false }
            _ = take(ASCII.colon)
            _ = digits(2...2)
        }
        if isBracketed, !take(ASCII.closeBracket) { return false }
        return gap()
    }

    mutating func service() -> Bool {
        let start = position
        while position < line.count, position - start < Self.nameLimit, isName(line[position]) { position += 1 }
        guard position > start else { return false }
        while take(ASCII.space) {}
        return take(ASCII.bar)
    }

    mutating func bracket() -> Bool {
        guard take(ASCII.openBracket) else { return false }
        let start = position
        while position < line.count, position - start < Self.nameLimit,
            isName(line[position]) || line[position] == ASCII.slash
        {
            position += 1
        }
        return position > start && take(ASCII.closeBracket) && gap()
    }

    mutating func syslog() -> Bool {
        let start = position
        while position < line.count, ASCII.isAlpha(line[position]) { position += 1 }
        guard position - start == 3, take(ASCII.space) else { return false }
        _ = take(ASCII.space)
        guard digits(1...2), take(ASCII.space), clock(), take(ASCII.space), word(), take(ASCII.space) else {
            return false
        }
        while position < line.count, line[position] != ASCII.colon, line[position] != ASCII.space { position += 1 }
        return take(ASCII.colon) && gap()
    }

    mutating func number() -> Bool {
        while take(ASCII.space) {}
        return digits(1...7) && take(ASCII.tab)
    }

    private mutating func word() -> Bool {
        let start = position
        while position < line.count, isName(line[position]) { position += 1 }
        return position > start
    }

    private func isName(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.underscore
            || byte == ASCII.period
    }
}
