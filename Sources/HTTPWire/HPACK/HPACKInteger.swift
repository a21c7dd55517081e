/// Numbers of HPACK (RFC 7541 §5.1): as many bits of the first octet as are free, then seven an octet.
enum HPACKInteger {
    /// The octets of one, the first included: numbers up to 2^28 and more than anything they count.
    static let octetLimit = 5

    /// The number at `position`, which moves behind it; `prefix` is how many bits of the first octet belong to it.
    static func read(
        _ input: Span<UInt8>, at position: inout Int, prefix: UInt8
    ) throws(HPACKError) -> Int {
        let start = position
        guard start < input.count else { throw HPACKError(.truncatedInteger, offset: start) }
        let mask = UInt8(truncatingIfNeeded: 1 << UInt16(prefix) - 1)
        let first = input[start] & mask
        position += 1
        guard first == mask else { return Int(first) }
        var value = Int(mask)
        var shift = 0
        while true {
            guard position < input.count else { throw HPACKError(.truncatedInteger, offset: position) }
            guard position - start < octetLimit else { throw HPACKError(.integerTooLarge, offset: start) }
            let octet = input[position]
            position += 1
            value += Int(octet & 0x7F) << shift
            shift += 7
            if octet & 0x80 == 0 { return value }
        }
    }

    /// Appends a number; `pattern` has the bits of the first octet that are not its own.
    static func write(_ value: Int, prefix: UInt8, pattern: UInt8, into output: inout [UInt8]) {
        let most = 1 << Int(prefix) - 1
        guard value >= most else { return output.append(pattern | UInt8(truncatingIfNeeded: value)) }
        output.append(pattern | UInt8(truncatingIfNeeded: most))
        var rest = value - most
        while rest >= 128 {
            output.append(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
            rest >>= 7
        }
        output.append(UInt8(truncatingIfNeeded: rest))
    }
}
