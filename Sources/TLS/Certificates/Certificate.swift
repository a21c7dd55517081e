internal import Bytes
internal import CLibSSL

/// Owns one X509.
@safe final class Certificate {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    /// Shares a certificate that someone else owns.
    convenience init(sharing pointer: OpaquePointer) {
        unsafe X509_up_ref(pointer)
        unsafe self.init(owning: pointer)
    }

    convenience init(der: Bytes) throws(TLSError) {
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

    /// The certificates of a stack, which stays the caller's.
    static func all(in chain: OpaquePointer?) -> [Certificate] {
        (0..<max(0, unsafe clibssl_chain_count(chain))).compactMap { index in
            guard let pointer = unsafe clibssl_chain_at(chain, index) else { return nil }
            return unsafe Certificate(sharing: pointer)
        }
    }

    var facts: CertificateFacts {
        let key = keyFacts
        let isSelfIssued = unsafe X509_self_signed(pointer, 0) == 1
        // Questions about broken parts leave errors behind, which are no one's business.
        defer { ErrorQueue.clear() }
        return unsafe CertificateFacts(
            subject: Self.text(X509_get_subject_name(pointer)), issuer: Self.text(X509_get_issuer_name(pointer)),
            alternativeNames: alternativeNames, notBefore: clibssl_time(X509_get0_notBefore(pointer)),
            notAfter: clibssl_time(X509_get0_notAfter(pointer)), keyKind: key.kind, keyBits: key.bits,
            signatureAlgorithm: signatureAlgorithm, sha256: sha256, serial: serial,
            isAuthority: X509_check_ca(pointer) > 0, isSelfIssued: isSelfIssued, der: der)
    }

    private static func text(_ name: OpaquePointer?) -> String {
        guard let text = unsafe clibssl_name(name) else { return "" }
        defer { unsafe clibssl_free(text) }
        return Printable.text(unsafe String(cString: text).utf8)
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
        let group = String(decoding: name[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        // NIST's own names are the ones people know.
        let known = ["prime256v1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"]
        return ("EC " + (known[group] ?? group), bits)
    }

    private var signatureAlgorithm: String {
        unsafe OBJ_nid2sn(X509_get_signature_nid(pointer)).map { unsafe String(cString: $0) } ?? "unknown"
    }

    private var sha256: String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard unsafe X509_digest(pointer, EVP_sha256(), &digest, &count) == 1 else { return "" }
        return Hex.text(digest.prefix(Int(count)))
    }

    private var serial: String {
        guard let number = unsafe X509_get0_serialNumber(pointer), let data = unsafe ASN1_STRING_get0_data(number)
        else { return "" }
        let count = Int(unsafe ASN1_STRING_length(number))
        return unsafe Hex.text(UnsafeBufferPointer(start: data, count: max(count, 0)))
    }

    var der: Bytes {
        var memory: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509(pointer, &memory)
        guard count > 0, let start = unsafe memory else { return Bytes() }
        defer { unsafe clibssl_free(start) }
        return Bytes(unsafe Array(UnsafeBufferPointer(start: start, count: Int(count))))
    }

    private var alternativeNames: [CertificateFacts.AlternativeName] {
        var names: [CertificateFacts.AlternativeName] = []
        unsafe withUnsafeMutablePointer(to: &names) { pointer in
            unsafe clibssl_each_alternative_name(self.pointer, pointer) { context, kind, bytes, count in
                guard let names = unsafe context?.assumingMemoryBound(to: [CertificateFacts.AlternativeName].self)
                else { return }
                let value = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
                switch kind {
                case GEN_DNS: unsafe names.pointee.append(.dns(Printable.text(value)))
                case GEN_IPADD: unsafe names.pointee.append(.address(Printable.address(value)))
                case GEN_URI: unsafe names.pointee.append(.uri(Printable.text(value)))
                default: unsafe names.pointee.append(.email(Printable.text(value)))
                }
            }
        }
        return names
    }
}
