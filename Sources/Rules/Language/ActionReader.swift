import Bytes
import Filter
import Flow
import HTTPModel

/// Reads what follows the name of an action.
struct ActionReader {
    var scanner: RuleScanner
    /// The action's name, for sentences, and where it stands.
    let name: String
    let nameRange: Range<Int>
    /// What it takes, as help shows it.
    let usage: String
    /// `raw` stands before it: what is written is meant, malformed or not.
    var isRaw = false

    struct Argument {
        let text: String
        let range: Range<Int>
        let isQuoted: Bool

        /// Where a byte of the text stands in the line, where nothing is escaped before it.
        func place(_ offset: Int, _ length: Int = 1) -> Range<Int> {
            let start = min(range.lowerBound + offset + (isQuoted ? 1 : 0), range.upperBound)
            return start..<min(start + length, max(start, range.upperBound))
        }
    }

    /// No more arguments: a comma, a comment or the end.
    var isDone: Bool {
        mutating get {
            scanner.skipSpace()
            return scanner.isAtEnd || scanner.peek == ASCII.comma
        }
    }

    var nextIsQuoted: Bool {
        mutating get {
            scanner.skipSpace()
            return scanner.peek == ASCII.quote
        }
    }

    mutating func argument(_ expected: String) throws(FilterError) -> Argument {
        if isDone {
            let place = scanner.position..<scanner.position
            throw FilterError(place, "missing \(expected): \(name) \(usage)")
        }
        if scanner.peek == ASCII.quote {
            let (text, range) = try scanner.quoted(isRaw: isRaw)
            return Argument(text: text, range: range, isQuoted: true)
        }
        let range = scanner.word()
        return Argument(text: scanner.text(range), range: range, isQuoted: false)
    }

    /// Steps over the word when it is next.
    mutating func takes(_ word: String) -> Bool {
        guard scanner.ahead() == word else { return false }
        scanner.skipSpace()
        _ = scanner.word()
        return true
    }

    mutating func number(_ expected: String, _ range: ClosedRange<Int>) throws(FilterError) -> Int {
        let argument = try argument(expected)
        guard let number = Bytes(argument.text).decimal.flatMap({ Int(exactly: $0) }), range.contains(number) else {
            throw FilterError(
                argument.range,
                "'\(argument.text)' is not \(expected), from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// What comes next is a time, and not the word of what waits for so long.
    var nextIsDuration: Bool {
        var ahead = self
        guard !ahead.isDone, let next = try? ahead.argument("a time") else { return false }
        return FilterValues.read(next.text, as: .duration) != nil
    }

    mutating func duration() throws(FilterError) -> Int64 {
        let value = try argument("a time, such as 200ms,")
        guard case .integers(let range)? = FilterValues.read(value.text, as: .duration), range.lowerBound >= 0 else {
            throw FilterError(value.range, "'\(value.text)' is not a time, such as 200ms, 2s or 1m")
        }
        guard range.lowerBound <= Self.longest else {
            throw FilterError(value.range, "a rule can wait at most one day")
        }
        return range.lowerBound
    }

    private static let longest: Int64 = 86_400_000_000

    mutating func size() throws(FilterError) -> Int64 {
        let value = try argument("a size, such as 1KiB,")
        guard case .integers(let range)? = FilterValues.read(value.text, as: .size) else {
            throw FilterError(value.range, "'\(value.text)' is not a size, such as 500, 10kB or 1MiB")
        }
        return range.lowerBound
    }

    /// One of these words.
    mutating func choice(_ words: [String]) throws(FilterError) -> String {
        let value = try argument(words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
        guard words.contains(value.text) else {
            let nearest = NearestName.find(value.text, among: words).map { ". Did you mean '\($0)'?" }
            throw FilterError(
                value.range,
                "'\(value.text)' is not one of \(words.joined(separator: ", "))\(nearest ?? "")")
        }
        return value.text
    }

    func template(_ argument: Argument) throws(FilterError) -> RuleTemplate {
        do throws(RuleTemplate.Fault) {
            return try RuleTemplate(argument.text)
        } catch {
            throw FilterError(argument.place(error.range.lowerBound, error.range.count), error.message)
        }
    }

    /// `text T`, `json J` or `file F`.
    mutating func content() throws(FilterError) -> RuleContent {
        switch try choice(["text", "json", "file"]) {
        case "text": return .text(try template(try argument("a text")))
        case "json":
            let value = try json()
            return .json(try template(value))
        default: return .file(path: try path())
        }
    }

    /// `text T` or `json J`, of a WebSocket message.
    mutating func messageContent() throws(FilterError) -> RuleContent {
        try choice(["text", "json"]) == "text"
            ? .text(try template(try argument("a text"))) : .json(try template(try json()))
    }

    /// `after N`, a number of bytes.
    mutating func sizeAfter() throws(FilterError) -> Int64 {
        _ = try choice(["after"])
        return try size()
    }

    mutating func json() throws(FilterError) -> Argument {
        guard !isDone else { throw FilterError(scanner.position..<scanner.position, "missing JSON value") }
        let (text, range) = try scanner.json()
        return Argument(text: text, range: range, isQuoted: false)
    }

    mutating func path() throws(FilterError) -> String {
        let value = try argument("a path")
        guard !value.text.isEmpty else { throw FilterError(value.range, "this path is empty") }
        guard value.text.utf8.allSatisfy({ $0 >= ASCII.space && $0 != ASCII.delete }) else {
            throw FilterError(value.range, "a path cannot contain control characters")
        }
        return value.text
    }

    /// A field by its name.
    func checkFieldName(_ argument: Argument) throws(FilterError) {
        do throws(HeaderRule.Invalid) {
            _ = try HeaderRule.parse(argument.text, flag: .removeResponse)
        } catch {
            throw FilterError(argument.place(error.offset), error.text)
        }
    }

    /// A line for a header, or the name of one, checked as the flags of the command line are.
    mutating func field(_ flag: HeaderRule.Flag) throws(FilterError) -> HeaderRule {
        let isName = flag == .removeRequest || flag == .removeResponse
        let value = try argument(isName ? "the name of a header" : "a header line, such as \"Accept: text/html\",")
        do throws(HeaderRule.Invalid) {
            return try HeaderRule.parse(value.text, flag: flag, isRaw: isRaw)
        } catch {
            throw FilterError(value.place(error.offset), error.text)
        }
    }

    /// `NAME=VALUE`.
    mutating func pair(
        _ what: String, allowed: (UInt8) -> Bool
    ) throws(FilterError) -> (name: Bytes, value: Bytes) {
        let argument = try argument("\(what) as NAME=VALUE")
        let bytes = Bytes(argument.text)
        guard let equals = bytes.firstIndex(of: ASCII.equals), equals > 0 else {
            throw FilterError(argument.range, "write \(what) as NAME=VALUE")
        }
        if !isRaw, let bad = bytes.firstIndex(where: { !allowed($0) }) {
            throw FilterError(argument.place(bad), "\(what) cannot contain \(Self.describe(bytes[bad]))")
        }
        return (bytes.slice(0..<equals), bytes.slice((equals + 1)..<bytes.count))
    }

    static func describe(_ byte: UInt8) -> String {
        byte > ASCII.space && byte < ASCII.delete
            ? "'\(Character(UnicodeScalar(byte)))'" : byte == ASCII.space ? "a space" : "the byte \(byte)"
    }
}
