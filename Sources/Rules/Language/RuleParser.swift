import Bytes
import Filter
import Flow

/// Reads one line of a rules file.
struct RuleParser {
    var scanner: RuleScanner
    private let line: String

    /// What a line says.
    enum Line {
        /// Nothing, or a comment.
        case nothing
        case include(path: String, range: Range<Int>)
        case rule(ParsedRule)
    }

    struct ParsedRule {
        /// nil: it has none.
        let name: String?
        let nameRange: Range<Int>
        let filter: FlowFilter
        /// Where it is written; empty without one.
        let filterRange: Range<Int>
        let turn: RuleTurn
        let steps: [RuleStep]
        let isFinal: Bool
    }

    /// Bytes of one line.
    private static let lengthLimit = 64 << 10
    /// Actions of one rule.
    private static let stepLimit = 64

    init(_ line: String) {
        self.line = line
        scanner = RuleScanner(line)
    }

    /// - Parameter needsName: it stands in a file; on the command line a rule may have no name.
    static func read(_ line: String, needsName: Bool) throws(FilterError) -> Line {
        guard line.utf8.count <= lengthLimit else {
            throw FilterError(0..<0, "this line is longer than \(lengthLimit) bytes")
        }
        var parser = RuleParser(line)
        return try parser.read(needsName)
    }

    private mutating func read(_ needsName: Bool) throws(FilterError) -> Line {
        scanner.skipSpace()
        if scanner.isAtEnd { return .nothing }
        if scanner.peek == ASCII.at { return try include() }
        let (name, range) = try name(needsName)
        let filter = try filter()
        let turn = try turn()
        let start = scanner.position
        guard take(word: "do") else { throw expected("'do'", at: start) }
        var steps: [RuleStep] = []
        var isFinal = false
        repeat {
            scanner.skipSpace()
            if isFinal { throw FilterError(here, "'final' must be the last action of a rule") }
            if take(word: "final") {
                isFinal = true
            } else {
                steps.append(try step())
            }
            scanner.skipSpace()
            guard steps.count <= Self.stepLimit else {
                throw FilterError(here, "this rule has more than \(Self.stepLimit) actions")
            }
        } while scanner.take(ASCII.comma)
        guard scanner.isAtEnd else { throw expected("a comma or the end of the line", at: scanner.position) }
        try check(filter, steps)
        return .rule(
            ParsedRule(
                name: name, nameRange: range, filter: filter.value, filterRange: filter.range, turn: turn, steps: steps,
                isFinal: isFinal))
    }

    // MARK: - Parts of a line

    private mutating func include() throws(FilterError) -> Line {
        let word = scanner.word()
        guard scanner.text(word) == "@include" else {
            throw FilterError(word, "unknown word '\(scanner.text(word))' (expected '@include FILE')")
        }
        scanner.skipSpace()
        guard !scanner.isAtEnd else { throw FilterError(here, "missing file path after '@include'") }
        let path: String
        let first = scanner.position
        if scanner.peek == ASCII.quote {
            path = try scanner.quoted().text
        } else {
            path = scanner.text(scanner.word())
        }
        let end = scanner.position
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw expected("the end of the line", at: scanner.position) }
        return .include(path: path, range: first..<end)
    }

    private mutating func name(_ needsName: Bool) throws(FilterError) -> (String?, Range<Int>) {
        let range = scanner.run(Self.isNameByte)
        let word = scanner.text(range)
        let after = scanner.position
        scanner.skipSpace()
        if scanner.take(ASCII.colon) {
            guard !word.isEmpty else { throw FilterError(after..<(after + 1), "missing name before this ':'") }
            return (word, range)
        }
        guard !needsName, word == "when" || word == "do" else {
            if word == "when" || word == "do" {
                throw FilterError(range, "a rule in a file needs a name: 'NAME: \(word) …'")
            }
            if word.isEmpty {
                throw FilterError(
                    here, "a rule starts with a name of letters, digits, '-' and '_', such as 'slow: when … do …'")
            }
            throw FilterError(
                after..<after,
                "a rule starts with 'when' or 'NAME: when', such as '\(word): when … do …'")
        }
        // It is read again, as what it is.
        scanner = RuleScanner(line)
        scanner.skipSpace()
        return (nil, range)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.underscore
    }

    private struct PlacedFilter {
        let value: FlowFilter
        let range: Range<Int>
    }

    /// `when FILTER`; without it every message is meant.
    private mutating func filter() throws(FilterError) -> PlacedFilter {
        scanner.skipSpace()
        let start = scanner.position
        guard take(word: "when") else {
            guard scanner.ahead() == "do" else { throw expected("'when'", at: start) }
            return PlacedFilter(value: .everything, range: start..<start)
        }
        scanner.skipSpace()
        let first = scanner.position
        var last = first
        while !scanner.isAtEnd, !endsFilter {
            try stepOverFilterPart()
            last = scanner.position
            scanner.skipSpace()
        }
        guard last > first else {
            throw FilterError(first..<first, "missing filter; a rule without 'when' matches every message")
        }
        do throws(FilterError) {
            return PlacedFilter(value: try FlowFilter(scanner.text(first..<last)), range: first..<last)
        } catch {
            throw FilterError((first + error.range.lowerBound)..<(first + error.range.upperBound), error.message)
        }
    }

    /// `do` ends it, and a turn, which is a word with a number.
    var endsFilter: Bool {
        let word = scanner.ahead()
        if word == "do" { return true }
        guard ["chance", "first", "after", "every"].contains(word) else { return false }
        var copy = scanner
        _ = copy.word()
        return copy.ahead().utf8.first.map(ASCII.isDigit) ?? false
    }

    mutating func stepOverFilterPart() throws(FilterError) {
        guard let first = scanner.peek else { return }
        guard first == ASCII.quote || first == ASCII.apostrophe else {
            let isSign: (UInt8) -> Bool = {
                $0 == ASCII.openParenthesis || $0 == ASCII.closeParenthesis || $0 == ASCII.comma
            }
            if isSign(first) {
                _ = scanner.take(first)
            } else {
                _ = scanner.run {
                    !RuleScanner.isSpace($0) && !isSign($0) && $0 != ASCII.quote && $0 != ASCII.apostrophe
                }
            }
            return
        }
        _ = scanner.take(first)
        while let byte = scanner.peek {
            _ = scanner.take(byte)
            if byte == first { return }
            if byte == ASCII.backslash, let escaped = scanner.peek { _ = scanner.take(escaped) }
        }
    }

    private mutating func turn() throws(FilterError) -> RuleTurn {
        var chance: Int?
        var count: RuleTurn.Count?
        while true {
            scanner.skipSpace()
            let start = scanner.position
            let word = scanner.ahead()
            guard ["chance", "first", "after", "every"].contains(word) else { break }
            _ = take(word: word)
            scanner.skipSpace()
            let range = scanner.word()
            if word == "chance" {
                guard chance == nil, count == nil else {
                    throw FilterError(
                        start..<range.upperBound, "a rule has only one 'chance', before first, after or every")
                }
                chance = try percent(range)
            } else {
                guard count == nil else {
                    throw FilterError(start..<range.upperBound, "a rule has only one of first, after and every")
                }
                guard let number = scanner.bytes.slice(range).decimal, number > 0 || word == "after" else {
                    throw FilterError(range, "expected a number of 1 or more after '\(word)'")
                }
                count = word == "first" ? .first(number) : word == "after" ? .after(number) : .every(number)
            }
        }
        return RuleTurn(chance: chance, count: count)
    }

    /// In thousandths of a percent.
    private func percent(_ range: Range<Int>) throws(FilterError) -> Int {
        let text = scanner.text(range)
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        let whole = Bytes(parts.first ?? "").decimal
        let places = parts.count == 2 ? parts[1] : "0"
        guard text.hasSuffix("%"), parts.count <= 2, let whole, whole <= 100, places.utf8.count <= 3,
            let fraction = Bytes(places.padding(to: 3)).decimal
        else { throw FilterError(range, "'\(text)' is not a chance (expected 0% to 100%, with up to three decimals)") }
        let value = Int(whole) * 1_000 + Int(fraction)
        guard value <= RuleTurn.certain else { throw FilterError(range, "a chance cannot be more than 100%") }
        return value
    }

    // MARK: - Actions

    private mutating func step() throws(FilterError) -> RuleStep {
        scanner.skipSpace()
        let start = scanner.position
        guard !scanner.isAtEnd else {
            throw FilterError(here, "missing action; 'hark help actions' lists them")
        }
        let isRaw = take(word: ActionTable.rawWord)
        scanner.skipSpace()
        guard !scanner.isAtEnd else { throw FilterError(here, "missing action after 'raw'") }
        let range = scanner.word()
        let name = scanner.text(range)
        guard let entry = ActionTable.byName[name] else { throw unknown(name, range) }
        guard !isRaw || entry.mayBeRaw else {
            throw FilterError(
                start..<range.upperBound,
                "'raw' has no effect before \(name), which writes no line; it is allowed before "
                    + ActionTable.raw.map(\.name).joined(separator: ", "))
        }
        var reader = ActionReader(scanner: scanner, name: name, nameRange: range, usage: entry.usage, isRaw: isRaw)
        let action = try entry.read(&reader)
        scanner = reader.scanner
        var end = scanner.position
        while end > start, RuleScanner.isSpace(scanner.bytes[end - 1]) { end -= 1 }
        var text = scanner.text(start..<end)
        // Whatever is said of a rule is said with this text.
        if let proxy = action.proxy, action.hasPassword { text = "via \(proxy.maskedURL)" }
        return RuleStep(action: action, isRaw: isRaw, text: text, range: start..<end)
    }

    private func unknown(_ name: String, _ range: Range<Int>) -> FilterError {
        guard !name.isEmpty else { return FilterError(here, "missing action") }
        guard let nearest = NearestName.find(name, among: ActionTable.all.map(\.name)) else {
            return FilterError(range, "unknown action '\(name)'; 'hark help actions' lists them")
        }
        return FilterError(range, "unknown action '\(name)'. Did you mean '\(nearest)'?")
    }

    /// What a filter reads has to be known when the actions are to work.
    private func check(_ filter: PlacedFilter, _ steps: [RuleStep]) throws(FilterError) {
        let known = RuleStage.known(filter.value)
        if let step = steps.first(where: \.action.isOfMessages),
            let other = steps.first(where: { !$0.action.isOfMessages })
        {
            throw FilterError(
                other.range,
                "\(other.name) changes HTTP messages, \(step.name) WebSocket messages: write two rules")
        }
        for step in steps {
            let fits = known.isBody ? step.action.stage == known : known <= step.action.stage
            guard !fits else { continue }
            let field = RuleStage.latest(filter.value)
            throw FilterError(
                filter.range,
                "\(field) is known only \(known.words), which is too late for \(step.name)"
                    + (field == "header.NAME" ? "; ask for request.header.NAME" : "")
                    + (known.isBody ? ": only actions on that body wait for it" : ""))
        }
    }

    // MARK: - Small parts

    private var here: Range<Int> { scanner.position..<scanner.position }

    mutating func take(word: String) -> Bool {
        guard scanner.ahead() == word else { return false }
        scanner.skipSpace()
        _ = scanner.word()
        return true
    }

    private func expected(_ what: String, at start: Int) -> FilterError {
        var copy = scanner
        copy.skipSpace()
        guard !copy.isAtEnd else { return FilterError(copy.position..<copy.position, "missing \(what)") }
        let range = copy.word()
        return FilterError(
            range.isEmpty ? copy.position..<(copy.position + 1) : range,
            "expected \(what), not '\(copy.text(range))'")
    }
}

extension String {
    /// With zeros behind it up to so many.
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: "0", count: Swift.max(0, count - utf8.count))
    }
}
