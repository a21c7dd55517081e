package import Bytes
internal import CLibSSL

/// What the authority's certificate says, in values that anyone can print. Made once, used anywhere.
package struct AuthorityFacts: Sendable, Equatable {
    /// On one line, in the certificate's own order: `O=Hark, OU=…, CN=…`.
    package let subject: String
    /// What lists of trusted roots show: `Hark of ada on engine`; the whole subject when it has no common name.
    package let commonName: String
    /// Hexadecimal, as it is written in the certificate.
    package let serial: String
    /// Seconds since 1970, the first and the last of its life.
    package let validity: ClosedRange<Int64>
    /// `EC P-256`, `RSA 2048`.
    package let key: String
    /// SHA-256, 32 bytes.
    package let fingerprint: Bytes

    package init(_ certificate: Certificate) {
        let pointer = certificate.pointer
        let subject = Self.text(of: X509_get_subject_name(pointer))
        self.subject = subject
        commonName = Self.commonName(of: X509_get_subject_name(pointer)) ?? subject
        serial = X509_get0_serialNumber(pointer).map { Hex.capitals(Bytes(copying: $0)) } ?? ""
        validity = certificate.validity
        key = Self.keyText(X509_get0_pubkey(pointer))
        fingerprint = certificate.fingerprint
    }

    /// Whole days until it ends, negative when it has ended.
    package func daysLeft(at now: Int64) -> Int64 {
        let seconds = validity.upperBound - now
        return seconds >= 0 ? seconds / CertificateTime.day : -1 - (-seconds - 1) / CertificateTime.day
    }

    /// `AB:CD:…`, as browsers and `openssl x509 -fingerprint` write it.
    package var fingerprintText: String {
        Hex.capitals(fingerprint, separator: ":")
    }

    private static func text(of name: OpaquePointer?) -> String {
        guard let text = clibssl_name(name) else { return "" }
        defer { clibssl_free(text) }
        return String(cString: text)
    }

    private static func commonName(of name: OpaquePointer?) -> String? {
        guard let entry = X509_NAME_get_entry(name, X509_NAME_get_index_by_NID(name, NID_commonName, -1)),
            let value = X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&text, value)
        defer { clibssl_free(text) }
        guard count > 0, let text else { return nil }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    private static func keyText(_ key: OpaquePointer?) -> String {
        guard let key, let type = EVP_PKEY_get0_type_name(key) else { return "unknown" }
        let kind = String(cString: type)
        var group = [CChar](repeating: 0, count: 64)
        var count = 0
        if kind == "EC", EVP_PKEY_get_group_name(key, &group, group.count, &count) == 1 {
            let curve = String(decoding: group.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // OpenSSL calls the curve by its older name.
            return "EC " + (curve == "prime256v1" ? "P-256" : curve)
        }
        return "\(kind) \(EVP_PKEY_get_bits(key))"
    }
}
