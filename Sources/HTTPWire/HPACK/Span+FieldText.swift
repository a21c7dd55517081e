import Bytes

// Names, values and lines of fields where they stand.

extension Span<UInt8> {
    /// As names of pseudo-header fields do (RFC 9113 §8.3).
    var opensWithColon: Bool { count > 0 && self[0] == ASCII.colon }

    /// Whether the other one, of the same length, has the same octets.
    func holdsSame(as other: Span<UInt8>) -> Bool {
        unsafe withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in unsafe Bytes.areEqual(one, other) }
        }
    }

    /// These octets and no others, letter case and all.
    func isExactly(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBytes { one in
            unsafe Bytes.areEqual(one, UnsafeRawBufferPointer(start: text.utf8Start, count: one.count))
        }
    }
}

extension [UInt8] {
    /// Appends a field as HTTP/1 writes it.
    mutating func appendLine(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        append(contentsOf: name)
        append(ASCII.colon)
        append(ASCII.space)
        append(contentsOf: value)
        appendLineEnd()
    }

    mutating func append(contentsOf octets: Span<UInt8>) {
        unsafe octets.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
