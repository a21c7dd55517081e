import Bytes
internal import CZstd

/// One frame of zstd (RFC 8878) at once: packs of records. Pure functions.
enum ZstdFrame {
    /// What a pack may have at most when it is read: who wrote it may be anybody with a writer's role.
    static let sizeLimit = 512 << 20

    static func compress(_ bytes: Bytes) -> Bytes? {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = unsafe bytes.withUnsafeBytes { input in
            unsafe output.withUnsafeMutableBytes { room in
                unsafe ZSTD_compress(room.baseAddress, room.count, input.baseAddress, input.count, 3)
            }
        }
        guard ZSTD_isError(count) == 0 else { return nil }
        return Bytes(Array(output.prefix(count)))
    }

    /// nil for what is no frame, or one that says nothing of its size, or says too much.
    static func decompress(_ bytes: Bytes) -> Bytes? {
        let size = unsafe bytes.withUnsafeBytes { unsafe ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
        // ZSTD_CONTENTSIZE_ERROR and ZSTD_CONTENTSIZE_UNKNOWN are the two largest numbers.
        guard size <= UInt64(sizeLimit) else { return nil }
        var output = [UInt8](repeating: 0, count: Int(size))
        let count = unsafe bytes.withUnsafeBytes { input in
            unsafe output.withUnsafeMutableBytes { room in
                unsafe ZSTD_decompress(room.baseAddress, room.count, input.baseAddress, input.count)
            }
        }
        guard ZSTD_isError(count) == 0, count == output.count else { return nil }
        return Bytes(output)
    }
}
