/// An immutable run of bytes: a slice of a shared, never changing array.
///
/// Everything that was on the wire is kept as `Bytes`: heads, chunk extensions, body pieces. Slicing shares the
/// storage, so a slice costs no copy, and keeps the whole storage alive. Indices count from 0 in every slice. Safe to
/// use from anywhere.
public struct Bytes: Sendable {
    @usableFromInline let storage: [UInt8]
    @usableFromInline let lower: Int
    @usableFromInline let upper: Int

    @inlinable
    init(storage: [UInt8], lower: Int, upper: Int) {
        self.storage = storage
        self.lower = lower
        self.upper = upper
    }

    /// Adopts an array without copying it.
    @inlinable
    public init(_ array: [UInt8]) {
        self.init(storage: array, lower: 0, upper: array.count)
    }

    /// No bytes.
    @inlinable
    public init() {
        self.init([])
    }

    /// The UTF-8 form of a string.
    @inlinable
    public init(_ string: String) {
        self.init(Array(string.utf8))
    }

    /// A copy of the bytes of a span, `range` of it or all.
    @inlinable
    public init(copying span: borrowing Span<UInt8>, _ range: Range<Int>? = nil) {
        // Room that is reserved is made by code for octets; an array without its elements by code for anything, which
        // looks its type up each time.
        var array: [UInt8] = []
        array.reserveCapacity(range?.count ?? span.count)
        unsafe span.extracting(range ?? 0..<span.count).withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
        self.init(array)
    }

    /// The bytes in `range`, sharing this value's storage.
    @inlinable
    public func slice(_ range: Range<Int>) -> Bytes {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "slice outside of the bytes")
        return Bytes(storage: storage, lower: lower + range.lowerBound, upper: lower + range.upperBound)
    }

    /// Lends the bytes as a span.
    @inlinable
    public func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.extracting(lower..<upper))
    }

    /// Lends the bytes as a buffer, for system calls and copying; the pointer must not escape.
    @inlinable
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe storage.span.extracting(lower..<upper).withUnsafeBytes(body)
    }

    /// The bytes as an array: the storage itself when this is all of it, else a copy.
    @inlinable
    public var array: [UInt8] {
        lower == 0 && upper == storage.count ? storage : Array(storage[lower..<upper])
    }

    /// The bytes read as UTF-8, each invalid part replaced by U+FFFD. For people only: never a basis for decisions.
    public var text: String {
        String(decoding: self, as: UTF8.self)
    }
}

extension Bytes: RandomAccessCollection {
    /// Always 0: positions count from the first byte.
    @inlinable public var startIndex: Int { 0 }
    /// One past the last byte, so the number of bytes.
    @inlinable public var endIndex: Int { upper - lower }
    /// How many bytes there are.
    @inlinable public var count: Int { upper - lower }

    /// The byte at a position from 0 to `count` - 1.
    @inlinable
    public subscript(position: Int) -> UInt8 {
        precondition(position >= 0 && position < count, "index outside of the bytes")
        return storage[lower + position]
    }

    /// The bytes as the buffer they lie in.
    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        let range = lower..<upper
        return try unsafe storage.withUnsafeBufferPointer { all in
            try unsafe body(UnsafeBufferPointer(rebasing: all[range]))
        }
    }
}

extension [UInt8] {
    /// Appends the bytes in one copy; the standard library's own way, for any sequence, goes byte by byte.
    @inlinable
    public mutating func append(contentsOf bytes: Bytes) {
        let range = bytes.lower..<bytes.upper
        unsafe bytes.storage.withUnsafeBufferPointer { all in
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: all[range]))
        }
    }
}

extension Bytes: ExpressibleByStringLiteral {
    /// The UTF-8 bytes of a literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension Bytes: CustomStringConvertible {
    /// The bytes as UTF-8; invalid parts are replaced.
    public var description: String { text }
}
