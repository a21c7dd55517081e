import Bytes

/// Reads a regular expression. What would need backtracking is refused with that reason.
struct RegularExpressionParser {
    private let scalars: [Unicode.Scalar]
    /// Bytes before each character, and of all.
    private let offsets: [Int]
    private var position = 0
    private var depth = 0
    private var foldsCase: Bool
    private var dotTakesNewline = false
    private var isMultiline = false

    private static let depthLimit = 50
    private static let repetitionLimit = 1_000

    init(_ text: String, foldsCase: Bool) {
        self.foldsCase = foldsCase
        scalars = Array(text.unicodeScalars)
        var offsets = [0]
        for scalar in scalars { offsets.append((offsets.last ?? 0) + UTF8.width(scalar)) }
        self.offsets = offsets
    }

    mutating func parse() throws(FilterError) -> RegularNode {
        try flags()
        let node = try choice()
        guard position == scalars.count else { throw error(position, "there is no opening bracket for this one") }
        return node
    }

    private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        position += 1
        return true
    }

    private func starts(_ text: String) -> Bool {
        scalars[position...].starts(with: text.unicodeScalars)
    }

    private func error(_ start: Int, _ message: String) -> FilterError {
        FilterError(offsets[start]..<offsets[min(max(start + 1, position), scalars.count)], message)
    }

    /// `(?ims)` at the very beginning.
    private mutating func flags() throws(FilterError) {
        guard starts("(?"), position + 2 < scalars.count, "imsU".unicodeScalars.contains(scalars[position + 2]) else {
            return
        }
        position += 2
        while let flag = peek {
            position += 1
            switch flag {
            case "i": foldsCase = true
            case "m": isMultiline = true
            case "s": dotTakesNewline = true
            case ")": return
            default: throw error(position - 1, "unknown flag '\(flag)' (expected i, m or s)")
            }
        }
        throw error(0, "these flags have no closing bracket")
    }

    private mutating func choice() throws(FilterError) -> RegularNode {
        var parts = [try sequence()]
        while take("|") { parts.append(try sequence()) }
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() throws(FilterError) -> RegularNode {
        var parts: [RegularNode] = []
        while let next = peek, next != "|", next != ")" { parts.append(try repeated()) }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func repeated() throws(FilterError) -> RegularNode {
        var node = try atom()
        var isRepeated = false
        while let sign = peek, "*+?{".unicodeScalars.contains(sign) {
            let start = position
            var bounds: (least: Int, most: Int?)
            switch sign {
            case "*": bounds = (0, nil)
            case "+": bounds = (1, nil)
            case "?": bounds = (0, 1)
            default:
                guard let counted = try count() else { return node }
                bounds = counted
                position -= 1
            }
            position += 1
            if isRepeated { throw error(start, "this is repeated already; put brackets around it") }
            if take("+") {
                throw error(start, "possessive repetition is not supported: it needs backtracking")
            }
            // Lazy repetition finds the same texts; only where a match ends would differ.
            _ = take("?")
            isRepeated = true
            node = .repetition(node, least: bounds.least, most: bounds.most)
        }
        return node
    }

    /// `{2}`, `{2,}`, `{2,5}`; nil, with nothing taken, when it is no such thing and stands for itself.
    private mutating func count() throws(FilterError) -> (least: Int, most: Int?)? {
        let start = position
        position += 1
        guard let least = number() else {
            position = start
            return nil
        }
        var most: Int? = least
        if take(",") { most = number() }
        guard take("}") else {
            position = start
            return nil
        }
        if least > Self.repetitionLimit || (most ?? 0) > Self.repetitionLimit {
            throw error(start, "a repetition can be at most \(Self.repetitionLimit)")
        }
        if let most, most < least { throw error(start, "the end of this repetition is smaller than its start") }
        return (least, most)
    }

    private mutating func number() -> Int? {
        var value = 0
        let start = position
        while let digit = peek, digit.isASCII, ("0"..."9").contains(digit) {
            value = min(value * 10 + Int(digit.value - UInt32(ASCII.zero)), 1_000_000)
            position += 1
        }
        return position > start ? value : nil
    }

    private mutating func atom() throws(FilterError) -> RegularNode {
        let start = position
        guard let scalar = peek else { return .empty }
        position += 1
        if scalar == "{", try isCount(start) { throw error(start, "missing expression before '{'") }
        switch scalar {
        case "(": return try group(start)
        case "[": return .take(try set(start))
        case ".": return .take(dotTakesNewline ? ScalarSet().inverted : ScalarSet.newline.inverted)
        case "^": return .assertion(isMultiline ? .lineStart : .start)
        case "$": return .assertion(isMultiline ? .lineEnd : .end)
        case "\\": return try escape(start)
        case "*", "+", "?": throw error(start, "missing expression before '\(scalar)'")
        default: return .take(literal(scalar.value))
        }
    }

    private mutating func isCount(_ start: Int) throws(FilterError) -> Bool {
        let after = position
        position = start
        defer { position = after }
        return try count() != nil
    }

    private func literal(_ value: UInt32) -> ScalarSet { fold(ScalarSet(value...value)) }

    private func fold(_ set: ScalarSet) -> ScalarSet { foldsCase ? set.foldingCase : set }

    private mutating func group(_ start: Int) throws(FilterError) -> RegularNode {
        if take("?") {
            if starts("=") || starts("!") || starts("<=") || starts("<!") {
                throw error(start, "lookahead and lookbehind are not supported: they need backtracking")
            }
            if starts(">") {
                throw error(start, "atomic groups are not supported: they need backtracking")
            }
            if take("P") || peek == "<" {
                guard take("<"), let end = scalars[position...].firstIndex(of: ">") else {
                    throw error(start, "this is not a group: use (…) or (?:…)")
                }
                position = end + 1
            } else if !take(":") {
                throw error(start, "this is not a group: use (…) or (?:…), and put flags at the very beginning")
            }
        }
        depth += 1
        guard depth <= Self.depthLimit else {
            throw error(start, "brackets can be nested at most \(Self.depthLimit) deep")
        }
        let node = try choice()
        guard take(")") else { throw error(start, "this bracket is not closed") }
        depth -= 1
        return node
    }

    private mutating func escape(_ start: Int) throws(FilterError) -> RegularNode {
        switch peek {
        case "b"?:
            position += 1
            return .assertion(.wordBoundary)
        case "B"?:
            position += 1
            return .assertion(.noWordBoundary)
        case "A"?:
            position += 1
            return .assertion(.start)
        case "z"?:
            position += 1
            return .assertion(.end)
        default: return .take(fold(try escapedSet(start)))
        }
    }

    /// What follows a backslash, outside of brackets and inside.
    private mutating func escapedSet(_ start: Int) throws(FilterError) -> ScalarSet {
        guard let scalar = peek else { throw error(start, "missing character after this backslash") }
        position += 1
        switch scalar {
        case "d": return .digit
        case "D": return ScalarSet.digit.inverted
        case "w": return .word
        case "W": return ScalarSet.word.inverted
        case "s": return .space
        case "S": return ScalarSet.space.inverted
        case "n": return .newline
        case "r": return ScalarSet(0x0D...0x0D)
        case "t": return ScalarSet(0x09...0x09)
        case "f": return ScalarSet(0x0C...0x0C)
        case "v": return ScalarSet(0x0B...0x0B)
        case "x", "u": return try hexadecimal(start)
        case "1"..."9", "k":
            throw error(
                start, "backreferences are not supported: they need backtracking")
        case "p", "P": throw error(start, "Unicode classes are not supported; write the characters in […]")
        case _ where scalar.isASCII && scalar.properties.isAlphabetic || scalar == "0":
            throw error(start, "'\\\(scalar)' has no meaning; write a letter without a backslash")
        default: return ScalarSet(scalar.value...scalar.value)
        }
    }

    /// `\xHH`, `\x{…}` and `\u{…}`.
    private mutating func hexadecimal(_ start: Int) throws(FilterError) -> ScalarSet {
        let isOpen = take("{")
        var value: UInt32 = 0
        var digits = 0
        while let scalar = peek, scalar.isASCII, let digit = ASCII.hexValue(UInt8(truncatingIfNeeded: scalar.value)),
            digits < (isOpen ? 6 : 2)
        {
            value = value << 4 | UInt32(digit)
            digits += 1
            position += 1
        }
        guard isOpen ? take("}") && digits > 0 : digits == 2, let scalar = Unicode.Scalar(value) else {
            throw error(start, "this is not a character: \\xHH and \\u{…} need its number in hexadecimal")
        }
        return ScalarSet(scalar.value...scalar.value)
    }

    /// `[a-z_]` and `[^…]`, whose first bracket was taken.
    private mutating func set(_ start: Int) throws(FilterError) -> ScalarSet {
        let isInverted = take("^")
        var set = ScalarSet()
        var isFirst = true
        while let scalar = peek, scalar != "]" || isFirst {
            isFirst = false
            let place = position
            position += 1
            if scalar == "[", starts(":") {
                throw error(place, "named classes are not supported; write \\d, \\w or \\s")
            }
            var member = ScalarSet(scalar.value...scalar.value)
            var first: UInt32? = scalar.value
            if scalar == "\\" {
                member = try escapedSet(place)
                first = member.only
            }
            if peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
                position += 1
                guard let first, let last = try rangeEnd(), first <= last else {
                    throw error(place, "this is not a range of characters")
                }
                set.insert(first...last)
            } else {
                set.formUnion(member)
            }
        }
        guard take("]") else { throw error(start, "this character class has no closing ']'") }
        let folded = fold(set)
        return isInverted ? folded.inverted : folded
    }

    private mutating func rangeEnd() throws(FilterError) -> UInt32? {
        let place = position
        guard let scalar = peek else { return nil }
        position += 1
        return scalar == "\\" ? try escapedSet(place).only : scalar.value
    }
}
