package import Bytes

/// Reads a field value from left to right. The grammar functions of this target are written with it; it never steps
/// outside of its bytes.
struct ByteScanner {
    let bytes: Bytes
    private(set) var index = 0

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index >= bytes.count }
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipOne() {
        if index < bytes.count { index += 1 }
    }

    /// Steps over `byte` when it is next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Steps over the text, ASCII letters compared without case; `text` in lower case.
    mutating func take(_ text: StaticString) -> Bool {
        let end = index + text.utf8CodeUnitCount
        guard end <= bytes.count, bytes.slice(index..<end).equalsIgnoringCase(text) else { return false }
        index = end
        return true
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while index < bytes.count, condition(bytes[index]) { index += 1 }
    }

    /// The longest run of bytes that fulfil the condition; it may be empty.
    mutating func run(while condition: (UInt8) -> Bool) -> Bytes {
        let start = index
        skip(while: condition)
        return bytes.slice(start..<index)
    }

    /// A number of exactly `count` digits.
    mutating func digits(_ count: Int) -> Int? {
        guard index + count <= bytes.count, let value = bytes.slice(index..<(index + count)).decimal else { return nil }
        index += count
        return Int(exactly: value)
    }
}

extension Bytes {
    /// Where `byte` stands first, at `start` or after it.
    func position(of byte: UInt8, from start: Int = 0) -> Int? {
        withSpan { span in
            var index = start
            while index < span.count {
                if span[index] == byte { return index }
                index += 1
            }
            return nil
        }
    }

    package func hasPrefix(ignoringCase prefix: StaticString) -> Bool {
        count >= prefix.utf8CodeUnitCount && slice(0..<prefix.utf8CodeUnitCount).equalsIgnoringCase(prefix)
    }
}

/// Classes of octets (RFC 9110 §5.6.2).
enum Octet {
    /// `tchar`: what a token is made of.
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: ASCII.isAlpha(byte) || ASCII.isDigit(byte)
        }
    }
}
