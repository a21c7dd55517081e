import Bytes
import HTTPWire
import TestKit
import Testing

/// The code of RFC 7541 appendix B.
@Suite struct HuffmanTests {
    /// Some rows of the appendix, the first and last of several lengths.
    @Test(
        arguments: [
            (48, 0x0, 5), (116, 0x9, 5), (32, 0x14, 6), (117, 0x2D, 6), (58, 0x5C, 7), (122, 0x7B, 7), (38, 0xF8, 8),
            (33, 0x3F8, 10), (124, 0x7FC, 11), (0, 0x1FF8, 13), (123, 0x7FFE, 15), (92, 0x7FFF0, 19),
            (128, 0xFFFE6, 20), (153, 0x1FFFDC, 21), (129, 0x3FFFD2, 22), (1, 0x7FFFD8, 23), (9, 0xFFFFEA, 24),
            (199, 0x1FFFFEC, 25), (192, 0x3FFFFE0, 26), (203, 0x7FFFFDE, 27), (255, 0x3FFFFEE, 26),
            (2, 0xFFFFFE2, 28), (249, 0xFFFFFFE, 28), (10, 0x3FFF_FFFC, 30), (22, 0x3FFF_FFFE, 30),
        ] as [(Int, UInt32, UInt8)])
    func symbolsHaveTheCodesOfTheAppendix(symbol: Int, bits: UInt32, length: UInt8) {
        #expect(HuffmanTable.codes[symbol].bits == bits)
        #expect(HuffmanTable.codes[symbol].length == length)
    }

    /// No code begins another, and with the 30 ones of the end they leave nothing out (Kraft's equality).
    @Test func theCodesAreComplete() {
        let sum = HuffmanTable.codes.reduce(UInt64(1)) { $0 + 1 << (30 - UInt64($1.length)) }
        #expect(sum == 1 << 30)
        #expect(Set(HuffmanTable.codes).count == 256)
    }

    @Test func anyStringIsReadAsItWasWritten() throws {
        var generator = SeededGenerator(seed: 3)
        for length in 0..<600 {
            let string = Bytes((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
            var encoded: [UInt8] = []
            Huffman.encode(string.array.span, into: &encoded)
            #expect(encoded.count == Huffman.encodedCount(string.array.span))
            #expect(try Huffman.decode(Bytes(encoded)) == string.array)
        }
    }

    /// For each single octet: its code with the right padding is read, with any other it is refused.
    @Test func paddingIsOnesAndLessThanAnOctet() throws {
        for symbol in UInt8.min...UInt8.max {
            var encoded: [UInt8] = []
            Huffman.encode([symbol].span, into: &encoded)
            #expect(try Huffman.decode(Bytes(encoded)) == [symbol])
            let padding = encoded.count * 8 - Int(HuffmanTable.codes[Int(symbol)].length)
            #expect(throws: HPACKError(.paddingTooLong, offset: encoded.count)) {
                try Huffman.decode(Bytes(encoded + [0xFF]))
            }
            guard padding > 0 else { continue }
            var wrong = encoded
            wrong[wrong.count - 1] &= ~1
            #expect((try? Huffman.decode(Bytes(wrong))) != [symbol])
        }
    }
}
