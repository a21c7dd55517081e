import Bytes

/// Percent-encoding (RFC 3986 §2.1) and the `application/x-www-form-urlencoded` pairs made with it. Pure functions.
enum PercentCoding {
    /// More pairs than these are not looked at.
    private static let mostParameters = 200

    /// Decodes `%41` to `A`; what is no valid triplet stays as it is. `plusIsSpace` is the rule of forms alone.
    static func bytes(_ encoded: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        let source = Array(encoded)
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: "%"), index + 2 < source.count,
                let high = Hex.value(source[index + 1]), let low = Hex.value(source[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
                continue
            }
            result.append(plusIsSpace && byte == UInt8(ascii: "+") ? ASCII.space : byte)
            index += 1
        }
        return result
    }

    /// As `bytes`, read as UTF-8.
    static func decode(_ encoded: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
        String(decoding: bytes(encoded, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// All but unreserved characters (RFC 3986 §2.3) as triplets: what fits in a query, a path segment and a cookie.
    static func encode(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if ASCII.isAlpha(byte) || ASCII.isDigit(byte) || "-._~".utf8.contains(byte) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(Hex.digit(byte >> 4, upper: true))
                result.append(Hex.digit(byte & 15, upper: true))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `a=1&b=two+words` as pairs, in order, repeated names kept.
    static func parameters(_ encoded: some Collection<UInt8>) -> [SiteRequest.Parameter] {
        let pairs = Array(encoded).split(separator: UInt8(ascii: "&"), maxSplits: mostParameters)
        return pairs.prefix(mostParameters).map { pair in
            let name = pair.prefix { $0 != ASCII.equals }
            let value = pair.dropFirst(name.count + 1)
            return SiteRequest.Parameter(
                name: decode(name, plusIsSpace: true), value: decode(value, plusIsSpace: true))
        }
    }
}
