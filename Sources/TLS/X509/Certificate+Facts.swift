package import Bytes
internal import CLibSSL
package import HTTPModel

// What a certificate says, read with libcrypto.

extension Certificate {
    /// All of it, as a record keeps it.
    package var facts: CertificateFacts {
        // Questions about broken parts leave errors behind, which are no one's business.
        defer { ErrorQueue.clear() }
        return unsafe CertificateFacts(
            subject: subject, issuer: Self.text(X509_get_issuer_name(pointer)), names: alternativeNames,
            notBefore: clibssl_time(X509_get0_notBefore(pointer)), notAfter: clibssl_time(X509_get0_notAfter(pointer)),
            key: keyText, signature: signatureAlgorithm, fingerprint: Hex.text(fingerprint),
            serial: Hex.text(serialNumber), isAuthority: X509_check_ca(pointer) > 0,
            isSelfIssued: X509_self_signed(pointer, 0) == 1, encoding: CertificateEncoding(der))
    }

    /// The name of its holder on one line, in the certificate's own order: `O=Hark, OU=…, CN=…`.
    package var subject: String {
        unsafe Self.text(X509_get_subject_name(pointer))
    }

    /// The common name in the holder's name, when there is one.
    package var commonName: String? {
        let name = unsafe X509_get_subject_name(pointer)
        guard let entry = unsafe X509_NAME_get_entry(name, X509_NAME_get_index_by_NID(name, NID_commonName, -1)),
            let value = unsafe X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(&text, value)
        defer { unsafe clibssl_free(text) }
        guard count > 0, let text = unsafe text else { return nil }
        return unsafe ForeignText.text(UnsafeBufferPointer(start: text, count: Int(count)))
    }

    /// The bytes of its serial number.
    package var serialNumber: Bytes {
        guard let number = unsafe X509_get0_serialNumber(pointer) else { return Bytes() }
        return unsafe Self.bytes(of: number)
    }

    /// `EC P-256`, `RSA 2048`, `ED25519 256`.
    package var keyText: String {
        let key = keyFacts
        return key.kind.contains(" ") ? key.kind : "\(key.kind) \(key.bits)"
    }

    /// The key identifier by which what it signs names it (RFC 5280 §4.2.1.2), empty when it has none.
    package var subjectKeyIdentifier: Bytes {
        guard let identifier = unsafe X509_get0_subject_key_id(pointer) else { return Bytes() }
        return unsafe Self.bytes(of: identifier)
    }

    /// Seconds since 1970, the first and the last of its life.
    package var validity: ClosedRange<Int64> {
        let first = unsafe Self.seconds(X509_get0_notBefore(pointer)) ?? 0
        return first...max(first, unsafe Self.seconds(X509_get0_notAfter(pointer)) ?? first)
    }

    /// Whether it may sign certificates: CA:TRUE, and a key usage that does not say otherwise.
    package var isAuthority: Bool {
        unsafe X509_check_ca(pointer) == 1 && X509_get_key_usage(pointer) & UInt32(KU_KEY_CERT_SIGN) != 0
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        let seconds = unsafe clibssl_time(time)
        return seconds == Int64.min ? nil : seconds
    }

    private static func bytes(of string: UnsafePointer<ASN1_STRING>) -> Bytes {
        let count = Int(unsafe ASN1_STRING_length(string))
        guard count > 0, let start = unsafe ASN1_STRING_get0_data(string) else { return Bytes() }
        return Bytes(unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)))
    }

    private static func text(_ name: OpaquePointer?) -> String {
        guard let text = unsafe clibssl_name(name) else { return "" }
        defer { unsafe clibssl_free(text) }
        return ForeignText.text(unsafe String(cString: text).utf8)
    }

    private var keyFacts: (kind: String, bits: Int) {
        guard let key = unsafe X509_get0_pubkey(pointer) else { return ("unknown", 0) }
        let kind = unsafe EVP_PKEY_get0_type_name(key).map { unsafe String(cString: $0) } ?? "unknown"
        let bits = Int(unsafe EVP_PKEY_get_bits(key))
        guard kind == "EC" else { return (kind, bits) }
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1, count < name.count else {
            return (kind, bits)
        }
        let group = String(decoding: name[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        // NIST's own names are the ones people know.
        let known = ["prime256v1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"]
        return ("EC " + (known[group] ?? group), bits)
    }

    private var signatureAlgorithm: String {
        unsafe OBJ_nid2sn(X509_get_signature_nid(pointer)).map { unsafe String(cString: $0) } ?? "unknown"
    }

    private var alternativeNames: [String] {
        var names: [String] = []
        unsafe withUnsafeMutablePointer(to: &names) { pointer in
            unsafe clibssl_each_alternative_name(self.pointer, pointer) { context, kind, bytes, count in
                guard let names = unsafe context?.assumingMemoryBound(to: [String].self)
                else { return }
                let value = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
                switch kind {
                case GEN_IPADD: unsafe names.pointee.append(ForeignText.address(value))
                default: unsafe names.pointee.append(ForeignText.text(value))
                }
            }
        }
        return names
    }
}
