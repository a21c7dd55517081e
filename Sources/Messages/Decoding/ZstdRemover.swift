import CZstd
import HTTPSemantics

/// Takes zstd off (RFC 8878). Owns the decoder's state.
///
/// Safe: state and scratch live as long as this does, and nobody else has them. The decoder is told the sizes of both
/// buffers and moves `pos` within them.
@safe final class ZstdRemover: CodingRemover {
    /// RFC 9659 §3: a sender may not ask for a window of more than 8 MiB, which are 2 to the power of 23.
    private static let windowLog: Int32 = 23

    private let state: OpaquePointer
    private let scratch: UnsafeMutableRawBufferPointer
    private var hasBegun = false
    /// The last frame is whole. Several may follow one another (RFC 8878 §3.1).
    private var hasEnded = false

    init?() {
        guard let state = unsafe ZSTD_createDStream() else { return nil }
        unsafe self.state = state
        unsafe ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, Self.windowLog)
        unsafe scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
    }

    deinit {
        unsafe ZSTD_freeDStream(state)
        unsafe scratch.deallocate()
    }

    func feed(_ input: UnsafeRawBufferPointer, _ output: Sink) throws(DecodingFault) {
        guard unsafe !input.isEmpty else { return }
        hasBegun = true
        var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        while true {
            var target = unsafe ZSTD_outBuffer(dst: scratch.baseAddress, size: scratch.count, pos: 0)
            let before = unsafe source.pos
            let result = unsafe ZSTD_decompressStream(state, &target, &source)
            if unsafe target.pos > 0 { try unsafe output(UnsafeRawBufferPointer(rebasing: scratch[0..<target.pos])) }
            if ZSTD_isError(result) != 0 {
                let code = ZSTD_getErrorCode(result)
                if code == ZSTD_error_dictionary_wrong {
                    throw DecodingFault(coding: .zstd, reason: .needsDictionary)
                }
                let isLarge = code == ZSTD_error_frameParameter_windowTooLarge
                // What begins with no frame's magic number, behind one that is whole, is none of the coding.
                let isTrailing = unsafe hasEnded && target.pos == 0
                throw DecodingFault(
                    coding: .zstd, reason: isLarge ? .tooLarge : isTrailing ? .trailingBytes : .malformed)
            }
            if unsafe source.pos > before || target.pos > 0 { hasEnded = result == 0 }
            // A full buffer may mean that more is held back.
            guard unsafe source.pos < source.size || target.pos == target.size else { return }
        }
    }

    var held: Int { unsafe Self.scratchSize + ZSTD_sizeof_DStream(state) }

    func finish() throws(DecodingFault) {
        if hasBegun, !hasEnded { throw DecodingFault(coding: .zstd, reason: .cutOff) }
    }
}
