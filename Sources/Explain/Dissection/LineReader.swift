import Bytes

/// A line: its bytes, and how it ends.
struct Line {
    enum Ending {
        case crlf
        /// A line feed without the carriage return before it.
        case bareLineFeed
        /// The input ends first.
        case none
    }

    let start: Int
    /// One past the last byte before the line end.
    let end: Int
    /// Where the next line begins.
    let next: Int
    let ending: Ending

    var range: Range<Int> { start..<end }
    /// An empty line that is ended: the end of a head.
    var isEmpty: Bool { start == end && ending != .none }
}

/// Finds lines in bytes that are all there.
struct LineReader {
    let input: Bytes
    /// RFC 9112 §2.2 lets a reader take a line feed alone for a line end. Text that was pasted has no other ones.
    let acceptsBareLineFeed: Bool

    func line(at start: Int) -> Line {
        let count = input.count
        var position = start
        while let feed = input.index(of: ASCII.lineFeed, from: position) {
            if feed > start, input[feed - 1] == ASCII.carriageReturn {
                return Line(start: start, end: feed - 1, next: feed + 1, ending: .crlf)
            }
            if acceptsBareLineFeed { return Line(start: start, end: feed, next: feed + 1, ending: .bareLineFeed) }
            position = feed + 1
        }
        return Line(start: start, end: count, next: count, ending: .none)
    }

    /// One past the empty lines that stand at `start`.
    func afterEmptyLines(at start: Int) -> Int {
        var position = start
        while position < input.count {
            let byte = input[position]
            if byte == ASCII.lineFeed, acceptsBareLineFeed {
                position += 1
            } else if byte == ASCII.carriageReturn, position + 1 < input.count, input[position + 1] == ASCII.lineFeed {
                position += 2
            } else {
                break
            }
        }
        return position
    }

    /// Whether a line that goes on begins here with white space: the value of the field before it is folded.
    func continues(at start: Int) -> Bool {
        start < input.count && ASCII.isWhitespace(input[start])
    }
}

extension Bytes {
    /// Where `byte` stands first, from `start` on and before `end`.
    func index(of byte: UInt8, from start: Int, before end: Int? = nil) -> Int? {
        let end = end ?? count
        return start < end ? firstIndex(of: byte, in: start..<end) : nil
    }

    /// Where `byte` stands last in the range.
    func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        var index = range.upperBound
        while index > range.lowerBound {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }

    /// The first byte of the range for which the condition does not hold; the range's end when there is none.
    func end(of range: Range<Int>, while condition: (UInt8) -> Bool) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, condition(self[index]) { index += 1 }
        return index
    }

    /// The range without white space (space, tab) at either end.
    func trim(_ range: Range<Int>) -> Range<Int> {
        let start = end(of: range, while: ASCII.isWhitespace)
        var end = range.upperBound
        while end > start, ASCII.isWhitespace(self[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Whether these letters stand at `start`.
    func has(_ text: StaticString, at start: Int) -> Bool {
        guard start >= 0, start + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { letters in
            for index in 0..<letters.count where self[start + index] != letters[index] { return false }
            return true
        }
    }
}
