package import Bytes
package import TLS

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
        subject = certificate.subject
        commonName = certificate.commonName ?? subject
        serial = Hex.capitals(certificate.serialNumber)
        validity = certificate.validity
        key = certificate.keyText
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
}
