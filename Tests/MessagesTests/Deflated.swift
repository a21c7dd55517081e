import CZlib

/// What zlib makes of bytes, as senders do it.
enum Deflated {
    /// A content in gzip.
    static func gzip(_ plain: [UInt8]) -> [UInt8] { run(plain, windowBits: 31, flush: Z_FINISH) }

    /// A message of permessage-deflate: without what every message ends in (RFC 7692 §7.2.1).
    static func message(_ plain: [UInt8], windowBits: Int32) -> [UInt8] {
        run(plain, windowBits: -windowBits, flush: Z_SYNC_FLUSH).dropLast(4)
    }

    private static func run(_ plain: [UInt8], windowBits: Int32, flush: Int32) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var plain = plain
        var output = [UInt8](repeating: 0, count: plain.count + 1000)
        let count = plain.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { out in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = out.baseAddress
                stream.avail_out = UInt32(out.count)
                deflate(&stream, flush)
                return out.count - Int(stream.avail_out)
            }
        }
        return Array(output[..<count])
    }
}
