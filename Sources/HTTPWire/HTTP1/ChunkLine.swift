import Bytes
import HTTPModel

/// A chunk's size line (RFC 9112 §7.1): `chunk-size [ chunk-ext ] CRLF`.
struct ChunkLine {
    let size: UInt64
    /// Where the extension begins: everything from there to the line end is it.
    let extensionStart: Int

    /// Digits enough for 64 bits; more of them, even zeros, are refused.
    static let digitLimit = 16

    /// Looks at what has come of a line, to its end or not, as far as it can be judged already.
    ///
    /// `count` bytes of the line are there. What it throws for a beginning it throws for the whole line too.
    static func checkStart(
        _ input: UnsafeBufferPointer<UInt8>, count: Int, limits: Limits, base: Int
    ) throws(WireError) {
        guard count > 0 else { return }
        var digits = 0
        while digits < count, digits <= digitLimit, unsafe ASCII.hexValue(input[digits]) != nil { digits += 1 }
        guard digits > 0 else { throw unsafe WireError(.malformedChunkSize, at: 0, in: input, base: base) }
        guard digits <= digitLimit else {
            throw unsafe WireError(.chunkTooLarge, at: 0, length: digits, in: input, base: base)
        }
        guard count - digits <= limits.chunkExtension else {
            throw unsafe WireError(.chunkExtensionTooLong, at: digits + limits.chunkExtension, in: input, base: base)
        }
    }

    /// Reads the line `input[0..<end]`, whose beginning has been checked.
    init(_ input: UnsafeBufferPointer<UInt8>, end: Int, base: Int) throws(WireError) {
        var value: UInt64 = 0
        var position = 0
        while position < end, let digit = unsafe ASCII.hexValue(input[position]) {
            value = value &<< 4 | UInt64(digit)
            position += 1
        }
        guard position > 0 else { throw unsafe WireError(.malformedChunkSize, at: 0, in: input, base: base) }
        // Peers that count with a sign would read a larger one differently.
        guard value <= UInt64(Int64.max) else {
            throw unsafe WireError(.chunkTooLarge, at: 0, length: position, in: input, base: base)
        }
        size = value
        extensionStart = position
        if position < end { try unsafe Self.checkExtension(input, position, end, base: base) }
    }

    /// The chunk that the line `input[0..<end]` opens, `offset` bytes behind the head.
    func chunk(at offset: UInt64, _ input: UnsafeBufferPointer<UInt8>, end: Int) -> Chunk {
        unsafe Chunk(
            offset: offset, size: size, digits: UnsafeBufferPointer(rebasing: input[..<extensionStart]),
            extension: extensionStart < end ? Bytes(Array(input[extensionStart..<end])) : Bytes())
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
