import Bytes
import CZlib
import HTTPModel
import HTTPWire
import Messages
import Testing

/// Contents that are decoded while they arrive, and what that may cost.
@Suite struct StreamDecoderTests {
    private func decoder(_ codings: String) throws -> StreamDecoder {
        let fields = RecordedHead.section(Bytes("Content-Encoding: \(codings)\r\n\r\n"), hasStartLine: false)
        return try #require(StreamDecoder(fields))
    }

    private func gzip(_ plain: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var plain = plain
        var output = [UInt8](repeating: 0, count: plain.count + 1000)
        let count = plain.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { out in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = out.baseAddress
                stream.avail_out = UInt32(out.count)
                deflate(&stream, Z_FINISH)
                return out.count - Int(stream.avail_out)
            }
        }
        return Array(output[..<count])
    }

    /// A coding inside of another may stand for nothing at all, and keep the decoder busy all the same.
    @Test func aBombInsideIsOneThoughNothingComesOut() throws {
        var members = gzip([])
        while members.count < 70 << 20 { members += members }
        let bomb = gzip(members)
        #expect(bomb.count < 400_000)
        let decoder = try decoder("gzip, gzip")
        var made = 0
        let fault = #expect(throws: DecodingFault.self) { try decoder.take(Bytes(bomb)) { made += $0.count } }
        #expect(fault?.reason == .bomb && made == 0)
    }

    @Test func whatIsCodedTwiceAndIsNoBombIsDecoded() throws {
        let plain = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let decoder = try decoder("gzip, gzip")
        var made: [UInt8] = []
        try decoder.take(Bytes(gzip(gzip(plain)))) { made += $0 }
        #expect(made == plain)
    }

    /// RFC 7932 §9.1: the first bits name the window; of zstd and gzip the library says it, or it is known.
    @Test(
        arguments: [
            (0x00, 16), (0x0C, 16), (0x01, 17), (0x03, 18), (0x05, 19), (0x07, 20), (0x09, 21), (0x0B, 22), (0x0D, 23),
            (0x0F, 24), (0x21, 10), (0x31, 11), (0x41, 12), (0x51, 13), (0x61, 14), (0x71, 15),
        ] as [(UInt8, Int)])
    func aWindowIsCounted(first: UInt8, bits: Int) throws {
        let decoder = try decoder("br")
        #expect(decoder.held == 64 << 10)
        try? decoder.take(Bytes([first])) { _ in }
        #expect(decoder.held == 64 << 10 + 1 << bits)
    }

    @Test func otherWindowsAreCountedToo() throws {
        #expect(try decoder("identity").held == 0)
        let gzip = try decoder("gzip")
        try gzip.take(Bytes(self.gzip([1, 2, 3]))) { _ in }
        #expect((96 << 10..<128 << 10).contains(gzip.held))
        let zstd = try decoder("zstd")
        // A frame with a window of 8 MiB (RFC 8878 §3.1.1.1.2) and a block of ten octets whose rest is to come.
        try zstd.take(Bytes([0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x68, 0x50, 0x00, 0x00, 0x61])) { _ in }
        #expect(zstd.held > 8 << 20 && zstd.held < 9 << 20)
    }
}
