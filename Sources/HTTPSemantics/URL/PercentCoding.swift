public import Bytes

/// Percent-encoding (RFC 3986 §2.1) and the form encoding of queries (WHATWG URL §5.1).
public enum PercentCoding {
    /// The decoded octets. A `%` that is not followed by two hexadecimal digits is kept.
    public static func decode(_ bytes: Bytes, plusIsSpace: Bool = false) -> Bytes {
        guard bytes.firstIndex(of: ASCII.percent) != nil || (plusIsSpace && bytes.firstIndex(of: ASCII.plus) != nil)
        else { return bytes }
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ASCII.percent, index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
                let low = ASCII.hexValue(bytes[index + 2])
            {
                plain.append(high << 4 | low)
                index += 3
                continue
            }
            plain.append(plusIsSpace && byte == ASCII.plus ? ASCII.space : byte)
            index += 1
        }
        return Bytes(plain)
    }

    /// All but unreserved characters (RFC 3986 §2.3) as triplets: what fits in a query, a path segment and a cookie.
    public static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            if ASCII.isAlpha(byte) || ASCII.isDigit(byte) || "-._~".utf8.contains(byte) {
                result.append(byte)
            } else {
                result += [ASCII.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The pairs of a form-encoded query or body in order, decoded; the value is nil when there was no `=`.
    public static func pairs(_ query: Bytes) -> [(name: Bytes, value: Bytes?)] {
        var pairs: [(name: Bytes, value: Bytes?)] = []
        forEachPair(of: query) { name, value in
            pairs.append((decode(name, plusIsSpace: true), value.map { decode($0, plusIsSpace: true) }))
        }
        return pairs
    }

    /// Calls `body` with each pair as it was sent: slices of the query, or form. Nothing between two `&` is no pair.
    package static func forEachPair(of query: Bytes, _ body: (_ name: Bytes, _ value: Bytes?) -> Void) {
        var start = 0
        while start < query.count {
            let end = query.firstIndex(of: ASCII.ampersand, from: start) ?? query.count
            let piece = query.slice(start..<end)
            start = end + 1
            if piece.isEmpty { continue }
            let equals = piece.firstIndex(of: ASCII.equals)
            body(piece.slice(0..<(equals ?? piece.count)), equals.map { piece.slice(($0 + 1)..<piece.count) })
        }
    }
}
