public import Bytes

/// The grammar of one field line (RFC 9110 §5.1, §5.5), for everything that takes names and values from outside: the
/// wire, and the flags of a command.
public enum FieldSyntax {
    /// The offset of the first byte that makes this no field name, or nil when it is one. Of an empty name: 0.
    public static func validateName(_ name: Bytes) -> Int? {
        guard !name.isEmpty else { return 0 }
        return name.firstIndex { !OctetClass.token.contains($0) }
    }

    /// Whether it is a field name in lower case as nearly all are; one that is not may be one nevertheless.
    static func isPlainName(_ name: Bytes) -> Bool {
        !name.isEmpty
            && name.withSpan { span in
                unsafe span.withUnsafeBufferPointer { unsafe OctetClass.plainName.containsAll($0) }
            }
    }

    /// The offset of the first byte that may not stand in a field value, or nil when there is none.
    ///
    /// Control characters may not, the tab aside; white space at either end is the line's, not the value's.
    public static func validateValue(_ value: Bytes) -> Int? {
        guard let first = value.first, let last = value.last else { return nil }
        if ASCII.isWhitespace(first) { return 0 }
        if ASCII.isWhitespace(last) { return value.count - 1 }
        // Eight at a time, for what nearly no value has.
        return value.hasControl ? value.firstIndex { isControl($0) } : nil
    }

    @inline(__always)
    static func isControl(_ byte: UInt8) -> Bool {
        (byte < ASCII.space && byte != ASCII.tab) || byte == ASCII.delete
    }

    /// What a run of text has that is not printable ASCII, space or tab.
    struct Oddities {
        /// The first control character.
        var control: Int?
        /// The first and last bytes above 0x7F: `obs-text`.
        var obsolete: ClosedRange<Int>?
    }

    /// Looks over a field value or reason phrase; stops at the first control character.
    @inline(__always)
    static func oddities(in input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Oddities {
        var found = Oddities()
        guard let base = input.baseAddress else { return found }
        // `range` lies in `input`; a word is read only where eight bytes of the range are left, or, counted back from
        // its end, where it has eight.
        var position = range.lowerBound
        let end = range.upperBound
        while position + 8 <= end, unsafe Word.isPrintable(Word.load(base + position)) { position += 8 }
        // What is left of less than a word is looked at with bytes before it that are known already.
        if position + 8 > end, range.count >= 8, unsafe Word.isPrintable(Word.load(base + end - 8)) { return found }
        while position < end {
            if position + 8 <= end, unsafe Word.isPrintable(Word.load(base + position)) {
                position += 8
                continue
            }
            let byte = unsafe base[position]
            if byte >= 0x80 {
                found.obsolete = (found.obsolete?.lowerBound ?? position)...position
            } else if isControl(byte) {
                found.control = position
                return found
            }
            position += 1
        }
        return found
    }
}
