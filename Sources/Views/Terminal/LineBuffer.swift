package import Bytes
import Explain
package import Flow

/// Where lines are put together: bytes to be written, with the column the next one goes to.
///
/// Everything from the wire enters through `wire`, which escapes it. Owned by a renderer; a value, not shared.
package struct LineBuffer {
    package private(set) var bytes: [UInt8] = []
    /// Columns written since the last line end.
    package private(set) var column = 0
    package let style: Style
    /// Left out of what comes from the wire.
    package let hidden: HiddenValues
    /// Whether there is nothing to leave out, as on all live lines: then nobody looks for it.
    private let hidesNothing: Bool

    package init(style: Style, hiding hidden: HiddenValues = .none) {
        self.style = style
        self.hidden = hidden
        hidesNothing = hidden.isEmpty
    }

    /// Gives away what was written and begins anew, with room for as much again.
    package mutating func take() -> [UInt8] {
        let taken = bytes
        bytes = []
        bytes.reserveCapacity(min(taken.count, 1 << 16))
        return taken
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// Whether nothing stands on the line above this one, or there is none.
    var endsInEmptyLine: Bool {
        bytes.isEmpty || bytes.elementsEqual([ASCII.lineFeed]) || bytes.suffix(2).elementsEqual([0x0A, 0x0A])
    }

    /// Our own words: nothing in them needs escaping. Counts a column for each byte that begins a character.
    package mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { source in
            bytes.append(contentsOf: source)
            column += text.isASCII ? source.count : Self.characters(source)
        }
    }

    package mutating func words(_ text: StaticText) {
        if let literal = text.literal { return self.text(literal) }
        text.withUTF8Buffer { source in
            bytes.append(contentsOf: source)
            column += Self.characters(source)
        }
    }

    /// Without an early end, and with nothing else to write to, the loop takes many bytes at once.
    private static func characters(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in text { count += byte & 0xC0 != 0x80 ? 1 : 0 }
        return count
    }

    /// Bytes from the wire, escaped, cut to `limit` columns.
    package mutating func wire(_ source: Bytes, limit: Int = .max) {
        column += TerminalText.append(hidesNothing ? source : hidden.hide(source), to: &bytes, limit: limit)
    }

    /// Text that may hold bytes from outside (names of hosts, messages of the system), escaped.
    package mutating func wire(_ source: String, limit: Int = .max) {
        wire(Bytes(source), limit: limit)
    }

    package mutating func number(_ value: UInt64) { measured { Units.append(number: value, to: &$0) } }
    package mutating func number(_ value: Int) {
        if value < 0 { text("-") }
        number(UInt64(value.magnitude))
    }
    package mutating func number(_ value: UInt64, digits: Int) {
        measured { Units.append(number: value, digits: digits, to: &$0) }
    }
    package mutating func size(_ value: UInt64) { measured { Units.append(size: value, to: &$0) } }
    package mutating func duration(nanoseconds: UInt64) {
        measured { Units.append(nanoseconds: nanoseconds, to: &$0) }
    }
    package mutating func duration(seconds: Int64) {
        if seconds < 0 { text("-") }
        measured { Units.append(seconds: seconds.magnitude, to: &$0) }
    }

    /// To be copied, which is quicker than to repeat one.
    private static let spaces: StaticString = "                                "

    /// Spaces up to this column; none when it is reached already.
    package mutating func pad(to target: Int) {
        guard column < target else { return }
        let count = target - column
        if count <= Self.spaces.utf8CodeUnitCount {
            Self.spaces.withUTF8Buffer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<count])) }
        } else {
            bytes.append(contentsOf: repeatElement(ASCII.space, count: count))
        }
        column = target
    }

    /// Writes so that the piece ends at `end`, at least one space after what stands there.
    package mutating func right(to end: Int, _ write: (inout LineBuffer) -> Void) {
        let (start, before) = (bytes.count, column)
        write(&self)
        let room = max(end - column, 1)
        bytes.insert(contentsOf: repeatElement(ASCII.space, count: room), at: start)
        column = max(end, before + 1 + column - before)
    }

    package mutating func newline() {
        bytes.append(ASCII.lineFeed)
        column = 0
    }

    /// Writes in a colour, when there are colours.
    package mutating func ink(_ ink: Ink, _ write: (inout LineBuffer) -> Void) {
        if style == .plain || ink == .normal {
            write(&self)
            return
        }
        ink.sequence.withUTF8Buffer { bytes.append(contentsOf: $0) }
        write(&self)
        Ink.end.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Goes back to the line's beginning and empties it, on a terminal (ECMA-48 EL).
    mutating func eraseLine() {
        StaticString("\r\u{1B}[K").withUTF8Buffer { bytes.append(contentsOf: $0) }
        column = 0
    }

    /// Another buffer's bytes, which are text already.
    mutating func append(_ other: LineBuffer) {
        bytes.append(contentsOf: other.bytes)
        column += other.column
    }

    /// Another buffer's bytes, of known width.
    mutating func append(_ other: [UInt8], columns: Int) {
        bytes.append(contentsOf: other)
        column += columns
    }

    /// A run of another buffer's bytes of known width.
    mutating func append(_ run: ArraySlice<UInt8>, columns: Int) {
        bytes.append(contentsOf: run)
        column += columns
    }

    /// Where the next byte goes.
    var place: (count: Int, column: Int) { (bytes.count, column) }

    /// Takes back what was written since then.
    mutating func goBack(to place: (count: Int, column: Int)) {
        bytes.removeSubrange(place.count...)
        column = place.column
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        column = 0
    }

    private mutating func measured(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        // Continuation bytes take no column: there is µ.
        for byte in bytes[start...] where byte & 0xC0 != 0x80 { column += 1 }
    }
}
