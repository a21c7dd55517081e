import Bytes

/// Reads `host [ ":" port ]` (RFC 3986 §3.2.2, §3.2.3): in a target, in CONNECT, in Host.
enum AuthorityParser {
    enum Result {
        /// `host` has no brackets; `port` is nil when it is missing or empty.
        case authority(host: Range<Int>, port: UInt16?)
        /// The first offset that does not fit.
        case malformed(Int)
    }

    static func parse(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Result {
        let host: Range<Int>
        var position = range.lowerBound
        if position < range.upperBound, unsafe input[position] == UInt8(ascii: "[") {
            position += 1
            guard let close = unsafe input[position..<range.upperBound].firstIndex(of: UInt8(ascii: "]")) else {
                return .malformed(range.lowerBound)
            }
            host = position..<close
            if let offset = unsafe firstBadAddressByte(input, host) { return .malformed(offset) }
            position = close + 1
        } else {
            let start = position
            let allowed = OctetClass.registeredName
            while position < range.upperBound, unsafe input[position] != ASCII.colon {
                guard unsafe allowed.contains(input[position]) || isEncoded(input, position, range.upperBound) else {
                    return .malformed(position)
                }
                position += 1
            }
            host = start..<position
        }
        guard position < range.upperBound else { return .authority(host: host, port: nil) }
        guard unsafe input[position] == ASCII.colon else { return .malformed(position) }
        return unsafe port(input, position + 1..<range.upperBound, after: host)
    }

    /// `port = *DIGIT` (RFC 3986 §3.2.3): digits alone, and no more than a port can be.
    private static func port(
        _ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, after host: Range<Int>
    ) -> Result {
        guard !range.isEmpty else { return .authority(host: host, port: nil) }
        var value = 0
        for position in range {
            guard unsafe ASCII.isDigit(input[position]) else { return .malformed(position) }
            value = unsafe value * 10 + Int(input[position] &- ASCII.zero)
            guard value <= UInt16.max else { return .malformed(range.lowerBound) }
        }
        return .authority(host: host, port: UInt16(value))
    }

    /// An IPv6 address without a zone: a zone means something to one machine alone, and RFC 9844 took it out of URLs
    /// again. `IPvFuture` has never been defined.
    private static func firstBadAddressByte(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        var colons = 0
        for position in range {
            let byte = unsafe input[position]
            if byte == ASCII.colon {
                colons += 1
            } else if ASCII.hexValue(byte) == nil, byte != UInt8(ascii: ".") {
                return position
            }
        }
        return colons >= 2 ? nil : range.lowerBound
    }

    /// Whether the byte is a `%` with two hexadecimal digits behind it (RFC 3986 §2.1).
    @inline(__always)
    static func isEncoded(_ input: UnsafeBufferPointer<UInt8>, _ position: Int, _ end: Int) -> Bool {
        unsafe input[position] == UInt8(ascii: "%") && position + 2 < end && ASCII.hexValue(input[position + 1]) != nil
            && ASCII.hexValue(input[position + 2]) != nil
    }
}
