import Bytes
internal import COpenSSL

/// SHA-256 of bytes that come in pieces, by libcrypto; one after the other. Owned by whoever hashes.
@safe final class RunningHash {
    private let context = unsafe EVP_MD_CTX_new()

    init() {
        begin()
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    private func begin() {
        unsafe EVP_DigestInit_ex(context, Self.algorithm.pointer, nil)
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
        unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The hash of all that was added; the next one begins.
    func finish() -> Bytes {
        defer { begin() }
        var size: UInt32 = 0
        let hash = unsafe [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
            guard unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, &size) == 1 else { return }
            count = Int(size)
        }
        return Bytes(hash)
    }

    /// Fetched once: libcrypto would look for it at every beginning.
    private static let algorithm = Algorithm()

    /// `@unchecked Sendable`: libcrypto's algorithms are counted by reference and never change, so that any thread
    /// may use them.
    @safe private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer?

        init() {
            unsafe pointer = unsafe EVP_MD_fetch(nil, "SHA2-256", nil)
        }
    }
}
