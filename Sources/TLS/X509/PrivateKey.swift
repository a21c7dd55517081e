package import Bytes
internal import CLibSSL
package import HTTPModel

/// A private key: owns one `EVP_PKEY`.
///
/// Its bytes leave it in two ways only: as PEM for the authority's own file, and as DER for a leaf, which stays in
/// memory.
///
/// `@unchecked Sendable`: the object is never changed after `init`, libcrypto's reference count and caches in it are
/// guarded by its own locks, and signing builds a context of its own each time.
@safe package final class PrivateKey: @unchecked Sendable {
    package enum Kind: Sendable {
        case p256
        /// 2048 bits, for clients too old for elliptic curves.
        case rsa
        /// 1024 bits: for the demo site's server that clients refuse for it.
        case weakRSA
    }

    package let pointer: OpaquePointer

    /// Takes over the caller's reference.
    package init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    /// From DER: PKCS #8, or its kind's own form.
    package convenience init(der: Bytes) throws(TLSError) {
        ErrorQueue.clear()
        let parsed = unsafe der.withUnsafeBytes { bytes in
            var start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
            return unsafe d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        guard let parsed = unsafe parsed else { throw .drained(.malformedKey) }
        unsafe self.init(owning: parsed)
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// A new one.
    package static func make(_ kind: Kind) throws(CryptoFailure) -> PrivateKey {
        let pointer =
            switch kind {
            case .p256: unsafe clibssl_key_new_p256()
            case .rsa: unsafe clibssl_key_new_rsa(2048)
            case .weakRSA: unsafe clibssl_key_new_rsa(1024)
            }
        guard let pointer = unsafe pointer else { throw CryptoFailure("make a key") }
        return unsafe PrivateKey(owning: pointer)
    }

    /// The first in a PEM text.
    package static func read(pem: Bytes) throws(CryptoFailure) -> PrivateKey {
        let found: PrivateKey?
        do throws(TLSError) {
            found = try PEMReader(pem).nextKey()
        } catch {
            throw CryptoFailure("allocate memory")
        }
        guard let found else { throw CryptoFailure("read a private key") }
        return found
    }

    /// PKCS #8 in PEM, unencrypted: it has to be usable with nobody at the keyboard, so the file's mode protects it.
    package func pem() throws(CryptoFailure) -> Bytes {
        let output = try MemoryBIO()
        guard unsafe PEM_write_bio_PrivateKey(output.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw CryptoFailure("write a private key")
        }
        return output.content
    }

    /// PKCS #8 (`PrivateKeyInfo`, RFC 5208 §5) in DER.
    package func der() throws(CryptoFailure) -> Bytes {
        let output = try MemoryBIO()
        guard unsafe i2d_PKCS8PrivateKey_bio(output.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw CryptoFailure("write a private key")
        }
        return output.content
    }

    /// The public half of a key on P-256, as an uncompressed point (SEC 1 §2.3.3): 65 bytes.
    package func publicPoint() throws(CryptoFailure) -> Bytes {
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe EVP_PKEY_get1_encoded_public_key(pointer, &start)
        defer { unsafe clibssl_free(start) }
        guard count == 65, let start = unsafe start else { throw CryptoFailure("read a public key") }
        return Bytes(unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)))
    }

    /// Whether it is the one in the certificate.
    package func matches(_ certificate: Certificate) -> Bool {
        // A mismatch is an answer here; its reason must not stay behind in the queue.
        defer { ErrorQueue.clear() }
        return unsafe X509_check_private_key(certificate.pointer, pointer) == 1
    }
}
