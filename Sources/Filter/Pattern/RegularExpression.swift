package import Bytes

/// A regular expression that finds a place in a text, in time that grows with the text's length alone: the subset of
/// RE2 without captures. Letters are Unicode's, classes and case are ASCII's.
///
/// Known: `.` `[…]` `\d \w \s \b` and their opposites, `^ $`, groups, `|`, `* + ? {m,n}` (lazy forms too, which find
/// the same), `\xHH`, `\u{…}`, `\n \r \t`, and `(?i)`, `(?s)`, `(?m)` at the beginning.
package struct RegularExpression: Sendable, Hashable {
    /// As it was written.
    package let text: String
    /// ASCII letters are compared without case, whatever the pattern says.
    let foldsCase: Bool
    let program: [RegularInstruction]
    /// Of all texts that match, the first character, when it is one ASCII character in all.
    private let firstByte: UInt8?

    /// Reads a pattern.
    ///
    /// - Parameter foldsCase: whether ASCII letters are compared without case, as with `(?i)`.
    /// - Throws: what cannot be read, or would take more than linear time, with its place in the pattern's bytes.
    package init(_ text: String, foldsCase: Bool = false) throws(FilterError) {
        self.text = text
        self.foldsCase = foldsCase
        var parser = RegularExpressionParser(text, foldsCase: foldsCase)
        let node = try parser.parse()
        program = try RegularCompiler.compile(node, length: text.utf8.count)
        if case .take(let set)? = program.first { firstByte = set.single } else { firstByte = nil }
    }

    package static func == (left: RegularExpression, right: RegularExpression) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// Whether it matches anywhere in `value`.
    package func matches(_ value: Bytes) -> Bool {
        var run = RegularRun(program)
        return value.withSpan { span in
            var index = 0
            var previous: UInt32?
            while true {
                if run.isIdle, let firstByte {
                    while index < span.count, span[index] != firstByte {
                        previous = nil
                        index += 1
                    }
                    if index > 0, previous == nil { previous = UInt32(span[index - 1]) }
                }
                let (next, length) = Self.character(span, index)
                if run.begin(previous: previous, next: next) { return true }
                guard let next else { return false }
                run.step(next)
                previous = next
                index += length
            }
        }
    }

    /// The character at a place and its bytes; nil at the end. A byte that begins none stands for itself.
    static func character(_ span: Span<UInt8>, _ index: Int) -> (UInt32?, Int) {
        guard index < span.count else { return (nil, 0) }
        let first = span[index]
        if first < 0x80 { return (UInt32(first), 1) }
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC2, first < 0xF5, index + length <= span.count else { return (0x110000 | UInt32(first), 1) }
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for offset in 1..<length {
            let byte = span[index + offset]
            guard byte & 0xC0 == 0x80 else { return (0x110000 | UInt32(first), 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        guard value >= least, Unicode.Scalar(value) != nil else { return (0x110000 | UInt32(first), 1) }
        return (value, length)
    }
}
