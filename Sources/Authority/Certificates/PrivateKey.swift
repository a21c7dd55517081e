internal import Bytes
internal import CLibSSL

/// A private key: owns one `EVP_PKEY`.
///
/// Its bytes leave it in two ways only: as PEM for the authority's own file, and as DER for a leaf, which stays in
/// memory.
// Sendable, though it owns a C object: the object is never changed after `init`, libcrypto's reference count and caches
// in it are guarded by its own locks, and signing builds a context of its own each time.
final class PrivateKey: @unchecked Sendable {
    enum Kind: Sendable {
        case p256
        /// 2048 bits, for clients too old for elliptic curves.
        case rsa
        /// 1024 bits: for the demo site's server that clients refuse for it.
        case weakRSA
    }

    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    static func make(_ kind: Kind) throws(CryptoFailure) -> PrivateKey {
        let pointer =
            switch kind {
            case .p256: clibssl_key_new_p256()
            case .rsa: clibssl_key_new_rsa(2048)
            case .weakRSA: clibssl_key_new_rsa(1024)
            }
        guard let pointer else { throw CryptoFailure("make a key") }
        return PrivateKey(owning: pointer)
    }

    static func read(pem: Bytes) throws(CryptoFailure) -> PrivateKey {
        let source = try MemoryBIO(pem)
        guard let pointer = clibssl_read_key(source.pointer) else { throw CryptoFailure("read a private key") }
        return PrivateKey(owning: pointer)
    }

    /// PKCS #8 in PEM, unencrypted: it has to be usable with nobody at the keyboard, so the file's mode protects it.
    func pem() throws(CryptoFailure) -> Bytes {
        let output = try MemoryBIO()
        guard PEM_write_bio_PrivateKey(output.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw CryptoFailure("write a private key")
        }
        return output.content
    }

    /// PKCS #8 (`PrivateKeyInfo`, RFC 5208 §5) in DER.
    func der() throws(CryptoFailure) -> Bytes {
        let output = try MemoryBIO()
        guard i2d_PKCS8PrivateKey_bio(output.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw CryptoFailure("write a private key")
        }
        return output.content
    }

    /// The public half of a key on P-256, as an uncompressed point (SEC 1 §2.3.3): 65 bytes.
    func publicPoint() throws(CryptoFailure) -> Bytes {
        var start: UnsafeMutablePointer<UInt8>?
        let count = EVP_PKEY_get1_encoded_public_key(pointer, &start)
        defer { clibssl_free(start) }
        guard count == 65, let start else { throw CryptoFailure("read a public key") }
        return Bytes([UInt8](UnsafeBufferPointer(start: start, count: count)))
    }

    func matches(_ certificate: Certificate) -> Bool {
        let isMatch = X509_check_private_key(certificate.pointer, pointer) == 1
        // A mismatch is an answer here; its reason must not stay behind in the queue.
        ERR_clear_error()
        return isMatch
    }
}
