public import Bytes

/// The grammar of one field line (RFC 9110 §5.1, §5.5), for all names and values from outside: from the wire and from
/// options.
public enum FieldSyntax {
    /// The offset of the first byte that is invalid in a field name, or nil. For an empty name: 0.
    public static func validateName(_ name: Bytes) -> Int? {
        guard !name.isEmpty else { return 0 }
        return name.firstIndex { !OctetClass.token.contains($0) }
    }

    /// Whether it is a field name in lower case as nearly all are; one that is not may be one nevertheless.
    static func isPlainName(_ name: Span<UInt8>) -> Bool {
        unsafe name.withUnsafeBufferPointer { octets in
            guard let base = octets.baseAddress, octets.count > 0 else { return false }
            guard octets.count >= 8 else { return unsafe OctetClass.plainName.containsAll(octets) }
            var place = 0
            while place &+ 8 <= octets.count {
                guard unsafe Word.isPlainName(Word.load(base + place)) else { return false }
                place &+= 8
            }
            // The rest with octets before it that were looked at already.
            return unsafe Word.isPlainName(Word.load(base + octets.count - 8))
        }
    }

    /// The offset of the first byte that is not allowed in a field value, or nil when there is none.
    ///
    /// Control characters except tab are not allowed; white space at either end is not part of the value.
    public static func validateValue(_ value: Bytes) -> Int? {
        value.withSpan { validateValue($0) }
    }

    static func validateValue(_ value: Span<UInt8>) -> Int? {
        guard !value.isEmpty else { return nil }
        if ASCII.isWhitespace(value[0]) { return 0 }
        if ASCII.isWhitespace(value[value.count - 1]) { return value.count - 1 }
        return unsafe value.withUnsafeBufferPointer { octets in
            unsafe oddities(in: octets, 0..<octets.count).control
        }
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
