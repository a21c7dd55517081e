import CZlib
import HTTPSemantics

/// Takes gzip or deflate off (RFC 9110 §8.4.1.2, §8.4.1.3). The zlib stream stays at one address all its life, as
/// zlib requires.
///
/// Safe: stream and scratch live as long as this does, and nobody else has them. `next_in` is set anew for each piece
/// and not read after the piece: `inflate` returns when `avail_in` is 0 or throws, after which nothing is fed any more.
@safe final class ZlibRemover: CodingRemover {
    private let coding: ContentCoding
    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutableRawBufferPointer
    /// Whether the stream was set up; deflate waits for two bytes that tell how.
    private var isReady = false
    /// The first byte of a deflate content, while the second is awaited.
    private var firstByte: UInt8?
    private var hasEnded = false

    init(_ coding: ContentCoding) {
        self.coding = coding
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
    }

    deinit {
        if isReady { unsafe inflateEnd(stream) }
        unsafe stream.deallocate()
        unsafe scratch.deallocate()
    }

    func feed(_ input: UnsafeRawBufferPointer, _ output: Sink) throws(DecodingFault) {
        guard let byte = unsafe input.first else { return }
        if isReady { return try unsafe inflate(input, output) }
        if coding == .gzip {
            // zlib's window bits: 15, and 16 more for gzip.
            try begin(windowBits: 31)
            return try unsafe inflate(input, output)
        }
        guard let first = firstByte else {
            firstByte = byte
            guard input.count > 1 else { return }
            try unsafe begin(windowBits: Self.hasZlibHeader(byte, input[1]) ? 15 : -15)
            return try unsafe inflate(input, output)
        }
        try begin(windowBits: Self.hasZlibHeader(first, byte) ? 15 : -15)
        try unsafe inflateFirst(first, output)
        try unsafe inflate(input, output)
    }

    func finish() throws(DecodingFault) {
        // No bytes at all are no content, which needs no coding.
        if !isReady, firstByte == nil { return }
        if !hasEnded { throw DecodingFault(coding: coding, reason: .cutOff) }
    }

    /// zlib's window, and the tables beside it.
    var held: Int { Self.scratchSize + (isReady ? 40 << 10 : 0) }

    /// RFC 9110 §8.4.1.2: some senders leave out the zlib wrapper. The first two bytes tell (RFC 1950 §2.2).
    private static func hasZlibHeader(_ first: UInt8, _ second: UInt8) -> Bool {
        first & 0x0F == 8 && (UInt16(first) << 8 | UInt16(second)) % 31 == 0
    }

    private func begin(windowBits: Int32) throws(DecodingFault) {
        let result = unsafe inflateInit2_(stream, windowBits, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw DecodingFault(coding: coding, reason: .unavailable) }
        isReady = true
    }

    private func inflateFirst(_ byte: UInt8, _ output: Sink) throws(DecodingFault) {
        let first = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { unsafe first.deallocate() }
        unsafe first[0] = byte
        try unsafe inflate(UnsafeRawBufferPointer(first), output)
    }

    private func inflate(_ input: UnsafeRawBufferPointer, _ output: Sink) throws(DecodingFault) {
        // zlib reads from this pointer and never writes to it; its declaration lacks the const.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
        repeat {
            if hasEnded {
                guard unsafe stream.pointee.avail_in > 0 else { return }
                // RFC 1952 §2.2: a gzip file may have several members. Anything else behind the end is none of it.
                guard coding == .gzip, unsafe stream.pointee.next_in?.pointee == 0x1F,
                    unsafe inflateReset(stream) == Z_OK
                else {
                    throw DecodingFault(coding: coding, reason: .trailingBytes)
                }
                hasEnded = false
            }
            try unsafe step(output)
        } while unsafe stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    }

    private func step(_ output: Sink) throws(DecodingFault) {
        unsafe stream.pointee.next_out = scratch.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: scratch.count)
        let result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        let made = unsafe scratch.count - Int(stream.pointee.avail_out)
        if made > 0 { try unsafe output(UnsafeRawBufferPointer(rebasing: scratch[0..<made])) }
        hasEnded = result == Z_STREAM_END
        // Z_BUF_ERROR is no error here: all input is used, and the last step happened to fill the buffer.
        guard unsafe hasEnded || result == Z_OK || result == Z_BUF_ERROR && stream.pointee.avail_in == 0 else {
            throw DecodingFault(coding: coding, reason: .malformed)
        }
    }
}
