package import Bytes
internal import CLibSSL

/// A certificate in the making: owns one `X509` until it is signed. Used within one call, by one thread.
@safe package final class CertificateDraft {
    private let pointer: OpaquePointer

    /// A version 3 certificate with a serial number of its own.
    private init() throws(CryptoFailure) {
        guard let pointer = unsafe X509_new() else { throw CryptoFailure("create a certificate") }
        unsafe self.pointer = unsafe pointer
        // Version 3 is written as 2 (RFC 5280 §4.1.2.1).
        guard unsafe X509_set_version(pointer, 2) == 1 else { throw CryptoFailure("create a certificate") }
        try setRandomSerial()
    }

    /// One for any key.
    package convenience init(for key: PrivateKey) throws(CryptoFailure) {
        try self.init()
        guard unsafe X509_set_pubkey(pointer, key.pointer) == 1 else { throw CryptoFailure("write a public key") }
    }

    /// One for the key on P-256 with this public point: much faster, for leaves.
    package convenience init(forPoint point: Bytes) throws(CryptoFailure) {
        try self.init()
        let bytes = point.array
        guard unsafe clibssl_x509_set_p256_point(pointer, bytes, bytes.count) == 1 else {
            throw CryptoFailure("write a public key")
        }
    }

    deinit {
        unsafe X509_free(pointer)
    }

    /// RFC 5280 §4.1.2.2: positive, at most 20 octets. 128 random bits never repeat, so nothing has to be counted.
    private func setRandomSerial() throws(CryptoFailure) {
        guard let number = unsafe BN_new() else { throw CryptoFailure("choose a serial number") }
        defer { unsafe BN_free(number) }
        repeat {
            guard unsafe BN_rand(number, 128, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 else {
                throw CryptoFailure("choose a serial number")
            }
        } while unsafe BN_is_zero(number) == 1
        guard unsafe BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil else {
            throw CryptoFailure("choose a serial number")
        }
    }

    /// The first and the last second of its life.
    package func setValidity(_ validity: ClosedRange<Int64>) throws(CryptoFailure) {
        guard let first = unsafe ASN1_TIME_set(nil, time_t(validity.lowerBound)) else {
            throw CryptoFailure("write a date")
        }
        defer { unsafe ASN1_TIME_free(first) }
        guard let last = unsafe ASN1_TIME_set(nil, time_t(validity.upperBound)) else {
            throw CryptoFailure("write a date")
        }
        defer { unsafe ASN1_TIME_free(last) }
        guard unsafe X509_set1_notBefore(pointer, first) == 1, unsafe X509_set1_notAfter(pointer, last) == 1 else {
            throw CryptoFailure("write a date")
        }
    }

    /// Attributes of the subject's name, in order, by their short names (`CN`, `O`). Values are at most 64 bytes long.
    package func setSubject(_ attributes: [(name: String, value: String)]) throws(CryptoFailure) {
        let subject = unsafe X509_get_subject_name(pointer)
        for attribute in attributes {
            let value = Array(attribute.value.utf8)
            let isAdded = unsafe X509_NAME_add_entry_by_txt(
                subject, attribute.name, MBSTRING_UTF8, value, Int32(clamping: value.count), -1, 0)
            guard isAdded == 1 else { throw CryptoFailure("write a name") }
        }
    }

    /// It is issued by itself.
    package func setSelfIssued() throws(CryptoFailure) {
        guard unsafe X509_set_issuer_name(pointer, X509_get_subject_name(pointer)) == 1 else {
            throw CryptoFailure("write the issuer's name")
        }
    }

    /// It is issued by `issuer`, and names its key (RFC 5280 §4.2.1.1).
    package func setIssuer(_ issuer: Certificate) throws(CryptoFailure) {
        let key = issuer.subjectKeyIdentifier
        let isKeyNamed = unsafe key.withUnsafeBytes { bytes in
            unsafe clibssl_x509_add_authority_key(
                pointer, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count) == 1
        }
        guard isKeyNamed, unsafe X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer)) == 1 else {
            throw CryptoFailure("write the issuer's name")
        }
    }

    /// A name that it is for (RFC 5280 §4.2.1.6); `isCritical` when there is no other name in it.
    package func addAlternativeName(_ name: AlternativeName, isCritical: Bool) throws(CryptoFailure) {
        let (kind, value): (Int32, Bytes) =
            switch name {
            case .host(let host): (GEN_DNS, Bytes(host))
            case .address(let address): (GEN_IPADD, address)
            }
        let isAdded = unsafe value.withUnsafeBytes { bytes in
            unsafe clibssl_x509_add_alternative_name(
                pointer, kind, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, isCritical ? 1 : 0)
        }
        guard isAdded == 1 else { throw CryptoFailure("write the subject's name") }
    }

    /// An extension with one of the values that never change.
    package func add(_ fixed: FixedExtension) throws(CryptoFailure) {
        guard unsafe clibssl_x509_add_extension(pointer, fixed.identifier, fixed.value) == 1 else {
            throw CryptoFailure("write an extension")
        }
    }

    /// The subject key identifier: the first 160 bits of the key's SHA-256 (RFC 7093 §2 method 1).
    @discardableResult
    package func addKeyIdentifier() throws(CryptoFailure) -> Bytes {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard unsafe X509_pubkey_digest(pointer, EVP_sha256(), &digest, &count) == 1, count >= 20 else {
            throw CryptoFailure("hash a key")
        }
        let identifier = Bytes(Array(digest.prefix(20)))
        try addKeyIdentifier(identifier)
        return identifier
    }

    /// The subject key identifier, as it was worked out before.
    package func addKeyIdentifier(_ identifier: Bytes) throws(CryptoFailure) {
        guard let value = unsafe ASN1_OCTET_STRING_new() else { throw CryptoFailure("write an extension") }
        defer { unsafe ASN1_OCTET_STRING_free(value) }
        let bytes = identifier.array
        guard unsafe ASN1_OCTET_STRING_set(value, bytes, Int32(bytes.count)) == 1,
            unsafe X509_add1_ext_i2d(pointer, NID_subject_key_identifier, value, 0, UInt(X509V3_ADD_DEFAULT)) == 1
        else { throw CryptoFailure("write an extension") }
    }

    /// What a signature is made of.
    package enum Digest: Sendable {
        case sha256
        /// Forgeable: for the demo site's server that clients refuse for it.
        case sha1
    }

    /// Signs it, which completes it.
    package func sign(with key: PrivateKey, using digest: Digest = .sha256) throws(CryptoFailure) -> Certificate {
        let method = digest == .sha256 ? unsafe EVP_sha256() : unsafe EVP_sha1()
        // The size of the signature is the answer; 0 is failure.
        guard unsafe X509_sign(pointer, key.pointer, method) > 0, unsafe X509_up_ref(pointer) == 1 else {
            throw CryptoFailure("sign a certificate")
        }
        return unsafe Certificate(owning: pointer)
    }
}
