/// Reads a field value from left to right. Parsers of values use it; it never reads outside its bytes.
public struct ByteScanner: Sendable {
    /// The bytes to read.
    public let bytes: Bytes
    @usableFromInline var position = 0

    /// Where the byte stands that is read next.
    @inlinable public var index: Int { position }

    /// A scanner before the first byte.
    @inlinable
    public init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// Whether nothing is left.
    @inlinable
    public var isAtEnd: Bool { position >= bytes.count }
    /// The byte that is read next; nil at the end.
    @inlinable
    public var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Steps over one byte, if there is one.
    @inlinable
    public mutating func skipOne() {
        if position < bytes.count { position += 1 }
    }

    /// Steps over `byte` when it is next.
    @inlinable
    public mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    /// Steps over the text, ASCII letters compared without case; `text` in lower case.
    @inlinable
    public mutating func take(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, bytes.slice(position..<end).equalsIgnoringCase(text) else { return false }
        position = end
        return true
    }

    /// Steps over the bytes that fulfil the condition.
    @inlinable
    public mutating func skip(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { position += 1 }
    }

    /// The longest run of bytes that fulfil the condition; it may be empty.
    @inlinable
    public mutating func run(while condition: (UInt8) -> Bool) -> Bytes {
        let start = position
        skip(while: condition)
        return bytes.slice(start..<position)
    }

    /// A number of exactly `count` digits.
    @inlinable
    public mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count, let value = bytes.slice(position..<(position + count)).decimal else {
            return nil
        }
        position += count
        return Int(exactly: value)
    }
}
