package import Bytes
internal import CLibSSL

/// A certificate that was read or made: owns one `X509`. What the authority's own says is in `AuthorityFacts`.
// Sendable, though it owns a C object: the object is never changed after `init`; what libcrypto caches in it while
// reading (its extensions) is guarded by libcrypto's own lock.
package final class Certificate: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The certificate exactly as it is sent and hashed.
    package let der: Bytes

    /// Takes over a complete `X509`; it is freed when this fails, too.
    init(owning pointer: OpaquePointer) throws(CryptoFailure) {
        guard let der = DER.of(pointer, i2d_X509) else {
            X509_free(pointer)
            throw CryptoFailure("encode a certificate")
        }
        self.pointer = pointer
        self.der = der
    }

    deinit {
        X509_free(pointer)
    }

    /// The first certificate in a PEM text.
    static func read(pem: Bytes) throws(CryptoFailure) -> Certificate {
        let source = try MemoryBIO(pem)
        guard let pointer = PEM_read_bio_X509(source.pointer, nil, nil, nil) else {
            throw CryptoFailure("read a certificate")
        }
        return try Certificate(owning: pointer)
    }

    /// All certificates in a PEM text. Text between them is skipped; reading ends at one that is damaged.
    static func readAll(pem: Bytes) throws(CryptoFailure) -> [Certificate] {
        let source = try MemoryBIO(pem)
        var found: [Certificate] = []
        while let pointer = PEM_read_bio_X509(source.pointer, nil, nil, nil) {
            found.append(try Certificate(owning: pointer))
        }
        // The end of the text is reported as a missing start line.
        ERR_clear_error()
        return found
    }

    static func read(der: Bytes) throws(CryptoFailure) -> Certificate {
        let pointer = der.withUnsafeBytes { buffer -> OpaquePointer? in
            var cursor = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return d2i_X509(nil, &cursor, buffer.count)
        }
        guard let pointer else { throw CryptoFailure("read a certificate") }
        return try Certificate(owning: pointer)
    }

    /// The SHA-256 fingerprint, 32 bytes.
    package var fingerprint: Bytes {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard X509_digest(pointer, EVP_sha256(), &digest, &count) == 1 else { return Bytes() }
        return Bytes(Array(digest.prefix(Int(count))))
    }

    /// The key identifier by which what it signs names it (RFC 5280 §4.2.1.2), empty when it has none.
    var subjectKeyIdentifier: Bytes {
        guard let identifier = X509_get0_subject_key_id(pointer) else { return Bytes() }
        return Bytes(copying: identifier)
    }

    /// Seconds since 1970, the first and the last of its life.
    package var validity: ClosedRange<Int64> {
        let first = CertificateTime.seconds(X509_get0_notBefore(pointer)) ?? 0
        return first...max(first, CertificateTime.seconds(X509_get0_notAfter(pointer)) ?? first)
    }

    /// Whether it may sign certificates: CA:TRUE, and a key usage that does not say otherwise.
    var isAuthority: Bool {
        X509_check_ca(pointer) == 1 && X509_get_key_usage(pointer) & UInt32(KU_KEY_CERT_SIGN) != 0
    }

    func pem() throws(CryptoFailure) -> Bytes {
        let output = try MemoryBIO()
        guard PEM_write_bio_X509(output.pointer, pointer) == 1 else { throw CryptoFailure("write a certificate") }
        return output.content
    }
}

extension Bytes {
    init(copying string: UnsafePointer<ASN1_STRING>) {
        let count = Int(ASN1_STRING_length(string))
        guard count > 0, let start = ASN1_STRING_get0_data(string) else {
            self.init()
            return
        }
        self.init([UInt8](UnsafeBufferPointer(start: start, count: count)))
    }
}

/// The DER form of a C object, by its `i2d_…` function: asked for its size first, then written.
enum DER {
    static func of(
        _ object: OpaquePointer,
        _ encode: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) -> Bytes? {
        let count = Int(encode(object, nil))
        guard count > 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var cursor = buffer.baseAddress
            written = Int(encode(object, &cursor)) == count ? count : 0
        }
        return bytes.isEmpty ? nil : Bytes(bytes)
    }
}
