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
    private(set) var quirks = QuirkList()
    private var folds = 0

    /// Room for the lines of an ordinary head, made at once.
    mutating func prepare() {
        lines.reserveCapacity(16)
    }

    /// Takes in the line from `start` to `line`.
    @inline(__always)
    mutating func take(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ line: LineScanner.LineEnd, place: Place, limits: Limits,
        base: Int
    ) throws(WireError) {
        let end = line.end
        guard lines.count + folds < limits.fields else {
            throw unsafe WireError(.tooManyFields, at: start, length: end - start, in: input, base: base)
        }
        if unsafe ASCII.isWhitespace(input[start]) {
            return try unsafe fold(input, start, line, place: place, limits: limits, base: base)
        }
        var nameEnd = start
        while nameEnd < end, unsafe OctetClass.token.contains(input[nameEnd]) { nameEnd += 1 }
        var colon = nameEnd
        if unsafe nameEnd == start || nameEnd == end || input[nameEnd] != ASCII.colon {
            colon = try unsafe oddColon(input, start, nameEnd, end, place: place, limits: limits, base: base)
        }

        var valueStart = colon + 1
        while valueStart < end, unsafe ASCII.isWhitespace(input[valueStart]) { valueStart += 1 }
        var valueEnd = end
        while valueEnd > valueStart, unsafe ASCII.isWhitespace(input[valueEnd - 1]) { valueEnd -= 1 }
        try unsafe checkText(input, valueStart..<valueEnd, limits: limits, base: base)

        unsafe lines.append(
            FieldLine(
                start: start, nameEnd: nameEnd, valueStart: valueStart, valueEnd: valueEnd, end: line.next,
                known: .recognise(UnsafeBufferPointer(rebasing: input[start..<nameEnd]))))
    }

    /// What follows the name is not a colon: says what is wrong, or tolerates white space before it in a response.
    @inline(never)
    private mutating func oddColon(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ nameEnd: Int, _ end: Int, place: Place, limits: Limits,
        base: Int
    ) throws(WireError) -> Int {
        guard let colon = unsafe input[start..<end].firstIndex(of: ASCII.colon) else {
            throw unsafe WireError(.missingColon, at: start, length: end - start, in: input, base: base)
        }
        guard nameEnd > start, unsafe input[nameEnd..<colon].allSatisfy(ASCII.isWhitespace) else {
            throw unsafe WireError(.malformedFieldName, at: nameEnd, in: input, base: base)
        }
        switch place {
        case .request, .trailers:
            // RFC 9112 §5.1: a server must answer 400, since readers have differed on what the name is.
            throw unsafe WireError(.spaceBeforeColon, at: nameEnd, length: colon - nameEnd, in: input, base: base)
        case .response:
            // RFC 9112 §5.1: a proxy must remove it from a response before it forwards it.
            quirks.note(
                Quirk(.spaceBeforeColon, offset: nameEnd, length: colon - nameEnd), limit: limits.quirks)
            return colon
        }
    }

    /// `obs-fold` (RFC 9112 §5.2): the line goes on with the value of the one before.
    @inline(never)
    private mutating func fold(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: LineScanner.LineEnd, place: Place, limits: Limits,
        base: Int
    ) throws(WireError) {
        // RFC 9112 §2.2: white space before the first field is no fold, and nobody may guess what it is.
        guard place == .response, var line = lines.popLast() else {
            throw unsafe WireError(.foldedLine, at: start, length: end.end - start, in: input, base: base)
        }
        folds += 1
        var textStart = start
        while textStart < end.end, unsafe ASCII.isWhitespace(input[textStart]) { textStart += 1 }
        var textEnd = end.end
        while textEnd > textStart, unsafe ASCII.isWhitespace(input[textEnd - 1]) { textEnd -= 1 }
        try unsafe checkText(input, textStart..<textEnd, limits: limits, base: base)
        quirks.note(Quirk(.foldedLine, offset: start, length: end.end - start), limit: limits.quirks)
        if textStart < textEnd {
            if line.value.isEmpty { line.valueStart = UInt32(textStart) }
            line.valueEnd = UInt32(textEnd)
        }
        line.end = UInt32(end.next)
        lines.append(line)
    }

    @inline(__always)
    private mutating func checkText(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, limits: Limits, base: Int
    ) throws(WireError) {
        let found = unsafe FieldSyntax.oddities(in: input, range)
        if let control = found.control {
            throw unsafe WireError(.malformedFieldValue, at: control, in: input, base: base)
        }
        if let obsolete = found.obsolete {
            quirks.note(
                Quirk(.obsoleteText, offset: obsolete.lowerBound, length: obsolete.count), limit: limits.quirks)
        }
    }
}
