/// "Which flows", as every command that takes flows reads its arguments: numbers that Hark printed, else a filter. A
/// value.
package enum FlowRequest: Sendable, Hashable {
    case selection(FlowSelection)
    /// With the words that stand in it by themselves, so that it is not known whether a text was meant.
    case filter(FlowFilter, bareWords: [String])

    /// Every flow.
    package static let everything = FlowRequest.filter(.everything, bareWords: [])

    /// Reads arguments; without any, every flow is asked for.
    ///
    /// - Throws: why they are neither numbers nor a filter.
    package init(_ arguments: [String]) throws(FlowRequestError) {
        let words = arguments.filter { !$0.utf8.allSatisfy(FilterScanner.isSpace) }
        guard let first = words.first else {
            self = .everything
            return
        }
        guard let group = try FlowSelection.Group(first) else {
            self = try Self.filter(words.joined(separator: " "))
            return
        }
        var groups = [group]
        for word in words.dropFirst() {
            guard let next = try FlowSelection.Group(word) else {
                throw FlowRequestError(
                    "'\(word.prefix(80))' is not a flow number, and '\(first.prefix(80))' is one. Give numbers (12, "
                        + "#12, 3-7, last) or one filter in quotes; a text to search for is text:\(first.prefix(80))")
            }
            groups.append(next)
        }
        self = .selection(FlowSelection(groups))
    }

    private static func filter(_ text: String) throws(FlowRequestError) -> FlowRequest {
        do throws(FilterError) {
            let filter = try FlowFilter(text)
            return .filter(filter, bareWords: filter.bareWords(in: text))
        } catch {
            throw FlowRequestError("the filter, \(error.shown(in: text))")
        }
    }

    /// Why nothing may be done to flows that are asked for in this way; nil when it may.
    ///
    /// A word by itself is a text search, which finds far more flows than a person means who wrote a number or a name.
    /// It is refused where nothing else is in the filter, and where it may be a number: `id = 3 or 5`.
    package var ambiguity: String? {
        guard case .filter(let filter, let words) = self, let word = words.first else { return nil }
        let numeric = words.first { FlowSelection.isNumeric($0) }
        if let numeric {
            return "'\(numeric)' could be a flow number or a text. Give numbers only (12, #12, 3-7, last), write "
                + "id = 12 in a filter, or search for the text: text:\(numeric)"
        }
        guard filter.expression.isSearchAlone else { return nil }
        return "'\(word)' is not a flow number. Give numbers (12, #12, 3-7, last, all), a filter (hark help filter), "
            + "or search for the text: text:\(word)"
    }
}

extension FlowSelection {
    /// The word would be read as numbers if it stood alone, rightly or wrongly.
    static func isNumeric(_ word: String) -> Bool {
        do throws(FlowRequestError) {
            return try Group(word, mayNameSession: false) != nil
        } catch {
            return true
        }
    }
}

extension FlowFilter {
    /// Words that are searched for without quotes and without `text:`.
    ///
    /// - Parameter text: what the filter was read from.
    func bareWords(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        return expression.searches.compactMap { wanted, place in
            guard place.range.upperBound <= bytes.count else { return nil }
            return String(decoding: bytes[place.range], as: UTF8.self) == wanted ? wanted : nil
        }
    }

    /// Reads the line of a box in which a filter is written while flows are seen: numbers as everywhere, or a filter.
    ///
    /// - Parameter newest: the numbers of the newest flows, the newest first, at least as many as are asked for; nil
    ///   where nobody knows.
    package init(line text: String, newest: ((UInt64) -> [UInt64])? = nil) throws(FilterError) {
        let range = 0..<text.utf8.count
        let group: FlowSelection.Group?
        do throws(FlowRequestError) {
            group = try FlowSelection.Group(text, mayNameSession: false)
        } catch {
            throw FilterError(range, error.text.hasSuffix(".") ? String(error.text.dropLast()) : error.text)
        }
        guard let group else {
            self = try FlowFilter(text)
            return
        }
        let needed = group.newestNeeded
        guard needed == 0 || newest != nil else {
            throw FilterError(
                range,
                "'\(text)' names a flow on a command line; here the last row is the newest. To search for the "
                    + "text: text:\(text)")
        }
        self = group.filter(newest: needed > 0 ? newest?(needed) ?? [] : [])
    }
}

extension FilterExpression {
    /// The texts that it searches for, and where they stand.
    fileprivate var searches: [(String, SourcePlace)] {
        switch self {
        case .test: []
        case .search(let text, let place): [(text, place)]
        case .not(let inner): inner.searches
        case .all(let parts), .any(let parts): parts.flatMap(\.searches)
        }
    }

    /// It tests no field.
    fileprivate var isSearchAlone: Bool { tests.isEmpty }
}
