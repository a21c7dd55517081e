package import Bytes
import CZlib
package import HTTPWire

/// Inflates the compressed messages of one side of a WebSocket (RFC 7692 §7.2.2): a raw deflate stream that goes on
/// from message to message, unless each was agreed to begin anew.
///
/// Safe: stream and scratch live as long as this does, and nobody else has them. `next_in` is set anew for each piece
/// and not read after the piece.
@safe package final class MessageInflater: MessageInflating {
    private static let scratchSize = 64 << 10
    /// What a sender leaves out at the end of each message (RFC 7692 §7.2.1).
    private static let tail: Bytes = Bytes([0x00, 0x00, 0xFF, 0xFF])

    private let stream: UnsafeMutablePointer<z_stream>
    private let scratch: UnsafeMutableRawBufferPointer
    private let startsAnew: Bool
    private let isReady: Bool
    private var guardian = BombGuard()

    /// - Parameters:
    ///   - windowBits: the logarithm of the window that was agreed on.
    ///   - startsAnew: each message begins with an empty window.
    package init(windowBits: Int, startsAnew: Bool) {
        self.startsAnew = startsAnew
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        unsafe scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
        // zlib's own deflate makes a window of 9 where 8 was asked for. A negative number is a stream without header.
        let bits = Int32(min(max(windowBits, 9), 15))
        isReady =
            unsafe inflateInit2_(stream, -bits, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { unsafe inflateEnd(stream) }
        unsafe stream.deallocate()
        unsafe scratch.deallocate()
    }

    package func inflate(_ piece: Bytes) throws(InflationFault) -> Bytes {
        guardian.taken += UInt64(piece.count)
        return try run(piece)
    }

    package func endMessage() throws(InflationFault) -> Bytes {
        let rest = try run(Self.tail)
        if startsAnew, unsafe inflateReset(stream) != Z_OK { throw .malformed }
        return rest
    }

    private func run(_ piece: Bytes) throws(InflationFault) -> Bytes {
        guard isReady else { throw .malformed }
        var output: [UInt8] = []
        try unsafe piece.withUnsafeBytes { input throws(InflationFault) in
            // zlib reads from this pointer and never writes to it; its declaration lacks the const.
            unsafe stream.pointee.next_in = UnsafeMutablePointer(
                mutating: input.bindMemory(to: UInt8.self).baseAddress)
            unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
            repeat { try step(&output) } while unsafe stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        }
        return Bytes(output)
    }

    private func step(_ output: inout [UInt8]) throws(InflationFault) {
        unsafe stream.pointee.next_out = scratch.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: scratch.count)
        let result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        let count = unsafe scratch.count - Int(stream.pointee.avail_out)
        unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[0..<count]))
        guardian.made += UInt64(count)
        if guardian.isBomb { throw .bomb }
        if result == Z_STREAM_END { return try goOn() }
        guard unsafe result == Z_OK || result == Z_BUF_ERROR && stream.pointee.avail_in == 0 else { throw .malformed }
    }

    /// RFC 7692 §7.2.3.4: a block may be marked as the last one, and others follow all the same. The window stays.
    private func goOn() throws(InflationFault) {
        var size: UInt32 = 0
        var window = [UInt8](repeating: 0, count: 32 << 10)
        guard unsafe inflateGetDictionary(stream, &window, &size) == Z_OK, unsafe inflateReset(stream) == Z_OK,
            unsafe inflateSetDictionary(stream, window, size) == Z_OK
        else { throw .malformed }
    }
}
