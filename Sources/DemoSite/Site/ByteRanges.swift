import Bytes

/// What a Range field asks for (RFC 9110 §14.1.2). Pure.
enum ByteRanges: Sendable, Hashable {
    /// No Range, another unit, a malformed one, or an unreasonable one: the whole is sent.
    case whole
    /// At least one of these, in the order asked for; none is empty.
    case parts([Range<Int>])
    /// 416: no part of it lies within the content.
    case unsatisfiable

    /// More ranges than these are no download but an attack (RFC 9110 §14.2 allows to ignore them).
    private static let mostParts = 10

    init(_ field: Bytes?, size: Int) {
        self = field.flatMap { ByteRanges.parse($0, size: size) } ?? .whole
    }

    private static func parse(_ field: Bytes, size: Int) -> ByteRanges? {
        let equals = field.firstIndex(of: ASCII.equals) ?? field.count
        guard equals < field.count, field.slice(0..<equals).equalsIgnoringCase("bytes") else { return nil }
        let specs = field.slice(equals + 1..<field.count)
            .split(separator: ASCII.comma, maxSplits: mostParts)
            .map { Bytes(Array($0)).trimmed }
            .filter { !$0.isEmpty }
        guard !specs.isEmpty, specs.count <= mostParts else { return nil }
        var parts: [Range<Int>] = []
        for spec in specs {
            guard let hyphen = spec.firstIndex(of: UInt8(ascii: "-")) else { return nil }
            let first = spec.slice(0..<hyphen)
            let last = spec.slice(hyphen + 1..<spec.count)
            guard let part = range(first: first, last: last, size: size) else { return nil }
            if !part.isEmpty { parts.append(part) }
        }
        guard parts.reduce(0, { $0 + $1.count }) <= size else { return nil }
        return parts.isEmpty ? .unsatisfiable : .parts(parts)
    }

    /// The bytes meant, none when they lie outside, or nil when it is not written as a range is. Positions too large
    /// for 64 bits are digits nevertheless, and lie outside.
    private static func range(first: Bytes, last: Bytes, size: Int) -> Range<Int>? {
        if first.isEmpty {
            // suffix-range: the last so many bytes.
            guard let length = number(last) else { return nil }
            return size - min(length, size)..<size
        }
        guard let start = number(first) else { return nil }
        if last.isEmpty {
            return min(start, size)..<size
        }
        guard let end = number(last), start <= end else { return nil }
        return start >= size ? size..<size : start..<min(end, size - 1) + 1
    }

    private static func number(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.decimal.map { Int(clamping: $0) } ?? Int.max
    }
}
