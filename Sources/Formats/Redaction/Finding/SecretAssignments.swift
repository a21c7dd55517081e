import Bytes

/// Secrets that a name gives away: `"password": "…"` of JSON, `apiKey: '…'` of a script, `API_KEY=…` of a settings
/// file, `token=…` of a URL in the middle of a text, also inside a string whose quotes are escaped.
///
/// It looks for the sign between name and value and at what stands on both sides of it: whether the whole is well
/// formed does not matter, so that what is cut off, damaged or a mixture is read as well. Time is linear.
enum SecretAssignments {
    /// Names are looked for so far back.
    private static let nameLimit = 64
    /// Between the name of a pair and its value.
    private static let pairLimit = 256
    /// A string in other quotes than those of JSON is no longer than this, and stands on one line: an apostrophe is
    /// more often one.
    private static let lineLimit = 4 << 10
    /// White space between name, sign and value.
    private static let gapLimit = 16

    static func find(in bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        var index = range.lowerBound
        // `{"name": "password", "value": "…"}`: what the next value is of.
        var told: (strength: SecretNames.Strength, upTo: Int)?
        // Up to where all strings were taken.
        var walked = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == ASCII.colon || byte == ASCII.equals,
                let (name, isQuoted) = name(bytes, endingAt: index, from: range.lowerBound)
            else {
                index += 1
                continue
            }
            if isQuoted, let told, index < told.upTo, name.equalsIgnoringCase("value") {
                index = value(bytes, behind: index, range.upperBound, told.strength, isQuoted, &walked, &found)
            } else if isQuoted, name.equalsIgnoringCase("name") || name.equalsIgnoringCase("key"),
                let title = title(bytes, behind: index, range.upperBound)
            {
                told = SecretNames.strength(of: bytes.slice(title)).map { ($0, title.upperBound + pairLimit) }
                index = told == nil ? index + 1 : title.upperBound
            } else if let strength = SecretNames.strength(of: name) {
                index = value(bytes, behind: index, range.upperBound, strength, isQuoted, &walked, &found)
            } else {
                index += 1
            }
        }
    }

    /// A name of something that stands as a value.
    private static func title(_ bytes: Bytes, behind sign: Int, _ limit: Int) -> Range<Int>? {
        var start = sign + 1
        while start < limit, start - sign < gapLimit, bytes[start] <= ASCII.space { start += 1 }
        guard start < limit else { return nil }
        let title = string(bytes, start, min(limit, start + nameLimit))
        return title.flatMap { $0.upperBound < min(limit, start + nameLimit) && !$0.isEmpty ? $0 : nil }
    }

    // MARK: The name

    private static func name(_ bytes: Bytes, endingAt sign: Int, from start: Int) -> (name: Bytes, isQuoted: Bool)? {
        var end = sign
        while end > start, sign - end < gapLimit, bytes[end - 1] <= ASCII.space { end -= 1 }
        var isQuoted = false
        if end > start, bytes[end - 1] == ASCII.quote || bytes[end - 1] == ASCII.apostrophe {
            isQuoted = true
            end -= 1
            while end > start, bytes[end - 1] == ASCII.backslash { end -= 1 }
        }
        var begin = end
        while begin > start, end - begin < nameLimit, isNameByte(bytes[begin - 1]) { begin -= 1 }
        return begin < end ? (bytes.slice(begin..<end), isQuoted) : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore || byte == ASCII.hyphen
            || byte == ASCII.openBracket || byte == ASCII.closeBracket || byte == ASCII.dollar
    }

    // MARK: The value

    /// Reads what stands behind the sign; says from where to go on.
    private static func value(
        _ bytes: Bytes, behind sign: Int, _ limit: Int, _ strength: SecretNames.Strength, _ isQuoted: Bool,
        _ walked: inout Int, _ found: inout [Secret]
    ) -> Int {
        var start = sign + 1
        if start < limit, bytes[start] == ASCII.greaterThan { start += 1 }
        while start < limit, start - sign < gapLimit, bytes[start] <= ASCII.space { start += 1 }
        guard start < limit else { return start }
        if let string = string(bytes, start, limit) {
            if SecretNames.isSecret(bytes.slice(string), strength) { found.append(Secret(string, .quoted)) }
            return string.upperBound
        }
        switch bytes[start] {
        case ASCII.openBracket, ASCII.openBrace:
            // What is inside has names of its own, which may tell of numbers too.
            if isQuoted, strength == .certain, start >= walked { walked = container(bytes, start, limit, &found) }
            return start + 1
        default: break
        }
        var end = start
        while end < limit, isBareByte(bytes[end]) { end += 1 }
        let bare = bytes.slice(start..<end)
        if isQuoted {
            // A number of JSON: short ones count something, and true, false and null say nothing.
            if strength == .certain, bare.count >= 4, bare.allSatisfy({ ASCII.isDigit($0) }) {
                found.append(Secret(start..<end, .number))
            }
        } else if bare.looksRandom || strength == .certain && bytes[sign] == ASCII.equals && bare.count >= 20 {
            found.append(Secret(start..<end))
        }
        return max(end, start)
    }

    /// The inside of a string that begins at `start`: up to the same quote, with as many backslashes before it.
    private static func string(_ bytes: Bytes, _ start: Int, _ limit: Int) -> Range<Int>? {
        var open = start
        while open < limit, open - start < 8, bytes[open] == ASCII.backslash { open += 1 }
        let escapes = open - start
        guard open < limit else { return nil }
        let quote = bytes[open]
        guard quote == ASCII.quote || quote == ASCII.apostrophe || quote == ASCII.backtick, escapes < 8 else {
            return nil
        }
        var end = open + 1
        var slashes = 0
        while end < limit {
            if quote != ASCII.quote, bytes[end] == ASCII.lineFeed || end - open > lineLimit { return nil }
            if bytes[end] == ASCII.backslash {
                slashes += 1
            } else {
                if bytes[end] == quote, slashes == escapes || slashes < escapes || escapes == 0 && slashes % 2 == 0 {
                    return open + 1..<end - (slashes == escapes ? escapes : 0)
                }
                slashes = 0
            }
            end += 1
        }
        // Cut off: all that is there belongs to it.
        return quote == ASCII.quote ? open + 1..<limit : nil
    }

    /// All strings of an array or object under a name that is a secret's, but for the names in it. Says where it ends.
    private static func container(_ bytes: Bytes, _ start: Int, _ limit: Int, _ found: inout [Secret]) -> Int {
        var depth = 0
        var index = start
        while index < limit {
            switch bytes[index] {
            case ASCII.openBrace, ASCII.openBracket: depth += 1
            case ASCII.closeBrace, ASCII.closeBracket:
                depth -= 1
                if depth == 0 { return index + 1 }
            case ASCII.quote, ASCII.apostrophe, ASCII.backslash:
                guard let string = string(bytes, index, limit) else { break }
                var end = string.upperBound
                while end < limit, bytes[end] == ASCII.backslash { end += 1 }
                index = end + 1
                var next = index
                while next < limit, next - index < gapLimit, bytes[next] <= ASCII.space { next += 1 }
                let isName = next < limit && bytes[next] == ASCII.colon
                if !isName, !string.isEmpty { found.append(Secret(string, .quoted)) }
                continue
            default: break
            }
            index += 1
        }
        return limit
    }

    private static func isBareByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || bareSigns.contains(byte)
    }

    private static let bareSigns: Set<UInt8> = [
        ASCII.plus, ASCII.slash, ASCII.hyphen, ASCII.underscore, ASCII.period, ASCII.tilde, ASCII.percent, ASCII.equals,
    ]
}
