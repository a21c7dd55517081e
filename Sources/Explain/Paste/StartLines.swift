package import Bytes

/// Where messages may begin in a text, found in one pass: at lines that are a status line or a request line, with a
/// field line, an empty line or nothing after them. What only mentions HTTP is none.
struct StartLines: Sendable {
    /// In order.
    private let places: [Int]
    /// More are not kept: nobody reads so many messages.
    private static let limit = 100_000

    init(_ input: Bytes) {
        var places: [Int] = []
        var start = 0
        while start < input.count, places.count < Self.limit {
            let end = input.firstIndex(of: ASCII.lineFeed, in: start..<input.count) ?? input.count
            let line = input.slice(start..<end).withoutReturn
            if line.isWholeStartLine, Self.mayBeginFields(input, at: end + 1) { places.append(start) }
            start = end + 1
        }
        self.places = places
    }

    /// The first one at or after a place.
    func first(from place: Int) -> Int? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low < places.count ? places[low] : nil
    }

    /// The first start line at or after a place that follows other bytes on its line, as the next message does where a
    /// body without a line end is longer than its head says.
    static func glued(_ input: Bytes, from place: Int) -> Int? {
        var start = place
        while start < input.count {
            let end = input.firstIndex(of: ASCII.lineFeed, in: start..<input.count) ?? input.count
            let line = input.slice(start..<end).withoutReturn
            if mayBeginFields(input, at: end + 1), let found = gluedPlace(line) { return start + found }
            start = end + 1
        }
        return nil
    }

    /// Where a start line begins within a line.
    private static func gluedPlace(_ line: Bytes) -> Int? {
        // A start line is short: what comes before it may be long.
        for place in max(1, line.count - 4096)..<max(1, line.count)
        where line[place] == UInt8(ascii: "H") && line.slice(place..<line.count).isWholeStatusLine {
            return place
        }
        // A target has no space, so the method ends at the last space but one.
        guard let last = line.lastIndex(of: ASCII.space) else { return nil }
        guard let space = line.slice(0..<last).lastIndex(of: ASCII.space) else { return nil }
        return methods.lazy.map { space - $0.count }.first { place in
            place > 0 && methods.contains { $0 == line.slice(place..<space) }
                && line.slice(place..<line.count).isWholeRequestLine
        }
    }

    private static let methods: [Bytes] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// A line that can follow a start line: a field line, or the empty line of a message without fields.
    private static func mayBeginFields(_ input: Bytes, at start: Int) -> Bool {
        guard start < input.count else { return true }
        if input[start] == ASCII.lineFeed || input[start] == ASCII.carriageReturn { return true }
        var place = start
        while place < input.count, OctetClass.token.contains(input[place]) { place += 1 }
        // Some put white space before the colon, which is wrong and happens.
        while place < input.count, ASCII.isWhitespace(input[place]) { place += 1 }
        return place > start && place < input.count && input[place] == ASCII.colon
    }
}

extension Bytes {
    package var withoutReturn: Bytes { last == ASCII.carriageReturn ? slice(0..<count - 1) : self }

    /// `HTTP/1.1 200 OK`, or `GET /x HTTP/1.1`: all of a line.
    package var isWholeStartLine: Bool { isWholeStatusLine || isWholeRequestLine }

    /// `HTTP/2 200`, with or without a reason.
    package var isWholeStatusLine: Bool {
        guard hasPrefix(ignoringCase: "http/"), let space = firstIndex(of: ASCII.space) else { return false }
        guard slice(5..<space).isVersionNumber else { return false }
        let code = slice(space + 1..<count).drop { $0 == ASCII.space }
        return code.count >= 3 && code.prefix(3).allSatisfy(ASCII.isDigit)
            && (code.count == 3 || code[code.startIndex + 3] == ASCII.space)
    }

    /// A method in capitals, a target without spaces, a version.
    package var isWholeRequestLine: Bool {
        let text = trimmed
        guard let first = text.firstIndex(of: ASCII.space), (1...32).contains(first),
            let last = text.lastIndex(of: ASCII.space), last > first + 1
        else { return false }
        return text.slice(0..<first).allSatisfy { $0 &- UInt8(ascii: "A") < 26 || $0 == ASCII.hyphen }
            && text.slice(last + 1..<text.count).hasOpening("HTTP/")
            && text.slice(last + 6..<text.count).isVersionNumber
            && !text.slice(first + 1..<last).contains(ASCII.space)
    }

    /// `1.1`, `2`.
    private var isVersionNumber: Bool {
        (1...4).contains(count) && allSatisfy { ASCII.isDigit($0) || $0 == ASCII.period } && ASCII.isDigit(self[0])
    }
}
