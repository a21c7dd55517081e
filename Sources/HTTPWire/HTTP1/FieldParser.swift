import Bytes
import HTTPModel

/// Turns the lines of a head or of a trailer section into field lines, one at a time (RFC 9112 §5).
///
/// Part of the decoder's state. Offsets count from the start of the section; `base` is what is added to them in errors.
struct FieldParser: Sendable {
    /// Where the lines stand, which decides what is tolerated.
    enum Place: Sendable {
        case request, response, trailers
    }

    private(set) var lines: [FieldLine] = []
    private(set) var quirks: [Quirk] = []

    /// Room for the lines of an ordinary head, made at once.
    mutating func prepare() {
        lines.reserveCapacity(16)
    }

    mutating func note(_ quirk: Quirk) {
        quirks.append(quirk)
    }

    /// Takes in the line `start..<end`, whose CRLF stands at `end`.
    @inline(__always)
    mutating func take(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, place: Place, limit: Int, base: Int
    ) throws(WireError) {
        if ASCII.isWhitespace(input[start]) {
            return try fold(input, start, end, place: place, base: base)
        }
        guard lines.count < limit else {
            throw WireError(.tooManyFields, at: start, length: end - start, in: input, base: base)
        }
        var nameEnd = start
        while nameEnd < end, OctetClass.token.contains(input[nameEnd]) { nameEnd += 1 }
        var colon = nameEnd
        if nameEnd == start || nameEnd == end || input[nameEnd] != ASCII.colon {
            colon = try oddColon(input, start, nameEnd, end, place: place, base: base)
        }

        var valueStart = colon + 1
        while valueStart < end, ASCII.isWhitespace(input[valueStart]) { valueStart += 1 }
        var valueEnd = end
        while valueEnd > valueStart, ASCII.isWhitespace(input[valueEnd - 1]) { valueEnd -= 1 }
        try checkText(input, valueStart..<valueEnd, place: place, base: base)

        lines.append(
            FieldLine(
                start: start, nameEnd: nameEnd, valueStart: valueStart, valueEnd: valueEnd, end: end + 2,
                known: .recognise(UnsafeBufferPointer(rebasing: input[start..<nameEnd]))))
    }

    /// What follows the name is not a colon: says what is wrong, or tolerates white space before it in a response.
    @inline(never)
    private mutating func oddColon(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ nameEnd: Int, _ end: Int, place: Place, base: Int
    ) throws(WireError) -> Int {
        guard let colon = input[start..<end].firstIndex(of: ASCII.colon) else {
            throw WireError(.missingColon, at: start, length: end - start, in: input, base: base)
        }
        guard nameEnd > start, input[nameEnd..<colon].allSatisfy(ASCII.isWhitespace) else {
            throw WireError(.malformedFieldName, at: nameEnd, in: input, base: base)
        }
        switch place {
        case .request, .trailers:
            // RFC 9112 §5.1: a server must answer 400, since readers have differed on what the name is.
            throw WireError(.spaceBeforeColon, at: nameEnd, length: colon - nameEnd, in: input, base: base)
        case .response:
            // RFC 9112 §5.1: a proxy must remove it from a response before it forwards it.
            quirks.append(Quirk(.spaceBeforeColon, offset: nameEnd, length: colon - nameEnd))
            return colon
        }
    }

    /// `obs-fold` (RFC 9112 §5.2): the line goes on with the value of the one before.
    @inline(never)
    private mutating func fold(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, place: Place, base: Int
    ) throws(WireError) {
        // RFC 9112 §2.2: white space before the first field is no fold, and nobody may guess what it is.
        guard place == .response, var line = lines.popLast() else {
            throw WireError(.foldedLine, at: start, length: end - start, in: input, base: base)
        }
        var textStart = start
        while textStart < end, ASCII.isWhitespace(input[textStart]) { textStart += 1 }
        var textEnd = end
        while textEnd > textStart, ASCII.isWhitespace(input[textEnd - 1]) { textEnd -= 1 }
        try checkText(input, textStart..<textEnd, place: place, base: base)
        quirks.append(Quirk(.foldedLine, offset: start, length: end - start))
        if textStart < textEnd {
            if line.value.isEmpty { line.valueStart = UInt32(textStart) }
            line.valueEnd = UInt32(textEnd)
        }
        line.end = UInt32(end + 2)
        lines.append(line)
    }

    @inline(__always)
    private mutating func checkText(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, place: Place, base: Int
    ) throws(WireError) {
        let found = FieldSyntax.oddities(in: input, range)
        if let control = found.control {
            throw WireError(.malformedFieldValue, at: control, in: input, base: base)
        }
        // Trailers carry no quirks, and `obs-text` is within the grammar.
        if let obsolete = found.obsolete, place != .trailers {
            quirks.append(Quirk(.obsoleteText, offset: obsolete.lowerBound, length: obsolete.count))
        }
    }
}
