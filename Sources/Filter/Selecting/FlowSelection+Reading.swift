import Bytes

/// Why words name no flows: a sentence, perhaps with lines that show the place.
package struct FlowRequestError: Error, Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

extension FlowSelection.Group {
    /// Reads one argument; nil when it has another form, so that it is a filter.
    ///
    /// - Parameter mayNameSession: `SESSION:12` is read, too.
    /// - Throws: why it is none, although it has the form of numbers: such a word is never searched for as a text.
    package init?(_ argument: String, mayNameSession: Bool = true) throws(FlowRequestError) {
        let text = argument.trimmed
        if mayNameSession, let colon = text.lastIndex(of: ":"), Self.isSession(text[..<colon]),
            let parts = try Self.parts(String(text[text.index(after: colon)...]))
        {
            self.init(session: String(text[..<colon]), parts: parts)
        } else if let parts = try Self.parts(text) {
            self.init(session: nil, parts: parts)
        } else {
            return nil
        }
    }

    /// The text before a colon names a session: what a filter has there is none. A path may have spaces and signs.
    private static func isSession(_ text: Substring) -> Bool {
        guard !text.isEmpty else { return false }
        if text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") {
            return !text.utf8.contains { ASCII.isControl($0) || $0 == ASCII.quote }
        }
        if case .nothing = FilterFields.find(String(text)), text.lowercased() != FilterParser.textPrefix {
            return text.utf8.allSatisfy { byte in
                switch byte {
                case ASCII.equals, ASCII.lessThan, ASCII.greaterThan, ASCII.tilde, ASCII.exclamation, ASCII.quote,
                    ASCII.apostrophe, ASCII.openParenthesis, ASCII.closeParenthesis, ASCII.comma, ASCII.ampersand,
                    ASCII.bar:
                    false
                default: !FilterScanner.isSpace(byte) && !ASCII.isControl(byte)
                }
            }
        }
        return false
    }

    // MARK: Parts

    private enum Piece {
        case part(FlowSelection.Part)
        /// Made of numbers, and still none: why.
        case wrong(String)
        case other
    }

    /// A list of parts, with commas or spaces between; nil for another form.
    private static func parts(_ text: String) throws(FlowRequestError) -> [FlowSelection.Part]? {
        let words = text.utf8.split { $0 == ASCII.comma || FilterScanner.isSpace($0) }.map { String(Substring($0)) }
        guard !words.isEmpty else { return nil }
        var parts: [FlowSelection.Part] = []
        var problem: String?
        var other: String?
        for word in words {
            switch piece(word) {
            case .part(let part): parts.append(part)
            case .wrong(let text): problem = problem ?? text
            case .other: other = other ?? word
            }
        }
        if let other {
            // A list without a space is no filter: commas stand between the members of 'in (a, b)' only.
            let isList = words.count > 1 && !text.utf8.contains(where: FilterScanner.isSpace)
            let isFilter = text.utf8.contains { $0 == ASCII.openParenthesis || $0 == ASCII.quote }
            guard isList, !isFilter, !parts.isEmpty || problem != nil else { return nil }
            throw FlowRequestError("'\(other)' is not a flow number, such as 12, #12, 3-7 or last.")
        }
        if let problem { throw FlowRequestError(problem) }
        guard parts.count <= FlowSelection.mostParts else {
            throw FlowRequestError("these are more than \(FlowSelection.mostParts) numbers; name ranges, such as 3-7.")
        }
        return parts
    }

    private static func piece(_ word: String) -> Piece {
        if word == "all" { return .part(.all) }
        if word == "last" { return .part(.newest(1)) }
        if word.hasPrefix("last-") {
            switch Number(word.dropFirst(5)) {
            case .none: return .other
            case .tooLarge: return .wrong(tooLarge(word))
            case .zero: return .wrong("'\(word)' is not a flow: last is the newest, last-2 the one before it.")
            case .value(let place): return .part(.newest(place))
            }
        }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.map { Number($0.first == "#" ? $0.dropFirst() : $0) }
        guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1 != .none }), numbers.contains(where: { $0 != .none })
        else { return .other }
        if numbers.contains(.tooLarge) { return .wrong(tooLarge(word)) }
        switch numbers.count {
        case 1:
            guard case .value(let number) = numbers[0] else { return .wrong(zero(word)) }
            return .part(.number(number))
        case 2:
            if numbers.contains(.none) {
                return .wrong("'\(word)' is half a range: give both ends, such as 3-7." + search(word))
            }
            guard case .value(let first) = numbers[0], case .value(let last) = numbers[1] else {
                return .wrong(zero(word))
            }
            guard first <= last else {
                return .wrong("the range \(word) runs backwards: write \(last)-\(first)." + search(word))
            }
            return .part(.range(first...last))
        default:
            return .wrong("'\(word)' is neither a flow number nor a range, such as 3-7." + search(word))
        }
    }

    private static func zero(_ word: String) -> String { "flows are numbered from 1, so '\(word)' is not a flow." }

    private static func tooLarge(_ word: String) -> String {
        "'\(word.prefix(40))\(word.count > 40 ? "…" : "")' is larger than any flow number." + search(word)
    }

    private static func search(_ word: String) -> String {
        word.count > 40 ? "" : " To search for the text: \(FilterParser.textPrefix):\(word)"
    }

    /// Digits, and nothing else.
    private enum Number: Equatable {
        case none, zero, tooLarge
        case value(UInt64)

        init(_ text: some StringProtocol) {
            guard !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else {
                self = .none
                return
            }
            guard let value = UInt64(text) else {
                self = .tooLarge
                return
            }
            self = value == 0 ? .zero : .value(value)
        }
    }
}

extension String {
    /// Without the white space around it.
    fileprivate var trimmed: String {
        let bytes = utf8.drop(while: FilterScanner.isSpace)
        guard let last = bytes.lastIndex(where: { !FilterScanner.isSpace($0) }) else { return "" }
        return String(decoding: bytes[...last], as: UTF8.self)
    }
}
