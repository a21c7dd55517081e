import CBrotli
import HTTPSemantics

/// Takes br off (RFC 7932). Owns the decoder's state; its window is bounded by the format at 16 MiB.
///
/// Safe: state and scratch live as long as this does, and nobody else has them. The decoder is told how much it may
/// read and write, counts both down, and what it made is what is missing from the room.
@safe final class BrotliRemover: CodingRemover {
    private let state: OpaquePointer
    private let scratch: UnsafeMutableRawBufferPointer
    /// Of what has begun: how large its window is.
    private var window = 0
    private var hasBegun = false
    private var hasEnded = false

    init?() {
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        unsafe self.state = state
        unsafe scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
    }

    deinit {
        unsafe BrotliDecoderDestroyInstance(state)
        unsafe scratch.deallocate()
    }

    func feed(_ input: UnsafeRawBufferPointer, _ output: Sink) throws(DecodingFault) {
        guard let first = unsafe input.first else { return }
        if !hasBegun { window = Self.window(first) }
        hasBegun = true
        var left = input.count
        var next = unsafe input.bindMemory(to: UInt8.self).baseAddress
        while true {
            if hasEnded {
                guard left == 0 else { throw DecodingFault(coding: .brotli, reason: .trailingBytes) }
                return
            }
            var room = unsafe scratch.count
            var place = unsafe scratch.bindMemory(to: UInt8.self).baseAddress
            let result = unsafe BrotliDecoderDecompressStream(state, &left, &next, &room, &place, nil)
            let made = unsafe scratch.count - room
            if made > 0 { try unsafe output(UnsafeRawBufferPointer(rebasing: scratch[0..<made])) }
            if result == BROTLI_DECODER_RESULT_SUCCESS {
                hasEnded = true
            } else if result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT {
                return
            } else if result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT {
                throw DecodingFault(coding: .brotli, reason: .malformed)
            }
        }
    }

    var held: Int { Self.scratchSize + window }

    /// The size that the first octet names (RFC 7932 §9.1), from 1 KiB to 16 MiB.
    private static func window(_ first: UInt8) -> Int {
        let (four, seven) = (Int(first >> 1 & 7), Int(first >> 4 & 7))
        let bits = first & 1 == 0 ? 16 : four > 0 ? 17 + four : seven == 0 ? 17 : 8 + seven
        return 1 << bits
    }

    func finish() throws(DecodingFault) {
        if hasBegun, !hasEnded { throw DecodingFault(coding: .brotli, reason: .cutOff) }
    }
}
