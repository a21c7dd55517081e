import CZlib

/// Compresses in the format of gzip (RFC 1952).
package enum Gzip {
    /// nil when zlib has no memory for it.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        // zlib's window bits: 15, and 16 more for gzip.
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe deflateInit2_(&stream, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else {
            return nil
        }
        defer { unsafe deflateEnd(&stream) }
        var input = bytes
        var output = unsafe [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let code = unsafe input.withUnsafeMutableBufferPointer { from in
            unsafe output.withUnsafeMutableBufferPointer { to in
                unsafe stream.next_in = from.baseAddress
                unsafe stream.avail_in = UInt32(clamping: from.count)
                unsafe stream.next_out = to.baseAddress
                unsafe stream.avail_out = UInt32(clamping: to.count)
                return unsafe deflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { return nil }
        return unsafe Array(output.prefix(Int(stream.total_out)))
    }
}
