package import Bytes

/// Strings in the Huffman code of HPACK (RFC 7541 §5.2).
package enum Huffman {
    /// How many octets the string becomes.
    package static func encodedCount(_ string: Span<UInt8>) -> Int {
        let codes = HuffmanTable.codes
        var bits = 0
        for place in string.indices { bits &+= Int(codes[Int(string[place])].length) }
        return (bits + 7) / 8
    }

    /// Appends the string, filled up with ones to a whole octet.
    package static func encode(_ string: Span<UInt8>, into output: inout [UInt8]) {
        let codes = HuffmanTable.codes
        var bits: UInt64 = 0
        var count: UInt64 = 0
        for place in string.indices {
            let code = codes[Int(string[place])]
            // At most 31 bits wait, and no code has more than 30.
            bits = bits &<< UInt64(code.length) | UInt64(code.bits)
            count &+= UInt64(code.length)
            guard count >= 32 else { continue }
            count &-= 32
            output.append(number: UInt32(truncatingIfNeeded: bits &>> count))
        }
        while count >= 8 {
            count &-= 8
            output.append(UInt8(truncatingIfNeeded: bits &>> count))
        }
        guard count > 0 else { return }
        let room = 8 - count
        output.append(UInt8(truncatingIfNeeded: bits &<< room | (1 &<< room - 1)))
    }

    /// The string that a run of octets stands for.
    package static func decode(_ encoded: Bytes) throws(HPACKError) -> [UInt8] {
        var output: [UInt8] = []
        // No code is shorter than five bits.
        output.reserveCapacity(encoded.count * 8 / 5)
        try encoded.withSpan { span throws(HPACKError) in try decode(span, 0..<span.count, into: &output) }
        return output
    }

    /// Appends the string that these octets stand for. Offsets of errors count in `input`.
    static func decode(
        _ input: Span<UInt8>, _ range: Range<Int>, into output: inout [UInt8]
    ) throws(HPACKError) {
        let steps = HuffmanTable.steps
        var state = 0
        for place in range {
            let high = steps[state << 4 | Int(input[place] >> 4)]
            if high.emits { output.append(high.symbol) }
            let low = steps[high.state << 4 | Int(input[place] & 15)]
            if low.emits { output.append(low.symbol) }
            if high.fails || low.fails { throw HPACKError(.endOfString, offset: place) }
            state = low.state
        }
        // RFC 7541 §5.2: what is left is the beginning of the code of the string's end, and less than an octet of it.
        guard let ones = HuffmanTable.ones[state] else {
            throw HPACKError(.malformedPadding, offset: range.upperBound - 1)
        }
        guard ones < 8 else { throw HPACKError(.paddingTooLong, offset: range.upperBound - 1) }
    }
}
