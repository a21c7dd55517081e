package import Bytes

/// What a certificate says, as values that outlive it. Made from a `Certificate`; safe to use from anywhere.
package struct CertificateFacts: Sendable, Hashable {
    package enum AlternativeName: Sendable, Hashable {
        case dns(String)
        case address(String)
        case uri(String)
        case email(String)

        package var text: String {
            switch self {
            case .dns(let text), .address(let text), .uri(let text), .email(let text): text
            }
        }
    }

    /// The names of the holder and of who signed, `CN=example.com, O=Example`.
    package let subject: String
    package let issuer: String
    package let alternativeNames: [AlternativeName]
    /// Seconds since 1970.
    package let notBefore: Int64
    package let notAfter: Int64
    /// `RSA`, `EC P-256`, `ED25519` …, and its size in bits.
    package let keyKind: String
    package let keyBits: Int
    /// `ecdsa-with-SHA256` …
    package let signatureAlgorithm: String
    /// Of the whole certificate, 64 hexadecimal digits.
    package let sha256: String
    /// Hexadecimal.
    package let serial: String
    package let isAuthority: Bool
    /// The issuer is the holder, by name and key identifiers.
    package let isSelfIssued: Bool
    package let der: Bytes

    /// The validity in words.
    package var validity: String {
        "\(Printable.moment(notBefore)) to \(Printable.moment(notAfter))"
    }

    /// `EC P-256`, `RSA 2048`.
    package var key: String {
        keyKind.contains(" ") ? keyKind : "\(keyKind) \(keyBits)"
    }
}
