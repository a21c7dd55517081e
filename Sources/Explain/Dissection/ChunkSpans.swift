import Bytes
import Flow
import HTTPModel
import HTTPWire

/// Names the parts of one chunk: size, extensions, line end, data, line end (RFC 9112 §7.1).
struct ChunkSpans {
    enum Reading {
        case chunk(size: UInt64)
        /// The chunk of size 0; trailers follow.
        case last
        /// The input ends within it.
        case cut
        /// It is unknown what follows.
        case broken
    }

    let input: Bytes
    let lines: LineReader
    let number: Int
    /// Of a response more is read on.
    let kind: MessageKind

    /// So many extensions of one chunk are named one by one.
    private static let extensionLimit = 64

    func read(into list: inout SpanList) -> Reading {
        let line = lines.line(at: list.position)
        let start = kind == .response ? input.end(of: line.range, while: ASCII.isWhitespace) : line.start
        // One more digit than a size may have tells that there are too many.
        let end = input.end(of: start..<min(line.end, start + 17)) { ASCII.hexValue($0) != nil }
        guard let size = size(start..<end) else { return malformedSize(line, digitsEnd: end, &list) }
        padding(to: start, &list)
        list.leaf("chunk-size", to: end, "RFC 9112 §7.1", phrase(for: size, start..<end))
        let isWell = extensions(to: textEnd(end..<line.end), &list) || ignored(end..<textEnd(end..<line.end), &list)
        if isWell { padding(to: line.end, &list) }
        guard isWell, line.ending != .none else { return isWell ? .cut : brokenLine(line, &list) }
        FieldLineSpans.lineEnd(of: line, "Ends the line with the chunk's size.", into: &list)
        if size == 0 { return .last }
        return data(size, &list)
    }

    /// One past what stands in the range before white space at its end, which is read over in a response.
    private func textEnd(_ range: Range<Int>) -> Int {
        guard kind == .response else { return range.upperBound }
        var end = range.upperBound
        while end > range.lowerBound, ASCII.isWhitespace(input[end - 1]) { end -= 1 }
        return end
    }

    private func padding(to end: Int, _ list: inout SpanList) {
        list.leaf(
            "BWS", to: end, "RFC 9112 §7.1",
            "White space around a chunk size is not allowed; readers skip it.", malformed: true)
    }

    /// What is left of a malformed extension, where it is one at all: nobody needs to understand it.
    private func ignored(_ range: Range<Int>, _ list: inout SpanList) -> Bool {
        let (end, sign) = (range.upperBound, input.end(of: range, while: ASCII.isWhitespace))
        guard kind == .response, sign < end, input[sign] == ASCII.semicolon,
            input.slice(range).allSatisfy({ $0 >= ASCII.space && $0 != ASCII.delete || $0 == ASCII.tab })
        else { return false }
        if list.position == end {
            list.missing(
                "chunk-ext-name", "RFC 9112 §7.1.1", "The name of a chunk extension was expected.")
        }
        list.leaf(
            "chunk-ext", to: end, "RFC 9112 §7.1.1", "This is not a chunk extension; readers skip it.",
            malformed: true)
        return true
    }

    private func size(_ digits: Range<Int>) -> UInt64? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var size: UInt64 = 0
        for position in digits { size = size &<< 4 | UInt64(ASCII.hexValue(input[position]) ?? 0) }
        return size <= UInt64(Int64.max) ? size : nil
    }

    private func phrase(for size: UInt64, _ digits: Range<Int>) -> Wording {
        size == 0
            ? "Size 0 marks the last chunk."
            : "The size of chunk \(number): \(input.slice(digits).text) in hexadecimal is \(size)."
    }

    private func malformedSize(_ line: Line, digitsEnd: Int, _ list: inout SpanList) -> Reading {
        let text = Quotation.of(input.slice(line.range))
        if line.range.isEmpty, line.ending == .none { return .cut }
        guard digitsEnd == line.start else {
            list.leaf(
                "chunk-size", to: digitsEnd, "RFC 9112 §7.1",
                "A size of at most 16 hexadecimal digits, and at most 9223372036854775807, was expected; this is "
                    + "\(text).",
                malformed: true)
            return brokenLine(line, &list)
        }
        list.leaf(
            "chunk-size", to: line.next, "RFC 9112 §7.1",
            "A chunk size in hexadecimal digits was expected; this is \(text).", malformed: true)
        return .broken
    }

    /// What is left of a size line that makes no sense.
    private func brokenLine(_ line: Line, _ list: inout SpanList) -> Reading {
        list.leaf(
            "chunk-ext", to: line.end, "RFC 9112 §7.1.1",
            "After the size, a line end or a semicolon with an extension was expected.", malformed: true)
        FieldLineSpans.lineEnd(of: line, "Ends the line.", into: &list)
        return .broken
    }

    private func data(_ size: UInt64, _ list: inout SpanList) -> Reading {
        let available = input.count - list.position
        guard UInt64(available) >= size else {
            list.leaf(
                "chunk-data", to: input.count, "RFC 9112 §7.1",
                "The chunk is cut off: \(available) of its \(Quantity.count(size, "byte")) are here.")
            return .cut
        }
        let end = list.position + Int(size)
        list.leaf(
            "chunk-data", to: end, "RFC 9112 §7.1",
            "\(Quantity.count(size, "byte")) of content, the data of chunk \(number).")
        guard end < input.count else { return .cut }
        let after = lines.line(at: end, within: 2)
        guard after.start == after.end, after.ending != .none else {
            if input.count - end == 1, input[end] == ASCII.carriageReturn {
                list.leaf(
                    "CRLF", to: end + 1, "RFC 9112 §7.1",
                    "The first byte of the line end after the chunk's data.")
                return .cut
            }
            list.leaf(
                "CRLF", to: min(end + 2, input.count), "RFC 9112 §7.1",
                """
                A line end was expected after the \(Quantity.count(size, "byte")) of the chunk: its size or its data \
                is wrong.
                """,
                malformed: true)
            return .broken
        }
        FieldLineSpans.lineEnd(of: after, "Ends the chunk's data and is not part of it.", into: &list)
        return .chunk(size: size)
    }
}

extension ChunkSpans {
    /// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )` (RFC 9112 §7.1.1). False when something
    /// else stands there; then what could be read has been named.
    private func extensions(to end: Int, _ list: inout SpanList) -> Bool {
        var seen = 0
        while list.position < end {
            guard seen < Self.extensionLimit else {
                list.leaf(
                    "chunk-ext", to: end, "RFC 9112 §7.1.1",
                    "More extensions of the chunk, not described one by one: there are too many.")
                return true
            }
            seen += 1
            var parts = list.children()
            let isWell = oneExtension(to: end, &parts)
            list.group(
                "chunk-ext", "RFC 9112 §7.1.1",
                "A chunk extension for the next recipient, which ignores unknown ones.", parts)
            guard isWell else { return false }
        }
        return true
    }

    private func oneExtension(to end: Int, _ parts: inout SpanList) -> Bool {
        whitespace(to: end, &parts)
        guard take(ASCII.semicolon, to: end, "A semicolon begins an extension.", &parts) else { return false }
        whitespace(to: end, &parts)
        let name = parts.position
        let nameEnd = input.end(of: name..<end, while: OctetClass.token.contains)
        guard nameEnd > name else { return false }
        parts.leaf(
            "chunk-ext-name", to: nameEnd, "RFC 9112 §7.1.1",
            "The name of the extension, \(quoting: input.slice(name..<nameEnd)).")
        let sign = input.end(of: nameEnd..<end, while: ASCII.isWhitespace)
        guard sign < end, input[sign] == ASCII.equals else { return true }
        whitespace(to: end, &parts)
        _ = take(ASCII.equals, to: end, "An equals sign begins the extension's value.", &parts)
        whitespace(to: end, &parts)
        let value = parts.position
        guard let valueEnd = self.valueEnd(value..<end) else { return false }
        parts.leaf(
            "chunk-ext-val", to: valueEnd, "RFC 9112 §7.1.1",
            "The value of the extension, \(quoting: input.slice(value..<valueEnd)).")
        return true
    }

    /// One past a token or a quoted string (RFC 9110 §5.6.2, §5.6.4); nil when neither stands there.
    private func valueEnd(_ range: Range<Int>) -> Int? {
        guard range.lowerBound < range.upperBound, input[range.lowerBound] == ASCII.quote else {
            let end = input.end(of: range, while: OctetClass.token.contains)
            return end > range.lowerBound ? end : nil
        }
        var position = range.lowerBound + 1
        while position < range.upperBound, input[position] != ASCII.quote {
            if input[position] == ASCII.backslash { position += 1 }
            guard position < range.upperBound else { return nil }
            let byte = input[position]
            guard byte >= ASCII.space && byte != ASCII.delete || byte == ASCII.tab else { return nil }
            position += 1
        }
        return position < range.upperBound ? position + 1 : nil
    }

    private func whitespace(to end: Int, _ parts: inout SpanList) {
        parts.leaf(
            "BWS", to: input.end(of: parts.position..<end, while: ASCII.isWhitespace), "RFC 9110 §5.6.3",
            "White space that is not allowed here; readers tolerate it.")
    }

    private func take(_ byte: UInt8, to end: Int, _ text: Wording, _ parts: inout SpanList) -> Bool {
        guard parts.position < end, input[parts.position] == byte else { return false }
        parts.leaf(byte == ASCII.equals ? "\"=\"" : "\";\"", to: parts.position + 1, "RFC 9112 §7.1.1", text)
        return true
    }
}

extension LineReader {
    /// The line at `start` when it ends within so many bytes. The bytes of a chunk's data must not be searched for a
    /// line end that is not there.
    fileprivate func line(at start: Int, within count: Int) -> Line {
        let end = min(start + count, input.count)
        return LineReader(input: input.slice(0..<end), acceptsBareLineFeed: acceptsBareLineFeed).line(at: start)
    }
}
