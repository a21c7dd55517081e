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

    /// Takes in the line from `start` to `line`. Of a request nothing is `tolerated`.
    @inline(__always)
    mutating func take(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ line: LineScanner.LineEnd, place: Place,
        _ tolerated: Tolerances, limits: Limits, base: Int
    ) throws(WireError) {
        let end = line.end
        guard lines.count + folds < limits.fields else {
            throw unsafe WireError(.tooManyFields, at: start, length: end - start, in: input, base: base)
        }
        if unsafe ASCII.isWhitespace(input[start]) {
            return try unsafe fold(input, start, line, place: place, tolerated, limits: limits, base: base)
        }
        var nameEnd = start
        while nameEnd < end, unsafe OctetClass.token.contains(input[nameEnd]) { nameEnd += 1 }
        var colon = nameEnd
        var isName = true
        if unsafe nameEnd == start || nameEnd == end || input[nameEnd] != ASCII.colon {
            let odd = try unsafe oddColon(
                input, start..<end, nameEnd, place: place, tolerated, limits: limits, base: base)
            (colon, isName) = (odd.colon, odd.isName)
            if !isName { nameEnd = odd.nameEnd }
        }

        var valueStart = colon + 1
        while valueStart < end, unsafe ASCII.isWhitespace(input[valueStart]) { valueStart += 1 }
        var valueEnd = end
        while valueEnd > valueStart, unsafe ASCII.isWhitespace(input[valueEnd - 1]) { valueEnd -= 1 }
        try unsafe checkText(input, valueStart..<valueEnd, tolerated, limits: limits, base: base)

        unsafe lines.append(
            FieldLine(
                start: start, nameEnd: nameEnd, valueStart: valueStart, valueEnd: valueEnd, end: line.next,
                known: isName ? .recognise(UnsafeBufferPointer(rebasing: input[start..<nameEnd])) : .other))
    }

    /// What follows the name is not a colon: says what is wrong, or tolerates it in a response.
    @inline(never)
    private mutating func oddColon(
        _ input: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, _ nameEnd: Int, place: Place,
        _ tolerated: Tolerances, limits: Limits, base: Int
    ) throws(WireError) -> (colon: Int, nameEnd: Int, isName: Bool) {
        let start = line.lowerBound
        guard let colon = unsafe input[line].firstIndex(of: ASCII.colon) else {
            throw unsafe WireError(.missingColon, at: start, length: line.count, in: input, base: base)
        }
        guard nameEnd > start, unsafe input[nameEnd..<colon].allSatisfy(ASCII.isWhitespace) else {
            // Browsers and curl read on; the field itself means nothing to anybody, and is not forwarded.
            guard tolerated.contains(.oddFieldNames), unsafe !input[start..<colon].contains(0) else {
                throw unsafe WireError(.malformedFieldName, at: nameEnd, in: input, base: base)
            }
            var end = colon
            while end > start, unsafe ASCII.isWhitespace(input[end - 1]) { end -= 1 }
            quirks.note(Quirk(.oddFieldName, offset: start, length: max(1, end - start)), limit: limits.quirks)
            return (colon, end, false)
        }
        switch place {
        case .request, .trailers:
            // RFC 9112 §5.1: a server must answer 400, since readers have differed on what the name is.
            throw unsafe WireError(.spaceBeforeColon, at: nameEnd, length: colon - nameEnd, in: input, base: base)
        case .response:
            // RFC 9112 §5.1: a proxy must remove it from a response before it forwards it.
            quirks.note(
                Quirk(.spaceBeforeColon, offset: nameEnd, length: colon - nameEnd), limit: limits.quirks)
            return (colon, nameEnd, true)
        }
    }

    /// `obs-fold` (RFC 9112 §5.2): the line goes on with the value of the one before.
    @inline(never)
    private mutating func fold(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: LineScanner.LineEnd, place: Place,
        _ tolerated: Tolerances, limits: Limits, base: Int
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
        try unsafe checkText(input, textStart..<textEnd, tolerated, limits: limits, base: base)
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
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ tolerated: Tolerances, limits: Limits, base: Int
    ) throws(WireError) {
        let found = unsafe FieldSyntax.oddities(in: input, range)
        if let control = found.control {
            try unsafe checkControls(input, control..<range.upperBound, tolerated, limits: limits, base: base)
        }
        if let obsolete = found.obsolete {
            quirks.note(
                Quirk(.obsoleteText, offset: obsolete.lowerBound, length: obsolete.count), limit: limits.quirks)
        }
    }

    /// RFC 9110 §5.5: CR and NUL are refused or replaced by a space, other control characters may be kept where they do
    /// no harm. Nobody takes a NUL for text; all else becomes a space where it is forwarded.
    ///
    /// `range` begins with the first of them.
    @inline(never)
    private mutating func checkControls(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ tolerated: Tolerances, limits: Limits, base: Int
    ) throws(WireError) {
        var last = range.lowerBound
        for position in range where unsafe FieldSyntax.isControl(input[position]) {
            guard tolerated.contains(.controlsInValues), unsafe input[position] != 0 else {
                throw unsafe WireError(.malformedFieldValue, at: position, in: input, base: base)
            }
            last = position
        }
        quirks.note(
            Quirk(.controlInValue, offset: range.lowerBound, length: last - range.lowerBound + 1),
            limit: limits.quirks)
    }
}
