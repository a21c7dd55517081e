import Bytes
import HTTPModel

/// A chunk's size line (RFC 9112 §7.1): `chunk-size [ chunk-ext ] CRLF`.
struct ChunkLine {
    let size: UInt64
    /// The digits of the size.
    let digits: Range<Int>
    /// Where the extension that may go on ends: what stands behind it is white space, or all is no extension.
    private let extensionEnd: Int
    /// White space stands before the size or at the end of the line.
    let isPadded: Bool
    /// What stands behind the size is no extension.
    let hasOddExtension: Bool

    /// Digits enough for 64 bits; more of them, even zeros, are refused.
    static let digitLimit = 16

    /// Looks at what has come of a line, to its end or not, as far as it can be judged already.
    ///
    /// `count` bytes of the line are there. What it throws for a beginning it throws for the whole line too.
    static func checkStart(
        _ input: UnsafeBufferPointer<UInt8>, count: Int, _ tolerated: Tolerances, limits: Limits, base: Int
    ) throws(WireError) {
        guard count > 0 else { return }
        var start = 0
        if tolerated.contains(.oddChunkLines) { unsafe skipWhitespace(input, &start, count) }
        guard start <= limits.chunkExtension else {
            throw unsafe WireError(.chunkExtensionTooLong, at: limits.chunkExtension, in: input, base: base)
        }
        guard start < count else { return }
        var digits = start
        while digits < count, digits - start <= digitLimit, unsafe ASCII.hexValue(input[digits]) != nil { digits += 1 }
        guard digits > start else { throw unsafe WireError(.malformedChunkSize, at: start, in: input, base: base) }
        guard digits - start <= digitLimit else {
            throw unsafe WireError(.chunkTooLarge, at: start, length: digits - start, in: input, base: base)
        }
        guard count - digits <= limits.chunkExtension else {
            throw unsafe WireError(.chunkExtensionTooLong, at: digits + limits.chunkExtension, in: input, base: base)
        }
    }

    /// Reads the line `input[0..<end]`, whose beginning has been checked.
    init(
        _ input: UnsafeBufferPointer<UInt8>, end: Int, _ tolerated: Tolerances, base: Int
    ) throws(WireError) {
        var value: UInt64 = 0
        var start = 0
        if tolerated.contains(.oddChunkLines) { unsafe Self.skipWhitespace(input, &start, end) }
        var position = start
        while position < end, let digit = unsafe ASCII.hexValue(input[position]) {
            value = value &<< 4 | UInt64(digit)
            position += 1
        }
        guard position > start else { throw unsafe WireError(.malformedChunkSize, at: start, in: input, base: base) }
        // Peers that count with a sign would read a larger one differently.
        guard value <= UInt64(Int64.max) else {
            throw unsafe WireError(.chunkTooLarge, at: start, length: position - start, in: input, base: base)
        }
        size = value
        digits = start..<position
        var textEnd = end
        if tolerated.contains(.oddChunkLines) {
            while textEnd > position, unsafe ASCII.isWhitespace(input[textEnd - 1]) { textEnd -= 1 }
        }
        isPadded = start > 0 || textEnd < end
        extensionEnd = textEnd
        do throws(WireError) {
            if position < textEnd { try unsafe Self.checkExtension(input, position, textEnd, base: base) }
            hasOddExtension = false
        } catch {
            guard tolerated.contains(.oddChunkLines), unsafe Self.isIgnored(input, position..<textEnd) else {
                throw error
            }
            hasOddExtension = true
        }
    }

    /// RFC 9112 §7.1.1: whatever a reader does not know behind a semicolon it ignores, and so it does not matter what
    /// stands there; but it has to be text.
    private static func isIgnored(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        unsafe skipWhitespace(input, &position, range.upperBound)
        return unsafe position < range.upperBound && input[position] == ASCII.semicolon
            && !input[range].contains(where: FieldSyntax.isControl)
    }

    /// The chunk that the line `input[0..<end]` opens, `offset` bytes behind the head.
    func chunk(at offset: UInt64, _ input: UnsafeBufferPointer<UInt8>, end: Int) -> Chunk {
        unsafe Chunk(
            offset: offset, size: size, digits: UnsafeBufferPointer(rebasing: input[digits]),
            extension: digits.upperBound < end ? Bytes(Array(input[digits.upperBound..<end])) : Bytes())
    }

    /// The line as it goes on, with its line end.
    func repaired(_ input: UnsafeBufferPointer<UInt8>) -> Bytes {
        let isKept = !hasOddExtension && digits.upperBound < extensionEnd
        return unsafe ChunkEncoder.sizeLine(
            size, extension: isKept ? Bytes(Array(input[digits.upperBound..<extensionEnd])) : Bytes())
    }

    /// `chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )` (RFC 9112 §7.1.1).
    private static func checkExtension(
        _ input: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, base: Int
    ) throws(WireError) {
        var position = start
        while position < end {
            let before = position
            unsafe skipWhitespace(input, &position, end)
            guard position < end, unsafe input[position] == ASCII.semicolon else {
                // Neither a digit nor an extension follows the size itself: the number is what is wrong.
                let code: WireError.Code =
                    unsafe before == start && input[before] != ASCII.space && input[before] != ASCII.tab
                    ? .malformedChunkSize : .malformedChunkExtension
                throw unsafe WireError(code, at: before, in: input, base: base)
            }
            position += 1
            unsafe skipWhitespace(input, &position, end)
            try unsafe skipToken(input, &position, end, base: base)
            let afterName = position
            unsafe skipWhitespace(input, &position, end)
            guard position < end, unsafe input[position] == ASCII.equals else {
                position = afterName
                continue
            }
            position += 1
            unsafe skipWhitespace(input, &position, end)
            if position < end, unsafe input[position] == ASCII.quote {
                try unsafe skipQuotedString(input, &position, end, base: base)
            } else {
                try unsafe skipToken(input, &position, end, base: base)
            }
        }
    }

    private static func skipWhitespace(_ input: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ end: Int) {
        while position < end, unsafe ASCII.isWhitespace(input[position]) { position += 1 }
    }

    private static func skipToken(
        _ input: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ end: Int, base: Int
    ) throws(WireError) {
        let start = position
        while position < end, unsafe OctetClass.token.contains(input[position]) { position += 1 }
        guard position > start else {
            throw unsafe WireError(.malformedChunkExtension, at: position, in: input, base: base)
        }
    }

    /// `quoted-string` (RFC 9110 §5.6.4), from its first quote to past its last.
    private static func skipQuotedString(
        _ input: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ end: Int, base: Int
    ) throws(WireError) {
        let start = position
        position += 1
        while position < end, unsafe input[position] != ASCII.quote {
            if unsafe input[position] == ASCII.backslash { position += 1 }
            guard position < end, unsafe !FieldSyntax.isControl(input[position]) else {
                throw unsafe WireError(.malformedChunkExtension, at: min(position, end - 1), in: input, base: base)
            }
            position += 1
        }
        guard position < end else {
            throw unsafe WireError(.malformedChunkExtension, at: start, length: end - start, in: input, base: base)
        }
        position += 1
    }
}
