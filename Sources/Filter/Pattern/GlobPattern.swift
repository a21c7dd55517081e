package import Bytes

/// `*.example.com`: `*` stands for any characters, `?` for one; a backslash makes either ordinary. The whole text has
/// to match. Costs at most the product of both lengths.
package struct GlobPattern: Sendable, Hashable {
    /// As it was written.
    package let text: String
    let tokens: [Token]

    enum Token: Sendable, Hashable {
        case literal(UInt8)
        case one
        case any
    }

    package init(_ text: String) {
        self.text = text
        var tokens: [Token] = []
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped {
                if byte != ASCII.asterisk, byte != ASCII.question, byte != ASCII.backslash {
                    tokens.append(.literal(ASCII.backslash))
                }
                tokens.append(.literal(byte))
                isEscaped = false
            } else if byte == ASCII.backslash {
                isEscaped = true
            } else if byte == ASCII.asterisk {
                if tokens.last != .any { tokens.append(.any) }
            } else {
                tokens.append(byte == ASCII.question ? .one : .literal(byte))
            }
        }
        if isEscaped { tokens.append(.literal(ASCII.backslash)) }
        self.tokens = tokens
    }

    /// What every value that matches begins with.
    var start: Bytes {
        var bytes: [UInt8] = []
        for token in tokens {
            guard case .literal(let byte) = token else { break }
            bytes.append(byte)
        }
        return Bytes(bytes)
    }

    /// Whether all of `value` matches.
    func matches(_ value: Bytes) -> Bool { match(value) != nil }

    /// What the last `*` stands for in a value that matches; nil when it does not match, or there is no `*`.
    package func lastWildcard(in value: Bytes) -> Bytes? {
        guard let range = match(value), !range.isEmpty || tokens.contains(.any) else { return nil }
        return value.slice(range)
    }

    /// Where in a value that matches the last `*` stands; nil when it does not match.
    private func match(_ value: Bytes) -> Range<Int>? {
        var token = 0
        var index = 0
        // Where to go on when what follows the last `*` does not fit: with one more byte taken by it.
        var retry: (token: Int, index: Int)?
        var start = 0
        while true {
            if token < tokens.count {
                switch tokens[token] {
                case .any:
                    token += 1
                    retry = (token, index)
                    start = index
                    continue
                case .one where index < value.count:
                    index = Self.end(ofCharacterAt: index, value)
                    token += 1
                    continue
                case .literal(let byte) where index < value.count && byte == value[index]:
                    index += 1
                    token += 1
                    continue
                case .one, .literal: break
                }
            } else if index == value.count {
                return start..<(retry?.index ?? start)
            }
            guard let (next, taken) = retry, taken < value.count else { return nil }
            token = next
            index = Self.end(ofCharacterAt: taken, value)
            retry = (next, index)
        }
    }

    /// A byte, with the continuation bytes after it when it begins a character of several (RFC 3629 §3).
    private static func end(ofCharacterAt index: Int, _ value: Bytes) -> Int {
        var end = index + 1
        guard value[index] >= 0xC0 else { return end }
        while end < value.count, value[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
