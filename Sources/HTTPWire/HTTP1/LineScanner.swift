import Bytes
import HTTPModel

/// Finds line ends in bytes that arrive piece by piece: CRLF, and LF alone where that is tolerated.
///
/// It remembers how far it has looked, so that a peer that sends a byte at a time costs no more than one that sends all
/// at once. What it answers depends on the bytes alone, never on the pieces they came in. Offsets count from the start
/// of the section being read; part of the decoder's state.
package struct LineScanner: Sendable {
    /// Where a line ends.
    package struct LineEnd: Sendable, Hashable {
        /// One past the line's last byte.
        package let end: Int
        /// Where the next line begins.
        package let next: Int

        /// It ends with a line feed alone.
        package var isBare: Bool { next == end + 1 }
    }

    /// Where the line being looked for begins.
    private(set) var lineStart = 0
    /// Everything before this has been looked at and holds no end of this line.
    private var scanned = 0

    package init() {}

    /// Whether a byte of the first line has been seen.
    var hasStarted: Bool { scanned > 0 }

    /// Goes on to the line after the one that ended.
    mutating func advance(past line: LineEnd) {
        lineStart = line.next
        scanned = line.next
    }

    /// Where the line ends, or nil when its end has not come.
    ///
    /// Throws `tooLong` as soon as the line goes on past `limit`, and at a CR or LF that has not its other half:
    /// readers differ on those (RFC 9112 §2.2). A CR alone that is accepted is a byte of its line, but not the first.
    @inline(__always)
    mutating func lineEnd(
        in input: UnsafeBufferPointer<UInt8>, limit: Int, tooLong: WireError.Code, base: Int = 0,
        acceptsBareLineFeed: Bool = false, acceptsBareCarriageReturn: Bool = false
    ) throws(WireError) -> LineEnd? {
        while true {
            let position = unsafe firstLineEndByte(in: input)
            guard position <= limit else {
                throw unsafe WireError(tooLong, at: limit, in: input, base: base)
            }
            scanned = position
            guard position < input.count else { return nil }
            guard unsafe input[position] == ASCII.carriageReturn else {
                guard acceptsBareLineFeed else {
                    throw unsafe WireError(.bareLineFeed, at: position, in: input, base: base)
                }
                return LineEnd(end: position, next: position + 1)
            }
            guard position + 1 < input.count else { return nil }
            if unsafe input[position + 1] == ASCII.lineFeed { return LineEnd(end: position, next: position + 2) }
            guard acceptsBareCarriageReturn, position > lineStart else {
                throw unsafe WireError(.bareCarriageReturn, at: position, in: input, base: base)
            }
            scanned = position + 1
        }
    }

    /// The first CR or LF not yet looked at; the count of the input when there is none.
    @inline(__always)
    private func firstLineEndByte(in input: UnsafeBufferPointer<UInt8>) -> Int {
        let count = input.count
        guard let base = input.baseAddress, scanned < count else { return count }
        // Nothing is read at `count` or behind it: a word only where eight bytes are left.
        var position = scanned
        while position + 8 <= count {
            let word = unsafe Word.load(base + position)
            if let index = Word.firstIndex(of: ASCII.carriageReturn, or: ASCII.lineFeed, in: word) {
                return position + index
            }
            position += 8
        }
        while position < count, unsafe base[position] != ASCII.carriageReturn, unsafe base[position] != ASCII.lineFeed {
            position += 1
        }
        return position
    }
}

extension WireError {
    /// An error at an offset of a section that itself begins `base` bytes into the message's head or body.
    @inline(never)
    init(_ code: Code, at offset: Int, length: Int = 1, in section: UnsafeBufferPointer<UInt8>, base: Int = 0) {
        let start = min(max(offset, 0), section.count)
        let end = min(start + min(max(length, 1), 32), section.count)
        unsafe self.init(
            code, offset: base + offset, length: length, bytes: Bytes(Array(section[start..<end])))
    }
}
