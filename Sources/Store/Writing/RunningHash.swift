import Bytes
internal import COpenSSL

/// SHA-256 of bytes that come in pieces, by libcrypto. Owned by the body it is for.
final class RunningHash {
    private let context = EVP_MD_CTX_new()

    init() {
        EVP_DigestInit_ex(context, EVP_sha256(), nil)
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    func add(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// The hash of all that was added; the last call.
    func finish() -> Bytes {
        var hash = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var size: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &hash, &size) == 1 else { return Bytes() }
        return Bytes(Array(hash.prefix(Int(size))))
    }
}
