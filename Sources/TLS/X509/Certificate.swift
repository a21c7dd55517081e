package import Bytes
internal import CLibSSL
package import HTTPModel

/// A certificate that was read, shown or made (RFC 5280): owns one `X509`.
///
/// `@unchecked Sendable`: the object is never changed after `init`; what libcrypto caches in it while reading (its
/// extensions) is guarded by libcrypto's own lock, and references to it are counted atomically.
@safe package final class Certificate: @unchecked Sendable {
    package let pointer: OpaquePointer

    /// Takes over the caller's reference.
    package init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    /// Shares a certificate that someone else owns.
    package convenience init(sharing pointer: OpaquePointer) {
        unsafe X509_up_ref(pointer)
        unsafe self.init(owning: pointer)
    }

    /// From DER, and nothing behind it.
    package convenience init(der: Bytes) throws(TLSError) {
        ErrorQueue.clear()
        let parsed = unsafe der.withUnsafeBytes { bytes -> OpaquePointer? in
            var start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
            guard let end = unsafe start.map({ unsafe $0 + bytes.count }) else { return nil }
            guard let parsed = unsafe d2i_X509(nil, &start, bytes.count) else { return nil }
            if unsafe start == end { return unsafe parsed }
            unsafe X509_free(parsed)
            return nil
        }
        guard let parsed = unsafe parsed else { throw .drained(.malformedCertificate) }
        unsafe self.init(owning: parsed)
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// The first certificate in a PEM text.
    package static func read(pem: Bytes) throws(CryptoFailure) -> Certificate {
        guard let reader = try? PEMReader(pem), let first = reader.next() else {
            throw CryptoFailure("read a certificate")
        }
        return first
    }

    /// All certificates in a PEM text. Text between them is skipped; reading ends at one that is damaged.
    package static func readAll(pem: Bytes) throws(CryptoFailure) -> [Certificate] {
        guard let reader = try? PEMReader(pem) else { throw CryptoFailure("read certificates") }
        var found: [Certificate] = []
        while let next = reader.next() { found.append(next) }
        // The end of the text is reported as a missing start line.
        ErrorQueue.clear()
        return found
    }

    /// The certificates of a stack, which stays the caller's.
    package static func all(in chain: OpaquePointer?) -> [Certificate] {
        (0..<max(0, unsafe clibssl_chain_count(chain))).compactMap { index in
            guard let pointer = unsafe clibssl_chain_at(chain, index) else { return nil }
            return unsafe Certificate(sharing: pointer)
        }
    }

    // MARK: - Its forms

    /// Exactly as it is sent and hashed; empty if libcrypto cannot write it.
    package var der: Bytes {
        unsafe DER.of(pointer) { unsafe i2d_X509($0, $1) } ?? Bytes()
    }

    /// One block of PEM (RFC 7468 §5).
    package func pem() throws(CryptoFailure) -> Bytes {
        let output = try MemoryBIO()
        guard unsafe PEM_write_bio_X509(output.pointer, pointer) == 1 else {
            throw CryptoFailure("write a certificate")
        }
        return output.content
    }

    /// The SHA-256 fingerprint, 32 bytes.
    package var fingerprint: Bytes {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard unsafe X509_digest(pointer, EVP_sha256(), &digest, &count) == 1 else { return Bytes() }
        return Bytes(Array(digest.prefix(Int(count))))
    }
}
